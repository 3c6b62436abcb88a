//! A game as any table tells it: what lay where, then step by step who did what.

/// Where the middle of a piece is.
#[derive(Debug, Clone, PartialEq)]
pub enum Where {
    /// On a panel of the surface, by name: the share of its width and height from the upper left corner.
    Panel(String, f64, f64),
    /// In a hand, in a bag, or beside everything.
    Off,
}

/// A piece on the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Lying {
    /// The table's own id of it.
    pub id: String,
    /// The counter that it is, by id.
    pub counter: String,
    /// Where.
    pub at: Where,
    /// Which of its faces shows, from zero.
    pub face: usize,
    /// Its place among all pieces from the bottom up.
    pub height: f64,
}

/// What was done.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Pieces went from one place to another, together.
    Move(Vec<(String, Where)>),
    /// A piece came to the table.
    Come(Lying),
    /// A piece left it for good.
    Go(String),
    /// A piece shows another face.
    Face(String, usize),
    /// Dice, by their id in the sources.
    Roll(String, Vec<u32>),
    /// A line of the log.
    Say(String),
    /// The turn, as it is shown.
    Turn(String),
    /// Play passes on to the next step of the sequence.
    Pass,
}

/// What one player did.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Who, by name, if the table tells.
    pub who: Option<String>,
    /// What.
    pub act: Act,
}

/// A game, or a moment of one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Story {
    /// The game, by id.
    pub game: String,
    /// The scenario, by id.
    pub scenario: String,
    /// The version of the game that the table was built from.
    pub version: String,
    /// Who sits where: the side by id, and the player's name.
    pub seats: Vec<(String, String)>,
    /// The table at the beginning, from the bottom of its stacks up.
    pub start: Vec<Lying>,
    /// The turn at the beginning, as it is shown.
    pub turn: Option<String>,
    /// What was done.
    pub steps: Vec<Step>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

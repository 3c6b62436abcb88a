//! Commands: what saves and logs are made of.
//!
//! A leaf that VASSAL's own components write is read into its own type; any
//! other is kept as it stands in [`Command::Unknown`]. A leaf whose text would
//! come out differently when written again (an odd spelling of a number, a
//! field too many) keeps that text beside its meaning, so nothing is lost.

mod pieces;
mod table;
mod tree;

pub use pieces::{AddPiece, ChangePiece, MovePiece, Spot};
pub use table::{
    Boards, GlobalProperty, LineOfSight, PlacedBoard, Player, PrivateNote, PropertyChange,
    SecretNote, Turn, note_lines,
};
pub use tree::Tree;

use super::secret::Secret;
use super::sequence::{join, split};
use std::borrow::Cow;

/// What one command does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command<'a> {
    /// Nothing; holds others together.
    Nothing,
    /// The literal `null` that logs hold for bookkeeping without an encoding.
    Unencodable,
    /// Ends any running game and clears the maps.
    BeginSave,
    /// Starts the game that was set up.
    EndSave,
    /// Puts a piece into the game.
    Add(AddPiece<'a>),
    /// Takes a piece out of the game, by id.
    Remove(Cow<'a, str>),
    /// Changes a piece's state.
    Change(Box<ChangePiece<'a>>),
    /// Moves a piece.
    Move(Box<MovePiece<'a>>),
    /// A line of chat or report.
    Chat(Cow<'a, str>),
    /// A command of a log.
    Log(Box<Leaf<'a>>),
    /// The beginning (`true`) or end of what an undo takes back.
    Undo(bool),
    /// A seat at the table.
    Player(Box<Player<'a>>),
    /// A player left.
    PlayerLeft(Secret<'a>),
    /// A turn tracker's state.
    Turn(Turn<'a>),
    /// A global property's value.
    GlobalProperty(Box<GlobalProperty<'a>>),
    /// A property changed.
    PropertyChange(Box<PropertyChange<'a>>),
    /// The boards of a map.
    Boards(Boards<'a>),
    /// At-start stacks have been placed already.
    SetupStack,
    /// Notes on the scenario.
    ScenarioNotes(Cow<'a, str>),
    /// Notes for all.
    PublicNotes(Cow<'a, str>),
    /// A player's own note.
    PrivateNote(PrivateNote<'a>),
    /// A note shown later.
    SecretNote(Box<SecretNote<'a>>),
    /// Who lets others unmask their pieces, by password.
    Unmask(Vec<Secret<'a>>),
    /// A roll of special dice: the button and the faces.
    SpecialDice(Vec<Cow<'a, str>>),
    /// An extension the game needs: name and version.
    Extension(Vec<Cow<'a, str>>),
    /// A line of sight.
    LineOfSight(Box<LineOfSight<'a>>),
    /// A sound.
    Sound(Cow<'a, str>),
    /// Machinery of VASSAL's own that says nothing about the game: its
    /// prefix and fields (version checks, clocks, flares, start-up keys, …).
    Machinery(&'static str, Vec<Cow<'a, str>>),
    /// Something else, as written: a custom class of the module, or damage.
    Unknown(Cow<'a, str>),
}

/// VASSAL's own prefixes whose fields matter to nobody but VASSAL.
const MACHINERY: [&str; 14] = [
    "CHECK\t",
    "SGKC\t",
    "CLOCK\t",
    "CLOCKCONTROL\t",
    "FLARE\t",
    "SEMAIL\t",
    "PLUGIN\t",
    "SPP\t",
    "DECKREPOS\t",
    "DECK\t",
    "LOCKSPOTAB\t",
    "Events\t",
    // Chess clocks before 3.5.
    "CLOCK:",
    "CLOCKCONTROL:",
];

const CHAT: &str = "CHAT";
const LOG: &str = "LOG\t";
const UNDO: &str = "UNDO\t";
const PLAYER: &str = "PLAYER\t";
const PLAYER_LEFT: &str = "PYREMOVE\t";
const PROPERTY_CHANGE: &str = "MutableProperty\t";
const SETUP_STACK: &str = "SETUP_STACK\t";
const NOTES: &str = "NOTES\t";
const PUBLIC_NOTES: &str = "PNOTES\t";
const PRIVATE_NOTE: &str = "PNOTE\t";
const SECRET_NOTE: &str = "SNOTE\t";
const UNMASK: &str = "UNMASK\t";
const SPECIAL_DICE: &str = "SHOW_RESULTS\t";
const EXTENSION: &str = "EXT\t";
const LINE_OF_SIGHT: &str = "LOS\t";
const SOUND: &str = "AUDIO\t";

/// A command together with how it was written, if that is not how we would write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf<'a> {
    /// What it does.
    pub command: Command<'a>,
    /// The text it was read from, when writing the command gives another.
    pub spelling: Option<Cow<'a, str>>,
}

impl<'a> From<Command<'a>> for Leaf<'a> {
    fn from(command: Command<'a>) -> Self {
        Leaf { command, spelling: None }
    }
}

impl<'a> Leaf<'a> {
    /// Reads one command.
    pub fn decode(text: &'a str) -> Self {
        if let Some(rest) = text.strip_prefix(LOG) {
            return Command::Log(Box::new(Leaf::decode(rest))).into();
        }
        // Nearly all of a save or log is of kinds that tell themselves whether they are written as they were read.
        let read = Command::of_play(text).unwrap_or_else(|| {
            let command = Command::decode(text)?;
            let same = command.encode() == text;
            Some((command, same))
        });
        let (command, faithful) = read.unwrap_or((Command::Unknown(Cow::Borrowed(text)), true));
        Leaf { command, spelling: (!faithful).then_some(Cow::Borrowed(text)) }
    }

    /// Writes the command as it was written.
    pub fn encode(&self) -> Cow<'_, str> {
        match (&self.spelling, &self.command) {
            (Some(text), _) => Cow::Borrowed(text),
            (None, Command::Unknown(text)) => Cow::Borrowed(text),
            (None, command) => Cow::Owned(command.encode()),
        }
    }
}

impl<'a> Command<'a> {
    /// Reads the commands of pieces, properties and chat, with whether writing gives the same text; a damaged one
    /// is nothing inside.
    fn of_play(text: &'a str) -> Option<Option<(Self, bool)>> {
        let after = |prefix: &str| text.strip_prefix(prefix);
        Some(if let Some(rest) = after(AddPiece::PREFIX) {
            AddPiece::decode(rest).map(|(add, same)| (Command::Add(add), same))
        } else if let Some(rest) = after(ChangePiece::PREFIX) {
            ChangePiece::decode(rest)
                .map(|(change, same)| (Command::Change(Box::new(change)), same))
        } else if let Some(rest) = after(MovePiece::PREFIX) {
            MovePiece::decode(rest).map(|(step, same)| (Command::Move(Box::new(step)), same))
        } else if let Some(id) = after("-/") {
            Some((Command::Remove(Cow::Borrowed(id)), true))
        } else if let Some(line) = after(CHAT) {
            Some((Command::Chat(Cow::Borrowed(line)), true))
        } else if let Some(rest) = after(GlobalProperty::PREFIX) {
            GlobalProperty::decode(rest)
                .map(|(property, same)| (Command::GlobalProperty(Box::new(property)), same))
        } else {
            let rest = after(PROPERTY_CHANGE)?;
            PropertyChange::decode(rest)
                .map(|(change, same)| (Command::PropertyChange(Box::new(change)), same))
        })
    }

    /// Reads any other command.
    fn decode(text: &'a str) -> Option<Self> {
        let after = |prefix: &str| text.strip_prefix(prefix);
        let secrets = |rest: &'a str| split('\t', rest).map(Secret::new).collect();
        let tokens = |rest: &'a str| split('\t', rest).collect();
        match text {
            "" => return Some(Command::Nothing),
            "null" => return Some(Command::Unencodable),
            "begin_save" => return Some(Command::BeginSave),
            "end_save" => return Some(Command::EndSave),
            _ => {}
        }
        if let Some(rest) = after(UNDO) {
            Some(Command::Undo(rest == "true"))
        } else if let Some(rest) = after(PLAYER) {
            Player::decode(rest).map(|player| Command::Player(Box::new(player)))
        } else if let Some(rest) = after(PLAYER_LEFT) {
            Some(Command::PlayerLeft(Secret::new(rest)))
        } else if after(SETUP_STACK).is_some() {
            Some(Command::SetupStack)
        } else if let Some(rest) = after(NOTES) {
            Some(Command::ScenarioNotes(Cow::Borrowed(rest)))
        } else if let Some(rest) = after(PUBLIC_NOTES) {
            Some(Command::PublicNotes(Cow::Borrowed(rest)))
        } else if let Some(rest) = after(PRIVATE_NOTE) {
            PrivateNote::decode(rest).map(Command::PrivateNote)
        } else if let Some(rest) = after(SECRET_NOTE) {
            SecretNote::decode(rest).map(|note| Command::SecretNote(Box::new(note)))
        } else if let Some(rest) = after(UNMASK) {
            Some(Command::Unmask(secrets(rest)))
        } else if let Some(rest) = after(SPECIAL_DICE) {
            Some(Command::SpecialDice(tokens(rest)))
        } else if let Some(rest) = after(EXTENSION) {
            Some(Command::Extension(tokens(rest)))
        } else if let Some(rest) = after(LINE_OF_SIGHT) {
            LineOfSight::decode(rest).map(|line| Command::LineOfSight(Box::new(line)))
        } else if let Some(rest) = after(SOUND) {
            Some(Command::Sound(Cow::Borrowed(rest)))
        } else if let Some(prefix) = MACHINERY.into_iter().find(|prefix| text.starts_with(prefix)) {
            Some(Command::Machinery(prefix, tokens(&text[prefix.len()..])))
        } else if let Some(turn) = after(Turn::PREFIX).and_then(Turn::decode) {
            Some(Command::Turn(turn))
        } else if text.split('\t').next().is_some_and(|first| first.ends_with(Boards::MARK)) {
            Boards::decode(text).map(Command::Boards)
        } else {
            None
        }
    }

    /// Writes the command.
    pub fn encode(&self) -> String {
        let plain = |prefix: &str, text: &str| format!("{prefix}{text}");
        match self {
            Command::Nothing => String::new(),
            Command::Unencodable => "null".to_owned(),
            Command::BeginSave => "begin_save".to_owned(),
            Command::EndSave => "end_save".to_owned(),
            Command::Add(add) => add.encode(),
            Command::Remove(id) => plain("-/", id),
            Command::Change(change) => change.encode(),
            Command::Move(step) => step.encode(),
            Command::Chat(line) => plain(CHAT, line),
            Command::Log(leaf) => plain(LOG, &leaf.encode()),
            Command::Undo(begins) => plain(UNDO, if *begins { "true" } else { "false" }),
            Command::Player(player) => player.encode(PLAYER),
            Command::PlayerLeft(player) => plain(PLAYER_LEFT, player.for_encoding()),
            Command::Turn(turn) => turn.encode(),
            Command::GlobalProperty(property) => property.encode(),
            Command::PropertyChange(change) => change.encode(PROPERTY_CHANGE),
            Command::Boards(boards) => boards.encode(),
            Command::SetupStack => SETUP_STACK.to_owned(),
            Command::ScenarioNotes(text) => plain(NOTES, text),
            Command::PublicNotes(text) => plain(PUBLIC_NOTES, text),
            Command::PrivateNote(note) => note.encode(PRIVATE_NOTE),
            Command::SecretNote(note) => note.encode(SECRET_NOTE),
            Command::Unmask(players) => {
                plain(UNMASK, &join('\t', players.iter().map(Secret::for_encoding)))
            }
            Command::SpecialDice(tokens) => plain(SPECIAL_DICE, &join('\t', tokens)),
            Command::Extension(tokens) => plain(EXTENSION, &join('\t', tokens)),
            Command::LineOfSight(line) => line.encode(LINE_OF_SIGHT),
            Command::Sound(clip) => plain(SOUND, clip),
            Command::Machinery(prefix, tokens) => plain(prefix, &join('\t', tokens)),
            Command::Unknown(text) => text.clone().into_owned(),
        }
    }

    /// The name under which commands are counted: VASSAL's own prefix.
    pub fn kind(&self) -> Cow<'_, str> {
        Cow::Borrowed(match self {
            Command::Nothing => "<empty>",
            Command::Unencodable => "null",
            Command::BeginSave => "begin_save",
            Command::EndSave => "end_save",
            Command::Add(_) => "+",
            Command::Remove(_) => "-",
            Command::Change(_) => "D",
            Command::Move(_) => "M",
            Command::Chat(_) => CHAT,
            Command::Log(_) => LOG.trim_end(),
            Command::Undo(_) => UNDO.trim_end(),
            Command::Player(_) => PLAYER.trim_end(),
            Command::PlayerLeft(_) => PLAYER_LEFT.trim_end(),
            Command::Turn(turn) => return Cow::Owned(format!("{}{}", Turn::PREFIX, turn.tracker)),
            Command::GlobalProperty(_) => "GlobalProperty",
            Command::PropertyChange(_) => PROPERTY_CHANGE.trim_end(),
            Command::Boards(_) => Boards::MARK,
            Command::SetupStack => SETUP_STACK.trim_end(),
            Command::ScenarioNotes(_) => NOTES.trim_end(),
            Command::PublicNotes(_) => PUBLIC_NOTES.trim_end(),
            Command::PrivateNote(_) => PRIVATE_NOTE.trim_end(),
            Command::SecretNote(_) => SECRET_NOTE.trim_end(),
            Command::Unmask(_) => UNMASK.trim_end(),
            Command::SpecialDice(_) => SPECIAL_DICE.trim_end(),
            Command::Extension(_) => EXTENSION.trim_end(),
            Command::LineOfSight(_) => LINE_OF_SIGHT.trim_end(),
            Command::Sound(_) => SOUND.trim_end(),
            Command::Machinery(prefix, _) => match prefix.strip_suffix(':') {
                Some(word) => return Cow::Owned(format!("{word}~")),
                None => prefix.trim_end(),
            },
            Command::Unknown(text) => return Cow::Owned(unknown_kind(text)),
        })
    }
}

/// What to call a command that is not VASSAL's own: the word it starts with,
/// and a `~` when no tab follows. Never more of it, for it may hold anything.
fn unknown_kind(text: &str) -> String {
    let first = text.split('\t').next().unwrap_or_default();
    if first.ends_with(Boards::MARK) {
        return Boards::MARK.to_owned();
    }
    let word: String =
        first.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(40).collect();
    match (word.is_empty(), first.len() == text.len()) {
        (true, _) => match text.chars().next() {
            // A damaged piece command still counts as one.
            Some(sign @ ('+' | '-')) if text[1..].starts_with('/') => sign.to_string(),
            _ => "<other>".to_owned(),
        },
        (false, true) => format!("{word}~"),
        (false, false) => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_as_it_was_read_is_known_without_writing(
            prefix in prop::sample::select(vec!["D/", "M/", "M/1/m/", "-/", "CHAT", "GlobalProperty\t;", "MutableProperty\t"]),
            text in "[a07+'/;\t\\\\-]{0,16}",
        ) {
            let text = format!("{prefix}{text}");
            let leaf = Leaf::decode(&text);
            prop_assert_eq!(leaf.command.encode() == text, leaf.spelling.is_none());
            prop_assert_eq!(leaf.encode().into_owned(), text.as_str());
        }

        #[test]
        fn numbers_written_oddly_are_known_without_writing(
            numbers in prop::collection::vec("[+-]?[0-9]{1,3}|'[0-9]'", 4),
        ) {
            let [x, y, from_x, from_y] = numbers.as_slice() else { return Ok(()) };
            let text = format!("M/1/m/{x}/{y}/null/m/{from_x}/{from_y}/2/pw");
            let leaf = Leaf::decode(&text);
            prop_assert!(matches!(leaf.command, Command::Move(_)), "{}", text);
            prop_assert_eq!(leaf.command.encode() == text, leaf.spelling.is_none());
        }
    }

    fn again(text: &str) -> Command<'_> {
        let leaf = Leaf::decode(text);
        assert_eq!(leaf.encode(), text);
        leaf.command
    }

    #[test]
    fn every_command_of_vassal_is_read_and_written_back() {
        for text in [
            "",
            "null",
            "begin_save",
            "end_save",
            "+/12/stack/Main Map;1;2;3;@@1",
            "-/12",
            "D/12/new/old",
            "D/12/new",
            "M/1/Main Map/1/-2/null/null/0/0/7/pw",
            "M/1/A\\/B/1/2/null/null/0/0/7",
            "CHAT* <Alice> rolls / 6",
            "LOG\tCHATx",
            "LOG\tnull",
            "LOG\t",
            "UNDO\ttrue",
            "PLAYER\tpw\tAlice\tRed",
            "PYREMOVE\tpw",
            "TURNTurnTracker0\t0|1;0",
            "GlobalProperty\t;VP;5;Module",
            "GlobalProperty\t;VP;5",
            "MutableProperty\t2d6_result\t\t4,1\tModule",
            "Main MapBoardPicker\tBoard\t0\t0\tB\\/2/rev\t1\t0",
            "SETUP_STACK\t",
            "NOTES\ta|b",
            "PNOTES\t",
            "PNOTE\tpw\tmine",
            "SNOTE\tn\tpw\ttrue\ttext\tdate\thandle",
            "UNMASK\ta\tb",
            "SHOW_RESULTS\tDice\t1\t2",
            "EXT\tX\t1.0",
            "LOS\tLOS_Thread0\t1\t2\t3\t4\tfalse\ttrue",
            "AUDIO\tbang.wav",
            "CLOCK\t<observer>\tA\t0",
        ] {
            assert!(!matches!(again(text), Command::Unknown(_)), "{text:?}");
            assert_eq!(Leaf::decode(text).spelling, None, "{text:?}");
        }
    }

    #[test]
    fn odd_spellings_are_understood_and_kept() {
        let Command::Move(step) = again("M/1/m/007/2/null/null/0/0/null/pw/extra") else {
            panic!("a move")
        };
        assert_eq!(step.to.x, 7);
        assert!(matches!(again("+/1/stack/x/extra"), Command::Add(_)));
    }

    #[test]
    fn the_unknown_and_the_damaged_are_kept_and_named_by_their_first_word() {
        assert_eq!(again("INFO\tAxis\tx").kind(), "INFO");
        assert_eq!(again("OBA/+/0/pw").kind(), "OBA~");
        assert_eq!(again("M/1/m/x/2").kind(), "M~");
        assert_eq!(again("+/1").kind(), "+");
    }

    #[test]
    fn passwords_do_not_show_in_debug_output() {
        for text in [
            "M/1/m/1/2/null/null/0/0/null/hunter2",
            "PLAYER\thunter2\tA\tB",
            "PNOTE\thunter2\tx",
            "UNMASK\thunter2",
        ] {
            assert!(!format!("{:?}", Leaf::decode(text)).contains("hunter2"), "{text:?}");
        }
    }
}

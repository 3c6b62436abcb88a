//! The table: who stands where in which state, and what has happened in this player turn.

mod happened;
mod reading;
mod turns;

pub(super) use happened::{Attack, CloseAttack, Fate, LeaderLoss, Made, OwnRally, SmokeShot};
pub(super) use reading::fraction;

use super::ground::Ground;
use super::number::Q;
use super::sight::{Sight, sight};
use super::units::{Class, Possessor, Size, Unit, Weapon, Whereabouts};
use crate::hex::Hex;
use crate::referee::Problem;
use crate::referee::case::Node;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The phases of a player turn, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Phase {
    SetUp,
    Rally,
    PrepFire,
    Movement,
    DefensiveFire,
    AdvancingFire,
    Rout,
    Advance,
    CloseCombat,
    GameEnd,
}

impl Phase {
    /// The phase of this id in the sequence of play.
    pub(super) fn named(id: &str) -> Option<Phase> {
        Some(match id {
            "rally" => Phase::Rally,
            "prep-fire" => Phase::PrepFire,
            "movement" => Phase::Movement,
            "defensive-fire" => Phase::DefensiveFire,
            "advancing-fire" => Phase::AdvancingFire,
            "rout" => Phase::Rout,
            "advance" => Phase::Advance,
            "close-combat" => Phase::CloseCombat,
            _ => return None,
        })
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Phase::SetUp => "set-up",
            Phase::Rally => "rally",
            Phase::PrepFire => "prep fire",
            Phase::Movement => "movement",
            Phase::DefensiveFire => "defensive fire",
            Phase::AdvancingFire => "advancing fire",
            Phase::Rout => "rout",
            Phase::Advance => "advance",
            Phase::CloseCombat => "close combat",
            Phase::GameEnd => "the end of the game",
        }
    }
}

/// Smoke in a hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Smoke {
    pub(super) kind: String,
    pub(super) hindrance: i32,
    pub(super) placed_by: Option<String>,
}

/// A piece on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    Unit(usize),
    Weapon(usize),
}

/// How a line of sight is taken that hex facts cannot decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum View {
    /// Clear, with as few hindrances as may be.
    #[default]
    Open,
    /// Clear, with as many hindrances as may be.
    Hindered,
    /// Blocked.
    Shut,
}

/// The two hexes of a line of sight, in an order that does not depend on who looks.
pub(super) type Line = [(i32, i32); 2];

fn line(from: Hex, to: Hex) -> Line {
    let (a, b) = ((from.x, from.y), (to.x, to.y));
    if a <= b { [a, b] } else { [b, a] }
}

/// Everything on the table.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) ground: Arc<Ground>,
    pub(super) scenario: Option<String>,
    pub(super) date: Option<(i32, u32)>,
    pub(super) turn: i32,
    /// The ATTACKER: the side whose player turn it is.
    pub(super) side: String,
    pub(super) phase: Phase,
    pub(super) units: Vec<Unit>,
    pub(super) weapons: Vec<Weapon>,
    names: Arc<HashMap<String, Piece>>,
    /// How lines of sight that hex facts cannot decide are taken.
    pub(super) view: View,
    /// Those of them that are taken as blocked whatever the view.
    pub(super) shut: BTreeSet<Line>,
    /// Those that were met.
    pub(super) doubts: RefCell<BTreeSet<Line>>,
    pub(super) residual: HashMap<Hex, i32>,
    pub(super) smoke: HashMap<Hex, Smoke>,
    pub(super) elr: BTreeMap<String, i32>,
    pub(super) exited: BTreeMap<String, Vec<String>>,
    pub(super) losses: BTreeMap<String, Vec<String>>,
    pub(super) points: BTreeMap<String, i32>,
    pub(super) spent_before: HashMap<usize, Q>,
    // This phase.
    pub(super) movers: Vec<usize>,
    pub(super) finished: BTreeSet<usize>,
    pub(super) spent: HashMap<usize, Vec<Q>>,
    pub(super) here: HashMap<(usize, Hex), Q>,
    pub(super) off_road: BTreeSet<usize>,
    pub(super) on_road: BTreeSet<usize>,
    pub(super) residual_due: Vec<(usize, Hex)>,
    pub(super) shots_at: HashMap<(String, usize, Hex), i32>,
    pub(super) made: Vec<Made>,
    pub(super) fired_other_than_smoke: BTreeSet<String>,
    pub(super) attack: Option<Attack>,
    pub(super) losses_seen: Vec<LeaderLoss>,
    pub(super) self_rallied: bool,
    pub(super) routed: Vec<usize>,
    pub(super) interdictions: Vec<(usize, Hex)>,
    pub(super) close_attacks: Vec<CloseAttack>,
    pub(super) ambush: Option<(Hex, String)>,
    pub(super) smoke_shot: Option<SmokeShot>,
    pub(super) backblast: Option<(Hex, i32)>,
    pub(super) advanced: BTreeSet<usize>,
    pub(super) set_up: BTreeSet<String>,
    /// The building that the French hold at the start of S16.
    pub(super) stronghold: std::collections::HashSet<Hex>,
    /// The whole log of a case and the entry that is judged: some orders show only by what comes later.
    pub(super) script: Arc<[Node]>,
    pub(super) line: usize,
    /// Strength of everybody when the first close combat of the phase was fought: attacks are simultaneous.
    pub(super) close_start: HashMap<usize, Q>,
    /// A leader that rose in close combat: with which unit he is.
    pub(super) risen: Option<usize>,
    /// Units that rallied by themselves: the roll, and whether it was made on the broken side's morale.
    pub(super) own_rally: Option<OwnRally>,
    /// Charges that wait for the advancing fire phase: who placed them; his fate in between ends them.
    pub(super) charges: Vec<(usize, Hex)>,
    /// Residual attacks made: on whom, where, with which modifiers, after how many MF spent there.
    pub(super) residual_taken: HashMap<(usize, Hex), (i32, Q)>,
    /// The ways of those who routed, and the leaders who went along with them.
    pub(super) rout_paths: HashMap<usize, Vec<Hex>>,
    pub(super) companions: Vec<(usize, usize)>,
    /// Squads that move on the bonus of a leader, and the leader.
    pub(super) led: HashMap<usize, usize>,
    /// The squads that fired without a line of sight: they have fired all the same.
    pub(super) fired_blind: BTreeSet<String>,
}

impl Table {
    /// A table with nothing on it.
    pub(super) fn bare(
        ground: Arc<Ground>,
        scenario: Option<String>,
        date: Option<(i32, u32)>,
    ) -> Table {
        Table {
            ground,
            scenario,
            date,
            turn: 1,
            side: String::new(),
            phase: Phase::SetUp,
            units: Vec::new(),
            weapons: Vec::new(),
            names: Arc::default(),
            view: View::default(),
            shut: BTreeSet::new(),
            doubts: RefCell::default(),
            residual: HashMap::new(),
            smoke: HashMap::new(),
            elr: BTreeMap::new(),
            exited: BTreeMap::new(),
            losses: BTreeMap::new(),
            points: BTreeMap::new(),
            spent_before: HashMap::new(),
            movers: Vec::new(),
            finished: BTreeSet::new(),
            spent: HashMap::new(),
            here: HashMap::new(),
            off_road: BTreeSet::new(),
            on_road: BTreeSet::new(),
            residual_due: Vec::new(),
            shots_at: HashMap::new(),
            made: Vec::new(),
            fired_other_than_smoke: BTreeSet::new(),
            attack: None,
            losses_seen: Vec::new(),
            self_rallied: false,
            routed: Vec::new(),
            interdictions: Vec::new(),
            close_attacks: Vec::new(),
            ambush: None,
            smoke_shot: None,
            backblast: None,
            advanced: BTreeSet::new(),
            set_up: BTreeSet::new(),
            stronghold: std::collections::HashSet::new(),
            script: Arc::from(Vec::new()),
            line: 0,
            close_start: HashMap::new(),
            risen: None,
            own_rally: None,
            charges: Vec::new(),
            led: HashMap::new(),
            rout_paths: HashMap::new(),
            companions: Vec::new(),
            residual_taken: HashMap::new(),
            fired_blind: BTreeSet::new(),
        }
    }

    /// What the log of a case still holds after the entry that is judged.
    pub(super) fn to_come(&self) -> &[Node] {
        self.script.get(self.line + 1..).unwrap_or_default()
    }

    /// The morale that counts now, with what the scenario adds to it (S10).
    pub(super) fn morale_of(&self, unit: usize) -> i32 {
        let of = &self.units[unit];
        let steadier = self.scenario.as_deref() == Some("S10")
            && of.nation == "greek"
            && !of.is_leader()
            && of.is_broken();
        of.current_morale() + i32::from(steadier)
    }

    /// Another unit comes to the table.
    pub(super) fn seat_unit(&mut self, unit: Unit) -> usize {
        let at = self.units.len();
        self.call(&unit.id, Piece::Unit(at));
        self.units.push(unit);
        at
    }

    /// Another weapon comes to the table.
    pub(super) fn seat_weapon(&mut self, weapon: Weapon) -> usize {
        let at = self.weapons.len();
        self.call(&weapon.id, Piece::Weapon(at));
        self.weapons.push(weapon);
        at
    }

    /// A piece is known by this name from now on.
    pub(super) fn call(&mut self, name: &str, piece: Piece) {
        Arc::make_mut(&mut self.names).insert(name.to_owned(), piece);
    }

    /// The hex that an id names, and the board it names before it.
    pub(super) fn place(&self, id: &str, node: &Node) -> Result<(Hex, Option<char>), Problem> {
        let board = id.chars().next().filter(char::is_ascii_lowercase);
        if let Some(hex) = self.ground.find(id) {
            return Ok((hex, board));
        }
        let bare = if board.is_some() { &id[1..] } else { id };
        let wrong = self.ground.grid.parse(bare).err().map(|error| error.to_string());
        Err(Problem::at(
            node,
            wrong.unwrap_or_else(|| format!("no board in play has a hex `{id}`")),
        ))
    }

    /// The hex under a key.
    pub(super) fn hex(&self, node: &Node) -> Result<Hex, Problem> {
        let id = node.text().ok_or_else(|| Problem::at(node, "a hex is wanted here"))?;
        Ok(self.place(id, node)?.0)
    }

    /// A hexspine, named by its two hexes.
    pub(super) fn spine(&self, text: &str, node: &Node) -> Result<(Hex, Hex), Problem> {
        let wrong = || {
            Problem::at(node, format!("`{text}` names no hexspine"))
                .help("write the two hexes it lies between: L3/M4")
        };
        let (a, b) = text.split_once('/').ok_or_else(wrong)?;
        Ok((self.place(a, node)?.0, self.place(b, node)?.0))
    }

    pub(super) fn piece(&self, id: &str, node: &Node) -> Result<Piece, Problem> {
        self.names.get(id).copied().ok_or_else(|| {
            let mut problem = Problem::at(node, format!("there is no unit `{id}`"));
            problem.help = crate::diagnostic::nearest(id, self.names.keys().map(String::as_str));
            problem
        })
    }

    pub(super) fn find(&self, id: &str) -> Option<Piece> {
        self.names.get(id).copied()
    }

    pub(super) fn unit(&self, id: &str, node: &Node) -> Result<usize, Problem> {
        match self.piece(id, node)? {
            Piece::Unit(unit) => Ok(unit),
            Piece::Weapon(_) => Err(Problem::at(node, format!("`{id}` is a weapon, not a unit"))),
        }
    }

    pub(super) fn weapon_named(&self, id: &str, node: &Node) -> Result<usize, Problem> {
        match self.piece(id, node)? {
            Piece::Weapon(weapon) => Ok(weapon),
            Piece::Unit(_) => Err(Problem::at(node, format!("`{id}` is a unit, not a weapon"))),
        }
    }

    /// Where a weapon is: with its possessor, or where it lies.
    pub(super) fn weapon_hex(&self, weapon: usize) -> Option<Hex> {
        match self.weapons[weapon].possessor {
            Possessor::Unit(unit) => self.units[unit].hex(),
            _ => self.weapons[weapon].lies_at,
        }
    }

    pub(super) fn owner(&self, weapon: usize) -> Option<usize> {
        match self.weapons[weapon].possessor {
            Possessor::Unit(unit) => Some(unit),
            _ => None,
        }
    }

    /// Units in a hex.
    pub(super) fn units_in(&self, hex: Hex) -> impl Iterator<Item = (usize, &Unit)> {
        self.units.iter().enumerate().filter(move |(_, unit)| unit.hex() == Some(hex))
    }

    /// Enemies of a side in a hex, hidden ones left out.
    pub(super) fn enemies_in(&self, hex: Hex, side: &str) -> impl Iterator<Item = (usize, &Unit)> {
        let side = side.to_owned();
        self.units_in(hex).filter(move |(_, unit)| unit.side != side && !unit.has("hidden"))
    }

    /// Enemies of a side on the map that it may know of.
    pub(super) fn enemies(&self, side: &str) -> impl Iterator<Item = (usize, &Unit)> {
        let side = side.to_owned();
        self.units.iter().enumerate().filter(move |(_, unit)| {
            unit.side != side && !unit.has("hidden") && unit.hex().is_some()
        })
    }

    pub(super) fn sight(&self, from: Hex, to: Hex) -> Sight {
        let look = |view: View| sight(&self.ground, &self.smoke, view, from, to);
        let seen = look(self.view);
        if !seen.disputed {
            return seen;
        }
        let line = line(from, to);
        self.doubts.borrow_mut().insert(line);
        if self.shut.contains(&line) { look(View::Shut) } else { seen }
    }

    /// Whether a line of sight was met that hex facts cannot decide.
    pub(super) fn is_doubtful(&self) -> bool {
        !self.doubts.borrow().is_empty()
    }

    /// A Good Order leader of a side in a hex.
    pub(super) fn leader_in(&self, hex: Hex, side: &str) -> Option<usize> {
        self.units_in(hex)
            .find(|(_, unit)| unit.is_leader() && unit.side == side && unit.good_order())
            .map(|(at, _)| at)
    }

    /// Conscripts always; green units without a Good Order leader (5.4).
    pub(super) fn is_inexperienced(&self, unit: usize) -> bool {
        let unit = &self.units[unit];
        if unit.is_leader() {
            return false;
        }
        match unit.class {
            Class::Conscript => true,
            Class::Green => unit.hex().is_none_or(|hex| self.leader_in(hex, &unit.side).is_none()),
            _ => false,
        }
    }

    /// Whether a weapon is used by those whose colour it has not (5.5).
    pub(super) fn is_captured(&self, weapon: usize) -> bool {
        let Some(owner) = self.owner(weapon) else { return false };
        let same = |a: &str, b: &str| {
            a == b
                || matches!(
                    (a, b),
                    ("british", "australian" | "free-french")
                        | ("australian" | "free-french", "british")
                )
        };
        !self.weapons[weapon].nation.is_empty()
            && !same(&self.weapons[weapon].nation, &self.units[owner].nation)
    }

    /// A Gun that no crew serves (3.2.4).
    pub(super) fn is_unqualified(&self, weapon: usize) -> bool {
        self.weapons[weapon].arm.is_gun()
            && self.owner(weapon).is_some_and(|unit| self.units[unit].size != Size::Crew)
    }

    /// Squad-equivalents and leaders of a side in a hex (3.3).
    pub(super) fn stack(&self, hex: Hex, side: &str) -> (Q, i32) {
        let (mut halves, mut leaders) = (0, 0);
        for (index, unit) in self.units_in(hex).filter(|(_, unit)| unit.side == side) {
            let mans_gun = || {
                self.weapons
                    .iter()
                    .enumerate()
                    .any(|(at, weapon)| weapon.arm.is_gun() && self.owner(at) == Some(index))
            };
            match unit.size {
                Size::Leader => leaders += 1,
                Size::Squad => halves += 2,
                Size::HalfSquad | Size::Crew => halves += if mans_gun() { 2 } else { 1 },
            }
        }
        (Q::new(halves, 2), leaders)
    }

    /// The weapons of a unit.
    pub(super) fn weapons_of(&self, unit: usize) -> impl Iterator<Item = (usize, &Weapon)> {
        self.weapons
            .iter()
            .enumerate()
            .filter(move |(_, weapon)| weapon.possessor == Possessor::Unit(unit))
    }

    /// Those who serve a Gun lose its acquisition: by firing themselves, breaking, leaving, falling (6.10).
    pub(super) fn lose_acquisition(&mut self, unit: usize) {
        for weapon in &mut self.weapons {
            if weapon.possessor == Possessor::Unit(unit) && weapon.acquired.take().is_some() {
                weapon.acquisition_lost = Some("SK2-6.10-ACQ-LOSE");
            }
        }
    }

    /// Takes a unit off the map; its weapons stay where it stood.
    pub(super) fn eliminate(&mut self, unit: usize) {
        self.lose_acquisition(unit);
        let hex = self.units[unit].hex();
        for weapon in &mut self.weapons {
            if weapon.possessor == Possessor::Unit(unit) {
                weapon.possessor = Possessor::Nobody;
                weapon.lies_at = hex;
            }
        }
        let gone = &mut self.units[unit];
        gone.at = Whereabouts::Gone;
        gone.set("eliminated");
    }
}

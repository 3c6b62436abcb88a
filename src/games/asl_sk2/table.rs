//! The table: who stands where in which state, and what has happened in this player turn.

use super::ground::Ground;
use super::number::Q;
use super::sight::{Sight, sight};
use super::units::{
    Acquired, Arm, Class, FIRE_MARKS, Facts, Possessor, Size, States, Unit, Weapon, Whereabouts,
    pair,
};
use crate::hex::{Grid, Hex};
use crate::rules::Problem;
use crate::rules::case::{Node, Situation};
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

/// An attack that is being resolved: who must check, by what.
#[derive(Debug, Clone, Default)]
pub(super) struct Attack {
    pub(super) targets: Vec<usize>,
    pub(super) result: String,
    pub(super) column: i32,
    /// Leaders that have passed their check and so help the others.
    pub(super) steady: Vec<usize>,
    pub(super) checked: Vec<usize>,
    pub(super) dice: Vec<i32>,
    /// Units that used final protective fire, and the leadership of the shot.
    pub(super) desperate: Vec<usize>,
    pub(super) leadership: Option<i32>,
    /// Residual firepower: the column that counts, and the columns it loses.
    pub(super) residual_column: i32,
    pub(super) residual_less: i32,
    pub(super) leaves_residual: bool,
    /// Whether a roll existed that could have hurt a broken unit.
    pub(super) dangerous: bool,
}

/// A leader that was lost or broke, for the checks of those who saw it.
#[derive(Debug, Clone)]
pub(super) struct LeaderLoss {
    pub(super) hex: Hex,
    pub(super) morale: i32,
    pub(super) leadership: i32,
    pub(super) broke: bool,
}

/// An attack already made this phase: from which hex, at which, by whom.
#[derive(Debug, Clone)]
pub(super) struct Made {
    pub(super) from: Hex,
    pub(super) at: Hex,
    pub(super) by: Vec<String>,
}

/// A close combat attack already declared.
#[derive(Debug, Clone)]
pub(super) struct CloseAttack {
    pub(super) with: Vec<usize>,
    pub(super) against: Vec<usize>,
    pub(super) attack: Q,
    pub(super) defence: Q,
    pub(super) side: String,
    /// The dice added up, once they were rolled.
    pub(super) original: Option<i32>,
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
    pub(super) smoke_shot: Option<(Hex, &'static str, i32)>,
    pub(super) backblast: Option<(Hex, i32)>,
    pub(super) advanced: BTreeSet<usize>,
    pub(super) set_up: BTreeSet<String>,
}

impl Table {
    /// Lays the table of a case.
    pub(super) fn read(situation: &Situation, grid: &Grid) -> Result<Table, Problem> {
        let when = &situation.when;
        let mut ground = Ground::read(situation.map.as_ref(), grid)?;
        let scenario = when.word("scenario").map(str::to_owned);
        let date = when.word("date").and_then(|date| {
            let (year, month) = date.split_once('-')?;
            Some((year.parse().ok()?, month.parse().ok()?))
        });
        ground.month = date.map(|(_, month)| month);
        ground.grain_by_rule = matches!(scenario.as_deref(), Some("S10" | "S13"));
        ground.muddy_slopes = scenario.as_deref() == Some("S16");
        let mut table = Table {
            ground: Arc::new(ground),
            scenario,
            date,
            turn: when.get("turn").map(Node::read).transpose()?.unwrap_or(1),
            side: when.word("side").unwrap_or_default().to_owned(),
            phase: when.get("phase").map(Node::read).transpose()?.unwrap_or(Phase::Movement),
            units: Vec::new(),
            weapons: Vec::new(),
            names: Arc::default(),
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
        };
        table.read_units(&situation.units)?;
        table.read_state(&situation.state)?;
        Ok(table)
    }

    fn read_units(&mut self, units: &Node) -> Result<(), Problem> {
        let mut names = HashMap::new();
        let mut weapons = Vec::new();
        for (id, node) in units.pairs() {
            let facts: Facts = node.read()?;
            let at = match facts.at.as_str() {
                "off-map" => Whereabouts::OffMap,
                "eliminated" | "" => Whereabouts::Gone,
                id => Whereabouts::Hex(self.place(id, node)?.0),
            };
            match facts.unit(id, at, node)? {
                Some(unit) => {
                    names.insert(id.clone(), Piece::Unit(self.units.len()));
                    self.units.push(unit);
                }
                None => weapons.push((id, facts, node)),
            }
        }
        for (id, facts, node) in weapons {
            let weapon = self.weapon(id, &facts, &names, node)?;
            names.insert(id.clone(), Piece::Weapon(self.weapons.len()));
            self.weapons.push(weapon);
        }
        self.names = Arc::new(names);
        Ok(())
    }

    fn weapon(
        &self,
        id: &str,
        facts: &Facts,
        names: &HashMap<String, Piece>,
        node: &Node,
    ) -> Result<Weapon, Problem> {
        let arm: Arm = node.get("type").ok_or_else(|| Problem::at(node, "what is it?"))?.read()?;
        let possessor = match facts.possessed_by.as_str() {
            "nobody" | "" => Possessor::Nobody,
            "not-shown" => Possessor::NotShown,
            unit => match names.get(unit) {
                Some(Piece::Unit(unit)) => Possessor::Unit(*unit),
                _ => return Err(Problem::at(node, format!("there is no unit `{unit}`"))),
            },
        };
        let owner = match possessor {
            Possessor::Unit(unit) => self.units[unit].nation.clone(),
            _ => String::new(),
        };
        let arc = match facts.covered_arc.as_str() {
            "" => None,
            spine => Some(self.spine(spine, node)?),
        };
        let limits = facts
            .range
            .split_once(['-', '–'])
            .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (firepower, range) = pair(&facts.values).unwrap_or(match arm {
            Arm::Flamethrower => (24, 1),
            Arm::DemolitionCharge => (30, 1),
            _ => (0, 0),
        });
        Ok(Weapon {
            id: id.to_owned(),
            nation: if facts.nation.is_empty() { owner } else { facts.nation.clone() },
            arm,
            possessor,
            lies_at: if facts.at.is_empty() { None } else { Some(self.place(&facts.at, node)?.0) },
            firepower,
            range,
            calibre: facts.calibre.clone(),
            rof: facts.rof.as_deref().and_then(|rof| rof.parse().ok()),
            no_rate: facts.rof.as_deref() == Some("none"),
            limits,
            ife: facts.ife,
            all_round: facts.mount == "360",
            arc,
            manhandling: facts.manhandling,
            quick_set_up: facts.quick_set_up,
            target_size: facts.target_size.clone(),
            removal: facts.removal.or((arm == Arm::Flamethrower).then_some(10)),
            portage: facts.portage,
            repair: facts.repair.as_deref().and_then(|repair| repair.parse().ok()),
            ammo: facts.ammo.clone(),
            acquired: facts.acquired.as_ref().map(|acquired| Acquired {
                target: acquired.target.clone(),
                level: acquired.level,
            }),
            states: facts.state.iter().cloned().collect::<States>(),
            moved_by: None,
            recovered: false,
            repair_tried: false,
            shot: None,
            intensive: false,
            depleted: BTreeSet::new(),
            last: None,
            acquisition_lost: None,
            turned: false,
        })
    }

    fn read_state(&mut self, state: &Node) -> Result<(), Problem> {
        for (key, value) in state.pairs() {
            match key.as_str() {
                "elr" => self.elr = value.read()?,
                "exited" => self.exited = value.read()?,
                "losses" => self.losses = value.read()?,
                "victory-points" => self.points = value.read()?,
                "counters" => {
                    for (id, facts) in value.pairs() {
                        let (hex, _) = self.place(id, facts)?;
                        self.lay_counters(hex, facts)?;
                    }
                }
                "mf-spent" => {
                    for (id, spent) in value.pairs() {
                        let unit = self.unit(id, spent)?;
                        self.spent_before.insert(unit, fraction(spent)?);
                    }
                }
                other => {
                    return Err(Problem::at(
                        value,
                        format!("`{other}` is no part of the state of this game"),
                    ));
                }
            }
        }
        Ok(())
    }

    fn lay_counters(&mut self, hex: Hex, facts: &Node) -> Result<(), Problem> {
        if let Some(residual) = facts.get("residual") {
            self.residual.insert(hex, residual.read()?);
        }
        if let Some(kind) = facts.word("smoke") {
            let hindrance = match facts.get("hindrance") {
                Some(by) => by.read()?,
                None => match kind {
                    "full" => 3,
                    _ => 2,
                },
            };
            let placed_by = facts.word("placed-by").map(str::to_owned);
            self.smoke.insert(hex, Smoke { kind: kind.to_owned(), hindrance, placed_by });
        }
        Ok(())
    }

    /// The hex that an id names, and the board it names before it.
    pub(super) fn place(&self, id: &str, node: &Node) -> Result<(Hex, Option<char>), Problem> {
        let mut rest = id.chars();
        let board = rest.next().filter(char::is_ascii_lowercase);
        let bare = if board.is_some() { rest.as_str() } else { id };
        let hex =
            self.ground.grid.parse(bare).map_err(|error| Problem::at(node, error.to_string()))?;
        Ok((hex, board))
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
        sight(&self.ground, &self.smoke, from, to)
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

    /// Takes a unit off the map; its weapons stay where it stood.
    pub(super) fn eliminate(&mut self, unit: usize) {
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

    /// Play goes on to a later phase of the same player turn.
    pub(super) fn go_to(&mut self, phase: Phase) {
        if phase == self.phase {
            return;
        }
        if self.phase <= Phase::DefensiveFire && phase > Phase::DefensiveFire {
            self.clear_marks(&["first-fired", "final-fired", "intensive-fired"], false);
        }
        if self.phase <= Phase::AdvancingFire && phase > Phase::AdvancingFire {
            self.clear_marks(&["prep-fired", "intensive-fired"], true);
        }
        if self.phase == Phase::Movement {
            self.residual.clear();
            self.smoke.retain(|_, smoke| smoke.kind != "grenade");
        }
        self.phase = phase;
        self.movers.clear();
        self.finished.clear();
        self.spent.clear();
        self.here.clear();
        self.off_road.clear();
        self.on_road.clear();
        self.residual_due.clear();
        self.shots_at.clear();
        self.made.clear();
        self.fired_other_than_smoke.clear();
        self.attack = None;
        for weapon in &mut self.weapons {
            weapon.turned = false;
        }
    }

    fn clear_marks(&mut self, marks: &[&str], of_attacker: bool) {
        let side = self.side.clone();
        for unit in self.units.iter_mut().filter(|unit| (unit.side == side) == of_attacker) {
            unit.states.retain(|state| !marks.contains(&state.as_str()));
        }
        let owners: Vec<bool> = self
            .weapons
            .iter()
            .map(|weapon| match weapon.possessor {
                Possessor::Unit(unit) => (self.units[unit].side == side) == of_attacker,
                _ => false,
            })
            .collect();
        for (weapon, cleared) in self.weapons.iter_mut().zip(owners) {
            if cleared {
                weapon.states.retain(|state| !marks.contains(&state.as_str()));
            }
        }
    }

    /// Marks a unit or weapon as having fired; the older mark goes.
    pub(super) fn mark(states: &mut States, mark: &str) {
        states.retain(|state| !FIRE_MARKS.contains(&state.as_str()));
        states.insert(mark.to_owned());
    }
}

/// A number with a fraction: `1 1/2`.
pub(super) fn fraction(node: &Node) -> Result<Q, Problem> {
    let text = node.text().unwrap_or_default();
    let points: crate::model::MovementPoints =
        text.parse().map_err(|_| Problem::at(node, format!("`{text}` is not a number")))?;
    let (top, bottom) = points.parts();
    Ok(Q::new(i32::try_from(top).unwrap_or(i32::MAX), i32::try_from(bottom).unwrap_or(1)))
}

//! Logs of games: what the players did with the module, told to the same judge as rule cases.
//!
//! A phase is heard when it is over. Its deeds are read one after the other; each act becomes an entry in the words
//! of rule cases and is judged on the table as it then stands. What a log does not tell (who carries a weapon, a line
//! of sight that hex facts leave open) is tried in every way; only what no reading allows is a violation. After an
//! act the table is set to what the log shows: one mistake, one finding.
//!
//! # What makes which entry
//!
//! Ids and fields of declarations are those of `games/asl-sk2.toml`; a roll belongs to the last declaration before it.
//!
//! | in the log | entry |
//! |---|---|
//! | pieces move hex to hex in the movement phase, neighbouring moves of the same way being one stack | `move`; support weapons in the drag are `carries` |
//! | `move` {unit, mode} before or during it | its mode: assault movement, double time; the leader's bonus comes from who goes along |
//! | state `exhausted` set during it | double time |
//! | pieces move from off the ground on to it, or off it | `enter`, `exit` |
//! | `fire` {units, place, kind, direction}, then `DR` | `fire`; leaders among the units direct, unless `no leader directs`: then they man a weapon |
//! | `shot` {unit, place, target, ammo, arc, pace}, then `DR`; a second `DR` after a hit | `fire` by ordnance, `effect-roll` |
//! | `DR` that nobody declared, after a move into residual firepower | `residual-attack` |
//! | `check` {unit, check}, then `DR` or `dr` | `morale-check`, `pin-check`, `wound-roll`, `interdiction-check`, `ambush-roll` (two of them), `leader-creation` |
//! | back up, state `pinned`/`wounded`, piece taken away or replaced | what became of a unit: compared with what the rolls gave |
//! | markers `residual-N`, `smoke-grenade`, `smoke`, `white-phosphorus` put down or taken away | `place-counter` |
//! | `smoke` {unit, place}, then `dr` | `smoke-grenade` |
//! | `rally` {unit, how}, then `DR` | `rally`, `self-rally` |
//! | `weapon` {unit, deed}, with `dr` where it needs one | `repair`, `recover`, `transfer`, `drop-weapon` |
//! | a broken unit's moves in the rout phase; `rout` {unit, manner} | `rout` along the whole way, `stay` |
//! | moves in the advance phase; state `exhausted` | `advance` |
//! | `close-combat` {units, targets}, then `DR` | `close-combat` |
//! | moves before the first declaration, roll or turn of the log | setting up |

mod act;
mod checks;
mod compare;
mod counters;
pub(super) mod entry;
mod fire;
pub(super) mod laying;
mod losses;
mod march;
mod muster;
mod ordnance;
mod others;
mod overlays;
mod possession;
mod rout;
mod runs;
mod scene;
mod shown;
mod telling;

use super::ground::Ground;
use super::table::{Phase, Piece, Table};
use super::units::Whereabouts;
use crate::deeds::{Act, Deed, Moment, Spot, Standing, UnitId};
use crate::model::{Game, Scenario, UnitCount};
use crate::referee::sequence::Sequence;
use crate::referee::{Hearing, Judgement, Overlays, Reach, Ruling};
use scene::Scene;
use shown::{Place, Shown};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A referee of ASL Starter Kit #2 at work on a log.
pub(super) struct Log<'a> {
    game: &'a Game,
    scenario: Option<&'a Scenario>,
    sequence: Sequence,
    /// The table as the judge has it.
    table: Table,
    /// The table as the log shows it.
    shown: Shown,
    /// Who may have each weapon, as far as the log tells.
    carriers: Vec<BTreeSet<usize>>,
    /// Units that may have served a weapon in this player turn: somebody else may have, too.
    gunners: BTreeSet<usize>,
    /// Whether the residual firepower of the last attack hangs on what the log leaves open.
    residual_is_open: bool,
    scene: Scene,
    /// The phase being heard: turn, and its number in the turn.
    now: Option<(i32, usize)>,
    moment: Option<Moment>,
    /// Deeds of this phase.
    deeds: Vec<Deed>,
    /// The last step that was heard.
    last_step: Option<usize>,
    seated: bool,
    /// Whether units are still being set up.
    setting_up: bool,
    /// Whether legal acts are drawn too.
    sketches: bool,
}

impl<'a> Log<'a> {
    /// Begins to hear a log; none when the game has no scenario to play.
    pub(super) fn new(game: &'a Game, scenario: Option<&str>) -> Option<Self> {
        let scenario = scenario.and_then(|id| game.scenarios.get(id));
        let grid = super::ground::board_grid().ok()?;
        let table = Table::bare(Arc::new(Ground::bare(grid)), None, None);
        Some(Log {
            game,
            scenario,
            sequence: Sequence::new(game, scenario.and_then(|s| s.first_side)),
            table,
            shown: Shown::default(),
            carriers: Vec::new(),
            gunners: BTreeSet::new(),
            residual_is_open: false,
            scene: Scene::default(),
            now: None,
            moment: None,
            deeds: Vec::new(),
            last_step: None,
            seated: false,
            setting_up: true,
            sketches: false,
        })
    }

    // The table at the beginning

    fn sit_down(
        &mut self,
        pieces: &[Standing],
        markers: &[(String, Spot)],
        moment: Option<&Moment>,
        scenario: Option<&str>,
    ) {
        if self.scenario.is_none() {
            self.scenario = scenario.and_then(|id| self.game.scenarios.get(id));
            self.sequence = Sequence::new(self.game, self.scenario.and_then(|s| s.first_side));
        }
        let Some(scenario) = self.scenario else { return };
        let Some(ground) = Ground::of_scenario(self.game, scenario) else { return };
        self.table = Table::bare(Arc::new(ground), Some(scenario.id.clone()), date_of(scenario));
        self.shown = Shown::default();
        self.carriers.clear();
        for standing in pieces {
            self.lay(standing);
        }
        self.set_levels(scenario);
        for (marker, at) in markers {
            if let Some(hex) = self.place(at).hex() {
                self.lay_counter(marker, hex);
            }
        }
        self.follow_all();
        self.follow_marks();
        self.guess_possession();
        self.seated = true;
        if let Some(moment) = moment {
            self.begin(moment);
        }
    }

    /// The nation that fights with a counter in this scenario: Free French and Australians have British counters.
    fn nation_of(&self, counter: &str) -> Option<String> {
        let scenario = self.scenario?;
        let mut found = None;
        for set_up in &scenario.set_ups {
            let named = |unit: &UnitCount| self.game.counters[unit.counter].id == counter;
            if !set_up.units.iter().any(named) {
                continue;
            }
            let force = set_up.force.and_then(|force| scenario.forces.get(force));
            let nation = force.and_then(|force| force.nationality)?;
            if found.is_some_and(|other| other != nation) {
                return None;
            }
            found = Some(nation);
        }
        Some(self.game.nationalities[found?].id.clone())
    }

    /// Experience Level Ratings; where two forces of a nation differ, nobody is accused over them.
    fn set_levels(&mut self, scenario: &Scenario) {
        for force in &scenario.forces {
            let (Some(nation), Some(level)) = (force.nationality, force.values.get("elr")) else {
                continue;
            };
            let nation = &self.game.nationalities[nation].id;
            if self.table.elr.insert(nation.clone(), *level).is_some_and(|other| other != *level) {
                self.table.elr.insert(nation.clone(), i32::MAX);
            }
        }
    }

    /// Sets the judge's table to what the log shows, every piece.
    fn follow_all(&mut self) {
        for unit in 0..self.table.units.len() {
            self.take_counter(unit);
            self.follow_unit(unit);
        }
        for weapon in 0..self.table.weapons.len() {
            self.follow_weapon(weapon);
        }
    }

    /// Sets where a unit is, and which side is up, to what the log shows.
    fn follow_unit(&mut self, unit: usize) {
        let Some(seen) = self.shown.units.get(unit) else { return };
        let one = &mut self.table.units[unit];
        one.at = match seen.at {
            Place::Hex(hex) => Whereabouts::Hex(hex),
            Place::Off => Whereabouts::OffMap,
            Place::Gone => Whereabouts::Gone,
        };
        if seen.at != Place::Gone {
            one.clear("eliminated");
        }
        if seen.back {
            one.set("broken");
        } else {
            one.clear("broken");
        }
    }

    /// Takes over the marks that lie on units and weapons when the log begins.
    fn follow_marks(&mut self) {
        for (unit, seen) in self.table.units.iter_mut().zip(&self.shown.units) {
            unit.states.extend(seen.states.iter().cloned());
            unit.was_exhausted = unit.states.contains("exhausted");
        }
        for (weapon, seen) in self.table.weapons.iter_mut().zip(&self.shown.weapons) {
            weapon.states.extend(seen.states.iter().cloned());
        }
    }

    fn follow_weapon(&mut self, weapon: usize) {
        let Some(seen) = self.shown.weapons.get(weapon) else { return };
        let one = &mut self.table.weapons[weapon];
        one.lies_at = seen.at.hex();
        if seen.back {
            one.set("malfunctioned");
        } else {
            one.states.remove("malfunctioned");
        }
        if seen.at == Place::Gone {
            one.set("destroyed");
        } else {
            one.states.remove("destroyed");
        }
    }

    // When

    fn stage_of(&self, at: (i32, usize)) -> Option<(Option<String>, Phase)> {
        let stage = self.sequence.turn(at.0).get(at.1)?;
        let side = stage.side().map(|side| self.game.sides[side].id.clone());
        Some((side, Phase::named(stage.id())?))
    }

    /// Play is at this moment: the first that the log tells.
    fn begin(&mut self, moment: &Moment) {
        self.now = self.sequence.find(moment);
        self.moment = Some(moment.clone());
        if let Some(now) = self.now {
            self.enter(now);
        }
    }

    /// A phase begins.
    fn enter(&mut self, at: (i32, usize)) {
        let Some((side, phase)) = self.stage_of(at) else { return };
        let side = side.unwrap_or_default();
        if side != self.table.side || at.0 != self.table.turn || phase < self.table.phase {
            self.table.begin_player_turn(at.0, &side);
            // Only the log tells who is exhausted; who should have been was told when it happened.
            for (unit, seen) in self.table.units.iter_mut().zip(&self.shown.units) {
                if !seen.states.contains("exhausted") {
                    unit.clear("exhausted");
                    unit.was_exhausted = false;
                }
            }
            self.gunners.clear();
        }
        self.table.go_to(phase);
        self.despair();
        self.moment = self.sequence.moment(at);
        if phase == Phase::Movement {
            // CX comes off at the start of the owner's movement phase (3.3).
            for unit in self.table.units.iter_mut().filter(|unit| unit.side == side) {
                if unit.was_exhausted {
                    unit.clear("exhausted");
                }
            }
        }
    }

    /// Play passes on: the phases up to the new moment are over, and are judged.
    fn pass(&mut self, moment: &Moment, rulings: &mut Vec<Ruling>) {
        let next = self.sequence.find(moment);
        let deeds = std::mem::take(&mut self.deeds);
        match (self.now, next) {
            (Some(now), Some(next)) if now < next => {
                let mut stages = vec![now];
                stages.extend(self.sequence.between(now, next));
                self.hear_stages(&stages, &deeds, true, rulings);
            }
            _ => self.leave_alone(&deeds, rulings),
        }
        if let Some(next) = next {
            self.setting_up &= self.now.is_none();
            self.enter(next);
        }
        self.moment = Some(moment.clone());
        self.now = next;
    }

    /// Deeds that cannot be judged: the log names no phase, or play went back to one that was over.
    fn leave_alone(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) {
        let events = self.events(deeds);
        for (_, event) in &events {
            self.show(event);
        }
        self.follow_all();
        self.guess_possession();
        // What happens before the first moment is setting up.
        if let (Some(first), false) = (deeds.first(), self.setting_up && self.now.is_none()) {
            let reason = "the log does not tell the phase in which this was done, or goes back to one that was over";
            self.unchecked(
                rulings,
                first.step,
                "deeds outside the sequence of play",
                "SK2-3-PHASES",
                reason,
            );
        }
    }

    fn rule(&self, rulings: &mut Vec<Ruling>, step: usize, subject: &str, judgement: Judgement) {
        let subject = subject.to_owned();
        rulings.push(Ruling { step, moment: self.moment.clone(), subject, judgement });
    }

    /// Counts something that was not checked.
    fn unchecked(
        &self,
        rulings: &mut Vec<Ruling>,
        step: usize,
        subject: &str,
        rule: &'static str,
        reason: &str,
    ) {
        let mut judgement = Judgement::default();
        judgement.leave_unchecked(rule, reason.to_owned());
        self.rule(rulings, step, subject, judgement);
    }

    /// A piece as texts call it.
    fn name(&self, piece: Piece) -> String {
        let id = laying::id_of(&self.table, piece);
        let (counter, number) = id.split_once('#').map_or((id, None), |(a, b)| (a, Some(b)));
        match (self.game.counters.get(counter), number) {
            (Some(counter), None) => counter.name.to_string(),
            (Some(counter), Some(number)) => format!("{} #{number}", counter.name),
            (None, _) => id.to_owned(),
        }
    }

    /// Several units as texts call them.
    fn names(&self, units: &[usize], weapons: &[usize]) -> String {
        let units = units.iter().map(|unit| Piece::Unit(*unit));
        let all = units.chain(weapons.iter().map(|weapon| Piece::Weapon(*weapon)));
        all.map(|piece| self.name(piece)).collect::<Vec<_>>().join(", ")
    }
}

fn date_of(scenario: &Scenario) -> Option<(i32, u32)> {
    let mut parts = scenario.date.split('-');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

impl Hearing for Log<'_> {
    fn hear(&mut self, deed: &Deed, rulings: &mut Vec<Ruling>) {
        self.last_step = Some(deed.step);
        match &deed.act {
            Act::SetUp { pieces, markers, moment, scenario } => {
                self.sit_down(pieces, markers, moment.as_ref(), scenario.as_deref());
                if !self.seated {
                    let reason = "the log does not tell its scenario, so its boards are not known";
                    self.unchecked(rulings, deed.step, "the whole log", "SK2-1.3-OB", reason);
                }
            }
            _ if !self.seated => {}
            Act::Turn(moment) => self.pass(moment, rulings),
            _ => self.deeds.push(deed.clone()),
        }
    }

    fn work_out(&mut self) {
        self.sketches = true;
    }

    fn overlays(&self) -> Overlays {
        self.look()
    }

    fn reach(&self, unit: &UnitId) -> Option<Reach> {
        self.look_around(unit)
    }

    fn close(&mut self, rulings: &mut Vec<Ruling>) {
        let deeds = std::mem::take(&mut self.deeds);
        let Some(last) = deeds.last().map(|deed| deed.step) else { return };
        let Some(now) = self.now else { return self.leave_alone(&deeds, rulings) };
        self.hear_stages(&[now], &deeds, false, rulings);
        let reason = "the log ends before the phase does";
        self.unchecked(rulings, last, "the end of the phase", "SK2-3-PHASES", reason);
    }
}

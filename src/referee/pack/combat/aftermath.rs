//! What follows an attack: losses, retreats, advances, compared with what the result demands.

use super::super::super::ground::Place;
use super::super::super::retreats::Retreat;
use super::super::super::world::{At, Off, Position, Unit};
use super::super::board::Board;
use super::attack::{Attack, Role};
use crate::model::{Harm, Outcome, Topic};

/// What is wrong with what followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Blame {
    pub(crate) topic: Topic,
    pub(crate) message: String,
    pub(crate) units: Vec<Unit>,
}

/// A unit in a fight, before and after.
#[derive(Debug, Clone, Copy)]
struct Fate {
    unit: Unit,
    from: Place,
    steps: u8,
    lost: u8,
    /// Where it stands now; none when it is gone.
    now: Option<Place>,
}

impl Fate {
    fn moved(&self) -> bool {
        self.now.is_some_and(|now| now != self.from)
    }
}

/// An attack with the table before and after it.
#[derive(Clone, Copy)]
pub(crate) struct Aftermath<'a> {
    pub(crate) board: Board<'a>,
    pub(crate) before: &'a Position,
    pub(crate) after: &'a Position,
    pub(crate) attack: &'a Attack,
    /// Whether everything that was to be done has been; else what is missing is not blamed.
    pub(crate) complete: bool,
}

impl Aftermath<'_> {
    fn fate(&self, unit: Unit) -> Option<Fate> {
        let from = self.before.place(unit)?;
        let steps = self.before.steps(unit);
        let now = self.after.place(unit);
        let left = if now.is_some() { self.after.steps(unit) } else { 0 };
        Some(Fate { unit, from, steps, lost: steps.saturating_sub(left), now })
    }

    fn fates(&self, units: &[Unit]) -> Vec<Fate> {
        units.iter().filter_map(|unit| self.fate(*unit)).collect()
    }

    /// What is wrong when the result is this one; nothing when all is well.
    pub(crate) fn against(&self, outcome: &Outcome) -> Option<Blame> {
        let attackers = self.fates(&self.attack.adjacent(self.board, self.before));
        let defenders = self.fates(&self.attack.defenders(self.board, self.before));
        self.harmed(&defenders, outcome.defender, true, &outcome.code)
            .or_else(|| self.harmed(&attackers, outcome.attacker, false, &outcome.code))
            .or_else(|| self.advance(&attackers, outcome))
            .or_else(|| self.bystanders(&attackers, &defenders))
    }

    /// Losses and retreats of one side of the fight.
    fn harmed(&self, fates: &[Fate], harm: Harm, defends: bool, code: &str) -> Option<Blame> {
        let who = if defends { "defender" } else { "attacker" };
        let lost: u32 = fates.iter().map(|fate| u32::from(fate.lost)).sum();
        let all: u32 = fates.iter().map(|fate| u32::from(fate.steps)).sum();
        if let Some(healed) =
            fates.iter().find(|fate| self.after.steps(fate.unit) > fate.steps && fate.now.is_some())
        {
            let message = format!("{} gains steps", self.board.unit(healed.unit));
            return Some(self.blame(Topic::Units, message, &[*healed]));
        }
        if harm.eliminated {
            let alive: Vec<Fate> = fates.iter().copied().filter(|f| f.now.is_some()).collect();
            let units = self.board.units(alive.iter().map(|fate| fate.unit));
            return (self.complete && !alive.is_empty()).then(|| {
                self.blame(
                    Topic::Results,
                    format!("{code} eliminates {units}, still there"),
                    &alive,
                )
            });
        }
        if harm.retreats == 0 {
            let due = harm.loses.min(all);
            if lost > due || self.complete && lost < due {
                let message =
                    format!("{code}: the {who} must lose {}, and lost {lost}", steps(due));
                return Some(self.blame(Topic::Results, message, fates));
            }
            let mover = fates.iter().find(|fate| defends && fate.moved())?;
            let message = format!(
                "{} goes to {}, though {code} makes no defender retreat",
                self.board.unit(mover.unit),
                self.spot(mover)
            );
            return Some(self.blame(Topic::Results, message, &[*mover]));
        }
        if defends && self.stands(fates, harm, lost, all) {
            return None;
        }
        let mut order: Vec<usize> = (0..fates.len()).collect();
        let mut spread = vec![0u32; fates.len()];
        if self.some_spread(fates, harm, harm.loses.min(all), 0, &mut spread, &mut order) {
            return None;
        }
        if !self.complete && lost <= harm.loses && fates.iter().all(|fate| !fate.moved()) {
            return None;
        }
        Some(self.retreat_blame(fates, harm, defends, code, lost))
    }

    /// Whether the defender stood in a town and paid for it.
    fn stands(&self, fates: &[Fate], harm: Harm, lost: u32, all: u32) -> bool {
        let Some(rules) = &self.board.game.rules.retreat else { return false };
        let due = (harm.loses + rules.stand_loses).min(all);
        self.board.space.is_any(self.attack.target, &rules.stand_terrain)
            && lost == due
            && fates.iter().all(|fate| !fate.moved())
    }

    /// Whether some way to share the result's own losses explains everything.
    fn some_spread(
        &self,
        fates: &[Fate],
        harm: Harm,
        left: u32,
        at: usize,
        spread: &mut Vec<u32>,
        order: &mut Vec<usize>,
    ) -> bool {
        if at == fates.len() {
            return left == 0 && self.some_order(fates, harm, spread, 0, order);
        }
        let most = left.min(u32::from(fates[at].lost));
        (0..=most).rev().any(|share| {
            spread[at] = share;
            self.some_spread(fates, harm, left - share, at + 1, spread, order)
        })
    }

    /// Whether the units can have retreated in some order.
    fn some_order(
        &self,
        fates: &[Fate],
        harm: Harm,
        spread: &[u32],
        done: usize,
        order: &mut Vec<usize>,
    ) -> bool {
        // Beyond this many units only the order on the table is tried.
        const MOST_SHUFFLED: usize = 5;
        if done == fates.len() || fates.len() > MOST_SHUFFLED {
            return self.in_order(fates, harm, spread, order);
        }
        (done..fates.len()).any(|next| {
            order.swap(done, next);
            let fine = self.some_order(fates, harm, spread, done + 1, order);
            order.swap(done, next);
            fine
        })
    }

    fn in_order(&self, fates: &[Fate], harm: Harm, spread: &[u32], order: &[usize]) -> bool {
        let mut table = self.during(fates, spread);
        order.iter().all(|&number| {
            let (fate, share) = (&fates[number], spread[number]);
            let left = u32::from(fate.steps) - share;
            let more = u32::from(fate.lost) - share;
            if left == 0 {
                return true;
            }
            let fine = self.went(&table, fate, harm.retreats, left, more);
            let to = fate.now.map_or(At::Off(Off::Away), At::Map);
            table.put(self.board.space, fate.unit, to);
            fine
        })
    }

    /// The table after the losses of the result, before anybody retreats.
    fn during(&self, fates: &[Fate], spread: &[u32]) -> Position {
        let mut table = self.before.clone();
        for (fate, share) in fates.iter().zip(spread) {
            if u32::from(fate.steps) == *share {
                table.put(self.board.space, fate.unit, At::Off(Off::Away));
            }
        }
        table
    }

    /// Whether a unit with so many steps left, that lost so many more, retreated as it must.
    fn went(&self, table: &Position, fate: &Fate, hexes: u32, left: u32, more: u32) -> bool {
        let rules = self.board.game.rules.retreat.as_ref();
        let penalty = rules.map_or(Some(0), |rules| rules.blocked_loses);
        let from = fate.from;
        let lattice = &self.board.space.lattice;
        self.with_retreat(table, fate, hexes, |retreat| {
            if more == 0 {
                return fate.now.is_some_and(|to| {
                    if to == from {
                        return !self.complete;
                    }
                    retreat.reaches(lattice, from, to, hexes)
                });
            }
            // It lost more than the result's share: it could not go all the way.
            let far = retreat.longest(lattice, from);
            if far == hexes {
                return false;
            }
            match (fate.now, penalty) {
                (None, None) => true,
                (None, Some(penalty)) => left <= penalty && more == left,
                (Some(_), None) => false,
                (Some(to), Some(penalty)) => {
                    more == penalty
                        && if to == from {
                            far == 0
                        } else {
                            retreat.reaches(lattice, from, to, far)
                        }
                }
            }
        })
    }

    fn with_retreat<T>(
        &self,
        table: &Position,
        fate: &Fate,
        hexes: u32,
        work: impl FnOnce(&Retreat<'_>) -> T,
    ) -> T {
        with_retreat(self.board, table, fate.unit, fate.from, hexes, work)
    }

    /// What is most likely wrong with a retreat that nothing explains.
    fn retreat_blame(
        &self,
        fates: &[Fate],
        harm: Harm,
        defends: bool,
        code: &str,
        lost: u32,
    ) -> Blame {
        let table = self.during(fates, &vec![0; fates.len()]);
        let board = self.board;
        let lattice = &board.space.lattice;
        for fate in fates.iter().filter(|fate| fate.moved()) {
            let Some(to) = fate.now else { continue };
            let name = board.unit(fate.unit);
            let side = board.roster[fate.unit].side;
            let far = lattice.distance(fate.from, to).unwrap_or(0);
            let longest =
                self.with_retreat(&table, fate, harm.retreats, |r| r.longest(lattice, fate.from));
            let fits = |length| {
                self.with_retreat(&table, fate, harm.retreats, |r| {
                    length > 0 && r.reaches(lattice, fate.from, to, length)
                })
            };
            if fits(harm.retreats) || fits(longest) && far == longest {
                continue;
            }
            let place = board.place(to);
            let tally = board.tally(&table, side, to, Some(fate.unit));
            let why = if table.has_enemy(side, to) {
                format!("retreats into {place}, where an enemy stands")
            } else if board.zone_holds(&table, side, to)
                && board.game.rules.retreat.as_ref().is_some_and(|rules| rules.zones_close)
            {
                format!("retreats into an enemy zone of control in {place}")
            } else if far != harm.retreats && far != longest {
                format!("retreats {far} hexes to {place}; it must go {}", harm.retreats)
            } else if !tally.fits() {
                format!("retreats to {place}, where there is no room for it")
            } else {
                format!(
                    "retreats to {place}, to which no open way of {} hexes leads",
                    harm.retreats
                )
            };
            return self.blame(Topic::Retreat, format!("{name} {why}"), &[*fate]);
        }
        let still: Vec<Fate> =
            fates.iter().copied().filter(|fate| fate.now.is_some() && !fate.moved()).collect();
        let all: u32 = fates.iter().map(|fate| u32::from(fate.steps)).sum();
        if lost < harm.loses.min(all) {
            let who = if defends { "defender" } else { "attacker" };
            let message = format!(
                "{code}: the {who} must lose {}, and lost {lost}",
                steps(harm.loses.min(all))
            );
            return self.blame(Topic::Results, message, fates);
        }
        if !still.is_empty() && lost <= harm.loses {
            let units = board.units(still.iter().map(|fate| fate.unit));
            let message =
                format!("{code}: {units} must retreat {} hexes and did not", harm.retreats);
            return self.blame(Topic::Results, message, &still);
        }
        let message = format!(
            "{code}: no retreat and no losses explain what {} suffered",
            board.units(fates.iter().map(|fate| fate.unit))
        );
        self.blame(Topic::Results, message, fates)
    }

    /// Attackers that moved without having to: advances.
    fn advance(&self, attackers: &[Fate], outcome: &Outcome) -> Option<Blame> {
        if outcome.attacker.retreats > 0 {
            return None;
        }
        let board = self.board;
        let target = self.attack.target;
        for fate in attackers.iter().filter(|fate| fate.moved()) {
            let name = board.unit(fate.unit);
            let facts = &board.roster[fate.unit];
            if fate.now != Some(target) {
                let message = format!(
                    "{name} goes to {}; after combat only {} may be entered",
                    self.spot(fate),
                    board.place(target)
                );
                return Some(self.blame(Topic::Advance, message, &[*fate]));
            }
            let rules = board.game.rules.advance.as_ref();
            let why = if rules.is_none() || !facts.advances {
                "units of its type do not advance"
            } else if self.after.has_enemy(facts.side, target) {
                "the defender is still there"
            } else if !board.passable(fate.unit, fate.from, target) {
                "hex or hexside is prohibited to it"
            } else if rules.is_some_and(|rules| rules.zones_stop)
                && self.after.in_enemy_zone(facts.side, target)
            {
                "an enemy zone of control closes it"
            } else {
                continue;
            };
            let message = format!("{name} advances into {}, but {why}", board.place(target));
            return Some(self.blame(Topic::Advance, message, &[*fate]));
        }
        let tally = board.tally(self.after, self.attack.side, target, None);
        if !tally.fits() && attackers.iter().any(|fate| fate.now == Some(target) && fate.moved()) {
            let advanced: Vec<Fate> =
                attackers.iter().copied().filter(|fate| fate.now == Some(target)).collect();
            let message = format!(
                "{} advance into {}, where {} may stand",
                board.units(advanced.iter().map(|fate| fate.unit)),
                board.place(target),
                board.space.scale.points(tally.limit)
            );
            return Some(self.blame(Topic::Stacking, message, &advanced));
        }
        None
    }

    /// Units that had no part in the fight and changed all the same.
    fn bystanders(&self, attackers: &[Fate], defenders: &[Fate]) -> Option<Blame> {
        let board = self.board;
        let part = |unit: Unit| attackers.iter().chain(defenders).any(|fate| fate.unit == unit);
        let count = board.roster.len() as Unit;
        for unit in (0..count).filter(|unit| !part(*unit)) {
            let (was, is) = (self.before.at(unit), self.after.at(unit));
            let lost = self.before.steps(unit) != self.after.steps(unit);
            if was == is && !lost {
                continue;
            }
            let name = board.unit(unit);
            let side = board.roster[unit].side;
            let ranged = self.attack.units.contains(&unit)
                && Attack::role(board, self.before, unit, self.attack.target) == Some(Role::Ranged);
            let (topic, message) = match (was, is) {
                (At::Map(_), At::Map(to))
                    if to == self.attack.target && side == self.attack.side =>
                {
                    (
                        Topic::Advance,
                        format!(
                            "{name} advances into {} without having been next to it in the attack",
                            board.place(to)
                        ),
                    )
                }
                (At::Map(_), At::Map(to)) => (
                    Topic::Sequence,
                    format!(
                        "{name} goes to {} in the Combat Phase without a part in this attack",
                        board.place(to)
                    ),
                ),
                (At::Map(_), At::Off(_)) | (_, _) if lost || matches!(was, At::Map(_)) => {
                    let why = if ranged {
                        "though it attacked from a distance"
                    } else {
                        "though it had no part in this attack"
                    };
                    (Topic::Results, format!("{name} loses steps {why}"))
                }
                (At::Off(_), At::Map(to)) => (
                    Topic::Sequence,
                    format!("{name} comes to {} in the Combat Phase", board.place(to)),
                ),
                _ => continue,
            };
            return Some(Blame { topic, message, units: vec![unit] });
        }
        None
    }

    /// The units that retreated at least one hex and live.
    pub(crate) fn retreated(&self, outcome: &Outcome) -> Vec<Unit> {
        let mut units = Vec::new();
        if outcome.defender.retreats > 0 {
            units.extend(self.attack.defenders(self.board, self.before));
        }
        if outcome.attacker.retreats > 0 {
            units.extend(self.attack.adjacent(self.board, self.before));
        }
        units.retain(|unit| self.fate(*unit).is_some_and(|fate| fate.moved()));
        units
    }

    fn spot(&self, fate: &Fate) -> String {
        fate.now.map_or_else(|| "off the map".to_owned(), |place| self.board.place(place))
    }

    fn blame(&self, topic: Topic, message: String, fates: &[Fate]) -> Blame {
        Blame { topic, message, units: fates.iter().map(|fate| fate.unit).collect() }
    }
}

/// The retreat of a unit from a hex, with everybody else as on this table.
pub(crate) fn with_retreat<T>(
    board: Board<'_>,
    table: &Position,
    unit: Unit,
    from: Place,
    hexes: u32,
    work: impl FnOnce(&Retreat<'_>) -> T,
) -> T {
    let side = board.roster[unit].side;
    let rules = board.game.rules.retreat.as_ref();
    let zones_close = rules.is_some_and(|rules| rules.zones_close);
    let open = |from: Place, to: Place| {
        board.passable(unit, from, to)
            && !table.has_enemy(side, to)
            && !(zones_close && board.zone_holds(table, side, to))
    };
    let may_end =
        |place: Place| place != from && board.tally(table, side, place, Some(unit)).fits();
    work(&Retreat {
        hexes,
        farther: rules.is_some_and(|rules| rules.farther),
        open: &open,
        may_end: &may_end,
    })
}

fn steps(count: u32) -> String {
    match count {
        1 => "1 step".to_owned(),
        more => format!("{more} steps"),
    }
}

//! 10. Advance.

use super::super::Sicily;
use super::super::units::{CROSSED, Nation};
use super::retreat::mixes;
use super::retreat_path::{Way, barrier, is_mobile};
use super::state::Combat;
use super::support::in_contact;
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::world::{At, Unit};
use crate::referee::{Judgement, RuleId, rules};

rules! {
    pub(in crate::games::sicily) static SECTION_10 = [
        /// Victorious units that took part, or stand with some that did, advance as many hexes as the loser retreated; if
        /// nobody of it is left, as many as it still had to. Artillery that only supported stays.
        ///
        /// Breaks it: after a retreat of one hex a battalion advances two. Put right: one.
        HOW_FAR = "SIC-9.94", "Who advances and how far", "9.94", Transition;
        /// The first hex of an advance is one that the loser left.
        ///
        /// Breaks it: the enemy leaves 3210, and the victor goes to 3209 at once. Put right: through 3210.
        FIRST_HEX = "SIC-9.95a", "First hex of an advance", "9.95", Transition;
        /// Who is neither tank nor mechanized infantry follows the way of the retreat, and stops before enemies on it.
        ///
        /// Breaks it: the enemy goes 3210–3311–3411, and infantry goes 3210–3310. Put right: 3210–3311.
        FOLLOW = "SIC-9.95b", "Follow the path", "9.95", Transition;
        /// Tanks and mechanized infantry go where they like after the first hex.
        DEVIATE = "SIC-9.95c", "Mechanized units may deviate", "9.95", Transition, not_of_play "it only allows";
        /// After the first hex whoever enters an enemy zone stops.
        ///
        /// Breaks it: tanks go 3210–3310–3410, and 3310 is in the zone of a regiment in 3409. Put right: they stop in 3310.
        STOP_IN_ZONE = "SIC-9.95d", "Stop in a zone", "9.95", Transition;
        /// After a breakthrough attackers that took part go one hex further, and may leave the way with it.
        ///
        /// Breaks it: after a breakthrough over three hexes infantry goes five. Put right: four.
        FURTHER = "SIC-9.97c", "Breakthrough extra hex", "9.97", Transition;
        /// No advance leads into the other army's part of the island; the halt line may be crossed by one.
        ///
        /// Breaks it: with the boundary in column 45 a US regiment advances into 4510. Put right: it stays in 4410.
        BOUNDARY = "SIC-24.23c", "Advance and boundaries", "24.23", Transition;
    ];
}

/// An advance of one unit.
#[derive(Debug, Clone)]
pub(in crate::games::sicily) struct Advance {
    pub(super) unit: Unit,
    /// Every hex, the first one entered first; when only the end is told, that.
    pub(super) path: Vec<Place>,
    /// Whether the hexes between are told.
    pub(super) whole: bool,
}

type Wrong = (RuleId, String);

pub(super) fn perform(play: &mut Play<'_, Sicily>, advance: &Advance, said: &mut Judgement) {
    let unit = advance.unit;
    let Some(&end) = advance.path.last() else { return };
    // Which combat it follows up, a log does not say: any that makes it right.
    let combats = play.state.fights.combats.iter().rev();
    let combats = combats.take(if play.exact { 1 } else { usize::MAX });
    let mut wrong: Option<Wrong> = None;
    for combat in combats {
        let found = against(play, combat, advance);
        let better = wrong.is_none() || found.is_none();
        if better {
            wrong = found;
        }
        if wrong.is_none() {
            break;
        }
    }
    if play.state.fights.combats.is_empty() && !play.exact {
        let message =
            format!("{} goes somewhere in a Combat Phase without a combat", words(play, unit));
        wrong = Some((super::NO_COMBAT_IN_MOVEMENT, message));
    }
    if let Some((rule, message)) = wrong {
        let name = |place: &Place| play.setting.space.lattice.name(*place);
        let hexes: Vec<String> = advance.path.iter().map(name).collect();
        said.report(play.violation(rule, message, &[unit]).hexes(hexes));
    }
    mixes(play, &[unit], end, said);
    let crosses = play.unit(unit).nation == Some(Nation::Us)
        && advance.path.iter().any(|place| play.setting.land.is_beyond_halt_line(*place));
    play.put(unit, At::Map(end));
    if crosses {
        play.set(unit, CROSSED, true);
    }
}

/// A unit comes onto the map while others fight.
pub(super) fn appears(play: &mut Play<'_, Sicily>, unit: Unit, to: Place, said: &mut Judgement) {
    // Whoever stood there when the phase began was taken off by mistake.
    if play.at_phase_start.place(unit).is_none() {
        let name = play.setting.space.lattice.name(to);
        let message = format!("{} comes to {name} in a Combat Phase", words(play, unit));
        let finding = play.violation(super::NO_COMBAT_IN_MOVEMENT, message, &[unit]);
        said.report(finding.hexes([name]));
    }
    play.put(unit, At::Map(to));
}

fn words(play: &Play<'_, Sicily>, unit: Unit) -> String {
    play.unit(unit).words()
}

/// What speaks against an advance after a combat; nothing when some way is right.
fn against(play: &Play<'_, Sicily>, combat: &Combat, advance: &Advance) -> Option<Wrong> {
    if let Some(wrong) = who(play, combat, advance) {
        return Some(wrong);
    }
    if advance.whole {
        return way(play, combat, advance.unit, &advance.path);
    }
    let unit = advance.unit;
    let (Some(from), Some(&to)) = (play.position.place(unit), advance.path.last()) else {
        return None;
    };
    let walk = Way { play, units: &[unit], side: play.unit(unit).side };
    let most = reach(play, combat, unit).0.max(1) as usize;
    let ways = walk.paths(from, to, most);
    let mut wrong = None;
    for path in &ways {
        match way(play, combat, unit, &path[1..]) {
            None => return None,
            found => wrong = wrong.or(found),
        }
    }
    let name = |place| play.setting.space.lattice.name(place);
    wrong.or_else(|| {
        let near = play.setting.space.lattice.distance(from, to) == Some(1);
        let barred = barrier(play, &[unit], from, to).filter(|_| near);
        Some(match barred {
            Some(barred) => (barred.rule, barred.words),
            None => {
                let (from, to) = (name(from), name(to));
                let unit = words(play, unit);
                (HOW_FAR, format!("{unit} advances from {from} to {to}; it may go {most} hexes"))
            }
        })
    })
}

/// Whether it is this unit's to advance.
fn who(play: &Play<'_, Sicily>, combat: &Combat, advance: &Advance) -> Option<Wrong> {
    let unit = advance.unit;
    let side = play.unit(unit).side;
    if combat.sure && combat.is_lost_by(side) == Some(true) {
        return Some((HOW_FAR, format!("{} advances and has lost its combat", words(play, unit))));
    }
    if combat.participants.is_empty() || combat.participants.contains(&unit) {
        return None;
    }
    let here = play.position.place(unit);
    let beside = combat.bystanders.contains(&unit)
        || here.is_some_and(|here| combat.from.contains(&here) || combat.targets.contains(&here));
    let supported =
        play.state.fights.supported.contains(&unit) && !in_contact(play, &play.position, unit);
    if !beside || supported && play.unit(unit).kind.is_artillery() {
        let message = format!("{} advances and took no part in the combat", words(play, unit));
        return Some((HOW_FAR, message));
    }
    None
}

/// How many hexes a unit may advance after a combat, and the rule that says so.
fn reach(play: &Play<'_, Sicily>, combat: &Combat, unit: Unit) -> (u32, RuleId) {
    let outcome = combat.outcome.map_or(4, |outcome| outcome.hexes);
    // Who is eliminated leaves as many hexes as were still to go: at most the whole number.
    let gone = combat.paths.is_empty() && combat.went.high == 0;
    let hexes = if gone { outcome } else { combat.went.high };
    let attacked = combat.attacker.is_none_or(|side| side == play.unit(unit).side);
    let took_part = combat.participants.is_empty() || combat.participants.contains(&unit);
    if combat.breaks_through() && attacked && took_part {
        (hexes + 1, FURTHER)
    } else {
        (hexes, HOW_FAR)
    }
}

/// What is wrong with a way; its first hex is the first one entered.
fn way(play: &Play<'_, Sicily>, combat: &Combat, unit: Unit, path: &[Place]) -> Option<Wrong> {
    let facts = play.unit(unit);
    let name = |place: Place| play.setting.space.lattice.name(place);
    let own = words(play, unit);
    let first = *path.first()?;
    let mut before = play.position.place(unit);
    let left: Vec<Place> = match combat.paths.is_empty() {
        true => combat.left_behind(facts.side),
        false => combat.paths.iter().filter_map(|path| path.first().copied()).collect(),
    };
    if !left.is_empty() && !left.contains(&first) {
        let message = format!("{own} advances into {}, which the loser did not leave", name(first));
        return Some((FIRST_HEX, message));
    }
    let (reach, rule) = reach(play, combat, unit);
    for (number, &to) in path.iter().enumerate() {
        if play.position.has_enemy(facts.side, to) {
            let rule = if number == 0 { FIRST_HEX } else { FOLLOW };
            return Some((
                rule,
                format!("{own} advances into {}, where an enemy stands", name(to)),
            ));
        }
        if let Some(from) = before {
            if play.setting.space.lattice.distance(from, to) != Some(1) {
                let message = format!("{own} jumps from {} to {}", name(from), name(to));
                return Some((FIRST_HEX, message));
            }
            if let Some(barred) = barrier(play, &[unit], from, to) {
                return Some((barred.rule, barred.words));
            }
        }
        if is_beyond_boundary(play, facts.nation, to) {
            let message = format!("{own} advances over the army boundary into {}", name(to));
            return Some((BOUNDARY, message));
        }
        let last = number + 1 == path.len();
        if number > 0 && !last && play.position.in_enemy_zone(facts.side, to) {
            let message =
                format!("{own} enters an enemy zone in {} and advances further", name(to));
            return Some((STOP_IN_ZONE, message));
        }
        before = Some(to);
    }
    let extra = usize::from(rule == FURTHER);
    let bound = &path[..path.len().min((reach as usize).saturating_sub(extra).max(1))];
    let follows = |way: &Vec<Place>| way.starts_with(bound);
    if !is_mobile(facts.kind) && !combat.paths.is_empty() && !combat.paths.iter().any(follows) {
        let off = bound.iter().find(|place| !combat.paths.iter().any(|way| way.contains(place)));
        let at = name(*off.unwrap_or(&first));
        return Some((FOLLOW, format!("{own} leaves the way of the retreat in {at}")));
    }
    if path.len() > reach as usize && combat.outcome.is_some() {
        let message = format!("{own} advances {} hexes; it may go {reach}", path.len());
        return Some((rule, message));
    }
    None
}

fn is_beyond_boundary(play: &Play<'_, Sicily>, nation: Option<Nation>, to: Place) -> bool {
    nation.is_some_and(|nation| super::super::boundary::is_abroad(play, nation, to))
}

impl Combat {
    /// The hexes that the enemies of a side left in this combat, when their ways are not known.
    fn left_behind(&self, side: u8) -> Vec<Place> {
        if self.attacker == Some(side) { self.targets.clone() } else { self.from.clone() }
    }
}

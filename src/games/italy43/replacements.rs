//! 20.0 Replacements.

use super::entry::{Replace, Return};
use super::ground::{Off, Place};
use super::pending::Want;
use super::play::Play;
use super::position::Who;
use super::sequence::INITIAL_MENU;
use super::supply::{PERMANENT, UNSUPPLIED_SERVICES};
use super::tables::Kind;
use super::unit::Unit;
use super::values::STEPS;
use super::withdrawals::{FORFEIT, REMOVAL};
use super::words::{Nation, Phase, ReplacementType, Side};
use crate::referee::{Problem, RuleId, rules};

rules! {
    pub(crate) static REPLACEMENTS = [
        /// Replacements are used in the Initial Phase in which they come, one step each; none is saved.
        USE_OR_LOSE = "I43-20.1.1", "Use or lose", "20.1.1", Budget;
        /// Infantry, Special and Tank replacements each serve their kinds of units; Special also as Infantry.
        ///
        /// Breaks it: an Infantry replacement rebuilds paratroops.
        TYPES = "I43-20.1.2", "Types of replacements", "20.1.2", Transition;
        /// A replacement serves the nation it is listed for.
        NATIONALITY = "I43-20.1.3", "Nationality", "20.1.3", Transition;
        /// A unit on the map must be in supply and in Good Order.
        RECEIVER = "I43-20.2a", "Who may receive", "20.2", Transition;
        /// No unit receives two in a turn.
        ONE_A_TURN = "I43-20.2b", "One a turn", "20.2", Budget;
        /// Units return from the Eliminated Box in a friendly entry area, or in a supplied hex with friendly corps
        /// artillery or their own division's, never next to an enemy.
        RETURN_WHERE = "I43-20.3.1", "Where units return", "20.3.1", Transition;
        /// Returns may overstack until the end of the Movement Phase.
        RETURN_STACKING = "I43-20.3.2", "Overstacked returns", "20.3.2", State;
        /// Artillery returns on its fired side.
        RETURN_FIRED = "I43-20.3.3", "Artillery returns fired", "20.3.3, 17.2", State;
        /// A three-step unit returns as a remnant.
        RETURN_REMNANT = "I43-20.3.4", "Return as a remnant", "20.3.4", Transition;
        /// A remnant that receives a replacement becomes its parent on the reduced side, in the same hex.
        REBUILT = "I43-20.3.5", "Remnants rebuilt", "20.3.5", Transition;
        /// A unit that received a replacement is marked; it moves one hex at most, not through entry areas, and neither
        /// attacks, advances nor disengages.
        REPLACEMENT_MARKER = "I43-20.4a", "Replacement marker", "20.4", Transition;
        /// Nobody attacks out of a hex with a marked unit; artillery there may support.
        NO_COMBAT_OUT = "I43-20.4b", "No combat out of the hex", "20.4, 17.6.3", Transition;
    ];
}

/// I43 20.1.2: whether a replacement serves a unit.
pub(super) fn serves(kind: ReplacementType, unit: &Unit) -> bool {
    let special = unit.nisei
        || matches!(
            unit.class.kind,
            Kind::Commando | Kind::Airborne | Kind::Glider | Kind::SpecialServiceForce
        );
    let infantry = !special
        && matches!(
            unit.class.kind,
            Kind::Infantry
                | Kind::MountainInfantry
                | Kind::MotorizedInfantry
                | Kind::Panzergrenadier
        );
    match kind {
        ReplacementType::Infantry => infantry,
        ReplacementType::Special => special || infantry || unit.artillery() || unit.is(Kind::Recon),
        ReplacementType::Tank => {
            unit.is(Kind::Tank) || unit.is(Kind::ArmoredBrigade) || unit.is(Kind::Recon)
        }
    }
}

impl Play<'_> {
    /// Replacements lost because removed units were eliminated or remnants (22.2.2); all, when two or more were.
    fn forfeited(&self, nation: Nation) -> Option<usize> {
        let lost = |id: &&String| {
            self.position.who(id).is_some_and(|who| {
                let unit = &self.position.units[who];
                let boxed = matches!(unit.at, Place::Off(Off::EliminatedBox | Off::RemnantDisplay))
                    || self.removed_from_box.contains(&who);
                unit.nation == nation && boxed
            })
        };
        let count = self.position.facts.removals_due.iter().filter(lost).count();
        (count < 2).then_some(count)
    }

    /// What a nation has left this turn; none when the case does not limit it.
    pub(super) fn left(&self, nation: Nation) -> Option<Vec<ReplacementType>> {
        let mut left = self.unspent(nation)?;
        match self.forfeited(nation) {
            None => left.clear(),
            Some(count) => left.truncate(left.len().saturating_sub(count)),
        }
        Some(left)
    }

    /// What a nation was due this turn and has not used; which of it is forfeited is its owner's to say.
    fn unspent(&self, nation: Nation) -> Option<Vec<ReplacementType>> {
        let mut left = self.position.facts.replacements.get(&nation)?.clone();
        for (_, kind) in self.turn.replacements_used.iter().filter(|(user, _)| *user == nation) {
            if let Some(at) = left.iter().position(|other| other == kind) {
                left.remove(at);
            }
        }
        Some(left)
    }

    pub(super) fn replacements_left(&self, side: Side) -> usize {
        let nations: &[Nation] = match side {
            Side::German => &[Nation::German],
            Side::Allied => &[Nation::Us, Nation::British, Nation::French, Nation::Italian],
        };
        nations.iter().filter_map(|nation| self.left(*nation)).map(|left| left.len()).sum()
    }

    /// Spends a replacement on a unit, and judges that.
    fn spend_replacement(&mut self, who: Who, kind: Option<ReplacementType>, of: Option<Nation>) {
        let unit = self.position.units[who].clone();
        let (id, nation) = (unit.id.clone(), unit.nation);
        let from = of.unwrap_or(nation);
        if from != nation {
            let message = format!("a {} replacement does not serve {id}", from.word());
            self.violation(NATIONALITY, &[who], message);
        }
        if let Some(kind) = kind
            && !serves(kind, &unit)
        {
            let message = format!("{id} cannot be rebuilt by that type of replacement");
            self.violation(TYPES, &[who], message);
        }
        let usable = |other: &ReplacementType| {
            // Special ones may serve as Infantry.
            let asked = kind.is_none_or(|kind| {
                *other == kind
                    || (kind == ReplacementType::Infantry && *other == ReplacementType::Special)
            });
            asked && (serves(*other, &unit) || kind.is_some())
        };
        let enough = self.left(from).is_none_or(|left| !left.is_empty());
        match self.unspent(from) {
            None => {
                let used = kind.unwrap_or(ReplacementType::Infantry);
                self.turn.replacements_used.push((from, used));
            }
            Some(unspent) => match unspent.iter().find(|other| enough && usable(other)) {
                Some(used) => self.turn.replacements_used.push((from, *used)),
                None => {
                    let forfeited = self.forfeited(from) != Some(0);
                    let message = format!("no replacement is left for {id}");
                    let (rule, also) =
                        if forfeited { (FORFEIT, USE_OR_LOSE) } else { (USE_OR_LOSE, TYPES) };
                    self.violation_or(rule, &[also], &[who], message);
                }
            },
        }
    }

    fn judge_replacement_time(&mut self, who: Who) {
        let side = self.position.units[who].side;
        let late = self.position.when.phase.is_some_and(|phase| phase != Phase::Initial);
        if late || !self.phasing(side) {
            let message = format!("{} is rebuilt in its own Initial Phase only", self.id(who));
            self.violation_or(USE_OR_LOSE, &[INITIAL_MENU], &[who], message);
        }
        let unit = &self.position.units[who];
        if unit.lost_to_attrition {
            let message = format!("{} was lost to attrition for good", unit.id);
            self.violation(PERMANENT, &[who], message);
        }
        if self.position.units[who].at == Place::Off(Off::Removed) {
            let message = format!("{} was removed for good", self.id(who));
            self.violation(REMOVAL, &[who], message);
        }
        if !self.turn.replaced.insert(who) {
            let message = format!("{} has received a replacement this turn", self.id(who));
            self.violation_or(ONE_A_TURN, &[USE_OR_LOSE], &[who], message);
        }
    }

    pub(super) fn replace(&mut self, entry: &Replace) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        self.judge_replacement_time(who);
        let id = self.id(who).to_owned();
        if entry.of_turn.is_some_and(|turn| self.position.when.turn.is_some_and(|now| now != turn))
        {
            let message = format!("{id}: replacements are not saved");
            self.violation(USE_OR_LOSE, &[who], message);
        }
        self.spend_replacement(who, entry.r#type, entry.from_nation);
        let unit = &self.position.units[who];
        if unit.at.on_map() {
            let disorder = !unit.good_order();
            let unsupplied = !self.position.has_line(who);
            if disorder || unsupplied {
                let why = if disorder { "not in Good Order" } else { "not in supply" };
                let also: &[RuleId] = if disorder {
                    &[super::disruption::DISRUPTED_LIMITS]
                } else {
                    &[UNSUPPLIED_SERVICES]
                };
                let message = format!("{id} is {why} and receives no replacement");
                self.violation_or(RECEIVER, also, &[who], message);
            }
            let unit = &self.position.units[who];
            let known_full = unit.full_steps > 1 && unit.steps >= unit.full_steps && !unit.remnant;
            if known_full && self.turn.replacements_used.len() <= 1 {
                let message = format!("{id} is at full strength");
                self.violation_or(STEPS, &[USE_OR_LOSE], &[who], message);
            }
            let message = format!("{id} received a replacement and is not marked");
            self.owe(REPLACEMENT_MARKER, &[], Some(who), Want::ReplacementMarker, message, false);
        }
        let unit = &mut self.position.units[who];
        unit.replacement = true;
        if !unit.remnant {
            unit.steps = (unit.steps + 1).min(unit.full_steps.max(1));
        }
        Ok(())
    }

    pub(super) fn return_unit(&mut self, entry: &Return) -> Result<(), Problem> {
        let who = self.one(entry.unit.as_ref())?;
        let word = entry.at.as_deref().ok_or_else(|| Problem::new("where does it return?"))?;
        let place = self.where_is(word)?;
        self.judge_replacement_time(who);
        self.spend_replacement(who, entry.r#type, None);
        let unit = &self.position.units[who];
        let id = unit.id.clone();
        if !matches!(unit.at, Place::Off(Off::EliminatedBox)) && !unit.lost_to_attrition {
            let message = format!("{id} is not in the Eliminated Box");
            self.violation(RETURN_WHERE, &[who], message);
        }
        self.judge_return_place(who, place);
        let unit = self.position.units[who].clone();
        match entry.step.as_deref() {
            Some("full" | "reduced") if unit.full_steps >= 3 => {
                let message = format!("{id} has three steps and returns as a remnant");
                self.violation_or(RETURN_REMNANT, &[RETURN_WHERE], &[who], message);
            }
            Some("full") if unit.full_steps == 2 => {
                let message = format!("{id} returns on its lowest step");
                self.violation_or(RETURN_WHERE, &[USE_OR_LOSE], &[who], message);
            }
            _ => {}
        }
        let artillery = unit.artillery();
        if artillery && entry.face.as_deref() == Some("ready") {
            let message = format!("{id} returns on its fired side");
            self.violation_or(RETURN_FIRED, &[super::artillery::ARTILLERY_FACTS], &[who], message);
        }
        let unit = &mut self.position.units[who];
        unit.at = place;
        unit.steps = 1;
        unit.replacement = true;
        unit.order = super::words::Order::GoodOrder;
        unit.supply = super::words::SupplyMark::None;
        unit.fired = artillery;
        if artillery {
            self.returned_fired.insert(who);
        }
        Ok(())
    }

    fn judge_return_place(&mut self, who: Who, place: Place) {
        let unit = &self.position.units[who];
        let (id, side) = (unit.id.clone(), unit.side);
        let hex = match place {
            Place::Area(area) => {
                if self.position.area_owner(area) != Some(side) {
                    let message = format!("{id} returns into an area that is not friendly");
                    self.violation(RETURN_WHERE, &[who], message);
                }
                return;
            }
            Place::Hex(hex) => hex,
            Place::Off(_) => return,
        };
        let formation = unit.formation.clone();
        let gate = self.position.side_in_hex(hex, side).any(|other| {
            let other = &self.position.units[other];
            other.is(Kind::CorpsArtillery)
                || (other.is(Kind::DivisionArtillery)
                    && formation.is_some()
                    && other.formation == formation)
        });
        let name = self.position.ground.hex_name(hex);
        let supplied = self.position.hex_supplied(hex, side)
            && self.position.side_in_hex(hex, side).any(|other| {
                self.position.units[other].artillery()
                    && !self.position.units[other].marked_unsupplied()
            });
        let why = if !gate {
            "no corps artillery and none of its division is there"
        } else if self.position.adjacent_to(hex, side.enemy()) {
            "it is next to an enemy"
        } else if !supplied {
            "it is not in supply"
        } else {
            return;
        };
        let message = format!("{id} returns in {name}: {why}");
        self.violation(RETURN_WHERE, &[who], message);
    }
}

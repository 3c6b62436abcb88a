//! 22. Support points: what they are paid for, what brings them, what loses them.

use super::Sicily;
use super::known::Bill;
use super::look::{accuse, is_full_regiment};
use super::state::{Account, Scenario};
use super::units::Nation;
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::world::Unit;
use crate::referee::{Finding, Judgement, RuleId, rules};
use serde::Deserialize;

rules! {
    pub(super) static SECTION_22 = [
        /// An attack costs each nation in it a point when it is over, supporting artillery included; a breakthrough attack, and one
        /// of airborne units alone on the turn of their assault, is free.
        ///
        /// Breaks it: Germans and Italians attack together, and only the Germans pay. Put right: each pays one.
        ATTACK_COST = "SIC-22.11", "What attacks cost", "22.11", Budget;
        /// Points may go below zero, and are never lent to another nation.
        NEGATIVE = "SIC-22.13", "Totals below zero", "22.13", Budget, not_of_play "it only allows";
        /// A lost depot costs half of its army's points above zero, all of them when the other depot is lost too.
        ///
        /// Breaks it: the US has 5 points, loses a depot and counts down to 4. Put right: to 3.
        DEPOT_LOST = "SIC-22.14", "A lost depot costs points", "22.14", Budget;
        /// The first loss of Palermo and of Enna costs the Germans and the Italians a point each, if they have one.
        ///
        /// Breaks it: Palermo falls and the Italians keep their 2 points. Put right: they count down to 1.
        CITY_LOST = "SIC-22.15", "The loss of Palermo and Enna", "22.15", Budget;
        /// The loss of Messina costs the Axis all points above zero, and it gets none while the city is Allied.
        ///
        /// Breaks it: Messina is Allied and the Germans gain 3. Put right: they gain nothing.
        MESSINA_LOST = "SIC-22.16", "The loss of Messina", "22.16", Budget;
        /// Pack transport of a British brigade 1, an optional or variable regiment 2, a battalion 1, a replacement 1.
        ///
        /// Breaks it: a replacement is paid with 2 points. Put right: with 1.
        COSTS = "SIC-22.17", "Other costs", "22.17", Budget;
        /// At zero and below, units in supply count as out of supply, and those out of supply as isolated.
        AT_ZERO = "SIC-22.21", "No points, no supply", "22.21", State,
            not_of_play "it changes supply: who moves or fights with more supply than he has is judged there";
        /// Each depot brings its army 1 point on a beach, 2 in a minor port, 3 in a major one, each turn from turn 2.
        ///
        /// Breaks it: depots on a beach and in a minor port bring 4. Put right: 3.
        INCOME = "SIC-22.32", "What depots bring", "22.32", Budget;
        /// A die and the Airfield Chart bring the Axis points, which it divides; 8 in all on a turn of Emergency Bombing.
        ///
        /// Breaks it: on a turn of Emergency Bombing the Germans take 6 and the Italians 4. Put right: 4 and 4.
        AXIS_INCOME = "SIC-22.33", "What the Axis gets", "22.33", Resolution;
    ];
}

/// What a change of points is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Purpose {
    Attack,
    #[serde(alias = "depot")]
    Depots,
    OptionalUnit,
    VariableUnit,
    #[serde(alias = "pack-transport")]
    Pack,
    Replacement,
    LostDepot,
    Airfields,
    EmergencyBombing,
    LostCity,
}

/// A change of a nation's points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) nation: Nation,
    /// None when the case leaves it open.
    pub(super) points: Option<i32>,
    pub(super) purpose: Option<Purpose>,
    pub(super) left: Option<i32>,
}

/// An attack is over, and is not free: each nation in it pays a point.
pub(super) fn attack_costs(play: &mut Play<'_, Sicily>, nations: &[Nation], said: &mut Judgement) {
    for nation in nations {
        if play.ledgers.get(Account::Support(*nation)).is_some() {
            loses(play, *nation, 1, ATTACK_COST);
        }
    }
    tell(play, said);
}

/// On a turn of Emergency Bombing the Axis gets so many points.
pub(super) const BOMBING: i32 = 8;

/// What a unit costs that its owner need not have.
pub(super) fn price(play: &Play<'_, Sicily>, unit: Unit) -> i32 {
    if is_full_regiment(play, unit) { 2 } else { 1 }
}

/// Something is to be paid, at once or by a later entry.
pub(super) fn bill(
    play: &mut Play<'_, Sicily>,
    (nation, points): (Nation, i32),
    unit: Option<Unit>,
    rule: RuleId,
) {
    play.state.known.bills.push(Bill { nation, points, unit, rule, counted: false });
}

/// What a bill is paid for.
pub(super) fn purpose(play: &Play<'_, Sicily>, bill: &Bill) -> Purpose {
    let pack = bill.unit.is_some_and(|unit| play.is(unit, super::units::PACK));
    match bill.rule {
        rule if rule == ATTACK_COST => Purpose::Attack,
        rule if rule == super::arrivals::OPTIONAL => Purpose::OptionalUnit,
        rule if rule == super::arrivals::VARIABLE => Purpose::VariableUnit,
        rule if rule == DEPOT_LOST => Purpose::LostDepot,
        rule if rule == COSTS && pack => Purpose::Pack,
        rule if rule == COSTS => Purpose::Replacement,
        _ => Purpose::LostCity,
    }
}

/// Points are paid, gained or lost.
pub(super) fn change(play: &mut Play<'_, Sicily>, told: Change, said: &mut Judgement) {
    let mut change = told;
    let nation = change.nation;
    if change.points.is_none_or(|points| points < 0) {
        let mut bills = play.state.known.bills.iter().filter(|bill| bill.nation == nation);
        let owed = bills.next().map(|bill| purpose(play, bill));
        change.purpose = change.purpose.or(owed);
    }
    if let (None, Some(left), true) = (change.points, change.left, play.exact) {
        // A case may tell what is left instead of what was paid.
        let bills = play.state.known.bills.iter();
        let counted = bills.filter(|bill| bill.counted && bill.nation == nation);
        let before = play.ledgers.of(Account::Support(nation));
        change.points = Some(left - before - counted.map(|bill| bill.points).sum::<i32>());
    }
    let purpose = change.purpose.or_else(|| {
        let gains = change.points.is_some_and(|points| points > 0);
        gains.then(|| if is_axis(nation) { Purpose::Airfields } else { Purpose::Depots })
    });
    let supply = matches!(
        purpose,
        Some(Purpose::Depots | Purpose::Replacement | Purpose::Pack | Purpose::Airfields)
    );
    if supply {
        super::sequence::is_too_early(play, &[], "support points are settled", said);
    }
    match purpose {
        Some(Purpose::Depots) => judge_income(play, change, said),
        Some(Purpose::Airfields | Purpose::EmergencyBombing) => {
            judge_axis_income(play, change, said);
        }
        Some(purpose) => judge_payment(play, change, purpose, said),
        None => {}
    }
    let before = play.ledgers.get(Account::Support(nation));
    let after = before.zip(change.points).map(|(before, points)| before + points);
    if let (Some(after), Some(left)) = (after, change.left)
        && after != left
        && before != Some(left)
    {
        let message = format!("{nation:?} points should be {after} now, and are counted {left}");
        said.report(Finding::note(COSTS, message));
    }
    set(play, nation, change.left.or(after));
    tell(play, said);
}

fn is_axis(nation: Nation) -> bool {
    matches!(nation, Nation::German | Nation::Italian)
}

fn set(play: &mut Play<'_, Sicily>, nation: Nation, to: Option<i32>) {
    let account = Account::Support(nation);
    let before = play.ledgers.of(account);
    if let Some(to) = to {
        play.ledgers.add(account, Scope::Game, to - before);
    }
}

/// What each nation has now.
pub(super) fn tell(play: &Play<'_, Sicily>, said: &mut Judgement) {
    if !play.works_out {
        return;
    }
    let mut told = serde_json::Map::new();
    for (word, nation) in [
        ("us", Nation::Us),
        ("uk", Nation::Uk),
        ("german", Nation::German),
        ("italian", Nation::Italian),
    ] {
        if let Some(points) = play.ledgers.get(Account::Support(nation)) {
            told.insert(word.to_owned(), points.into());
        }
    }
    said.value("support-points", told);
}

fn judge_income(play: &Play<'_, Sicily>, change: Change, said: &mut Judgement) {
    let Some(asked) = super::depots::income(play, change.nation) else { return };
    if change.points.is_some_and(|points| points != asked) {
        let points = change.points.unwrap_or(0);
        let message = format!("{:?} depots bring {asked}, and {points} are taken", change.nation);
        accuse(play, said, INCOME, &[], None, message);
    }
}

fn judge_axis_income(play: &mut Play<'_, Sicily>, change: Change, said: &mut Judgement) {
    let points = change.points.unwrap_or(0);
    let all = play.ledgers.add(Account::AxisIncome, Scope::Turn, points);
    let messina = play.setting.land.places.town("Messina");
    let taken = messina.and_then(|at| play.state.known.capture(at)).is_some_and(|it| !it.retaken);
    let most =
        if super::look::scenario(play) == Scenario::UsLanding { BOMBING / 2 } else { BOMBING };
    if taken && points > 0 {
        let message = format!("{:?} points come in while Messina is Allied", change.nation);
        accuse(play, said, MESSINA_LOST, &[], messina, message);
    } else if play.state.known.bombing && all > most {
        let message = format!("the Axis takes {all} points, and Emergency Bombing gives {most}");
        let rules = (AXIS_INCOME, super::ports::BOMBING);
        super::look::accuse_or(play, said, rules, &[], None, message);
    } else if !play.state.known.bombing {
        said.leave_unchecked(AXIS_INCOME, "the printed Airfield Chart is lost");
    }
}

/// Points are paid for something: what it costs, and whether it was owed.
fn judge_payment(
    play: &mut Play<'_, Sicily>,
    change: Change,
    purpose: Purpose,
    said: &mut Judgement,
) {
    let (rule, fixed) = match purpose {
        Purpose::Attack => (ATTACK_COST, Some(1)),
        Purpose::Replacement => (COSTS, Some(1)),
        Purpose::Pack => (COSTS, Some(1)),
        Purpose::OptionalUnit => (super::arrivals::OPTIONAL, None),
        Purpose::VariableUnit => (super::arrivals::VARIABLE, None),
        Purpose::LostDepot => (DEPOT_LOST, None),
        Purpose::LostCity if is_messina_lost(play, change.nation) => (MESSINA_LOST, None),
        Purpose::LostCity => (CITY_LOST, None),
        _ => return,
    };
    let Some(paid) = change.points.map(|points| -points) else { return };
    let bills = &mut play.state.known.bills;
    let fits = |bill: &Bill| bill.nation == change.nation && bill.rule == rule;
    let exact = bills.iter().position(|bill| fits(bill) && bill.points == paid);
    let owed = exact.or_else(|| bills.iter().position(fits)).map(|found| bills.remove(found));
    if let Some(bill) = owed.filter(|bill| bill.counted) {
        play.ledgers.add(Account::Support(bill.nation), Scope::Game, bill.points);
    }
    let bills = &mut play.state.known.bills;
    // Several of one kind may be paid at once.
    let together: i32 = bills.iter().filter(|bill| fits(bill)).map(|bill| bill.points).sum();
    let Some(asked) = owed.map(|bill| bill.points).or(fixed) else {
        return said.leave_unchecked(rule, "what these points were paid for is not in the log");
    };
    if owed.is_some() && paid == asked + together {
        bills.retain(|bill| !fits(bill));
    } else if paid != asked {
        let units: Vec<Unit> = owed.and_then(|bill| bill.unit).into_iter().collect();
        let message = format!("{:?} pays {paid}, and the price is {asked}", change.nation);
        super::look::accuse_or(play, said, (rule, COSTS), &units, None, message);
    }
}

/// Whether what a nation owes for a lost city is owed for Messina.
fn is_messina_lost(play: &Play<'_, Sicily>, nation: Nation) -> bool {
    let mut bills = play.state.known.bills.iter();
    bills.any(|bill| bill.nation == nation && bill.rule == MESSINA_LOST)
}

/// A depot of this army is eliminated.
pub(super) fn depot_lost(play: &mut Play<'_, Sicily>, nation: Nation, other_gone: bool) {
    let Some(points) = play.ledgers.get(Account::Support(nation)) else { return };
    let has = points.max(0);
    loses(play, nation, if other_gone { has } else { has / 2 }, DEPOT_LOST);
}

/// The Axis loses a city: what that costs it.
pub(super) fn city_lost(play: &mut Play<'_, Sicily>, at: Place, first: bool) {
    let places = &play.setting.land.places;
    let is = |name| places.town(name) == Some(at);
    let (small, messina) = (is("Palermo") || is("Enna"), is("Messina"));
    for nation in [Nation::German, Nation::Italian] {
        let Some(points) = play.ledgers.get(Account::Support(nation)) else { continue };
        if messina {
            loses(play, nation, points.max(0), MESSINA_LOST);
        } else if small && first {
            loses(play, nation, points.clamp(0, 1), CITY_LOST);
        }
    }
}

/// A nation loses points: at once in a case, by an entry of the log otherwise.
fn loses(play: &mut Play<'_, Sicily>, nation: Nation, points: i32, rule: RuleId) {
    if points == 0 {
        return;
    }
    if play.exact {
        play.ledgers.add(Account::Support(nation), Scope::Game, -points);
    }
    let counted = play.exact;
    play.state.known.bills.push(Bill { nation, points, unit: None, rule, counted });
}

/// The turn is over: what nobody has paid in the log was perhaps paid on the track.
pub(super) fn judge_bills(play: &mut Play<'_, Sicily>, said: &mut Judgement) {
    let mut rules: Vec<RuleId> = Vec::new();
    for bill in play.state.known.bills.drain(..) {
        if !rules.contains(&bill.rule) {
            rules.push(bill.rule);
        }
    }
    for rule in rules {
        said.leave_unchecked(rule, "the log does not say whether its points were paid");
    }
}

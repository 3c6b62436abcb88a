//! An attack: what speaks against it, and what it comes to.

use super::super::Sicily;
use super::super::units::{Nation, Type};
use super::reckoning::{Reckoning, choices, hexes, reckon, regiments_in};
use super::state::Combat;
use super::strength::{Supply, supply};
use super::table::{Outcome, odds};
use super::{
    ADJACENT, ISOLATED_FIGHTS, LOOKUP, NEVER_ATTACK_TOGETHER, NO_COMBAT_IN_MOVEMENT, ODDS, ONCE,
    ONE_ATTACKS, ONE_DEFENDS, OUT_HALVES, Order, WHOLE_STACK, clause, support,
};
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::tell::{Clauses, Said, Tell, blame};
use crate::referee::world::Unit;
use crate::referee::{Evidence, Finding, Judgement};
use serde_json::{Map, Value};

/// Judges an attack and carries it out as far as its dice: what is done about the result follows.
pub(super) fn perform(play: &mut Play<'_, Sicily>, order: &Order, said: &mut Judgement) {
    super::settle::settle(play, said);
    when(play, order, said);
    who(play, order, said);
    together(play, order, said);
    support::judge(play, order, said);
    super::super::landings::judge_attack(play, &order.with, &order.against, said);
    let reckoned = reckon(play, order, &mut Tell::silent());
    claims(play, order, reckoned.as_ref(), said);
    let (outcome, sure) = result(play, order, reckoned.as_ref(), said);
    if let (Some(reckoned), true) = (&reckoned, play.works_out) {
        values(play, order, reckoned, said);
    }
    if let (Some(outcome), true) = (outcome, play.works_out) {
        said.value("result", outcome.to_string());
    }
    begin(play, order, outcome, sure);
    costs(play, order, outcome, said);
}

/// Each nation that took part pays for an attack that is over; a breakthrough, and paratroops who just came down, are free.
fn costs(
    play: &mut Play<'_, Sicily>,
    order: &Order,
    outcome: Option<Outcome>,
    said: &mut Judgement,
) {
    let from_the_air = order.with.iter().all(|unit| play.state.known.dropped_now.contains(unit));
    let Some(outcome) = outcome.filter(|_| !from_the_air && !order.with.is_empty()) else { return };
    // Which results break through is lost with the printed table.
    if outcome.may_break_through() {
        return;
    }
    let mut nations: Vec<Nation> = Vec::new();
    for unit in order.with.iter().chain(&order.support) {
        nations.extend(play.unit(*unit).nation.filter(|nation| !nations.contains(nation)));
    }
    super::super::support::attack_costs(play, &nations, said);
}

/// The combat begins: what comes next belongs to it.
fn begin(play: &mut Play<'_, Sicily>, order: &Order, outcome: Option<Outcome>, sure: bool) {
    let side = order.side(play);
    let (from, mut participants) = (hexes(play, &order.with), order.with.clone());
    for place in &order.against {
        participants.extend(super::strength::garrison(play, 1 - side, *place));
    }
    let beside = |unit: &Unit| !participants.contains(unit) && play.unit(*unit).kind != Type::Depot;
    let around = from.iter().chain(&order.against).flat_map(|place| play.position.stack(*place));
    let mut bystanders: Vec<Unit> = around.filter(beside).collect();
    // Of several regiments in a hex one defends, and nobody says which.
    let surplus = |place: &Place| {
        let regiments = regiments_in(play, &participants, *place);
        if regiments.len() > 1 { regiments } else { Vec::new() }
    };
    let unsure: Vec<Unit> = order.against.iter().flat_map(surplus).collect();
    bystanders.retain(|unit| !unsure.contains(unit));
    play.state.fights.supported.extend(order.support.iter().chain(&order.defence_support));
    play.state.fights.untold |= order.guessed;
    play.state.fights.combats.push(Combat {
        attacker: Some(side),
        participants,
        bystanders,
        targets: order.against.clone(),
        from,
        outcome,
        sure,
        last: play.step,
        ..Combat::default()
    });
}

fn name(play: &Play<'_, Sicily>, place: Place) -> String {
    play.setting.space.lattice.name(place)
}

fn names(play: &Play<'_, Sicily>, places: &[Place]) -> String {
    places.iter().map(|place| name(play, *place)).collect::<Vec<String>>().join(" and ")
}

/// In whose phase, and how often.
fn when(play: &Play<'_, Sicily>, order: &Order, said: &mut Judgement) {
    let side = order.side(play);
    let who = || play.units(order.with.iter().copied());
    if !play.clock.allows(&play.sequence, "attack", side) {
        let stage = play.clock.words(&play.sequence, play.setting.game);
        let message = format!("{} attack in {stage}", who());
        said.report(play.violation(NO_COMBAT_IN_MOVEMENT, message, &order.with));
    }
    let fights = &play.state.fights;
    let twice: Vec<Unit> =
        order.with.iter().filter(|unit| fights.has_fought(**unit)).copied().collect();
    if !twice.is_empty() {
        let message = format!("{} attack a second time in one phase", play.units(twice.clone()));
        said.report(play.violation(ONCE, message, &twice));
    }
    for place in &order.against {
        let known = super::strength::garrison(play, 1 - side, *place);
        let again: Vec<Unit> = known.into_iter().filter(|unit| fights.has_fought(*unit)).collect();
        if !again.is_empty() {
            let (here, units) = (name(play, *place), play.units(again.clone()));
            let message = format!("{units} in {here} are attacked a second time in one phase");
            said.report(play.violation(ONCE, message, &again).hexes([here]));
        }
    }
}

/// Who may take part.
fn who(play: &Play<'_, Sicily>, order: &Order, said: &mut Judgement) {
    let side = order.side(play);
    let lattice = &play.setting.space.lattice;
    for &place in &order.against {
        if !play.position.has_enemy(side, place) {
            let message = format!("{} is attacked, and no enemy stands there", name(play, place));
            said.report(play.violation(ADJACENT, message, &order.with).hexes([name(play, place)]));
        }
        for &unit in &order.with {
            let here = play.position.place(unit);
            let far = here.and_then(|here| lattice.distance(here, place));
            if far.is_none_or(|far| far != 1) {
                let from = here.map_or("off the map".to_owned(), |here| name(play, here));
                let unit_words = play.unit(unit).words();
                let target = name(play, place);
                let message = format!("{unit_words} in {from} attacks {target}, not next to it");
                said.report(play.violation(ADJACENT, message, &[unit]).hexes([from, target]));
            }
        }
    }
    for place in hexes(play, &order.with) {
        let now = regiments_in(play, &order.with, place);
        let before = play.state.fights.combats.iter().filter(|c| c.from.contains(&place));
        let before: Vec<Unit> =
            before.flat_map(|combat| regiments_in(play, &combat.participants, place)).collect();
        if now.is_empty() || now.len() + before.len() < 2 {
            continue;
        }
        let units: Vec<Unit> = before.into_iter().chain(now).collect();
        let here = name(play, place);
        let message = format!(
            "{} attack from {here} in one phase, and one regiment or brigade may",
            play.units(units.iter().copied())
        );
        said.report(play.violation(ONE_ATTACKS, message, &units).hexes([here]));
    }
}

/// Nations that do not attack together.
fn together(play: &Play<'_, Sicily>, order: &Order, said: &mut Judgement) {
    let of = |nation| move |unit: &&Unit| play.unit(**unit).nation == Some(nation);
    let us = order.with.iter().find(of(Nation::Us));
    let uk = order.with.iter().find(of(Nation::Uk));
    if let (Some(&us), Some(&uk)) = (us, uk) {
        let targets = names(play, &order.against);
        let message = format!("{} attack {targets} together", play.units([us, uk]));
        said.report(play.violation(NEVER_ATTACK_TOGETHER, message, &[us, uk]));
    }
}

/// The rules that may have been forgotten.
fn forgettable() -> Clauses {
    clause::EACH.iter().fold(Clauses::NONE, |all, one| all.and(*one))
}

/// The arithmetic, line by line.
fn lines(play: &Play<'_, Sicily>, order: &Order) -> Vec<Evidence> {
    let mut heard: Vec<Said> = Vec::new();
    reckon(play, order, &mut Tell::listening(&mut heard, Clauses::NONE));
    heard.into_iter().map(|said| Evidence { what: said.words, value: said.value }).collect()
}

/// What the players said that they counted, against what they should have.
fn claims(
    play: &Play<'_, Sicily>,
    order: &Order,
    reckoned: Option<&Reckoning>,
    said: &mut Judgement,
) {
    let accuse = |rule, message: String| -> Finding {
        let finding = play.violation(rule, message, &order.with).evidence(lines(play, order));
        finding.hexes(order.against.iter().map(|place| name(play, *place)))
    };
    let known = choices(play, order, &Tell::silent());
    let claimed = order.claimed.defence;
    if let (Some(claimed), Some(known)) = (claimed, &known)
        && !known.iter().any(|own| own.has(claimed))
    {
        let all = |tell: &mut Tell<'_>| choices(play, order, tell);
        let explains = |found: &Option<Vec<_>>| {
            found.iter().flatten().any(|own: &super::strength::Span| own.has(claimed))
        };
        let rule = match blame(forgettable(), all, explains) {
            Some(clause) => clause::RULES[clause.number()],
            None if known.iter().all(|own| claimed < own.low) => WHOLE_STACK,
            None if known.iter().all(|own| claimed > own.high) => ONE_DEFENDS,
            None => ODDS,
        };
        let best = known.first().map_or(String::new(), ToString::to_string);
        let message = format!("the defence is counted as {claimed}; it is {best}");
        said.report(accuse(rule, message));
        return;
    }
    let Some(reckoned) = reckoned else { return };
    if let Some(claimed) = order.claimed.attack
        && !reckoned.attack.has(claimed)
    {
        let sum = |tell: &mut Tell<'_>| super::reckoning::total(play, order, tell);
        let explains =
            |found: &Option<super::strength::Span>| found.is_some_and(|found| found.has(claimed));
        let culprit = blame(forgettable(), sum, explains);
        let are = |grade| order.with.iter().any(|unit| supply(play, *unit) == grade);
        let rule = match culprit {
            Some(clause) => clause::RULES[clause.number()],
            None if are(Supply::Isolated) => ISOLATED_FIGHTS,
            None if are(Supply::Out) => OUT_HALVES,
            None => ODDS,
        };
        let message = format!("the attack is counted as {claimed}; it is {}", reckoned.attack);
        said.report(accuse(rule, message));
    }
    if let Some(claimed) = order.claimed.column {
        let fits = |found: &Reckoning| {
            let (low, high) = (found.column.0 as u32 + 1, found.column.1 as u32 + 1);
            (low..=high).contains(&claimed)
        };
        if !fits(reckoned) {
            let culprit = blame(
                forgettable(),
                |tell| reckon(play, order, tell),
                |found| found.as_ref().is_some_and(fits),
            );
            let rule = culprit.map_or(ODDS, |clause| clause::RULES[clause.number()]);
            let column = column_words(reckoned.column);
            let message = format!("the combat is resolved in column {claimed}; it is {column}");
            let finding = accuse(rule, message);
            said.report(if rule == ODDS { finding } else { finding.or(ODDS) });
        }
    }
}

fn column_words((low, high): (usize, usize)) -> String {
    if low == high { (low + 1).to_string() } else { format!("{} to {}", low + 1, high + 1) }
}

/// The result, and whether it is sure: told by the players, or read from a firm cell.
fn result(
    play: &Play<'_, Sicily>,
    order: &Order,
    reckoned: Option<&Reckoning>,
    said: &mut Judgement,
) -> (Option<Outcome>, bool) {
    let table = &play.setting.land.table;
    // What the players say that they used is what their result is looked up in; whether it is right, is judged above.
    let columns = match (order.claimed.column, reckoned) {
        (Some(column @ 1..=13), _) => Some((column as usize - 1, column as usize - 1)),
        (_, Some(reckoned)) => Some(reckoned.column),
        _ => None,
    };
    let cells = match (columns, order.roll) {
        (Some((low, high)), Some(roll)) => {
            (low..=high).filter_map(|column| table.cell(roll, column)).collect()
        }
        _ => Vec::new(),
    };
    let Some(told) = order.told else {
        return match cells.as_slice() {
            [cell] => (Some(cell.outcome), cell.firm),
            _ => (None, false),
        };
    };
    if !cells.is_empty() && !cells.iter().any(|cell| cell.may_say(told)) {
        let roll = order.roll.unwrap_or(0);
        let column = columns.map(column_words).unwrap_or_default();
        let found = cells.iter().map(|cell| cell.outcome.to_string());
        let found = found.collect::<Vec<String>>().join(" or ");
        if cells.iter().all(|cell| cell.firm) {
            let message =
                format!("{roll} in column {column} is told as {told}; the table says {found}");
            said.report(play.violation(LOOKUP, message, &order.with));
        } else {
            said.leave_unchecked(
                LOOKUP,
                "the cell of the combat table that was used was worked out from a scan and is not firm",
            );
        }
    }
    (Some(told), true)
}

fn values(play: &Play<'_, Sicily>, order: &Order, reckoned: &Reckoning, said: &mut Judgement) {
    said.working = lines(play, order);
    said.value("terrain-row", reckoned.row.word());
    let shifts: Map<String, Value> =
        reckoned.shifts.iter().map(|(cause, by)| ((*cause).to_owned(), (*by).into())).collect();
    said.value("shifts", shifts);
    if reckoned.base.0 == reckoned.base.1 {
        said.value("odds", odds(reckoned.attack.low, reckoned.defence.low.max(1)));
        said.value("base-column", reckoned.base.0 + 1);
        said.value("column", reckoned.column.0 + 1);
    }
}

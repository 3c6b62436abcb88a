//! Weather, Bookkeeping, Supply Phases.

use super::super::boundary::{self, Frontier};
use super::super::deeds::{Deed, Dice};
use super::super::ports::{self, Declared};
use super::super::replacements::Point;
use super::super::state::{Scenario, Weather};
use super::super::supply::{Supply, of as supply_of};
use super::super::support::{Change, Purpose};
use super::super::units::{ALLIED, CADRE, Nation, Type};
use super::super::verb::Verb;
use super::super::{depots, look};
use super::show::rolls;
use super::{Player, commits, offer, shows, units};
use crate::referee::world::Unit;

/// Of a hundred things that need not be done so many are.
const LIKELY: usize = 30;

/// Dice for the weather, as the track has them.
pub(super) fn weather(bot: &mut Player<'_>) {
    let sum = bot.roll("2d6", 2).iter().map(|face| *face as i32).sum();
    bot.perform(&Verb::Deed(Deed::Roll(Dice::Weather, sum, None, None)));
    if bot.play.state.weather == Weather::Rain {
        bot.count("rain turns");
    }
}

pub(super) fn bookkeeping(bot: &mut Player<'_>, side: u8) {
    let (turn, scenario) = (look::turn(&bot.play), look::scenario(&bot.play));
    if side != ALLIED {
        if turn == 3 && scenario != Scenario::UsLanding {
            let letters = ["A", "BC", "DE", "F", "H", "K", "M"];
            let letters = bot.dice.pick(&letters).unwrap_or("K");
            shows(bot, &Verb::Deed(Deed::Letters(letters.to_owned())));
        }
        let rolled = bot.play.state.known.letters.as_deref();
        if turn > 3 && rolled.is_some_and(|letters| letters.contains('M')) {
            desertion(bot);
        }
        return;
    }
    let count = i32::try_from(ports::airfields(&bot.play)).unwrap_or(0);
    shows(bot, &Verb::Deed(Deed::Airfields(count)));
    let declarations = [Declared::EmergencyBombing, Declared::MaximumInterdiction];
    let verbs: Vec<Verb> = declarations.map(|what| Verb::Deed(Deed::Declare(what))).into();
    if bot.dice.chance(LIKELY) && scenario != Scenario::UsLanding {
        offer(bot, verbs);
    } else {
        commits(bot, &verbs);
    }
    if scenario == Scenario::UsLanding {
        return;
    }
    if turn == 3 {
        for nation in [Nation::Us, Nation::Uk] {
            let (regiments, battalions) = (bot.dice.below(3) as i32, bot.dice.below(4) as i32);
            shows(bot, &Verb::Deed(Deed::Allowance(nation, regiments, battalions)));
        }
    }
    let known = &bot.play.state.known;
    if scenario == Scenario::Campaign && !known.had_front_line && boundary::is_continuous(&bot.play)
    {
        shows(bot, &Verb::Deed(Deed::FrontLine));
        let to = boundary::asked_for(&bot.play);
        let wrong = Frontier::Column(if to == Frontier::Stage(3) { 45 } else { 41 });
        if !commits(bot, &[Verb::Deed(Deed::SetBoundary(wrong))]) && to != Frontier::Stage(2) {
            shows(bot, &Verb::Deed(Deed::SetBoundary(to)));
        }
        bot.count("front lines");
    }
}

/// A die for each Italian unit.
fn desertion(bot: &mut Player<'_>) {
    let italian = |bot: &Player<'_>, unit| {
        let known = bot.play.unit(unit);
        known.nation == Some(Nation::Italian) && bot.play.position.place(unit).is_some()
    };
    for unit in units(bot, 1 - ALLIED, italian) {
        let name = bot.play.unit(unit).name.clone();
        let die = rolls(bot, "desertion", &name);
        let verb = |lost| Verb::Deed(Deed::Roll(Dice::Desertion, die, Some(unit), lost));
        let (full, steps) = (bot.play.unit(unit).steps, bot.play.position.steps(unit));
        // The chit of a regiment is turned before anything is seen.
        let hidden = bot.play.unit(unit).has_cadre() && steps == full;
        if commits(bot, &[verb(Some(false))]) {
            continue;
        }
        let loses = !bot.allows(&verb(Some(false)));
        bot.perform(&verb(Some(loses)));
        bot.count("desertion rolls");
        if loses && !hidden {
            super::super::combat::bot::step_lost(bot, unit);
        }
    }
}

pub(super) fn supply(bot: &mut Player<'_>, side: u8) {
    let nations =
        if side == ALLIED { [Nation::Us, Nation::Uk] } else { [Nation::German, Nation::Italian] };
    let on_map = |bot: &Player<'_>, unit| {
        bot.play.position.place(unit).is_some() && bot.play.unit(unit).kind != Type::Depot
    };
    let own = units(bot, side, on_map);
    for &unit in &own {
        let verbs = [Deed::Pack(unit)].map(Verb::Deed).to_vec();
        if bot.dice.chance(3) {
            offer(bot, verbs);
        } else if bot.wanted().is_some() {
            commits(bot, &verbs);
        }
        let poor = supply_of(&bot.play, unit) != Supply::In;
        if poor && bot.dice.chance(LIKELY) || bot.wanted().is_some() && bot.dice.chance(5) {
            offer(
                bot,
                [Deed::AirSupply(unit, None), Deed::SeaSupply(unit)].map(Verb::Deed).to_vec(),
            );
        }
        restores(bot, unit);
    }
    let landing = look::scenario(&bot.play) == Scenario::UsLanding;
    for nation in nations {
        if nation == Nation::Uk && landing {
            continue;
        }
        let points = if side == ALLIED {
            depots::income(&bot.play, nation).unwrap_or(0)
        } else if bot.play.state.known.bombing {
            4
        } else {
            rolls(bot, "Axis support points", "Axis") / 2
        };
        let purpose = match (side, bot.play.state.known.bombing) {
            (ALLIED, _) => Purpose::Depots,
            (_, true) => Purpose::EmergencyBombing,
            (_, false) => Purpose::Airfields,
        };
        let change = |points| {
            let (points, purpose) = (Some(points), Some(purpose));
            Verb::Deed(Deed::Points(Change { nation, points, purpose, left: None }))
        };
        if points > 0 && !commits(bot, &[change(points + 2)]) {
            shows(bot, &change(points));
        }
    }
}

/// A unit that lost a step gets it back.
fn restores(bot: &mut Player<'_>, unit: Unit) {
    let (full, steps) = (bot.play.unit(unit).steps, bot.play.position.steps(unit));
    let turned = bot.play.state.turned.contains(&unit);
    let cadre = bot.play.is(unit, CADRE);
    let verbs: Vec<Verb> = [Point::Infantry, Point::Armour]
        .map(|point| Verb::Deed(Deed::Replace(unit, Some(point))))
        .into();
    if bot.wanted().is_some() && (turned || steps < full || bot.dice.chance(3)) {
        commits(bot, &verbs);
    }
    if (!turned && steps == full) || cadre || !bot.dice.chance(LIKELY) {
        return;
    }
    if offer(bot, verbs).is_some() {
        bot.play.state.turned.retain(|other| *other != unit);
        if steps < full {
            bot.turn_over(unit, full);
            bot.play.position.set_steps(unit, full);
        }
    }
}

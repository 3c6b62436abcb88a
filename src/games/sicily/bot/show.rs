//! What the log shows of the bot's deeds.

use super::super::boundary::Frontier;
use super::super::deeds::{Deed, Dice};
use super::super::ports::Declared;
use super::super::replacements::Point;
use super::super::support::{self, Change, Purpose};
use super::super::units::Nation;
use super::super::verb::Verb;
use super::super::{airborne::Mission, combat, look};
use super::Player;
use crate::referee::world::{At, Off, Unit};

/// Of a hundred things that the log also shows otherwise so many are said.
const SAID: usize = 60;

/// Does something, and shows it.
pub(in crate::games::sicily) fn shows(bot: &mut Player<'_>, verb: &Verb) {
    let verb = match verb {
        Verb::Deed(deed) => Verb::Deed(deed_shown(bot, deed.clone())),
        Verb::Move(order) => {
            bot.drag(order.unit, At::Map(order.to));
            bot.count("moves");
            verb.clone()
        }
        Verb::Place(unit, to) => {
            bot.drag(*unit, *to);
            verb.clone()
        }
        Verb::Fight(fight) => {
            combat::bot::shown(bot, fight);
            verb.clone()
        }
        Verb::End(_) => verb.clone(),
    };
    bot.perform(&verb);
    pays(bot);
}

/// A line of the module.
pub(in crate::games::sicily) fn says(bot: &mut Player<'_>, id: &str, values: &[(&str, &str)]) {
    let values: Vec<(&str, String)> =
        values.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
    bot.declare(id, &[], &[], &values);
}

/// A die, and what it is for.
pub(super) fn rolls(bot: &mut Player<'_>, purpose: &str, what: &str) -> i32 {
    says(bot, "roll", &[("purpose", purpose), ("what", what)]);
    bot.roll("1d6", 1).first().map_or(1, |face| *face as i32)
}

/// Shows a deed; dice that belong to it are rolled.
fn deed_shown(bot: &mut Player<'_>, deed: Deed) -> Deed {
    let name = |bot: &Player<'_>, place| look::name(&bot.play, place);
    match deed {
        Deed::Transfer(unit, to) | Deed::Return(unit, to) => {
            bot.drag(unit, At::Map(to));
            bot.count("depots");
        }
        Deed::Land(unit, at, against) => {
            if against.is_some() || bot.dice.chance(SAID) {
                bot.declare("landing", &[unit], &[At::Map(against.unwrap_or(at))], &[]);
            }
            bot.drag(unit, At::Map(at));
            bot.count("landings");
        }
        Deed::EndRun(unit, Some(to), against) => {
            bot.declare("end-run", &[unit], &[At::Map(against.unwrap_or(to))], &[]);
            bot.drag(unit, At::Map(to));
            bot.count("end-runs");
        }
        Deed::Drop(unit, mission, Some(at)) => {
            let assault = mission != Some(Mission::Reinforcement);
            let mission = if assault { "assault" } else { "reinforcement" };
            let target = name(bot, at);
            let values = [("mission", mission.to_owned()), ("target", target)];
            bot.declare("airborne", &[unit], &[], &values);
            bot.drag(unit, At::Map(at));
            bot.count("drops");
        }
        Deed::Enter(unit, Some(at)) => {
            bot.drag(unit, At::Map(at));
            bot.count("reinforcements");
        }
        Deed::Evacuate(unit, _) => {
            bot.declare("evacuate", &[unit], &[], &[]);
            bot.drag(unit, At::Off(Off::Away));
            bot.count("evacuations");
        }
        Deed::Shift(unit, to) => bot.drag(unit, to),
        Deed::Lost(unit) => gone(bot, unit),
        Deed::Capture(at, first, die) => {
            let hex = name(bot, at);
            let die = die.map(|_| rolls(bot, "demolition", &hex) as u8);
            let demolition = match die {
                None => "no port",
                Some(5) => "one turn",
                Some(6) => "two turns",
                Some(_) => "none",
            };
            says(bot, "capture", &[("hex", &hex), ("demolition", demolition)]);
            bot.count("captures");
            return Deed::Capture(at, first, die);
        }
        Deed::Points(change) => points(bot, change),
        Deed::Replace(unit, point) => {
            let armour = point == Some(Point::Armour);
            supplies(bot, unit, if armour { "armour replacement" } else { "infantry replacement" });
            bot.count("replacements");
        }
        Deed::Pack(unit) => {
            supplies(bot, unit, "pack transport");
            bot.count("packs");
        }
        Deed::SeaSupply(unit) => supplies(bot, unit, "sea supply"),
        Deed::AirSupply(unit, _) => {
            supplies(bot, unit, "air supply");
            bot.count("air supplies");
            return Deed::AirSupply(unit, bot.roll("1d6", 1).first().map(|face| *face as i32));
        }
        Deed::Declare(what) => {
            let what = match what {
                Declared::EmergencyBombing => "Emergency Bombing",
                Declared::MaximumInterdiction => "Maximum Interdiction",
            };
            says(bot, "bookkeeping", &[("what", what), ("number", "1")]);
            bot.count("declarations");
        }
        Deed::SetBoundary(to) => {
            let column = match to {
                Frontier::Column(column) => column,
                Frontier::Stage(3) => 41,
                Frontier::Stage(_) => 45,
            };
            let column = column.to_string();
            says(bot, "bookkeeping", &[("what", "army boundary column"), ("number", &column)]);
        }
        Deed::FrontLine => {
            says(bot, "bookkeeping", &[("what", "continuous front line"), ("number", "1")]);
        }
        Deed::Airfields(count) => {
            let count = count.to_string();
            says(bot, "bookkeeping", &[("what", "airfields"), ("number", &count)]);
        }
        Deed::Allowance(nation, regiments, battalions) => {
            let what = if nation == Nation::Us { "end-runs US" } else { "end-runs UK" };
            let number = format!("{regiments}/{battalions}");
            says(bot, "bookkeeping", &[("what", what), ("number", &number)]);
        }
        Deed::Letters(ref letters) => {
            says(bot, "bookkeeping", &[("what", "variable letters"), ("number", letters)]);
        }
        Deed::Roll(Dice::AirborneMissions, ..) => {
            let die = rolls(bot, "airborne missions", "Allied");
            return Deed::Roll(Dice::AirborneMissions, die, None, None);
        }
        _ => {}
    }
    deed
}

fn supplies(bot: &mut Player<'_>, unit: Unit, means: &str) {
    bot.declare("supply", &[unit], &[], &[("means", means.to_owned())]);
}

/// A unit is dead.
pub(in crate::games::sicily) fn gone(bot: &mut Player<'_>, unit: Unit) {
    let side = bot.play.unit(unit).side;
    bot.drag(unit, At::Off(Off::Eliminated(Some(side))));
}

fn points(bot: &mut Player<'_>, change: Change) {
    let nation = match change.nation {
        Nation::Us => "US",
        Nation::Uk => "UK",
        Nation::German => "German",
        Nation::Italian => "Italian",
    };
    let reason = match change.purpose {
        Some(Purpose::Attack) | None => "an attack",
        Some(Purpose::Depots) => "depots",
        Some(Purpose::OptionalUnit) => "an optional unit",
        Some(Purpose::VariableUnit) => "a variable unit",
        Some(Purpose::Pack) => "pack transport",
        Some(Purpose::Replacement) => "a replacement",
        Some(Purpose::LostDepot) => "a lost depot",
        Some(Purpose::Airfields) => "the airfield roll",
        Some(Purpose::EmergencyBombing) => "Emergency Bombing",
        Some(Purpose::LostCity) => "a lost city",
    };
    let account = super::super::state::Account::Support(change.nation);
    let by = change.points.unwrap_or(0);
    let left = (bot.play.ledgers.of(account) + by).to_string();
    let by = by.to_string();
    let values = [("nation", nation), ("change", &by), ("reason", reason), ("left", &left)];
    says(bot, "support-points", &values);
    bot.count("payments");
}

/// Pays what is owed, or another sum when that is the crime.
pub(in crate::games::sicily) fn pays(bot: &mut Player<'_>) {
    while let Some(bill) = bot.play.state.known.bills.first().copied() {
        let purpose = Some(support::purpose(&bot.play, &bill));
        let change = |points: i32| {
            let points = Some(-points);
            Verb::Deed(Deed::Points(Change { nation: bill.nation, points, purpose, left: None }))
        };
        let unpaid = bot.play.state.known.bills.len();
        if !super::commits(bot, &[change(bill.points + 1)]) {
            let Verb::Deed(paid) = change(bill.points) else { return };
            let paid = deed_shown(bot, paid);
            bot.perform(&Verb::Deed(paid));
        }
        if bot.play.state.known.bills.len() >= unpaid {
            // What nothing pays is left open.
            bot.play.state.known.bills.remove(0);
        }
    }
}

//! Drops, landings, end-runs, depots, reinforcements, evacuations.

use super::super::airborne::Mission;
use super::super::deeds::{Deed, Dice};
use super::super::units::{ALLIED, Nation, Type};
use super::super::verb::Verb;
use super::super::{airborne, landings, look, stacking};
use super::{Player, commits, offer, some_places, units};
use crate::referee::ground::{OFF, Place};
use crate::referee::sequence::Stage;
use crate::referee::world::{At, Off, Unit};

/// Of a hundred things that need not be done so many are.
const LIKELY: usize = 35;

/// Everything that comes before the moves of a phase.
pub(super) fn arrive(bot: &mut Player<'_>, stage: &Stage, side: u8) {
    if side == ALLIED {
        if stage.allows("drop") {
            drops(bot);
        }
        if stage.allows("land") && landings::may_invade(&bot.play) {
            lands(bot);
        }
        if stage.allows("end-run") {
            end_runs(bot);
        }
        if stage.allows("depot") {
            depots(bot);
        }
    }
    if stage.allows("enter") {
        enters(bot, side);
    }
    if stage.allows("evacuate") {
        evacuates(bot, side);
    }
}

fn waits(bot: &Player<'_>, unit: Unit) -> bool {
    matches!(bot.play.position.at(unit), At::Off(Off::Entry(_) | Off::Away))
        && !bot.play.state.known.evacuated.contains(&unit)
}

/// Prescribed missions, then others as a die allows.
fn drops(bot: &mut Player<'_>) {
    let flyers = units(bot, ALLIED, |bot, unit| {
        let based = matches!(bot.play.position.at(unit), At::Off(Off::Entry(_)));
        bot.play.unit(unit).is_airborne() && based
    });
    let mut rolled = false;
    for unit in flyers {
        let due = airborne::is_due(&bot.play, unit);
        let known = bot.play.unit(unit);
        let own = known.set_up.as_deref().and_then(|c| bot.play.setting.space.lattice.parse(c));
        if !due {
            let early = known.turn().is_some_and(|turn| turn > look::turn(&bot.play));
            if early || own.is_some() || !bot.dice.chance(LIKELY) {
                continue;
            }
            if !std::mem::replace(&mut rolled, true) {
                super::shows(bot, &Verb::Deed(Deed::Roll(Dice::AirborneMissions, 0, None, None)));
            }
        }
        if due && bot.is_wanted(&airborne::PRESCRIBED) && bot.takes_the_chance() {
            // Who must drop stays at home.
            bot.guilty();
            continue;
        }
        let mut targets = own.map_or_else(|| near_others(bot), |own| vec![own]);
        let catania = bot.play.setting.land.places.town("Catania");
        if let (true, Some(catania), None) = (due && look::turn(&bot.play) > 2, catania, own) {
            targets.sort_by_key(|place| look::distance(&bot.play, *place, catania));
        }
        let verb = |mission| move |at| Verb::Deed(Deed::Drop(unit, Some(mission), Some(at)));
        let assault = targets.iter().copied().map(verb(Mission::Assault));
        let reinforce = targets.iter().copied().map(verb(Mission::Reinforcement));
        let verbs: Vec<Verb> = if due && look::turn(&bot.play) == 2 {
            reinforce.collect()
        } else {
            assault.chain(reinforce.filter(|_| own.is_none())).collect()
        };
        // The wind is left to others: what it does, no table tells.
        offer(bot, verbs);
    }
}

/// Hexes within three of an Allied unit, or of Catania.
fn near_others(bot: &mut Player<'_>) -> Vec<Place> {
    some_places(bot, 60, |bot, place| {
        let catania = bot.play.setting.land.places.town("Catania");
        let allied = |unit: Unit| bot.play.unit(unit).side == ALLIED;
        bot.play.setting.land.places.level(place) > 0
            && (look::nearest(&bot.play, place, allied).is_some_and(|far| far <= 3)
                || catania.is_some_and(|at| look::distance(&bot.play, place, at) <= 4))
    })
}

/// First waves land in their hexes, second waves on the beaches of their boxes.
fn lands(bot: &mut Player<'_>) {
    let waiting = units(bot, ALLIED, |bot, unit| {
        matches!(bot.play.position.at(unit), At::Off(Off::Entry(_)))
    });
    let special = bot.play.clock.stage(&bot.play.sequence).is_some_and(|s| s.id() != "movement");
    for unit in waiting {
        if bot.play.unit(unit).is_airborne() || box_of(bot, unit) == "airborne-bases" {
            continue;
        }
        if landings::is_first_wave(&bot.play, unit) == special {
            continue;
        }
        let mut beaches = landings::own_beaches(&bot.play, unit).unwrap_or_default();
        let others = some_places(bot, 8, |bot, place| {
            bot.play.setting.land.places.is_coastal(&bot.play.setting.space, place)
        });
        beaches.extend(others);
        let verbs = beaches.iter().flat_map(|beach| ways_ashore(bot, unit, *beach)).collect();
        offer(bot, verbs);
    }
}

fn box_of<'b>(bot: &'b Player<'_>, unit: Unit) -> &'b str {
    match bot.play.position.at(unit) {
        At::Off(Off::Entry(number)) => {
            bot.play.setting.space.entries.get(usize::from(number)).map_or("", |entry| &entry.id)
        }
        _ => "",
    }
}

/// A unit lands on a beach, or waits for it in a sea hex when an enemy is there.
fn ways_ashore(bot: &Player<'_>, unit: Unit, beach: Place) -> Vec<Verb> {
    let land = |at, against| Verb::Deed(Deed::Land(unit, at, against));
    if !look::holds(&bot.play, 1 - ALLIED, beach) {
        return if stacking::fits(&bot.play, unit, beach) {
            vec![land(beach, None)]
        } else {
            Vec::new()
        };
    }
    let (space, places) = (&bot.play.setting.space, &bot.play.setting.land.places);
    let around = space.lattice.around(beach).iter().copied().filter(|at| *at != OFF);
    let sea = around.filter(|at| places.is_sea(space, *at) && stacking::fits(&bot.play, unit, *at));
    sea.map(|at| land(at, Some(beach))).collect()
}

fn end_runs(bot: &mut Player<'_>) {
    let turn = look::turn(&bot.play);
    let wanted = bot.wanted().is_some();
    if turn < 3 || !wanted && !bot.dice.chance(LIKELY) {
        return;
    }
    let own = units(bot, ALLIED, |bot, unit| {
        let places = &bot.play.setting.land.places;
        let place = bot.play.position.place(unit);
        bot.play.unit(unit).kind != Type::Depot
            && place.is_some_and(|at| places.has_water(&bot.play.setting.space, at))
    });
    for unit in own.into_iter().take(6) {
        let Some(from) = bot.play.position.place(unit) else { continue };
        let beaches = some_places(bot, 12, |bot, place| {
            bot.play.setting.land.places.is_beach(&bot.play.setting.space, place)
                && look::distance(&bot.play, from, place) <= 11
                && place != from
        });
        let mut verbs = Vec::new();
        for beach in beaches {
            for way in ways_ashore(bot, unit, beach) {
                if let Verb::Deed(Deed::Land(unit, at, against)) = way {
                    verbs.push(Verb::Deed(Deed::EndRun(unit, Some(at), against)));
                }
            }
        }
        if offer(bot, verbs).is_some() {
            return;
        }
    }
}

/// Depots go to ports.
fn depots(bot: &mut Player<'_>) {
    let own = units(bot, ALLIED, |bot, unit| {
        bot.play.unit(unit).kind == Type::Depot && bot.play.position.place(unit).is_some()
    });
    for depot in own {
        let ports = some_places(bot, 10, |bot, place| {
            let (space, places) = (&bot.play.setting.space, &bot.play.setting.land.places);
            places.is_port(space, place) && bot.play.state.known.capture(place).is_some()
                || places.has_road(place) && bot.wanted().is_some()
        });
        let transfer = |to: Place| Verb::Deed(Deed::Transfer(depot, to));
        let verbs: Vec<Verb> = ports.into_iter().map(transfer).collect();
        if bot.dice.chance(LIKELY) {
            offer(bot, verbs);
        } else {
            commits(bot, &verbs);
        }
    }
}

/// Reinforcements come in.
fn enters(bot: &mut Player<'_>, side: u8) {
    let waiting = units(bot, side, |bot, unit| {
        let known = bot.play.unit(unit);
        let due = known.turn().is_some() || known.code("VAR").is_some();
        let boxed = matches!(bot.play.position.at(unit), At::Off(Off::Entry(_)))
            && !known.is_airborne()
            && look::turn(&bot.play) > 1;
        waits(bot, unit) && (due && !known.is_airborne() || boxed)
    });
    for unit in waiting {
        let nation = bot.play.unit(unit).nation;
        let gates = bot.play.setting.roster.those(|other| {
            other.kind == Type::Depot
                && (other.nation == nation || other.nation == Some(Nation::Uk))
        });
        let depots = gates.filter_map(|depot| bot.play.position.place(depot));
        let towns = ["Messina", "Catania", "Palermo"];
        let towns = towns.into_iter().filter_map(|town| bot.play.setting.land.places.town(town));
        let mut places: Vec<Place> = depots.chain(towns).collect();
        places.retain(|place| stacking::fits(&bot.play, unit, *place));
        let enter = |at: &Place| Verb::Deed(Deed::Enter(unit, Some(*at)));
        let verbs: Vec<Verb> = places.iter().map(enter).collect();
        if bot.dice.chance(LIKELY) {
            offer(bot, verbs);
        } else {
            commits(bot, &verbs);
        }
    }
}

/// Units leave the island.
fn evacuates(bot: &mut Player<'_>, side: u8) {
    if look::turn(&bot.play) < 2 {
        return;
    }
    let own = units(bot, side, |bot, unit| {
        let Some(at) = bot.play.position.place(unit) else { return false };
        let leaves = if side == ALLIED {
            bot.play.position.stack(at).any(|other| bot.play.unit(other).kind == Type::Depot)
        } else {
            bot.play.setting.land.column(at) >= 56
        };
        bot.play.unit(unit).kind != Type::Depot && leaves
    });
    for unit in own {
        let verb = Verb::Deed(Deed::Evacuate(unit, bot.play.position.place(unit)));
        let likely = if side == ALLIED { 3 } else { LIKELY };
        if bot.dice.chance(likely) {
            offer(bot, vec![verb]);
        } else {
            commits(bot, &[verb]);
        }
    }
}

//! What players do in a Combat Phase, and how cases say it.

use super::super::Sicily;
use super::super::units::Nation;
use super::advance::Advance;
use super::chits::Draw;
use super::losses::Loss;
use super::retreat::Retreat;
use super::state::{Combat, Fights};
use super::strength::Span;
use super::support::Gunfire;
use super::table::Outcome;
use super::{Claimed, Order, advance, attack, chits, losses, retreat, support};
use crate::referee::case::Part;
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::world::Unit;
use crate::referee::{Judgement, Problem};

/// What a player does in a Combat Phase.
#[derive(Debug, Clone)]
pub(in crate::games::sicily) enum Verb {
    Attack(Order),
    /// Dice for a combat that has a name.
    Dice(String),
    Lose(Loss),
    Retreat(Retreat),
    Advance(Advance),
    Draw(Draw),
    Gunfire(Gunfire),
    Air(u32, Option<Place>),
    /// The players took the combat for a breakthrough.
    Breakthrough,
    /// Nothing more is done about the last combat.
    Over,
    /// Dice for a combat of which nothing else is known.
    Untold,
    /// A unit that is still at sea when the fighting is over is lost.
    Drown(Unit),
    /// A unit comes onto the map.
    Appears(Unit, Place),
    /// The fighting begins, and the log has no click for it.
    Begin,
}

impl Verb {
    pub(in crate::games::sicily) fn perform(
        &self,
        play: &mut Play<'_, Sicily>,
        said: &mut Judgement,
    ) {
        match self {
            Verb::Attack(order) => attack::perform(play, order, said),
            Verb::Dice(name) => play.state.fights.named.push(name.clone()),
            Verb::Lose(loss) => losses::perform(play, loss, said),
            Verb::Retreat(way) => retreat::perform(play, way, said),
            Verb::Advance(way) => advance::perform(play, way, said),
            Verb::Draw(drawn) => chits::draw(play, *drawn, said),
            Verb::Gunfire(salvo) => support::gunfire(play, *salvo, said),
            Verb::Air(points, at) => support::air(play, *points, *at, said),
            Verb::Breakthrough => {
                if let Some(combat) = play.state.fights.current_mut() {
                    combat.broke_through = true;
                }
            }
            Verb::Over => super::settle::settle(play, said),
            Verb::Appears(unit, to) => advance::appears(play, *unit, *to, said),
            Verb::Drown(unit) => losses::drown(play, *unit),
            Verb::Untold => super::settle::untold(play, said),
            Verb::Begin => play.at_phase_start.copy_from(&play.position),
        }
    }
}

/// A verb of a case; none when its word is none of these.
pub(in crate::games::sicily) fn read(
    word: &str,
    play: &Play<'_, Sicily>,
    entry: &mut Part<'_>,
) -> Result<Option<Verb>, Problem> {
    Ok(Some(match word {
        "attack" => Verb::Attack(order(entry)?),
        "lose" => {
            let unit = entry.unit("unit")?.ok_or_else(|| entry.missing("unit"))?;
            let steps = Span::exactly(entry.read("steps")?.unwrap_or(1));
            Verb::Lose(Loss { unit, steps, becomes: entry.read("becomes")? })
        }
        "retreat" => {
            let loser_of = entry.word("loser-of").map(str::to_owned);
            let (units, path) = (entry.units("units")?, entry.places("path")?);
            Verb::Retreat(Retreat { units, path, whole: true, loser_of })
        }
        "advance" => {
            let unit = entry.unit("unit")?.ok_or_else(|| entry.missing("unit"))?;
            let mut path = entry.places("path")?;
            if path.first().is_some_and(|first| play.position.place(unit) == Some(*first)) {
                path.remove(0);
            }
            Verb::Advance(Advance { unit, path, whole: true })
        }
        "draw-chit" => {
            let unit = entry.unit("unit")?.ok_or_else(|| entry.missing("unit"))?;
            Verb::Draw(Draw { unit, pool: entry.read("pool")? })
        }
        "naval-gunfire" => Verb::Gunfire(Gunfire {
            nation: entry.read::<Nation>("nation")?,
            against: entry.place("against")?,
            roll: entry.read("roll")?,
        }),
        "air-support" => {
            let _named = entry.word("combat");
            Verb::Air(entry.read("points")?.unwrap_or(1), entry.place("against")?)
        }
        "roll" if entry.word("for") == Some("combat") => {
            let _ = (entry.node("roll"), entry.node("dice"));
            Verb::Dice(entry.word("combat").unwrap_or_default().to_owned())
        }
        _ => return Ok(None),
    }))
}

fn outcome(part: &mut Part<'_>, key: &'static str) -> Result<Option<Outcome>, Problem> {
    let Some(node) = part.node(key) else { return Ok(None) };
    let text = node.text().unwrap_or_default();
    let wrong = || Problem::at(node, format!("`{text}` is no result of the table"));
    Outcome::parse(text).map(Some).ok_or_else(|| wrong().help("write D2(1)"))
}

fn order(entry: &mut Part<'_>) -> Result<Order, Problem> {
    let mut claimed = Claimed::default();
    if let Some(mut part) = entry.part("claimed", "a claim") {
        claimed.attack = part.read("attack")?;
        claimed.defence = part.read("defence")?;
        claimed.column = part.read("column")?;
        part.finish()?;
    }
    let (mut mainland, mut defence_support) = (0, Vec::new());
    let guns = entry.node("defence-support").map(crate::referee::case::Node::items);
    for gun in guns.unwrap_or_default() {
        if gun.text() == Some("mainland-artillery") {
            mainland += 1;
        } else {
            defence_support.push(entry.unit_of(gun)?);
        }
    }
    Ok(Order {
        with: entry.units("with")?,
        against: entry.places("against")?,
        support: entry.units("support")?,
        defence_support,
        mainland,
        roll: entry.read("roll")?,
        told: outcome(entry, "result")?,
        claimed,
        guessed: false,
    })
}

/// A combat that a case says has been resolved, and what of divisions it tells.
pub(in crate::games::sicily) fn situation(
    play: &mut Play<'_, Sicily>,
    state: &mut Part<'_>,
) -> Result<(), Problem> {
    for (division, regiments) in state.pairs("divisions") {
        let regiments = regiments.items().iter().filter_map(|node| node.text().map(str::to_owned));
        play.state.divisions.push((division.clone(), regiments.collect()));
    }
    for node in state.node("eliminated").map(crate::referee::case::Node::items).unwrap_or_default()
    {
        let id = node.text().unwrap_or_default();
        if let Ok(unit) = state.unit_of(node) {
            play.state.broken.extend(play.unit(unit).formation.clone());
        } else if let Some((_, division)) = id.split_once('/') {
            play.state.broken.push(division.to_owned());
        } else {
            let number: String = id.chars().filter(char::is_ascii_digit).collect();
            let has = |regiments: &Vec<String>| regiments.contains(&number);
            let divisions = play.state.divisions.iter().filter(|(_, all)| has(all));
            let lost: Vec<String> = divisions.map(|(division, _)| division.clone()).collect();
            play.state.broken.extend(lost);
        }
    }
    let Some(mut part) = state.part("combat", "a combat") else { return Ok(()) };
    let path = part.places("retreat-path")?;
    let told: Option<u32> = part.read("advance-hexes")?;
    let went = told.unwrap_or(path.len().saturating_sub(1) as u32);
    let combat = Combat {
        attacker: play.clock.acting(&play.sequence),
        participants: part.units("participants")?,
        bystanders: part.units("bystanders")?,
        outcome: outcome(&mut part, "result")?,
        sure: true,
        broke_through: part.is("breakthrough")?,
        paths: if path.is_empty() { Vec::new() } else { vec![path] },
        went: Span::exactly(went),
        settled: went > 0,
        ..Combat::default()
    };
    part.finish()?;
    play.state.fights = Fights { combats: vec![combat], ..Fights::default() };
    Ok(())
}

/// A verb in words.
pub(in crate::games::sicily) fn words(play: &Play<'_, Sicily>, verb: &Verb) -> String {
    let name = |place: &Place| play.setting.space.lattice.name(*place);
    let names = |places: &[Place]| places.iter().map(name).collect::<Vec<String>>().join(" and ");
    let unit = |unit| play.unit(unit).words();
    match verb {
        Verb::Attack(order) => {
            format!("{} attack {}", play.units(order.with.iter().copied()), names(&order.against))
        }
        Verb::Dice(combat) => format!("dice for {combat}"),
        Verb::Lose(loss) => format!("{} loses {} steps", unit(loss.unit), loss.steps),
        Verb::Retreat(way) => {
            let to = way.path.last().map(name).unwrap_or_default();
            format!("{} retreats to {to}", play.units(way.units.iter().copied()))
        }
        Verb::Advance(way) => {
            let to = way.path.last().map(name).unwrap_or_default();
            format!("{} advances to {to}", unit(way.unit))
        }
        Verb::Draw(drawn) => format!("{} draws a chit", unit(drawn.unit)),
        Verb::Gunfire(_) => "naval gunfire".to_owned(),
        Verb::Air(..) => "air support".to_owned(),
        Verb::Breakthrough => "a breakthrough".to_owned(),
        Verb::Over => "what the combat asked for".to_owned(),
        Verb::Untold => "dice of a combat".to_owned(),
        Verb::Appears(who, to) => format!("{} comes to {}", unit(*who), name(to)),
        Verb::Drown(who) => format!("{} is lost at sea", unit(*who)),
        Verb::Begin => "the fighting".to_owned(),
    }
}

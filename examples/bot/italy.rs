//! The same for Italy ’43: turns of its scenarios on the real map.

use super::Args;
use hexwright::audit::{Court, Request};
use hexwright::games::italy43::Italy43;
use hexwright::games::italy43::bot::{Crime, Manner, Played};
use hexwright::interpret::Mapping;
use hexwright::model::Game;
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::log::{LogWriter, SettingUp};
use hexwright::module::vassal::save::Seat;
use hexwright::replay::Guide;
use hexwright::rules::Severity;
use hexwright::vassal::Limits;
use hexwright::vassal::file::{Opened, open_bytes};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::time::Instant;

/// Rules cited, and what was said.
type Accusation = (Vec<String>, String);

pub fn run(game: &Game, args: &Args) -> Result<bool, String> {
    let begun = Instant::now();
    let referee = Italy43::new(game);
    let chain = Chain::new(game, &referee)?;
    let scenario = |number: u64| ["S1", "S3", "S2"][(number % 3) as usize];
    // Most legal games are one turn long, every fourth has two, every sixteenth all that are asked for.
    let turns = |number: u64, crime: bool| {
        let most = args.turns.max(1);
        if crime || number.is_multiple_of(16) {
            most
        } else if number.is_multiple_of(4) {
            most.min(2)
        } else {
            1
        }
    };
    let play = |number: u64, crime: Option<Crime>| {
        let manner = Manner {
            seed: args.seed.wrapping_add(number),
            turns: turns(number, crime.is_some()),
            crime,
        };
        let played =
            referee.bot_game(scenario(number), manner).ok_or("there is no such scenario")?;
        let said = if args.direct {
            played.accusations().into_iter().map(|(_, cited, words)| (cited, words)).collect()
        } else {
            let kind = crime.map_or("legal".to_owned(), |crime| format!("{crime:?}"));
            chain.hear(scenario(number), &played, args, &format!("{kind}-{number}"))?
        };
        Ok::<(Played, Vec<Accusation>), String>((played, said))
    };
    let numbers = match args.only {
        Some(number) => number..number + 1,
        None => 0..args.games as u64,
    };
    let first = numbers.start;
    let legal: Result<Vec<_>, String> =
        numbers.into_par_iter().map(|number| play(number, None)).collect();
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut actions, mut rulings, mut wrong) = (0, 0, 0);
    for (number, (played, said)) in (first..).zip(legal?) {
        actions += played.deeds.len();
        rulings += played.rulings.len();
        if args.only.is_some() {
            for deed in &played.deeds[1..] {
                println!("{:>5} {:?}", deed.step, deed.act);
            }
        }
        for (what, count) in played.tally {
            *tally.entry(what).or_default() += count;
        }
        for (_, words) in said {
            wrong += 1;
            if wrong <= 30 {
                println!("  game {number}: {words}");
            }
        }
    }
    let games = if args.only.is_some() { 1 } else { args.games };
    println!(
        "Italy ’43: {games} legal games, {actions} actions, {rulings} rulings: {wrong} false accusations"
    );
    let parts: Vec<String> = tally.iter().map(|(what, count)| format!("{count} {what}")).collect();
    println!("  {}", parts.join(", "));
    let (mut committed, mut found) = (0, 0);
    let asked = |crime: &&Crime| match &args.crime {
        Some(kind) => format!("{crime:?}").eq_ignore_ascii_case(kind),
        None => args.only.is_none(),
    };
    for crime in Crime::ALL.iter().filter(asked) {
        // Not every game has an opportunity for every crime.
        let mut tried = Vec::new();
        let mut next = 1_000_000;
        while tried.len() < args.crimes && next < 1_000_000 + 6 * args.crimes as u64 {
            let batch: Result<Vec<_>, String> = (next..next + args.crimes as u64)
                .into_par_iter()
                .map(|number| play(number, Some(*crime)))
                .collect();
            next += args.crimes as u64;
            tried.extend(batch?.into_iter().filter(|(played, _)| played.crime.is_some()));
        }
        tried.truncate(args.crimes);
        let (mut done, mut named) = (0, 0);
        for (played, said) in tried {
            let Some(crime) = played.crime else { continue };
            done += 1;
            if said.iter().any(|(cited, _)| crime.cited_by(cited)) {
                named += 1;
            } else {
                let words = said.first().map_or("nothing was said", |(_, words)| words);
                println!("  not found: {} (step {}): {words}", crime.crime.words(), crime.step);
            }
        }
        println!("  {named:>5} of {done:<5} {}", crime.words());
        committed += done;
        found += named;
    }
    let share = 100.0 * f64::from(found) / f64::from(committed.max(1));
    println!("crimes found under the right rule: {found} of {committed} ({share:.2} %)");
    println!("{:.1} s", begun.elapsed().as_secs_f64());
    Ok(wrong == 0 && found * 100 >= committed * 95)
}

/// Log file, decoding, replay, interpretation, audit.
struct Chain<'g> {
    game: &'g Game,
    referee: &'g Italy43<'g>,
    kit: Kit<'g>,
    mapping: Mapping,
    guide: Guide,
    limits: Limits,
}

impl<'g> Chain<'g> {
    fn new(game: &'g Game, referee: &'g Italy43<'g>) -> Result<Self, String> {
        let kit = Kit::new(game, None).map_err(|error| error.to_string())?;
        let guide = kit.guide().map_err(|error| error.to_string())?;
        Ok(Chain { game, referee, mapping: kit.mapping(), guide, limits: Limits::default(), kit })
    }

    fn hear(
        &self,
        scenario: &str,
        played: &Played,
        args: &Args,
        name: &str,
    ) -> Result<Vec<Accusation>, String> {
        let seats = self.game.sides.iter().map(|side| Seat {
            name: format!("bot of {}", side.name),
            password: side.id.to_string(),
            side: side.name.to_string(),
        });
        let bytes = LogWriter::new(&self.kit, scenario, seats.collect())
            .and_then(|mut log| {
                log.deeds(&played.deeds, SettingUp::Before)?;
                log.pack("a game of the bot")
            })
            .map_err(|error| error.to_string())?;
        if let Some(folder) = &args.write {
            let path = folder.join(format!("italy43-{name}.vlog"));
            std::fs::write(&path, &bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        let opened = open_bytes(bytes, &self.limits).map_err(|error| error.to_string())?;
        let Opened::Saved(saved) = opened else { return Err("this is no log".to_owned()) };
        let court = Court {
            game: self.game,
            referee: self.referee,
            mapping: &self.mapping,
            guide: &self.guide,
            limits: &self.limits,
        };
        let audit =
            court.audit("bot", &saved, &Request::default()).map_err(|error| error.to_string())?;
        let accuse =
            audit.findings.into_iter().filter(|entry| entry.finding.severity != Severity::Note);
        let cited = accuse.map(|entry| {
            let rules = std::iter::once(&entry.finding.rule).chain(&entry.finding.alternatives);
            let words =
                format!("step {}: {} {}", entry.step, entry.finding.rule, entry.finding.message);
            (rules.map(ToString::to_string).collect(), words)
        });
        Ok(cited.collect())
    }
}

//! The same for ASL Starter Kit #2: turns of its eight scenarios on their boards.

use super::Args;
use hexwright::audit::{Court, Request};
use hexwright::games::asl_sk2::bot::{self, Crime, Manner, Played};
use hexwright::interpret::Mapping;
use hexwright::model::Game;
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::log::{LogWriter, SettingUp};
use hexwright::module::vassal::save::Seat;
use hexwright::replay::Guide;
use hexwright::rules::{Finding, Referee, Severity};
use hexwright::vassal::Limits;
use hexwright::vassal::file::{Opened, open_bytes};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::time::Instant;

const SCENARIOS: [&str; 8] = ["S9", "S10", "S11", "S12", "S13", "S14", "S15", "S16"];

/// The step, the rules cited, and what was said.
type Accusation = (usize, Vec<String>, String);

pub fn run(game: &Game, args: &Args) -> Result<bool, String> {
    let begun = Instant::now();
    let referee = hexwright::games::referee(game).ok_or("there is no referee")?;
    let chain = Chain::new(game, &*referee)?;
    let scenario = |number: u64| SCENARIOS[(number % 8) as usize];
    let play = |number: u64, crime: Option<Crime>| {
        let seed = args.seed.wrapping_add(number);
        let played = bot::play(game, scenario(number), Manner { seed, turns: args.turns, crime })
            .ok_or("there is no such scenario")?;
        let said = if args.direct {
            chain.hear_directly(scenario(number), &played)?
        } else {
            {
                let kind = crime.map_or_else(|| "legal".to_owned(), |crime| format!("{crime:?}"));
                chain.hear(scenario(number), &played, args, &format!("{kind}-{number}"))?
            }
        };
        Ok::<(Played, Vec<Accusation>), String>((played, said))
    };
    let numbers = match args.only {
        Some(number) => number..number + 1,
        None => 0..args.games as u64,
    };
    let first = numbers.start;
    let only = args.crime.as_deref().and_then(|kind| {
        Crime::ALL.iter().copied().find(|crime| format!("{crime:?}").eq_ignore_ascii_case(kind))
    });
    let legal: Result<Vec<_>, String> = numbers
        .into_par_iter()
        .map(|number| play(number, only.filter(|_| args.only.is_some())))
        .collect();
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    let mut by_rule: BTreeMap<String, usize> = BTreeMap::new();
    let (mut actions, mut wrong) = (0, 0);
    for (number, (played, said)) in (first..).zip(legal?) {
        actions += played.deeds.len();
        if args.only.is_some() {
            for deed in &played.deeds[1..] {
                println!("{:>5} {:?}", deed.step, deed.act);
            }
        }
        for (what, count) in played.tally {
            *tally.entry(what).or_default() += count;
        }
        for (step, cited, words) in said {
            wrong += 1;
            *by_rule.entry(cited.first().cloned().unwrap_or_default()).or_default() += 1;
            if wrong <= 30 {
                println!("  game {number} ({}), step {step}: {words}", scenario(number));
            }
        }
    }
    println!(
        "ASL Starter Kit #2: {} legal games, {actions} actions: {wrong} false accusations",
        args.games
    );
    for (rule, count) in by_rule {
        println!("  {count:>5} under {rule}");
    }
    let parts: Vec<String> = tally.iter().map(|(what, count)| format!("{count} {what}")).collect();
    println!("  {}", parts.join(", "));
    let (mut committed, mut found) = (0, 0);
    for crime in Crime::ALL {
        if args.crimes == 0 || args.only.is_some() || only.is_some_and(|only| only != *crime) {
            continue;
        }
        // Not every game has an opportunity for every crime.
        let mut tried = Vec::new();
        let mut next = 1_000_000;
        while tried.len() < args.crimes && next < 1_000_000 + 12 * args.crimes.max(8) as u64 {
            let batch: Result<Vec<_>, String> = (next..next + args.crimes.max(8) as u64)
                .into_par_iter()
                .map(|number| {
                    play(number, Some(*crime)).map(|(played, said)| (number, played, said))
                })
                .collect();
            next += args.crimes.max(8) as u64;
            tried.extend(batch?.into_iter().filter(|(_, played, _)| played.crime.is_some()));
        }
        tried.truncate(args.crimes);
        let (mut done, mut named) = (0, 0);
        for (number, played, said) in tried {
            let Some(crime) = played.crime else { continue };
            done += 1;
            if said.iter().any(|(_, cited, _)| crime.cited_by(cited)) {
                named += 1;
            } else {
                let words = said.first().map_or("nothing was said", |(_, _, words)| words);
                println!(
                    "  not found: {} (game {number}, {}, step {}): {words}",
                    crime.crime.words(),
                    scenario(number),
                    crime.step
                );
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
    referee: &'g dyn Referee,
    kit: Kit<'g>,
    mapping: Mapping,
    guide: Guide,
    limits: Limits,
}

fn accusation(step: usize, finding: &Finding) -> Option<Accusation> {
    if finding.severity == Severity::Note {
        return None;
    }
    let rules = std::iter::once(&finding.rule).chain(&finding.alternatives);
    let words = format!("{} {}", finding.rule, finding.message);
    Some((step, rules.map(ToString::to_string).collect(), words))
}

impl<'g> Chain<'g> {
    fn new(game: &'g Game, referee: &'g dyn Referee) -> Result<Self, String> {
        let kit = Kit::new(game, None).map_err(|error| error.to_string())?;
        let guide = kit.guide().map_err(|error| error.to_string())?;
        Ok(Chain { game, referee, mapping: kit.mapping(), guide, limits: Limits::default(), kit })
    }

    fn hear_directly(&self, scenario: &str, played: &Played) -> Result<Vec<Accusation>, String> {
        let mut hearing =
            self.referee.hearing(Some(scenario)).ok_or("logs of this game cannot be heard")?;
        let mut rulings = Vec::new();
        for deed in &played.deeds {
            hearing.hear(deed, &mut rulings);
        }
        hearing.close(&mut rulings);
        let said = rulings.iter().flat_map(|ruling| {
            ruling.judgement.findings.iter().filter_map(|found| accusation(ruling.step, found))
        });
        Ok(said.collect())
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
            .map_err(|error| format!("{name}: {error}"))?;
        if let Some(folder) = &args.write {
            let path = folder.join(format!("asl-sk2-{name}.vlog"));
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
        let said = audit.findings.iter().filter_map(|entry| accusation(entry.step, &entry.finding));
        Ok(said.collect())
    }
}

//! Many legal games, and games with one crime each.

use super::Args;
use super::chain::Chain;
use super::mess;
use hexwright::deeds::Deed;
use hexwright::model::Game;
use hexwright::module::vassal::log::SettingUp;
use hexwright::referee::{Finding, Referee};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::time::Instant;

/// A game as it was played.
pub struct Played {
    pub deeds: Vec<Deed>,
    /// Whether units are set up in the log itself.
    pub setting_up: SettingUp,
    /// How often each kind of thing was done.
    pub tally: BTreeMap<&'static str, usize>,
    /// The crime, when one was asked for and there was an opportunity.
    pub crime: Option<Guilt>,
}

/// Where a crime was committed, and the rules that it breaks: ids, or how they begin.
pub struct Guilt {
    pub step: usize,
    pub rules: Vec<String>,
    /// Why no log can show it, when none can.
    pub unobservable: Option<&'static str>,
}

impl Guilt {
    pub fn new<R: AsRef<str>>(step: usize, rules: &[R]) -> Self {
        let rules = rules.iter().map(|rule| rule.as_ref().to_owned()).collect();
        Guilt { step, rules, unobservable: None }
    }
}

/// A kind of crime: its name, and what it is in words.
pub struct Kind {
    pub name: String,
    pub words: &'static str,
}

/// Plays the game of that number in a scenario, with a crime of that place in the list.
type Play<'s> = dyn Fn(u64, &str, Option<usize>) -> Option<Played> + Sync + 's;

/// What the referee said, and of which step.
type Said = Vec<(usize, Finding)>;

/// What is played.
pub struct Season<'s> {
    pub title: &'static str,
    /// How the logs are called.
    pub id: &'static str,
    /// Played in turn.
    pub scenarios: &'static [&'static str],
    pub crimes: Vec<Kind>,
    pub play: &'s Play<'s>,
}

/// A game with a crime begins to be counted here, so that no legal game is like it.
const FIRST_CRIME: u64 = 1_000_000;

/// The most findings that are printed.
const MOST_PRINTED: usize = 30;

impl Season<'_> {
    /// Plays, hears and reports; whether all came out as it should.
    pub fn run(&self, game: &Game, referee: &dyn Referee, args: &Args) -> Result<bool, String> {
        let begun = Instant::now();
        let chain = Chain::new(game, referee, args.write.as_deref())?;
        if args.mess {
            return self.messy(&chain, args);
        }
        let court = Sessions { season: self, chain, args };
        let fine = court.legal_games()?;
        let (committed, found) = match args.only {
            Some(_) => (0, 0),
            None => court.crimes()?,
        };
        println!("{:.1} s", begun.elapsed().as_secs_f64());
        Ok(fine && found * 100 >= committed * 95)
    }

    /// The same games as people play them.
    fn messy(&self, chain: &Chain<'_>, args: &Args) -> Result<bool, String> {
        println!("{}", self.title);
        let play = |number: u64, crime: Option<usize>| {
            let scenario = self.scenario(number);
            let played = (self.play)(number, scenario, crime)?;
            let seen = played.crime.filter(|guilt| guilt.unobservable.is_none());
            let (deeds, broken) = (played.deeds, seen.map(|guilt| guilt.rules));
            let setting_up = played.setting_up;
            Some(mess::Game { scenario: scenario.to_owned(), deeds, setting_up, broken })
        };
        let crimes = self.crimes.iter().map(|kind| kind.name.clone()).collect();
        mess::run(&mess::Season { id: self.id, crimes, play: &play }, chain, args)
    }

    fn scenario(&self, number: u64) -> &'static str {
        let nth = number % self.scenarios.len() as u64;
        self.scenarios[nth as usize]
    }
}

struct Sessions<'s> {
    season: &'s Season<'s>,
    chain: Chain<'s>,
    args: &'s Args,
}

impl Sessions<'_> {
    /// A game, and the findings that accuse, each with its step.
    fn session(&self, number: u64, crime: Option<usize>) -> Result<(Played, Said), String> {
        let scenario = self.season.scenario(number);
        let played =
            (self.season.play)(number, scenario, crime).ok_or("there is no such scenario")?;
        let mut said: Said = if self.args.direct {
            self.chain.hear_directly(scenario, &played.deeds)?
        } else {
            let kind = crime.map_or("legal", |crime| self.season.crimes[crime].name.as_str());
            let name = format!("{}-{kind}-{number}", self.season.id);
            let audit = self.chain.hear(scenario, &played.deeds, played.setting_up, &name)?;
            audit.findings.into_iter().map(|entry| (entry.step, entry.finding)).collect()
        };
        said.retain(|(_, finding)| finding.accuses());
        Ok((played, said))
    }

    /// The crime that was asked for.
    fn asked(&self) -> Option<usize> {
        let asked = self.args.crime.as_deref()?;
        self.season.crimes.iter().position(|kind| kind.name.eq_ignore_ascii_case(asked))
    }

    fn legal_games(&self) -> Result<bool, String> {
        let numbers = match self.args.only {
            Some(number) => number..number + 1,
            None => 0..self.args.games as u64,
        };
        let (first, games) = (numbers.start, numbers.end - numbers.start);
        let crime = self.asked().filter(|_| self.args.only.is_some());
        let sessions: Result<Vec<_>, String> =
            numbers.into_par_iter().map(|number| self.session(number, crime)).collect();
        let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
        let mut by_rule: BTreeMap<String, usize> = BTreeMap::new();
        let (mut actions, mut wrong) = (0, 0);
        for (number, (played, said)) in (first..).zip(sessions?) {
            actions += played.deeds.len();
            if self.args.only.is_some() {
                for deed in played.deeds.iter().skip(1) {
                    println!("{:>5} {:?}", deed.step, deed.act);
                }
            }
            for (what, count) in played.tally {
                *tally.entry(what).or_default() += count;
            }
            for (step, finding) in said {
                wrong += 1;
                *by_rule.entry(finding.rule.to_string()).or_default() += 1;
                if wrong <= MOST_PRINTED {
                    let scenario = self.season.scenario(number);
                    println!("  game {number} ({scenario}), step {step}: {}", words(&finding));
                }
            }
        }
        let title = self.season.title;
        println!("{title}: {games} legal games, {actions} actions: {wrong} false accusations");
        for (rule, count) in by_rule {
            println!("  {count:>5} under {rule}");
        }
        let parts: Vec<String> =
            tally.iter().map(|(what, count)| format!("{count} {what}")).collect();
        println!("  {}", parts.join(", "));
        Ok(wrong == 0)
    }

    /// How many crimes were committed, and how many of them were found under the right rule.
    fn crimes(&self) -> Result<(usize, usize), String> {
        let (mut committed, mut found, mut first) = (0, 0, 0);
        for (crime, kind) in self.season.crimes.iter().enumerate() {
            if self.args.crimes == 0 || self.asked().is_some_and(|only| only != crime) {
                continue;
            }
            let (mut done, mut named) = (0, 0);
            for (number, guilt, said) in self.crimes_of(crime)? {
                done += 1;
                let breaks = |rule: hexwright::referee::RuleId| {
                    guilt.rules.iter().any(|begun| rule.starts_with(begun.as_str()))
                };
                first += usize::from(said.iter().any(|(_, finding)| breaks(finding.rule)));
                if said.iter().any(|(_, finding)| finding.cited().any(breaks)) {
                    named += 1;
                    continue;
                }
                let words = match (guilt.unobservable, said.first()) {
                    (Some(reason), _) => format!("unobservable, {reason}"),
                    (None, Some((_, finding))) => words(finding),
                    (None, None) => "nothing was said".to_owned(),
                };
                println!(
                    "  not found: {} (game {number}, {}, step {}): {words}",
                    kind.words,
                    self.season.scenario(number),
                    guilt.step
                );
            }
            println!("  {named:>5} of {done:<5} {}", kind.words);
            committed += done;
            found += named;
        }
        let share = |count: usize| 100.0 * count as f64 / committed.max(1) as f64;
        println!(
            "crimes found under the right rule: {found} of {committed} ({:.2} %), named first in {first} ({:.2} %)",
            share(found),
            share(first)
        );
        Ok((committed, found))
    }

    /// Games with a crime, as many as were asked for. Not every game has an opportunity for every
    /// crime.
    fn crimes_of(&self, crime: usize) -> Result<Vec<(u64, Guilt, Said)>, String> {
        let wanted = self.args.crimes;
        let batch = wanted.max(8) as u64;
        let mut tried = Vec::new();
        let mut next = FIRST_CRIME;
        while tried.len() < wanted && next < FIRST_CRIME + 12 * batch {
            let sessions: Result<Vec<_>, String> = (next..next + batch)
                .into_par_iter()
                .map(|number| Ok((number, self.session(number, Some(crime))?)))
                .collect();
            next += batch;
            let guilty = sessions?.into_iter().filter_map(|(number, (played, said))| {
                played.crime.map(|guilt| (number, guilt, said))
            });
            tried.extend(guilty);
        }
        tried.truncate(wanted);
        Ok(tried)
    }
}

fn words(finding: &Finding) -> String {
    format!("{} {}", finding.rule, finding.message)
}

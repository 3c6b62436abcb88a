//! Mess as people make it, applied throughout games of the bots: what is accused then, and what is still found.
//!
//! A kind of mess changes deeds, so that every game gets the same kinds. It never changes what was done in the game:
//! a legal game stays legal, and a crime stays a crime.

mod clicks;
mod counters;
mod declarations;
mod hands;
mod parts;
mod results;
mod rolls;
mod table;
mod taken_back;

use super::Args;
use super::chain::Chain;
use hexwright::bots::Dice;
use hexwright::deeds::Deed;
use hexwright::module::vassal::log::SettingUp;
use hexwright::referee::court::Account;
use hexwright::referee::{Finding, RuleId};
use rayon::prelude::*;

pub use parts::Part;

/// A game as a bot played it.
pub struct Game {
    pub scenario: String,
    pub deeds: Vec<Deed>,
    pub setting_up: SettingUp,
    /// The rules that its crime breaks: ids, or how they begin.
    pub broken: Option<Vec<String>>,
}

/// Plays the game of that number, with a crime of that place in the list.
pub type Play<'s> = dyn Fn(u64, Option<usize>) -> Option<Game> + Sync + 's;

/// What is played.
pub struct Season<'s> {
    pub id: &'static str,
    /// The crimes by name.
    pub crimes: Vec<String>,
    pub play: &'s Play<'s>,
}

/// A kind of mess.
struct Kind {
    name: &'static str,
    make: fn(&[Deed], &mut Dice) -> Vec<Part>,
}

impl Kind {
    const fn new(name: &'static str, make: fn(&[Deed], &mut Dice) -> Vec<Part>) -> Self {
        Kind { name, make }
    }
}

fn whole(deeds: Vec<Deed>) -> Vec<Part> {
    vec![Part::whole(deeds)]
}

const KINDS: &[Kind] = &[
    Kind::new("tidy", |deeds, _| whole(deeds.to_vec())),
    Kind::new("late tracker", |deeds, dice| whole(clicks::late(deeds, dice))),
    Kind::new("on and back", |deeds, dice| whole(clicks::on_and_back(deeds, dice))),
    Kind::new("no tracker", |deeds, _| whole(clicks::never(deeds))),
    Kind::new("extra rolls", |deeds, dice| whole(rolls::extra(deeds, dice))),
    Kind::new("re-declared", |deeds, dice| whole(declarations::again(deeds, dice))),
    Kind::new("undeclared", |deeds, _| whole(declarations::never(deeds))),
    Kind::new("late results", |deeds, dice| whole(results::late(deeds, dice))),
    Kind::new("taken back", |deeds, dice| whole(taken_back::and_redone(deeds, dice))),
    Kind::new("replaced", |deeds, dice| whole(counters::replaced(deeds, dice))),
    Kind::new("mid-phase", parts::in_parts),
    Kind::new("other hands", |deeds, dice| whole(hands::of_anybody(deeds, dice))),
];

/// A game with a crime begins to be counted here, so that no legal game is like it.
const FIRST_CRIME: u64 = 1_000_000;

/// The most accusations and missed crimes of a kind that are printed.
const MOST_PRINTED: usize = 12;

/// What the referee said of all parts of a game.
#[derive(Default)]
struct Heard {
    accusations: Vec<(usize, usize, Finding)>,
    account: Account,
    /// Whether each part, told tidily, is a legal log.
    has_legal_reading: bool,
}

impl Heard {
    fn cites(&self, broken: &[String]) -> bool {
        let breaks = |rule: RuleId| broken.iter().any(|begun| rule.starts_with(begun.as_str()));
        self.accusations.iter().any(|(.., finding)| finding.cited().any(breaks))
    }

    fn words(&self) -> String {
        match self.accusations.first() {
            Some((part, step, finding)) => {
                format!("part {part}, step {step}: {} {}", finding.rule, finding.message)
            }
            None => "nothing was said".to_owned(),
        }
    }
}

/// What came out for one kind of mess.
#[derive(Default)]
struct Row {
    games: usize,
    account: Account,
    accused: usize,
    crimes: usize,
    found: usize,
    fitting: usize,
    /// Crimes not found of which the log has a legal reading: it was made tidy, clicks and attackers filled in, and
    /// heard again to the letter.
    hidden: usize,
}

/// Plays, makes a mess, hears and prints a table; whether nobody was accused and the crimes were found.
pub fn run(season: &Season<'_>, chain: &Chain<'_>, args: &Args) -> Result<bool, String> {
    let mut fine = true;
    println!(
        "{:<14}{:>6}{:>8}{:>8}{:>10}{:>10}{:>9}{:>8}{:>7}{:>9}{:>8}{:>8}",
        "mess",
        "games",
        "deeds",
        "judged",
        "unchecked",
        "set aside",
        "accused",
        "crimes",
        "found",
        "fitting",
        "hidden",
        "missed"
    );
    for kind in KINDS {
        if args.kind.as_ref().is_some_and(|only| !kind.name.starts_with(only.as_str())) {
            continue;
        }
        let begun = std::time::Instant::now();
        let (row, lines) = measure(kind, season, chain, args)?;
        let of =
            |counts: &std::collections::BTreeMap<String, usize>| counts.values().sum::<usize>();
        println!(
            "{:<14}{:>6}{:>8}{:>8}{:>10}{:>10}{:>9}{:>8}{:>7}{:>9}{:>8}{:>8}  {:.1} s",
            kind.name,
            row.games,
            row.account.deeds,
            row.account.judged,
            of(&row.account.unchecked),
            of(&row.account.aside),
            row.accused,
            row.crimes,
            row.found,
            row.fitting,
            row.hidden,
            row.crimes - row.hidden - row.found,
            begun.elapsed().as_secs_f64()
        );
        for line in lines {
            println!("    {line}");
        }
        let share = if kind.name == "tidy" { 99 } else { 95 };
        fine &= row.accused == 0 && row.fitting * 100 >= (row.crimes - row.hidden) * share;
    }
    Ok(fine)
}

fn measure(
    kind: &Kind,
    season: &Season<'_>,
    chain: &Chain<'_>,
    args: &Args,
) -> Result<(Row, Vec<String>), String> {
    let crimes = 0..season.crimes.len();
    let wanted = |crime: &usize| {
        args.crime.as_deref().is_none_or(|only| season.crimes[*crime].eq_ignore_ascii_case(only))
    };
    let legal = (0..args.games as u64).map(|number| (number, None));
    let guilty = crimes
        .filter(wanted)
        .flat_map(|crime| (0..args.crimes as u64).map(move |n| (FIRST_CRIME + n, Some(crime))));
    let jobs: Vec<(u64, Option<usize>)> = legal.chain(guilty).collect();
    let jobs = jobs.into_iter().filter(|(number, _)| args.only.is_none_or(|only| only == *number));
    let heard: Vec<_> = jobs
        .collect::<Vec<_>>()
        .into_par_iter()
        .filter_map(|(number, crime)| {
            let game = (season.play)(number, crime)?;
            if crime.is_some() && game.broken.is_none() {
                return None;
            }
            Some((
                number,
                crime,
                hear(kind, season, chain, args, number, crime, &game),
                game.broken,
            ))
        })
        .collect();
    let (mut row, mut lines) = (Row::default(), Vec::new());
    let mut hidden: Vec<&str> = Vec::new();
    for (number, crime, heard, broken) in heard {
        let heard = heard?;
        let mut tell = |words: String| {
            if lines.len() < MOST_PRINTED {
                lines.push(words);
            }
        };
        match (crime, broken) {
            (Some(crime), Some(broken)) => {
                row.crimes += 1;
                row.found += usize::from(!heard.accusations.is_empty());
                let fits = heard.cites(&broken);
                row.fitting += usize::from(fits);
                let name = &season.crimes[crime];
                if heard.accusations.is_empty() && heard.has_legal_reading {
                    row.hidden += 1;
                    hidden.push(name.as_str());
                } else if !fits {
                    tell(format!("not found: {name} (game {number}): {}", heard.words()));
                }
            }
            _ => {
                row.games += 1;
                row.accused += heard.accusations.len();
                for (part, step, finding) in &heard.accusations {
                    let words = format!("{} {}", finding.rule, finding.message);
                    tell(format!("accused: game {number}, part {part}, step {step}: {words}"));
                }
                row.account.absorb(&heard.account);
            }
        }
    }
    if !hidden.is_empty() {
        hidden.dedup();
        lines.push(format!("hidden, a legal reading was made: {}", hidden.join(", ")));
    }
    Ok((row, lines))
}

/// The parts of a game with its mess, heard one by one.
fn hear(
    kind: &Kind,
    season: &Season<'_>,
    chain: &Chain<'_>,
    args: &Args,
    number: u64,
    crime: Option<usize>,
    game: &Game,
) -> Result<Heard, String> {
    let mut dice = Dice::new(number.wrapping_mul(31) ^ args.seed);
    let mut heard = Heard { has_legal_reading: true, ..Heard::default() };
    let crime = crime.map_or("legal", |crime| season.crimes[crime].as_str());
    for (nth, part) in (kind.make)(&game.deeds, &mut dice).into_iter().enumerate() {
        let part = part.numbered();
        let (said, account) = if args.direct {
            chain.judge_directly(&game.scenario, &part.with_table())?
        } else {
            let name =
                format!("{}-{}-{crime}-{number}-{nth}", season.id, kind.name.replace(' ', "-"));
            let setting_up = game.setting_up;
            let deeds = part.deeds.split_at(part.before);
            let audit = chain.hear_part(&game.scenario, deeds, setting_up, &name)?;
            let said = audit.findings.into_iter().map(|entry| (entry.step, entry.finding));
            (said.collect(), audit.account)
        };
        heard.account.absorb(&account);
        let clean = said.iter().all(|(_, finding): &(usize, Finding)| !finding.accuses());
        if game.broken.is_some() && clean && heard.has_legal_reading {
            heard.has_legal_reading =
                chain.has_legal_reading(&game.scenario, &part.with_table())?;
        }
        let accuses = said.into_iter().filter(|(_, finding): &(usize, Finding)| finding.accuses());
        heard.accusations.extend(accuses.map(|(step, finding)| (nth, step, finding)));
    }
    Ok(heard)
}

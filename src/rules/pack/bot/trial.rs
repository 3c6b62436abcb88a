//! Measuring the referee with the bot's games.

use super::super::super::{Deed, Referee, Ruling, Severity};
use super::super::Pack;
use super::{Crime, Manner};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A crime that was not found, or not under the right rule.
#[derive(Debug, Clone)]
pub struct Unfound {
    /// Which.
    pub crime: Crime,
    /// The seed of its game.
    pub seed: u64,
    /// The step in which it was committed.
    pub step: usize,
    /// What the referee said instead.
    pub said: Vec<String>,
}

/// What came out.
#[derive(Debug, Clone, Default)]
pub struct Trial {
    /// Legal games.
    pub games: usize,
    /// Deeds in them.
    pub actions: usize,
    /// Rulings on them.
    pub rulings: usize,
    /// Findings on legal games, each with the seed of its game: all of them wrong.
    pub false_accusations: Vec<(u64, String)>,
    /// Crimes committed and found, by kind.
    pub crimes: BTreeMap<Crime, (usize, usize)>,
    /// Those that were not found.
    pub unfound: Vec<Unfound>,
    /// Findings in games with a crime that have nothing to do with it: step, and what was said.
    pub beside: Vec<(u64, Crime, String)>,
}

impl Trial {
    /// Plays `games` legal games, and `crimes` games for each kind of crime; attacks are declared or not.
    pub fn run(pack: &Pack<'_>, games: usize, crimes: usize, declares: bool) -> Trial {
        let mut trial = Trial::default();
        let legal: Vec<_> = (0..games as u64)
            .into_par_iter()
            .map(|seed| {
                let deeds = play(pack, seed, declares, None).0;
                let rulings = hear(pack, &deeds);
                (seed, deeds.len(), rulings.len(), accusations(&rulings))
            })
            .collect();
        for (seed, deeds, rulings, found) in legal {
            trial.games += 1;
            trial.actions += deeds;
            trial.rulings += rulings;
            trial.false_accusations.extend(found.into_iter().map(|(_, _, text)| (seed, text)));
        }
        let jobs: Vec<(Crime, u64)> = Crime::ALL
            .iter()
            .flat_map(|crime| (0..crimes as u64).map(|seed| (*crime, 1_000_000 + seed)))
            .collect();
        let tried: Vec<_> = jobs
            .into_par_iter()
            .filter_map(|(crime, seed)| {
                let (deeds, committed) = play(pack, seed, declares, Some(crime));
                let committed = committed?;
                let found = accusations(&hear(pack, &deeds));
                Some((crime, seed, committed.step, found))
            })
            .collect();
        for (crime, seed, step, found) in tried {
            let rules: Vec<_> =
                crime.topics().iter().map(|topic| pack.book.id(*topic).to_string()).collect();
            let right = |cited: &[String]| cited.iter().any(|rule| rules.contains(rule));
            let (named, beside): (Vec<_>, Vec<_>) =
                found.into_iter().partition(|(_, cited, _)| right(cited));
            let tally = trial.crimes.entry(crime).or_default();
            tally.0 += 1;
            if named.is_empty() {
                let said = beside.into_iter().map(|(_, _, text)| text).collect();
                trial.unfound.push(Unfound { crime, seed, step, said });
            } else {
                tally.1 += 1;
                trial.beside.extend(beside.into_iter().map(|(_, _, text)| (seed, crime, text)));
            }
        }
        trial
    }

    /// Crimes committed, and crimes found under the right rule.
    pub fn crimes_found(&self) -> (usize, usize) {
        self.crimes.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }
}

fn play(
    pack: &Pack<'_>,
    seed: u64,
    declares: bool,
    crime: Option<Crime>,
) -> (Vec<Deed>, Option<super::Committed>) {
    let scenarios: Vec<_> = pack.game.scenarios.iter().collect();
    match scenarios.get(seed as usize % scenarios.len().max(1)) {
        Some(scenario) => {
            let played = pack.bot_game(scenario, Manner { seed, declares, crime });
            (played.deeds, played.crime)
        }
        None => (Vec::new(), None),
    }
}

fn hear(pack: &Pack<'_>, deeds: &[Deed]) -> Vec<Ruling> {
    let mut rulings = Vec::new();
    if let Some(mut hearing) = pack.hearing(None) {
        for deed in deeds {
            hearing.hear(deed, &mut rulings);
        }
        hearing.close(&mut rulings);
    }
    rulings
}

/// Findings that accuse: step, the rules cited, and the words.
fn accusations(rulings: &[Ruling]) -> Vec<(usize, Vec<String>, String)> {
    let findings = rulings.iter().flat_map(|ruling| {
        ruling.judgement.findings.iter().map(move |finding| (ruling.step, finding))
    });
    findings
        .filter(|(_, finding)| finding.severity != Severity::Note)
        .map(|(step, finding)| {
            let cited = std::iter::once(&finding.rule).chain(&finding.alternatives);
            let cited = cited.map(|rule| rule.to_string()).collect();
            (step, cited, format!("step {step}: {} {}", finding.rule, finding.message))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_games_are_found_legal_and_crimes_are_found() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let pack = Pack::new(loaded.game("bridgehead").unwrap()).unwrap();
        let trial = Trial::run(&pack, 12, 2, true);
        assert!(trial.false_accusations.is_empty(), "{:#?}", trial.false_accusations);
        let (committed, found) = trial.crimes_found();
        assert!(committed > 30, "{committed}");
        assert!(found * 100 >= committed * 95, "{:#?}", trial.unfound);
    }

    #[test]
    fn legal_games_without_declarations_are_found_legal() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let pack = Pack::new(loaded.game("bridgehead").unwrap()).unwrap();
        let trial = Trial::run(&pack, 4, 0, false);
        assert!(trial.false_accusations.is_empty(), "{:#?}", trial.false_accusations);
    }
}

//! Measuring the referee with the bot's games.

use crate::deeds::{Asides, Deed};

use super::super::super::{Finding, Ruling, Severity, court};
use super::super::Pack;
use super::{Committed, Crime, Manner, Played};
use crate::model::Scenario;
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
    /// Why no log can show it, when none can.
    pub unobservable: Option<&'static str>,
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
    /// Games that could not be heard, with the reason.
    pub unread: Vec<(u64, String)>,
    /// Findings on legal games, each with the seed of its game: all of them wrong.
    pub false_accusations: Vec<(u64, String)>,
    /// Crimes committed and found, by kind.
    pub crimes: BTreeMap<Crime, (usize, usize)>,
    /// Those whose rule was named first, not among the alternatives.
    pub named_first: usize,
    /// Those that were not found.
    pub unfound: Vec<Unfound>,
    /// Findings in games with a crime that have nothing to do with it: step, and what was said.
    pub beside: Vec<(u64, Crime, String)>,
}

/// How much is played.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Legal games.
    pub games: usize,
    /// Games for each kind of crime.
    pub crimes: usize,
    /// Whether attacks are declared.
    pub declares: bool,
    /// Where chance begins: other seeds give other games.
    pub seed: u64,
}

/// What the referee said of one game.
#[derive(Debug, Clone, Default)]
pub struct Heard {
    /// Deeds heard.
    pub actions: usize,
    /// Rulings made.
    pub rulings: usize,
    /// Findings, each with its step.
    pub findings: Vec<(usize, Finding)>,
}

impl Heard {
    /// Hears the deeds of a game as they are, without a log.
    pub fn directly(pack: &Pack<'_>, played: &Played) -> Heard {
        let rulings = hear(pack, &played.deeds);
        Heard {
            actions: played.deeds.len(),
            rulings: rulings.len(),
            findings: rulings
                .into_iter()
                .flat_map(|ruling| {
                    ruling.judgement.findings.into_iter().map(move |found| (ruling.step, found))
                })
                .collect(),
        }
    }

    /// Findings that accuse: the rules cited, the first one first, and the words.
    fn accusations(self) -> Vec<(Vec<String>, String)> {
        let accuses = |(_, finding): &(usize, Finding)| finding.severity != Severity::Note;
        self.findings
            .into_iter()
            .filter(accuses)
            .map(|(step, finding)| {
                let cited = std::iter::once(&finding.rule).chain(&finding.alternatives);
                let cited = cited.map(|rule| rule.to_string()).collect();
                (cited, format!("step {step}: {} {}", finding.rule, finding.message))
            })
            .collect()
    }
}

impl Trial {
    /// Plays legal games, and games with one crime each; `hear` lets the referee hear a game.
    pub fn run(
        pack: &Pack<'_>,
        plan: Plan,
        hear: impl Fn(&Scenario, Manner, &Played) -> Result<Heard, String> + Sync,
    ) -> Trial {
        let mut trial = Trial::default();
        let manner = |number: u64, crime: Option<Crime>| Manner {
            seed: plan.seed.wrapping_add(number),
            declares: plan.declares,
            crime,
            sets_up: number % 4 < 2,
        };
        let legal: Vec<_> = (0..plan.games as u64)
            .into_par_iter()
            .map(|number| {
                let manner = manner(number, None);
                let (scenario, played) = play(pack, number, manner)?;
                Some((manner.seed, hear(scenario, manner, &played)))
            })
            .collect();
        for (seed, heard) in legal.into_iter().flatten() {
            match heard {
                Ok(heard) => {
                    trial.games += 1;
                    trial.actions += heard.actions;
                    trial.rulings += heard.rulings;
                    let found = heard.accusations().into_iter();
                    trial.false_accusations.extend(found.map(|(_, text)| (seed, text)));
                }
                Err(error) => trial.unread.push((seed, error)),
            }
        }
        let jobs: Vec<(Crime, u64)> = Crime::ALL
            .iter()
            .flat_map(|crime| (0..plan.crimes as u64).map(|number| (*crime, number)))
            .collect();
        let tried: Vec<_> = jobs
            .into_par_iter()
            .filter_map(|(crime, number)| {
                let manner = manner(1_000_000 + number, Some(crime));
                let (scenario, played) = play(pack, number, manner)?;
                let committed = played.crime.clone()?;
                Some((manner.seed, committed, hear(scenario, manner, &played)))
            })
            .collect();
        for (seed, committed, heard) in tried {
            match heard {
                Ok(heard) => trial.convict(pack, seed, &committed, heard),
                Err(error) => trial.unread.push((seed, error)),
            }
        }
        trial
    }

    /// Whether the crime was found under its rule, and what else was said.
    fn convict(&mut self, pack: &Pack<'_>, seed: u64, committed: &Committed, heard: Heard) {
        let Committed { crime, step, unobservable } = *committed;
        let rules: Vec<_> =
            crime.topics().iter().map(|topic| pack.book.id(*topic).to_string()).collect();
        let found = heard.accusations();
        let right = |cited: &[String]| cited.iter().any(|rule| rules.contains(rule));
        self.named_first += usize::from(found.iter().any(|(cited, _)| right(&cited[..1])));
        let (named, beside): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|(cited, _)| right(cited));
        let tally = self.crimes.entry(crime).or_default();
        tally.0 += 1;
        if named.is_empty() {
            let said = beside.into_iter().map(|(_, text)| text).collect();
            self.unfound.push(Unfound { crime, seed, step, unobservable, said });
        } else {
            tally.1 += 1;
            self.beside.extend(beside.into_iter().map(|(_, text)| (seed, crime, text)));
        }
    }

    /// Crimes committed, and crimes found under the right rule.
    pub fn crimes_found(&self) -> (usize, usize) {
        self.crimes.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }
}

fn play<'g>(pack: &Pack<'g>, number: u64, manner: Manner) -> Option<(&'g Scenario, Played)> {
    let scenarios = pack.game.scenarios.len().max(1);
    let scenario = pack.game.scenarios.iter().nth(number as usize % scenarios)?;
    Some((scenario, pack.bot_game(scenario, manner)))
}

fn hear(pack: &Pack<'_>, deeds: &[Deed]) -> Vec<Ruling> {
    let asides = Asides::default();
    court::hear(pack, None, deeds, &asides, false, None)
        .map(|verdict| verdict.rulings)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deeds::Act;

    fn directly(pack: &Pack<'_>, plan: Plan) -> Trial {
        Trial::run(pack, plan, |_, _, played| Ok(Heard::directly(pack, played)))
    }

    #[test]
    fn legal_games_are_found_legal_and_crimes_are_found() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let pack = Pack::new(loaded.game("bridgehead").unwrap()).unwrap();
        let trial = directly(&pack, Plan { games: 12, crimes: 2, declares: true, seed: 0 });
        assert!(trial.false_accusations.is_empty(), "{:#?}", trial.false_accusations);
        let (committed, found) = trial.crimes_found();
        assert!(committed > 30, "{committed}");
        assert!(found * 100 >= committed * 95, "{:#?}", trial.unfound);
    }

    #[test]
    fn legal_games_without_declarations_are_found_legal() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let pack = Pack::new(loaded.game("bridgehead").unwrap()).unwrap();
        let trial = directly(&pack, Plan { games: 4, crimes: 0, declares: false, seed: 0 });
        assert!(trial.false_accusations.is_empty(), "{:#?}", trial.false_accusations);
    }

    #[test]
    fn attacks_that_must_be_made_are_missed_when_they_are_not() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let mut game = loaded.game("bridgehead").unwrap().clone();
        game.rules.combat.as_mut().unwrap().mandatory = true;
        let pack = Pack::new(&game).unwrap();
        let trial = directly(&pack, Plan { games: 8, crimes: 4, declares: true, seed: 0 });
        assert!(trial.false_accusations.is_empty(), "{:#?}", trial.false_accusations);
        let (committed, found) = trial.crimes[&Crime::SkippedAttack];
        assert!(committed > 0 && found == committed, "{:#?}", trial.unfound);
    }

    #[test]
    fn legal_games_with_separate_markers_are_found_legal() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let game = loaded.game("bridgehead").unwrap();
        let pack = Pack::new(game).unwrap();
        let plan = Plan { games: 24, crimes: 0, declares: true, seed: 0 };
        let trial = Trial::run(&pack, plan, |_, _, played| {
            let deeds = super::super::with_separate_markers(game, &played.deeds);
            let markers = deeds.iter().filter(|deed| matches!(deed.act, Act::Marker { .. }));
            assert!(markers.count() > 0 || deeds.len() < 50);
            Ok(Heard::directly(&pack, &Played { deeds, crime: None }))
        });
        assert!(trial.false_accusations.is_empty(), "{:#?}", trial.false_accusations);
    }

    #[test]
    fn a_blown_bridge_is_gone_for_moves_and_zones() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let game = loaded.game("bridgehead").unwrap();
        let pack = Pack::new(game).unwrap();
        let board = pack.board();
        let place = |name: &str| board.field.lattice.parse(name).unwrap();
        let (south, north) = (place("0508"), place("0507"));
        let broken = board.without(&[crate::referee::pack::bridges::bridge(south, north)]);
        let motor = board.roster.find(&crate::deeds::UnitId::new("l-12r")).unwrap();
        assert!(board.passable(motor, south, north));
        assert!(!broken.passable(motor, south, north));
        let direction = board.field.lattice.direction(south, north).unwrap();
        assert!(board.field.reach.reaches(south, direction));
        assert!(!broken.field.reach.reaches(south, direction));
    }
}

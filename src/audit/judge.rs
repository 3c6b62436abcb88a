//! Judging what was played: every way through the files is heard once, and told file by file.

use super::names::name_units;
use super::played::{PlayedGame, PlayedLog, Source, short};
use super::{Audit, AuditError, Court, Entry, Explanation, Link, Request};
use crate::deeds::{Act, Deed, UnitId};
use crate::interpret::{moment_name, player_name};
use crate::model::{Id, Side};
use crate::referee::court::{self, Fate, Watch};
use crate::referee::{Finding, Hearing, Rule, Ruling};
use crate::vassal::SavedGame;
use std::collections::BTreeSet;

/// Why the deeds of a log are not judged whose pieces are none of the game’s.
const OF_ANOTHER_GAME: &str =
    "no counter of this game is in the log: it is of another game, or its pieces cannot be read";

impl PlayedGame<'_> {
    /// Whether there are pieces in the files of a way, and none that the game knows. Clicks and dice alone tell nothing
    /// of who did what.
    fn is_of_another_game(&self, way: &[(usize, usize)]) -> bool {
        let logs = || way.iter().map(|(log, _)| &self.logs[*log].read);
        let is_known = |deed: &Deed| match &deed.act {
            Act::SetUp { pieces, .. } => !pieces.is_empty(),
            Act::Arrive(_) => true,
            _ => false,
        };
        let known = logs().any(|read| read.deeds.iter().any(is_known));
        !known && logs().any(|read| !read.gaps.unknown_pieces.is_empty())
    }
}

impl<'c> Court<'c> {
    /// Audits one log.
    pub fn audit(
        &self,
        name: &str,
        saved: &SavedGame,
        request: &Request<'_>,
    ) -> Result<Audit, AuditError> {
        let played = self.play(Source { name, saved }, &mut ())?;
        Ok(self.judge(&played, request, None))
    }

    /// Judges what was played; `watch` looks on while it is heard.
    pub fn judge(
        &self,
        played: &PlayedGame<'_>,
        request: &Request<'_>,
        mut watch: Option<&mut Watch<'_>>,
    ) -> Audit {
        let scenario = request.scenario.or(played.scenario());
        let mut audit = self.opened(played, scenario);
        let mut rulings: Vec<Ruling> = Vec::new();
        let mut told: BTreeSet<usize> = BTreeSet::new();
        for way in &played.ways {
            let (deeds, asides) = played.way(way);
            // What ways have in common is told once.
            let logs: BTreeSet<usize> = way.iter().map(|(log, _)| *log).collect();
            let is_new = |step: usize| {
                let end = |log: usize, last: usize| {
                    let log = &played.logs[log];
                    log.base + last.min(log.recording.steps.len())
                };
                way.iter().any(|(log, last)| {
                    let fresh = !told.contains(log);
                    fresh && (played.logs[*log].base..=end(*log, *last)).contains(&step)
                })
            };
            if played.is_of_another_game(way) {
                let own = deeds.iter().filter(|deed| is_new(deed.step));
                let own = own.filter(|deed| !matches!(deed.act, Act::SetUp { .. }));
                let fate = Fate::Unchecked(OF_ANOTHER_GAME.to_owned());
                own.for_each(|_| audit.account.add(&fate));
                told.extend(logs);
                continue;
            }
            let watched = watch.is_some();
            let mut look = |deed: Option<&Deed>, hearing: &dyn Hearing| {
                if let Some(watch) = watch.as_deref_mut()
                    && deed.is_none_or(|deed| is_new(deed.step))
                {
                    watch(deed, hearing);
                }
            };
            let looks_on: Option<&mut Watch<'_>> = if watched { Some(&mut look) } else { None };
            let heard =
                court::hear(self.referee, scenario, &deeds, &asides, request.explain, looks_on);
            let Some(verdict) = heard else {
                audit.notices.push("the referee of this game judges cases, not logs".to_owned());
                audit.hush(&played.discretion.clone().anonymising(request.anonymise));
                return audit;
            };
            let fates = deeds.iter().zip(&verdict.fates);
            fates.filter(|(deed, _)| is_new(deed.step)).for_each(|(_, fate)| {
                fate.iter().for_each(|fate| audit.account.add(fate));
            });
            let before = rulings.len();
            for mut ruling in verdict.rulings {
                if !is_new(ruling.step) {
                    let known = &rulings[..before];
                    ruling
                        .judgement
                        .findings
                        .retain(|finding| !is_told(known, ruling.step, finding));
                    if ruling.judgement.findings.is_empty() {
                        continue;
                    }
                    ruling.judgement.unchecked.clear();
                }
                rulings.push(ruling);
            }
            told.extend(logs);
        }
        let rules = self.referee.rules();
        let range = played.range(request);
        let wanted =
            |ruling: &&Ruling| range.as_ref().is_some_and(|range| range.contains(&ruling.step));
        for ruling in rulings.iter().filter(wanted) {
            audit.coverage.count(&ruling.judgement);
            self.take(&mut audit, played, ruling, &rules, request);
        }
        // The gravest first, then in the order of play.
        audit.findings.sort_by_key(|entry| (entry.finding.severity, entry.place));
        audit.explanations.sort_by_key(|explanation| explanation.place);
        audit.hush(&played.discretion.clone().anonymising(request.anonymise));
        audit
    }

    fn opened(&self, played: &PlayedGame<'_>, scenario: Option<&str>) -> Audit {
        let game = self.game;
        let (first, last) = (played.logs.first(), played.logs.last());
        let log = match (first, last) {
            (Some(first), Some(last)) if first.base != last.base => {
                format!("{} … {}", first.name, short(&last.name))
            }
            (Some(only), _) => only.name.clone(),
            _ => String::new(),
        };
        let mut audit = Audit {
            log,
            files: played.files.clone(),
            game: game.id.clone(),
            title: game.title.clone(),
            scenario: scenario.and_then(|id| game.scenarios.get(id)).map(|s| s.title.clone()),
            ..Audit::default()
        };
        for log in &played.logs {
            audit.steps += log.read.steps;
            audit.deeds += log.read.deeds.len();
            audit.gaps.add(&log.read.gaps);
            for notice in &log.notices {
                let notice = match played.files.len() {
                    0 => notice.clone(),
                    _ => format!("{}: {notice}", short(&log.name)),
                };
                audit.notices.push(notice);
            }
        }
        if audit.steps == 0 {
            audit.notices.push("there is no log in this file, only a position".to_owned());
        }
        if audit.scenario.is_none() && game.scenarios.len() > 1 {
            let words = "the log does not tell its scenario; name it with --scenario";
            audit.notices.push(words.to_owned());
        }
        audit.notices.extend(played.files.iter().filter_map(|file| {
            let own = short(&file.log);
            Some(match &file.link {
                Link::Gap { file: before, differences } => format!(
                    "between {} and {own} something is missing: {}. It is heard anew from there",
                    short(before),
                    differences.join(", ")
                ),
                Link::Midway { file: other, step } => format!(
                    "{own} begins after step {step} of {}, which was not played to its end first",
                    short(other)
                ),
                Link::Follows { file: other } if file.branch => {
                    format!("{own} is a branch: another file continues {} too", short(other))
                }
                Link::Save { file: other } => {
                    format!("{own} holds a position that {} begins or ends with", short(other))
                }
                Link::Copy { file: other } => format!("{own} is the same as {}", short(other)),
                _ => return None,
            })
        }));
        audit
    }

    fn take(
        &self,
        audit: &mut Audit,
        played: &PlayedGame<'_>,
        ruling: &Ruling,
        rules: &[&Rule],
        request: &Request<'_>,
    ) {
        let moment = ruling.moment.as_ref().map(|moment| moment_name(self.game, moment));
        let moment = moment.unwrap_or_else(|| "before the first turn".to_owned());
        let (log, step) = match played.place(ruling.step) {
            Some((log, step)) => (Some(log), step),
            None => (None, ruling.step),
        };
        let file = log.filter(|_| !played.files.is_empty()).map(|log| log.name.clone());
        for finding in &ruling.judgement.findings {
            let rule = rules.iter().find(|rule| rule.id == finding.rule);
            let allowed = request.house_rules.reason(finding, step);
            let side = ruling.moment.as_ref().and_then(|moment| moment.side);
            let people = self.people(log, step, finding, side);
            audit.findings.push(Entry {
                log: file.clone(),
                step,
                place: ruling.step,
                turn: ruling.moment.as_ref().map(|moment| moment.turn),
                moment: moment.clone(),
                side: side.map(|side| self.game.sides[side].name.clone()),
                player: people.0,
                owner: people.1,
                subject: ruling.subject.clone(),
                title: rule.map(|rule| rule.title.to_string()).unwrap_or_default(),
                section: rule.map(|rule| rule.section.to_string()).unwrap_or_default(),
                finding: {
                    let mut finding = finding.clone();
                    name_units(self.game, &mut finding);
                    finding
                },
                allowed: allowed.map(str::to_owned),
            });
        }
        if request.explain {
            audit.explanations.push(Explanation {
                log: file.clone(),
                step,
                place: ruling.step,
                moment,
                subject: ruling.subject.clone(),
                judgement: ruling.judgement.clone(),
            });
        }
    }

    /// Who made the step, and whose units it is about when they are another's.
    fn people(
        &self,
        log: Option<&PlayedLog>,
        step: usize,
        finding: &Finding,
        acts: Option<Id<Side>>,
    ) -> (Option<String>, Option<String>) {
        let Some(log) = log else { return (None, None) };
        let seated = |side: Id<Side>| {
            let mut seats = log.read.asides.players.iter();
            let seat = seats.find(|(known, _)| *known == side).map(|(_, name)| player_name(name));
            let side = &self.game.sides[side].name;
            match seat.filter(|name| !name.is_empty()) {
                Some(name) if name.contains(side.as_str()) => name.to_owned(),
                Some(name) => format!("{name} ({side})"),
                None => side.clone(),
            }
        };
        let units = finding.units.iter();
        let mut owners: Vec<Option<Id<Side>>> = units
            .map(|unit| self.game.counters.get(UnitId::new(unit).counter()).and_then(|c| c.side))
            .collect();
        owners.dedup();
        let owner = match owners.as_slice() {
            [Some(side)] => Some(*side),
            _ => None,
        };
        let deed = log.read.deeds.iter().find(|deed| deed.step == step && deed.by.is_some());
        let by = deed.and_then(|deed| deed.by);
        let told = log.recording.steps.iter().find(|known| known.number == step);
        let told = told.and_then(|step| step.who.as_deref()).map(player_name);
        let told = told.filter(|who| !who.is_empty()).map(str::to_owned);
        let player = match (by, told) {
            (Some(side), Some(who)) if who.contains(&self.game.sides[side].name) => Some(who),
            (Some(side), Some(who)) => Some(format!("{who} ({})", self.game.sides[side].name)),
            (Some(side), None) => Some(seated(side)),
            (None, Some(who)) => Some(who),
            (None, None) => owner.or(acts).map(seated),
        };
        let other = owner.filter(|owner| by.is_some_and(|by| by != *owner)).map(seated);
        (player, other)
    }

    /// What a reader should know about a file before the findings.
    pub(super) fn notices(&self, saved: &SavedGame) -> Vec<String> {
        let mut notices = Vec::new();
        let Some(data) = &saved.moduledata else { return notices };
        let mapping = self.mapping;
        if !mapping.module.is_empty() && !data.name.is_empty() && data.name != mapping.module {
            notices.push(format!(
                "the log is of the module “{}”, not of “{}”: pieces and places may not be read",
                data.name, mapping.module
            ));
        }
        if !mapping.version.is_empty()
            && !data.version.is_empty()
            && data.version != mapping.version
        {
            notices.push(format!(
                "the log was made with version {} of the module, this is {}",
                data.version, mapping.version
            ));
        }
        notices
    }
}

fn is_told(rulings: &[Ruling], step: usize, finding: &Finding) -> bool {
    rulings.iter().filter(|ruling| ruling.step == step).any(|ruling| {
        let mut known = ruling.judgement.findings.iter();
        known.any(|known| known.rule == finding.rule && known.message == finding.message)
    })
}

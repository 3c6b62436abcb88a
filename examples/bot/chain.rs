//! From a game as a bot played it to what the audit of its log says.

use hexwright::audit::{Audit, Court, Request};
use hexwright::deeds::{Act, Asides, Declared, Deed, Spot, UnitId};
use hexwright::interpret::Mapping;
use hexwright::model::Game;
use hexwright::module::vassal::log::{LogWriter, SettingUp};
use hexwright::module::vassal::save::Seat;
use hexwright::module::vassal::{Kit, ModuleRequest, build_module};
use hexwright::referee::court::{self, Account};
use hexwright::referee::{Finding, Judgement, Referee};
use hexwright::replay::Guide;
use hexwright::vassal::Limits;
use hexwright::vassal::file::{Opened, open_bytes};
use std::path::Path;

/// Log file, decoding, replay, interpretation, audit.
pub struct Chain<'g> {
    game: &'g Game,
    referee: &'g dyn Referee,
    kit: Kit<'g>,
    mapping: Mapping,
    guide: Guide,
    limits: Limits,
    folder: Option<&'g Path>,
}

impl<'g> Chain<'g> {
    pub fn new(
        game: &'g Game,
        referee: &'g dyn Referee,
        folder: Option<&'g Path>,
    ) -> Result<Self, String> {
        let kit = Kit::new(game, None).map_err(|error| error.to_string())?;
        let guide = kit.guide().map_err(|error| error.to_string())?;
        let mapping = kit.mapping();
        Ok(Chain { game, referee, mapping, guide, limits: Limits::default(), folder, kit })
    }

    /// Writes a game as a log, and leaves it in the folder if there is one, and audits the log.
    pub fn hear(
        &self,
        scenario: &str,
        deeds: &[Deed],
        setting_up: SettingUp,
        name: &str,
    ) -> Result<Audit, String> {
        let bytes =
            self.log(scenario, deeds, setting_up).map_err(|error| format!("{name}: {error}"))?;
        self.keep(&bytes, name)?;
        let audit = self.audit(bytes, name, &Request::default())?;
        let gaps = &audit.gaps;
        if !gaps.unknown_pieces.is_empty() || !gaps.unknown_turns.is_empty() {
            return Err(format!("{name}: not everything could be read: {gaps:?}"));
        }
        Ok(audit)
    }

    /// Leaves a log in the folder, if there is one.
    fn keep(&self, bytes: &[u8], name: &str) -> Result<(), String> {
        let Some(folder) = self.folder else { return Ok(()) };
        let path = folder.join(format!("{name}.vlog"));
        std::fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn seats(&self) -> Vec<Seat> {
        let seats = self.game.sides.iter().map(|side| Seat {
            name: format!("bot of {}", side.name),
            password: side.id.clone(),
            side: side.name.clone(),
        });
        seats.collect()
    }

    /// Writes a part of a game, after what was done before it, as a log and audits it.
    pub fn hear_part(
        &self,
        scenario: &str,
        (before, deeds): (&[Deed], &[Deed]),
        setting_up: SettingUp,
        name: &str,
    ) -> Result<Audit, String> {
        let seats = self.seats();
        let written = LogWriter::new(&self.kit, scenario, seats).and_then(|mut log| {
            if !before.is_empty() {
                log.deeds(before, setting_up)?;
                log.begin_here();
            }
            log.deeds(deeds, setting_up)?;
            log.pack("a part of a game of the bot")
        });
        let bytes = written.map_err(|error| format!("{name}: {error}"))?;
        self.keep(&bytes, name)?;
        self.audit(bytes, name, &Request::default())
    }

    /// What the referee says of the deeds themselves, heard as people play, and what became of each.
    pub fn judge_directly(
        &self,
        scenario: &str,
        deeds: &[Deed],
    ) -> Result<(Vec<(usize, Finding)>, Account), String> {
        let verdict =
            court::hear(self.referee, Some(scenario), deeds, &Asides::default(), false, None)
                .ok_or("logs of this game cannot be heard")?;
        let said = verdict.rulings.into_iter().flat_map(|ruling| {
            ruling.judgement.findings.into_iter().map(move |finding| (ruling.step, finding))
        });
        let mut account = Account::default();
        verdict.fates.iter().flatten().for_each(|fate| account.add(fate));
        Ok((said.collect(), account))
    }

    /// Whether a log has a legal reading: everything that was done in it, with play passing on where the referee takes
    /// it to have, attackers filled in for attacks that nobody declared, and rolls left out that then serve nothing, is
    /// a tidy log in which the referee, hearing it to the letter, finds nothing wrong.
    pub fn has_legal_reading(&self, scenario: &str, deeds: &[Deed]) -> Result<bool, String> {
        let nothing = "logs of this game cannot be heard";
        let verdict =
            court::hear(self.referee, Some(scenario), deeds, &Asides::default(), false, None)
                .ok_or(nothing)?;
        let mut done: Vec<String> = Vec::new();
        let mut told: Vec<String> = Vec::new();
        for (list, words) in [(deeds, &mut done), (&verdict.told, &mut told)] {
            let acts = list.iter().map(|deed| &deed.act).filter(|act| {
                !matches!(
                    act,
                    Act::Turn(_) | Act::Roll { .. } | Act::Declare(_) | Act::SetUp { .. }
                )
            });
            words.extend(acts.map(|act| format!("{act:?}")));
            words.sort();
        }
        // A deed that was set aside may be the crime.
        if done != told {
            return Ok(false);
        }
        let mut tidy: Vec<Deed> = Vec::new();
        let mut tidier: Vec<Deed> = Vec::new();
        let mut open = false;
        for deed in &verdict.told {
            let explained = verdict.rulings.iter().filter(|ruling| ruling.step == deed.step);
            let explained = explained.filter_map(|ruling| self.declared(&ruling.judgement)).next();
            match (&deed.act, explained) {
                (Act::Roll { .. }, Some(declared)) if !open => {
                    let act = Act::Declare(declared);
                    tidy.push(Deed { act, ..deed.clone() });
                    tidier.push(tidy[tidy.len() - 1].clone());
                    tidier.push(deed.clone());
                }
                (Act::Roll { .. }, None) if !open => {}
                _ => tidier.push(deed.clone()),
            }
            match &deed.act {
                Act::Declare(_) => open = true,
                Act::Roll { .. } | Act::Turn(_) => open = false,
                _ => {}
            }
            tidy.push(deed.clone());
        }
        for deeds in [tidy, tidier] {
            let rulings = self.referee.hear_all(Some(scenario), &deeds).ok_or(nothing)?;
            let mut findings = rulings.iter().flat_map(|ruling| &ruling.judgement.findings);
            if findings.all(|finding| !finding.accuses()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The attack that explains what was done, as somebody could have declared it.
    fn declared(&self, judgement: &Judgement) -> Option<Declared> {
        let units = judgement.values.get("attackers")?.as_array()?;
        let units = units.iter().filter_map(|id| Some(UnitId::new(id.as_str()?))).collect();
        let hex = judgement.values.get("target")?.as_str()?;
        let mut maps = self.game.maps.entries();
        let spot =
            maps.find_map(|(id, map)| Some(Spot::At(id, map.grid.parse(hex).ok()?.into())))?;
        let (id, places) = ("attack".to_owned(), vec![spot]);
        Some(Declared { id, units, places, ..Declared::default() })
    }

    /// Audits a log.
    pub fn audit(
        &self,
        bytes: Vec<u8>,
        name: &str,
        request: &Request<'_>,
    ) -> Result<Audit, String> {
        let opened = open_bytes(bytes, &self.limits).map_err(|error| error.to_string())?;
        let Opened::Saved(saved) = opened else { return Err(format!("{name} is no log")) };
        let court = Court {
            game: self.game,
            referee: self.referee,
            mapping: &self.mapping,
            guide: &self.guide,
            limits: &self.limits,
        };
        court.audit("bot", &saved, request).map_err(|error| error.to_string())
    }

    /// What the referee says of the deeds themselves, with the step of each finding.
    pub fn hear_directly(
        &self,
        scenario: &str,
        deeds: &[Deed],
    ) -> Result<Vec<(usize, Finding)>, String> {
        let rulings = self.referee.hear_all(Some(scenario), deeds);
        let rulings = rulings.ok_or("logs of this game cannot be heard")?;
        let said = rulings.into_iter().flat_map(|ruling| {
            ruling.judgement.findings.into_iter().map(move |finding| (ruling.step, finding))
        });
        Ok(said.collect())
    }

    /// Writes a game as a log.
    pub fn log(
        &self,
        scenario: &str,
        deeds: &[Deed],
        setting_up: SettingUp,
    ) -> Result<Vec<u8>, String> {
        LogWriter::new(&self.kit, scenario, self.seats())
            .and_then(|mut log| {
                log.deeds(deeds, setting_up)?;
                log.pack("a game of the bot")
            })
            .map_err(|error| error.to_string())
    }
}

/// Writes the module that the logs are of.
pub fn write_module(game: &Game, root: &Path, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let cache = tempfile::tempdir().map_err(|error| error.to_string())?;
    let request = ModuleRequest {
        project_root: Some(root.to_owned()),
        ground: None,
        cache: cache.path().to_owned(),
    };
    let built = build_module(game, &request, &|_| {}).map_err(|error| error.to_string())?;
    let path = folder.join(&built.name);
    std::fs::write(&path, &built.bytes).map_err(|e| format!("{}: {e}", path.display()))
}

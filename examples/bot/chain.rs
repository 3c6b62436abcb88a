//! From a game as the bot played it to what the audit of its log says.

use hexwright::audit::{Court, Request};
use hexwright::interpret::Mapping;
use hexwright::model::{Game, Scenario};
use hexwright::module::vassal::log::{LogWriter, SettingUp};
use hexwright::module::vassal::save::Seat;
use hexwright::module::vassal::{Kit, ModuleRequest, build_module};
use hexwright::replay::Guide;
use hexwright::rules::pack::Pack;
use hexwright::rules::pack::bot::{Heard, Manner, Played};
use hexwright::vassal::Limits;
use hexwright::vassal::file::{Opened, open_bytes};
use std::path::Path;

/// Log file, decoding, replay, interpretation, audit.
pub struct Chain<'g> {
    game: &'g Game,
    pack: &'g Pack<'g>,
    kit: Kit<'g>,
    mapping: Mapping,
    guide: Guide,
    limits: Limits,
    folder: Option<&'g Path>,
}

impl<'g> Chain<'g> {
    pub fn new(
        game: &'g Game,
        pack: &'g Pack<'g>,
        folder: Option<&'g Path>,
    ) -> Result<Self, String> {
        let kit = Kit::new(game, None).map_err(|error| error.to_string())?;
        let guide = kit.guide().map_err(|error| error.to_string())?;
        let mapping = kit.mapping();
        Ok(Chain { game, pack, mapping, guide, limits: Limits::default(), folder, kit })
    }

    /// Writes a game as a log and audits the log.
    pub fn hear(
        &self,
        scenario: &Scenario,
        manner: Manner,
        played: &Played,
    ) -> Result<Heard, String> {
        let bytes = self.log(scenario, manner, played)?;
        if let Some(folder) = self.folder {
            let crime = manner.crime.map_or("legal".to_owned(), |crime| format!("{crime:?}"));
            let path = folder.join(format!("{crime}-{}.vlog", manner.seed));
            std::fs::write(&path, &bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        let opened = open_bytes(bytes, &self.limits).map_err(|error| error.to_string())?;
        let Opened::Saved(saved) = opened else { return Err("this is no log".to_owned()) };
        let court = Court {
            game: self.game,
            referee: self.pack,
            mapping: &self.mapping,
            guide: &self.guide,
            limits: &self.limits,
        };
        let audit =
            court.audit("bot", &saved, &Request::default()).map_err(|error| error.to_string())?;
        let gaps = &audit.gaps;
        if !gaps.unknown_pieces.is_empty() || !gaps.unknown_turns.is_empty() {
            return Err(format!("not everything could be read: {gaps:?}"));
        }
        Ok(Heard {
            actions: audit.deeds,
            rulings: audit.coverage.judged,
            findings: audit.findings.into_iter().map(|entry| (entry.step, entry.finding)).collect(),
        })
    }

    fn log(&self, scenario: &Scenario, manner: Manner, played: &Played) -> Result<Vec<u8>, String> {
        let seats = self.game.sides.iter().map(|side| Seat {
            name: format!("bot of {}", side.name),
            password: side.id.clone(),
            side: side.name.clone(),
        });
        let setting_up = if manner.sets_up { SettingUp::InTheLog } else { SettingUp::Before };
        LogWriter::new(&self.kit, &scenario.id, seats.collect())
            .and_then(|mut log| {
                log.deeds(&played.deeds, setting_up)?;
                log.pack("a game of the bot")
            })
            .map_err(|error| error.to_string())
    }
}

/// Writes the module that the logs are of.
pub fn write_module(game: &Game, root: &Path, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let cache = tempfile::tempdir().map_err(|error| error.to_string())?;
    let request =
        ModuleRequest { project_root: Some(root.to_owned()), cache: cache.path().to_owned() };
    let built = build_module(game, &request, &|_| {}).map_err(|error| error.to_string())?;
    let path = folder.join(&built.name);
    std::fs::write(&path, &built.bytes).map_err(|e| format!("{}: {e}", path.display()))
}

//! The bundled games and their referees: sources are read once, damaged logs are judged by thousands.

use hexwright::audit::{Court, Request, Source};
use hexwright::bots::{Manner, pack};
use hexwright::deeds::Deed;
use hexwright::games::{self, asl_sk2, italy43::Italy43, italy43::bot, sicily};
use hexwright::interpret::Mapping;
use hexwright::model::Game;
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::log::{LogWriter, SettingUp};
use hexwright::module::vassal::save::Seat;
use hexwright::referee::Referee;
use hexwright::referee::pack::Pack;
use hexwright::replay::Guide;
use hexwright::report;
use hexwright::source::load;
use hexwright::vassal::obfuscation::Veil;
use hexwright::vassal::{Limits, SavedGame};
use std::error::Error;
use std::path::Path;
use std::time::Duration;

/// The games, each with a scenario of which a bot plays the beginning.
pub const GAMES: [(&str, &str); 4] =
    [("bridgehead", "crossing"), ("italy43", "S3"), ("sicily", "us-landing"), ("asl-sk2", "S10")];
/// Deeds of a log: enough for several phases, few enough to be heard a thousand times.
const DEEDS: usize = 40;

/// A game, and who judges it.
pub struct Judge {
    pub id: &'static str,
    game: &'static Game,
    referee: Box<dyn Referee + 'static>,
    mapping: Mapping,
    guide: Guide,
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// All of them. Their games are kept for as long as the process lives.
pub fn all() -> Result<Vec<Judge>, Box<dyn Error>> {
    let loaded = Box::leak(Box::new(load(Path::new(env!("CARGO_MANIFEST_DIR")))));
    let mut judges = Vec::new();
    for (id, _) in GAMES {
        let game = loaded.game(id).ok_or("a bundled game is missing")?;
        let kit = Kit::new(game, Some(loaded.root.as_path()))?;
        let referee = games::referee(game).ok_or("a game without a referee")?;
        let (mapping, guide) = (kit.mapping(), kit.guide()?);
        judges.push(Judge { id, game, referee, mapping, guide });
    }
    Ok(judges)
}

impl Judge {
    /// Judges the text of a log and tells it in every form; whether it could be read.
    pub fn hear(&self, text: &[u8]) -> bool {
        let saved = &SavedGame {
            entries: Vec::new(),
            veil: Veil::Plain,
            text: String::from_utf8_lossy(text).into_owned(),
            savedata: None,
            moduledata: None,
        };
        let limits = &Limits { time: Duration::from_millis(1500), ..Limits::default() };
        let Judge { game, referee, mapping, guide, .. } = self;
        let court = Court { game, referee: referee.as_ref(), mapping, guide, limits };
        let request = Request { explain: true, ..Request::default() };
        let Ok(played) = court.play(Source { name: "thrown", saved }, &mut ()) else {
            return false;
        };
        let audits = [court.judge(&played, &request, None)];
        report::text(&audits[0]);
        report::json(&audits[0]);
        for explained in &audits[0].explanations {
            report::explanation_text(explained);
        }
        report::sarif(&audits, &referee.rules());
        report::junit(&audits, &referee.rules()).is_ok()
    }

    /// The name of its log.
    pub fn log_name(&self) -> String {
        format!("{}.vlog", self.id)
    }

    /// The beginning of a game that a bot plays, as a log.
    pub fn log(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let (_, scenario) =
            GAMES.into_iter().find(|(id, _)| *id == self.id).ok_or("no such game")?;
        let deeds = self.bot_game(scenario).ok_or("the bot plays no such scenario")?;
        let kit = Kit::new(self.game, Some(Path::new(env!("CARGO_MANIFEST_DIR"))))?;
        let seats = self.game.sides.iter().map(|side| Seat {
            name: format!("bot of {}", side.name),
            password: side.id.clone(),
            side: side.name.clone(),
        });
        let mut log = LogWriter::new(&kit, scenario, seats.collect())?;
        log.deeds(&deeds[..deeds.len().min(DEEDS)], SettingUp::Before)?;
        Ok(log.pack("the beginning of a game of the bot")?)
    }

    fn bot_game(&self, scenario: &str) -> Option<Vec<Deed>> {
        let game = self.game;
        match self.id {
            "sicily" => {
                let manner = Manner { seed: 1, turns: 1, ..Manner::default() };
                Some(sicily::bot_game(game, scenario, manner)?.deeds)
            }
            "italy43" => {
                let manner = bot::Manner { seed: 1, turns: 1, crime: None };
                Some(Italy43::new(game).bot_game(scenario, manner)?.deeds)
            }
            "asl-sk2" => {
                let manner = asl_sk2::bot::Manner { seed: 1, turns: 1, crime: None };
                Some(asl_sk2::bot::play(game, scenario, manner)?.deeds)
            }
            _ => {
                let manner = Manner { seed: 1, ..Manner::default() };
                Some(pack::bot_game(&Pack::new(game)?, scenario, manner)?.deeds)
            }
        }
    }
}

//! Player aids: the game's charts as pages in the language of its map.
//!
//! Everything is generated from the model: the terrain effects chart from the terrain types, combat
//! results from the charts, the sequence of play from the phases, reinforcement cards and the turn
//! track from the scenarios. A value that the sources call reconstructed is marked as such.

mod flow;
mod reinforcement;
mod results;
mod sequence;
mod table;
mod terrain;
mod track;

use super::map::{MapError, MapOptions, Picture, Style};
use crate::model::Game;
use flow::Flow;

/// The size of chart pages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChartPaper {
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
}

impl Default for ChartPaper {
    /// A4, upright.
    fn default() -> Self {
        ChartPaper { width: 210.0, height: 297.0 }
    }
}

/// A player aid: its name for files and its pages.
#[derive(Debug, Clone)]
pub struct PlayerAid {
    /// `terrain`, `charts`, `sequence`, `reinforcements`, `turns`.
    pub name: &'static str,
    /// The pages.
    pub pages: Vec<Picture>,
    /// The headings on each page.
    pub topics: Vec<Vec<String>>,
}

/// Draws all player aids that the game has data for.
pub fn draw_charts(
    game: &Game,
    options: &MapOptions,
    paper: ChartPaper,
) -> Result<Vec<PlayerAid>, MapError> {
    let style = Style::load(&options.style, options.project_root.as_deref())?;
    let mut before = 0;
    // Pages are numbered through all aids: they are printed as one document.
    let mut make = |name: &'static str, title: &str, draw: &dyn Fn(&mut Flow)| {
        let mut flow = Flow::new(game, &style, paper, title, before);
        draw(&mut flow);
        let (pages, topics) = flow.finish();
        before += pages.len();
        PlayerAid { name, pages, topics }
    };
    let mut aids = Vec::new();
    if !game.terrain.is_empty() {
        aids.push(make("terrain", "Terrain Effects Chart", &|flow| terrain::draw(game, flow)));
    }
    if !game.charts.is_empty() {
        aids.push(make("charts", "Charts and Tables", &|flow| results::draw(game, flow)));
    }
    if !game.sequence.is_empty() {
        aids.push(make("sequence", "Sequence of Play", &|flow| sequence::draw(game, flow)));
    }
    if game.scenarios.iter().any(|s| !s.set_ups.is_empty()) {
        aids.push(make("reinforcements", "Set-up and Reinforcements", &|flow| {
            reinforcement::draw(game, flow)
        }));
    }
    if game.turns.last.is_some() {
        aids.push(make("turns", "Turn Record Track", &|flow| track::draw(game, flow)));
    }
    Ok(aids)
}

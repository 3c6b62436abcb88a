//! Charts: the pages of the player aids.

use super::undrawable;
use crate::draw::chart::{ChartPaper, draw_charts};
use crate::draw::map::{MapOptions, Picture};
use crate::draw::studio::Raster;
use crate::model::Game;
use crate::module::error::ModuleError;
use std::path::Path;

/// A page of a player aid.
#[derive(Debug)]
pub struct ChartPage {
    /// What it is called among the charts.
    pub name: String,
    /// The name without the number that tells pages about the same apart.
    about: String,
    /// The name of its picture.
    pub image: String,
    /// The drawing.
    pub picture: Picture,
}

/// All pages of all player aids.
pub fn chart_pages(
    game: &Game,
    project_root: Option<&Path>,
) -> Result<Vec<ChartPage>, ModuleError> {
    let options = MapOptions {
        style: game.module.map_style.clone(),
        project_root: project_root.map(Path::to_owned),
        ..MapOptions::default()
    };
    let aids = draw_charts(game, &options, ChartPaper::default())
        .map_err(|error| undrawable("charts", &error))?;
    let mut pages = Vec::new();
    for aid in aids {
        for (nth, (picture, topics)) in aid.pages.into_iter().zip(&aid.topics).enumerate() {
            let name = chart_name(aid.name, topics);
            let again = pages.iter().filter(|page: &&ChartPage| page.about == name).count();
            pages.push(ChartPage {
                name: if again == 0 { name.clone() } else { format!("{name} ({})", again + 1) },
                about: name,
                image: format!("chart-{}-{}.png", aid.name, nth + 1),
                picture,
            });
        }
    }
    Ok(pages)
}

/// What a page of a player aid is about, for the list of charts.
fn chart_name(aid: &str, topics: &[String]) -> String {
    let topics = topics.join(", ");
    let title = match aid {
        "terrain" => return "Terrain effects".to_owned(),
        "charts" => return if topics.is_empty() { "Tables".to_owned() } else { topics },
        "sequence" => return "Sequence of play".to_owned(),
        "reinforcements" => "Set-up",
        "turns" => "Turns",
        other => other,
    };
    if topics.is_empty() { title.to_owned() } else { format!("{title}: {topics}") }
}

/// A drawing at so many pixels to the inch.
pub fn at_dpi(picture: &Picture, dpi: f64) -> Raster {
    let scale = dpi / 25.4;
    let pixels = |mm: f64| (mm * scale).round().max(1.0) as u32;
    let size = (pixels(picture.width), pixels(picture.height));
    Raster { size, scale: (scale, scale), shift: (0.0, 0.0) }
}

//! The rules of play as a printable page, written from the game's own data.
//!
//! Every number on the page comes from the model: sentences about stacking, zones, movement,
//! combat, supply and victory are spelt out by the rule pack itself, charts from
//! terrain and combat tables (`charts`), scenario cards from set-ups (`scenarios`). The
//! designer's own paragraphs (`[[rule]]`) stand between them in the order of the rulebook.

mod charts;
mod guide;
mod page;
mod scenarios;

use crate::model::Game;
use crate::templates::TEMPLATES;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use std::io;

/// The rules of play as one self-contained HTML document.
pub fn render(game: &Game) -> io::Result<String> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|name| {
        if name.contains(".html") { AutoEscape::Html } else { AutoEscape::None }
    });
    let files = TEMPLATES.get_dir("rulebook").into_iter().flat_map(|folder| folder.files());
    for file in files {
        let name = file.path().file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let text = file.contents_utf8().unwrap_or_default();
        environment.add_template(name, text).map_err(io::Error::other)?;
    }
    let template = environment.get_template("rules.html.j2").map_err(io::Error::other)?;
    let page = Value::from(Serde(page::page(game)));
    let html = template.render(page).map_err(io::Error::other)?;
    // Control lines of the template leave blank lines behind.
    let lines = html.lines().map(str::trim_end).filter(|line| !line.is_empty());
    Ok(lines.flat_map(|line| [line, "\n"]).collect())
}

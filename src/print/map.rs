//! Maps and charts as files: what `hexwright build --target map,charts` makes.

use super::pdf::About;
use super::{PrintError, TileOptions, pages_pdf, tiled_pdf};
use crate::draw::chart::{ChartPaper, draw_charts};
use crate::draw::map::{MapError, MapOptions, Picture, draw_boards, draw_map};
use crate::draw::studio::{Dpi, StudioError, picture_png};
use crate::model::Game;
use crate::output::{Ledger, Written};
use std::path::{Path, PathBuf};

/// What is made of maps and charts.
#[derive(Debug, Clone)]
pub struct MapRequest {
    /// How maps and charts are drawn.
    pub options: MapOptions,
    /// Resolution of the PNG pictures; none are made without one.
    pub png: Option<Dpi>,
    /// How maps are spread over paper; they are not without it.
    pub tiles: Option<TileOptions>,
    /// Paper of the charts.
    pub charts: ChartPaper,
    /// Where ledgers are kept.
    pub cache: PathBuf,
    /// Replace files that are not ours.
    pub force: bool,
}

impl MapRequest {
    /// Everything, in the usual style, with a cache below the output folder.
    pub fn new(out: &Path) -> Self {
        MapRequest {
            options: MapOptions::default(),
            png: Some(Dpi::MAPS),
            tiles: Some(TileOptions::default()),
            charts: ChartPaper::default(),
            cache: out.join(".cache"),
            force: false,
        }
    }
}

/// What a build of maps or charts did.
#[derive(Debug, Clone, Default)]
pub struct MapReport {
    /// Files written.
    pub written: Vec<PathBuf>,
    /// Files that were up to date.
    pub current: usize,
    /// Files of earlier builds that were removed.
    pub removed: Vec<PathBuf>,
    /// What the designer should know.
    pub notes: Vec<String>,
}

/// Draws every map of a game into `out`, and the boards of each scenario as they lie on the table:
/// SVG, PNG, PDF in full size, PDF over sheets of paper.
pub fn build_map(game: &Game, out: &Path, request: &MapRequest) -> Result<MapReport, PrintError> {
    let mut desk = Desk::open(game, out, request, "map");
    let made = desk.maps();
    desk.close(made)
}

/// Draws a game's player aids into `out`: one PDF of all pages, and each page as SVG and PNG.
pub fn build_charts(
    game: &Game,
    out: &Path,
    request: &MapRequest,
) -> Result<MapReport, PrintError> {
    let mut desk = Desk::open(game, out, request, "charts");
    let made = desk.charts();
    desk.close(made)
}

fn undrawable(name: &str, error: MapError) -> PrintError {
    StudioError::Picture { counter: name.to_owned(), reason: error.to_string() }.into()
}

/// One build: the ledger of what was made, and the report of it.
struct Desk<'a> {
    game: &'a Game,
    out: &'a Path,
    request: &'a MapRequest,
    ledger: Ledger,
    report: MapReport,
}

impl<'a> Desk<'a> {
    fn open(game: &'a Game, out: &'a Path, request: &'a MapRequest, target: &str) -> Self {
        let ledger = Ledger::open(out, &request.cache, target, request.force);
        Desk { game, out, request, ledger, report: MapReport::default() }
    }

    fn close(mut self, made: Result<(), PrintError>) -> Result<MapReport, PrintError> {
        if made.is_err() {
            // What was written before the error is still ours.
            self.ledger.save()?;
        }
        made?;
        self.report.removed = self.ledger.close()?;
        Ok(self.report)
    }

    fn maps(&mut self) -> Result<(), PrintError> {
        for map in &self.game.maps {
            let drawn = draw_map(self.game, map, &self.request.options)
                .map_err(|e| undrawable(&map.id, e))?;
            self.report.notes.extend(drawn.notes);
            self.sheet(&format!("map/{}", map.id), &drawn.picture, &map.title)?;
            if self.request.options.proof || map.backdrop.is_none() {
                continue;
            }
            let options =
                MapOptions { proof: true, surround: false, ..self.request.options.clone() };
            let proof = draw_map(self.game, map, &options).map_err(|e| undrawable(&map.id, e))?;
            self.output(&format!("map/{}-proof.png", map.id), &proof.picture, "", || {
                Ok(picture_png(&proof.picture, &map.id, Dpi::MAPS)?)
            })?;
        }
        for scenario in self.game.scenarios.iter().filter(|scenario| scenario.maps.len() > 1) {
            let table = draw_boards(self.game, &scenario.maps, &self.request.options)
                .map_err(|e| undrawable(&scenario.id, e))?;
            self.sheet(&format!("map/scenario-{}", scenario.id), &table, &scenario.title)?;
        }
        Ok(())
    }

    /// A map or a table of boards: SVG, PNG, PDF in full size and over sheets of paper.
    fn sheet(&mut self, name: &str, picture: &Picture, title: &str) -> Result<(), PrintError> {
        let about = About {
            title: format!("{}: {title}", self.game.title),
            subject: "Map".to_owned(),
            authors: self.game.credits.clone(),
        };
        self.picture(name, picture)?;
        self.output(&format!("{name}.pdf"), picture, &about.title, || {
            pages_pdf(&[picture], &about)
        })?;
        if let Some(tiles) = &self.request.tiles {
            let key = format!("{}{tiles:?}", about.title);
            self.output(&format!("{name}-tiled.pdf"), picture, &key, || {
                Ok(tiled_pdf(picture, tiles, &about)?.0)
            })?;
        }
        Ok(())
    }

    fn charts(&mut self) -> Result<(), PrintError> {
        let aids = draw_charts(self.game, &self.request.options, self.request.charts)
            .map_err(|e| undrawable(&self.game.id, e))?;
        let pages: Vec<&Picture> = aids.iter().flat_map(|aid| &aid.pages).collect();
        let about = About {
            title: format!("{}: Player Aids", self.game.title),
            subject: "Charts and tables".to_owned(),
            authors: self.game.credits.clone(),
        };
        let whole: String = pages.iter().map(|page| page.svg()).collect();
        self.made("charts/player-aids.pdf", &[whole.as_bytes(), about.title.as_bytes()], || {
            pages_pdf(&pages, &about)
        })?;
        for aid in &aids {
            for (i, page) in aid.pages.iter().enumerate() {
                let name = match aid.pages.len() {
                    1 => format!("charts/{}", aid.name),
                    _ => format!("charts/{}-{}", aid.name, i + 1),
                };
                self.picture(&name, page)?;
            }
        }
        Ok(())
    }

    /// A drawing as SVG and PNG.
    fn picture(&mut self, name: &str, picture: &Picture) -> Result<(), PrintError> {
        self.output(&format!("{name}.svg"), picture, "", || Ok(picture.svg().into_bytes()))?;
        if let Some(dpi) = self.request.png {
            self.output(&format!("{name}.png"), picture, &dpi.dots().to_string(), || {
                Ok(picture_png(picture, name, dpi)?)
            })?;
        }
        Ok(())
    }

    fn output(
        &mut self,
        name: &str,
        picture: &Picture,
        key: &str,
        make: impl FnOnce() -> Result<Vec<u8>, PrintError>,
    ) -> Result<(), PrintError> {
        let svg = picture.svg();
        self.made(name, &[svg.as_bytes(), key.as_bytes()], make)
    }

    /// Makes a file unless it is there already, made from the same inputs by the same program.
    fn made(
        &mut self,
        name: &str,
        inputs: &[&[u8]],
        make: impl FnOnce() -> Result<Vec<u8>, PrintError>,
    ) -> Result<(), PrintError> {
        let mut hash = blake3::Hasher::new();
        hash.update(env!("CARGO_PKG_VERSION").as_bytes());
        for input in inputs {
            hash.update(&(input.len() as u64).to_le_bytes());
            hash.update(input);
        }
        let hash = hash.finalize();
        if self.ledger.is_current(name, &hash) {
            self.report.current += 1;
            return Ok(());
        }
        match self.ledger.write(name, &hash, &make()?)? {
            Written::Unchanged => self.report.current += 1,
            _ => self.report.written.push(self.out.join(name)),
        }
        Ok(())
    }
}

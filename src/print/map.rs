//! Maps and charts as files: what `hexwright build --target map,charts` makes.

use super::map_pdf::{Drawing, pages_of, tiles_of};
use super::pdf::About;
use super::{PrintError, TileOptions};
use crate::draw::chart::{ChartPaper, draw_charts};
use crate::draw::map::{MapError, MapOptions, Picture, draw_boards, draw_map};
use crate::draw::studio::{Dpi, StudioError, picture_png};
use crate::model::Game;
use crate::output::{Ledger, Written};
use rayon::prelude::*;
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
    /// Hash of all that the game, its styles and its pictures were made from, where that is known: then a build that
    /// would make nothing new is not begun.
    pub made_from: Option<blake3::Hash>,
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
            made_from: None,
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
    Desk::open(game, out, request, "map").build(Desk::maps)
}

/// Draws a game's player aids into `out`: one PDF of all pages, and each page as SVG and PNG.
pub fn build_charts(
    game: &Game,
    out: &Path,
    request: &MapRequest,
) -> Result<MapReport, PrintError> {
    Desk::open(game, out, request, "charts").build(Desk::charts)
}

fn undrawable(name: &str, error: MapError) -> PrintError {
    StudioError::Undrawn { map: name.to_owned(), reason: error.to_string() }.into()
}

/// One build: the ledger of what was made, and the report of it.
struct Desk<'a> {
    game: &'a Game,
    out: &'a Path,
    request: &'a MapRequest,
    ledger: Ledger,
    /// What all files are made from and how, where that is known.
    whole: Option<blake3::Hash>,
    report: MapReport,
}

impl<'a> Desk<'a> {
    fn open(game: &'a Game, out: &'a Path, request: &'a MapRequest, target: &str) -> Self {
        let ledger = Ledger::open(out, &request.cache, target, request.force);
        let whole = request.made_from.map(|made_from| {
            let MapRequest { options, png, tiles, charts, .. } = request;
            let how = format!("{target} {} {:?}", game.id, (options, png, tiles, charts));
            let mut hasher = blake3::Hasher::new();
            hasher.update(made_from.as_bytes()).update(how.as_bytes()).finalize()
        });
        Desk { game, out, request, ledger, whole, report: MapReport::default() }
    }

    fn build(
        mut self,
        make: impl FnOnce(&mut Self) -> Result<(), PrintError>,
    ) -> Result<MapReport, PrintError> {
        if let Some(current) = self.whole.and_then(|whole| self.ledger.is_whole(&whole)) {
            return Ok(MapReport { current, ..MapReport::default() });
        }
        let made = make(&mut self);
        if made.is_err() {
            // What was written before the error is still ours.
            self.ledger.save()?;
        }
        made?;
        // What the designer should know is told by every build.
        let whole = self.whole.filter(|_| self.report.notes.is_empty());
        self.report.removed = self.ledger.close_whole(whole)?;
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
            let drawing = Drawing::of(&proof.picture);
            let name = format!("map/{}-proof.png", map.id);
            self.make(vec![Output::new(name, &[drawing.svg.as_bytes(), b""], || {
                Ok(picture_png(&proof.picture, &map.id, Dpi::MAPS)?)
            })])?;
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
        let pages = [Drawing::of(picture)];
        let [drawing] = &pages;
        let svg = drawing.svg.as_bytes();
        let mut wanted = self.picture(name, picture, drawing);
        let full = Output::new(format!("{name}.pdf"), &[svg, about.title.as_bytes()], || {
            pages_of(&pages, &about)
        });
        wanted.push(full);
        if let Some(tiles) = &self.request.tiles {
            let key = format!("{}{tiles:?}", about.title);
            let about = &about;
            let tiled =
                Output::new(format!("{name}-tiled.pdf"), &[svg, key.as_bytes()], move || {
                    Ok(tiles_of(drawing, tiles, about)?.0)
                });
            wanted.push(tiled);
        }
        self.make(wanted)
    }

    fn charts(&mut self) -> Result<(), PrintError> {
        let aids = draw_charts(self.game, &self.request.options, self.request.charts)
            .map_err(|e| undrawable(&self.game.id, e))?;
        let pages: Vec<Drawing<'_>> =
            aids.iter().flat_map(|aid| &aid.pages).map(Drawing::of).collect();
        let about = About {
            title: format!("{}: Player Aids", self.game.title),
            subject: "Charts and tables".to_owned(),
            authors: self.game.credits.clone(),
        };
        let whole: String = pages.iter().map(|page| page.svg.as_str()).collect();
        let inputs = [whole.as_bytes(), about.title.as_bytes()];
        let aid = || pages_of(&pages, &about);
        let mut wanted = vec![Output::new("charts/player-aids.pdf".to_owned(), &inputs, aid)];
        let mut drawings = pages.iter();
        for aid in &aids {
            for ((i, page), drawing) in aid.pages.iter().enumerate().zip(&mut drawings) {
                let name = match aid.pages.len() {
                    1 => format!("charts/{}", aid.name),
                    _ => format!("charts/{}-{}", aid.name, i + 1),
                };
                wanted.append(&mut self.picture(&name, page, drawing));
            }
        }
        self.make(wanted)
    }

    /// A drawing as SVG and PNG.
    fn picture<'p>(
        &self,
        name: &str,
        picture: &'p Picture,
        drawing: &'p Drawing<'_>,
    ) -> Vec<Output<'p>> {
        let svg = drawing.svg.as_bytes();
        let text = move || Ok(svg.to_vec());
        let mut wanted = vec![Output::new(format!("{name}.svg"), &[svg, b""], text)];
        if let Some(dpi) = self.request.png {
            let (own, file) = (name.to_owned(), format!("{name}.png"));
            let inputs = [svg, &dpi.dots().to_string().into_bytes()];
            let make = move || Ok(picture_png(picture, &own, dpi)?);
            wanted.push(Output::new(file, &inputs, make));
        }
        wanted
    }

    /// Makes those files that are not there already, made from the same inputs by the same program: on all cores,
    /// and written in order.
    fn make(&mut self, mut wanted: Vec<Output<'_>>) -> Result<(), PrintError> {
        let before = wanted.len();
        wanted.retain(|output| !self.ledger.is_current(&output.name, &output.inputs));
        self.report.current += before - wanted.len();
        let made: Vec<Result<Vec<u8>, PrintError>> =
            wanted.par_iter().map(|output| (output.make)()).collect();
        for (Output { name, inputs, .. }, bytes) in wanted.iter().zip(made) {
            match self.ledger.write(name, inputs, &bytes?)? {
                Written::Unchanged => self.report.current += 1,
                _ => self.report.written.push(self.out.join(name)),
            }
        }
        Ok(())
    }
}

type Make<'p> = Box<dyn Fn() -> Result<Vec<u8>, PrintError> + Sync + Send + 'p>;

/// A file to be made: its name, the hash of its inputs, and how.
struct Output<'p> {
    name: String,
    inputs: blake3::Hash,
    make: Make<'p>,
}

impl<'p> Output<'p> {
    fn new(
        name: String,
        inputs: &[&[u8]],
        make: impl Fn() -> Result<Vec<u8>, PrintError> + Sync + Send + 'p,
    ) -> Self {
        let mut hash = blake3::Hasher::new();
        hash.update(env!("CARGO_PKG_VERSION").as_bytes());
        for input in inputs {
            hash.update(&(input.len() as u64).to_le_bytes());
            hash.update(input);
        }
        Output { name, inputs: hash.finalize(), make: Box::new(make) }
    }
}

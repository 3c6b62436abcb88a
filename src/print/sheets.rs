//! A game's counters as files: PDF, PNG sheets, single counters, manifest.

use super::furniture::{Heading, furnish};
use super::geometry::um;
use super::manifest::Manifest;
use super::png::page_png;
use super::portfolio::{Portfolio, Reading};
use super::{
    About, Layout, PageRole, Piece, PrintError, SheetOptions, SheetPage, impose, write_pdf,
};
use crate::draw::studio::{
    Album, Dpi, FaceOrder, FaceTally, Faces, Progress, draw_all, encode, render_face,
};
use crate::draw::{DrawnFace, FaceSide, Look};
use crate::model::{Counter, Game};
use crate::output::{Ledger, Store, Written};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to make of a game's counters, and where to keep what was made.
#[derive(Debug, Clone)]
pub struct SheetRequest {
    /// How the sheets are laid out.
    pub options: SheetOptions,
    /// PNG sheets at this resolution.
    pub png: Option<Dpi>,
    /// Single counters as PNG at this resolution.
    pub single_png: Option<Dpi>,
    /// Single counters as SVG.
    pub single_svg: bool,
    /// Whether single counters keep their bleed.
    pub single_bleed: bool,
    /// Manifest as HTML and CSV.
    pub manifest: bool,
    /// The project's folder, where art and templates are.
    pub project_root: Option<PathBuf>,
    /// Hash of all that the game, its art and its templates were made from, where that is known: then a build that
    /// would make nothing new is not begun.
    pub made_from: Option<blake3::Hash>,
    /// Where drawn faces and the ledger are kept.
    pub cache: PathBuf,
    /// Replace files that are not ours.
    pub force: bool,
}

impl SheetRequest {
    /// PDF and manifest, nothing else, with a cache below the output folder.
    pub fn new(out: &Path) -> Self {
        SheetRequest {
            options: SheetOptions::default(),
            png: None,
            single_png: None,
            single_svg: false,
            single_bleed: false,
            manifest: true,
            project_root: None,
            made_from: None,
            cache: out.join(".cache"),
            force: false,
        }
    }

    /// Hash of all that the files of a build are made from and how.
    fn whole(&self, game: &Game) -> Option<blake3::Hash> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.made_from?.as_bytes());
        let SheetRequest { options, png, single_png, single_svg, single_bleed, manifest, .. } =
            self;
        let how = (options, png, single_png, single_svg, single_bleed, manifest);
        hasher.update(format!("sheets {} {how:?}", game.id).as_bytes());
        Some(hasher.finalize())
    }
}

/// What a build of sheets did.
#[derive(Debug, Clone, Default)]
pub struct SheetReport {
    /// How many counters each sheet of paper holds.
    pub counters_per_sheet: Vec<usize>,
    /// Faces drawn in this build.
    pub drawn: usize,
    /// Faces taken from the cache.
    pub reused: usize,
    /// Files written.
    pub written: Vec<PathBuf>,
    /// Files that were up to date.
    pub current: usize,
    /// Files of earlier builds that were removed.
    pub removed: Vec<PathBuf>,
    /// What is wrong with the looks of counters.
    pub looks: Vec<Look>,
}

/// Builds a game's counters into `out`. The `album` keeps pictures between builds of one
/// run; a new one is fine.
pub fn build_sheets(
    game: &Game,
    out: &Path,
    request: &SheetRequest,
    album: &mut Album,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<SheetReport, PrintError> {
    let mut report = SheetReport::default();
    let mut ledger = Ledger::open(out, &request.cache, "sheets", request.force);
    let whole = request.whole(game);
    if let Some(current) = whole.and_then(|whole| ledger.is_whole(&whole)) {
        report.current = current;
        return Ok(report);
    }
    let order = FaceOrder {
        project_root: request.project_root.as_deref(),
        cache: &request.cache,
        bleed: request.options.bleed,
    };
    let mut tally = FaceTally::default();
    let faces = draw_all(game, order, progress, &mut tally)?;
    report.drawn = tally.drawn;
    report.reused = tally.reused;
    report.looks = tally.looks;
    let pieces = pieces(game, &faces);
    let layout = impose(&pieces, &request.options)?;
    report.counters_per_sheet.clone_from(&layout.counters_per_sheet);
    let job = Job { game, request, pieces: &pieces, layout: &layout, faces: &faces, progress };
    let made = job.outputs(out, &mut ledger, album, &mut report);
    if made.is_err() {
        // What was written before the error is still ours.
        ledger.save()?;
    }
    made?;
    // A look that is questionable is told by every build.
    report.removed = ledger.close_whole(whole.filter(|_| report.looks.is_empty()))?;
    Ok(report)
}

fn pieces(game: &Game, faces: &[Faces]) -> Vec<Piece> {
    let piece = |(counter, faces): (&Counter, &Faces)| {
        let size = &game.counter_sizes[counter.size];
        Piece {
            size: (um(size.width), um(size.height)),
            shape: size.shape,
            count: counter.count,
            has_back: faces.back.is_some(),
        }
    };
    game.counters.iter().zip(faces).map(piece).collect()
}

/// One build, once everything is drawn and laid out.
struct Job<'a> {
    game: &'a Game,
    request: &'a SheetRequest,
    pieces: &'a [Piece],
    layout: &'a Layout,
    faces: &'a [Faces],
    progress: &'a (dyn Fn(Progress) + Sync),
}

/// An output: its name, what it is made from, and how.
struct Output<'a> {
    name: String,
    inputs: blake3::Hash,
    make: Make<'a>,
}

type Make<'a> = Box<dyn Fn(&Reading<'_>, &Store) -> Result<Vec<u8>, PrintError> + Sync + Send + 'a>;

/// The file of all sheets.
const SHEETS: &str = "counters.pdf";

/// What is kept of pages and manifests, as a kind of what is kept between builds.
const STORE: &str = "sheets 2";

impl<'a> Job<'a> {
    fn outputs(
        &self,
        out: &Path,
        ledger: &mut Ledger,
        album: &mut Album,
        report: &mut SheetReport,
    ) -> Result<(), PrintError> {
        let mut planned = self.plan()?;
        let before = planned.len();
        planned.retain(|output| !ledger.is_current(&output.name, &output.inputs));
        report.current = before - planned.len();
        if planned.is_empty() {
            return Ok(());
        }
        let reading = Reading::new(self.game, self.faces, album);
        let store = Store::open(&self.request.cache.join("sheets"), STORE);
        // The PDF takes every face: read on all cores now, not by whoever comes first.
        if planned.iter().any(|output| output.name == SHEETS) {
            reading.read_all()?;
        }
        let made = self.make(&planned, (&reading, &store), (out, ledger), report);
        store.close();
        let pictures = reading.at_hand();
        album.keep(pictures.into_iter());
        made
    }

    fn make(
        &self,
        planned: &[Output<'a>],
        (reading, store): (&Reading<'_>, &Store),
        (out, ledger): (&Path, &mut Ledger),
        report: &mut SheetReport,
    ) -> Result<(), PrintError> {
        (self.progress)(Progress::Stage("writing", planned.len() as u64));
        // A few at a time: made in parallel, written in order, never all in memory.
        for batch in planned.chunks(2 * rayon::current_num_threads().max(1)) {
            let made: Vec<_> = batch
                .par_iter()
                .map(|output| {
                    let _task = crate::budget::under_way(&output.name);
                    let bytes = (output.make)(reading, store);
                    (self.progress)(Progress::Step);
                    bytes
                })
                .collect();
            for (output, bytes) in batch.iter().zip(made) {
                match ledger.write(&output.name, &output.inputs, &bytes?)? {
                    Written::Unchanged => report.current += 1,
                    Written::New | Written::Replaced => report.written.push(out.join(&output.name)),
                }
            }
        }
        Ok(())
    }

    fn plan(&self) -> Result<Vec<Output<'a>>, PrintError> {
        let mut planned = Vec::new();
        let (layout, request, game) = (self.layout, self.request, self.game);
        let heading = Arc::new(Heading {
            title: game.title.clone(),
            what: "Counters".into(),
            sheets: layout.counters_per_sheet.len(),
        });
        if !layout.pages.is_empty() {
            let about = About {
                title: format!("{}: counters", game.title),
                subject: format!("Print-and-play counter sheets, version {}", game.version),
                authors: game.credits.clone(),
            };
            let of = (&request.options, self.pieces, &*heading, &about);
            let inputs = self.inputs(&format!("pdf {of:?}"), self.all_faces());
            let heading = Arc::clone(&heading);
            planned.push(Output {
                name: SHEETS.into(),
                inputs,
                make: Box::new(move |reading, store| {
                    let of = (reading as &dyn Portfolio, Some(store));
                    write_pdf(layout, of, &heading, &request.options, &about)
                }),
            });
        }
        if let Some(dpi) = request.png {
            for page in &layout.pages {
                let furniture = furnish(page, &heading, &request.options)?;
                let of = format!("png {dpi:?} {furniture:?} {:?}", page.slots);
                let faces = page.slots.iter().filter_map(|slot| self.hash(slot.piece, slot.side));
                planned.push(Output {
                    name: page_name(page, layout),
                    inputs: self.inputs(&of, faces),
                    make: Box::new(move |reading, store| {
                        page_png(page, &furniture, reading, dpi, store)
                    }),
                });
            }
        }
        self.plan_single_counters(&mut planned)?;
        if request.manifest {
            let manifest = Arc::new(Manifest::of(game));
            let inputs = self.inputs(&format!("manifest {manifest:?}"), self.all_faces());
            let html = Arc::clone(&manifest);
            planned.push(Output {
                name: "manifest.html".into(),
                inputs,
                make: Box::new(move |reading, store| {
                    html.html(reading, store).map(String::into_bytes)
                }),
            });
            planned.push(Output {
                name: "manifest.csv".into(),
                inputs,
                make: Box::new(move |_, _| manifest.csv()),
            });
        }
        Ok(planned)
    }

    fn plan_single_counters(&self, planned: &mut Vec<Output<'a>>) -> Result<(), PrintError> {
        let mut names = HashSet::new();
        for (index, counter) in self.game.counters.iter().enumerate() {
            for (side, suffix) in [(FaceSide::Front, ""), (FaceSide::Back, "-back")] {
                let Some(hash) = self.hash(index, side) else { continue };
                let stem = format!("counters/{}{suffix}", file_name(&counter.id));
                let mut add = |extension: &str, inputs: blake3::Hash, make: Make<'a>| {
                    let name = format!("{stem}.{extension}");
                    // File systems that ignore case must not lose a counter.
                    if !names.insert(name.to_lowercase()) {
                        return Err(PrintError::Options(format!(
                            "two counters would be written to `{name}`: give them ids that differ in more than case or marks"
                        )));
                    }
                    planned.push(Output { name, inputs, make });
                    Ok(())
                };
                let bleed = self.request.single_bleed;
                if let Some(dpi) = self.request.single_png {
                    let inputs = self.inputs(&format!("single png {dpi:?} {bleed}"), [hash]);
                    let make: Make<'a> =
                        Box::new(move |reading, _| match reading.picture(index, side)? {
                            Some(picture) => Ok(encode(&render_face(&picture, bleed, dpi)?, dpi)?),
                            None => Ok(Vec::new()),
                        });
                    add("png", inputs, make)?;
                }
                if self.request.single_svg {
                    let inputs = self.inputs(&format!("single svg {bleed}"), [hash]);
                    let make: Make<'a> = Box::new(move |reading, _| {
                        let picture = reading.picture(index, side)?;
                        Ok(picture
                            .map(|picture| picture.outlined_svg(bleed))
                            .unwrap_or_default()
                            .into_bytes())
                    });
                    add("svg", inputs, make)?;
                }
            }
        }
        Ok(())
    }

    fn hash(&self, piece: usize, side: FaceSide) -> Option<blake3::Hash> {
        self.faces.get(piece)?.side(side).map(|(hash, _)| *hash)
    }

    fn all_faces(&self) -> impl Iterator<Item = blake3::Hash> {
        let hashes = |face: &Option<(blake3::Hash, DrawnFace)>| {
            face.as_ref().map_or(blake3::Hash::from_bytes([0; 32]), |(hash, _)| *hash)
        };
        self.faces.iter().flat_map(move |faces| [hashes(&faces.front), hashes(&faces.back)])
    }

    fn inputs(&self, of: &str, faces: impl IntoIterator<Item = blake3::Hash>) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        hasher.update(of.as_bytes());
        for face in faces {
            hasher.update(face.as_bytes());
        }
        hasher.finalize()
    }
}

fn page_name(page: &SheetPage, layout: &Layout) -> String {
    let digits = layout.counters_per_sheet.len().to_string().len();
    let role = match page.role {
        PageRole::Front => "front",
        PageRole::Back => "back",
        PageRole::Folded => "fold",
    };
    format!("sheets/counters-{:0digits$}-{role}.png", page.sheet)
}

/// An id as the name of a file on any system.
fn file_name(id: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
    let name: String = id.chars().map(plain).take(100).collect();
    if name.starts_with('.') || name.is_empty() { format!("_{name}") } else { name }
}

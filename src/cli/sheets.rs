//! Options of `hexwright build --target sheets`, and the target itself.

use super::check::counted;
use super::limits::read_text;
use super::site::Site;
use super::{Console, Failure};
use crate::model::{Game, Length};
use crate::print::geometry::{Edges, Um, um};
use crate::print::{
    Album, Backs, Blocks, DieCut, Dpi, Orientation, Paper, Progress, SheetOptions, SheetReport,
    SheetRequest, build_sheets,
};
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::sync::Mutex;

/// How counter sheets are laid out and what is made of them.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Counter sheets")]
pub struct SheetArgs {
    /// Paper: A4, Letter, A3, Tabloid or a size such as 200x250mm
    #[arg(long, default_value = "A4")]
    paper: Paper,
    /// Which way the paper lies
    #[arg(long, value_enum, default_value = "portrait")]
    orientation: Orientation,
    /// Margin the printer cannot reach
    #[arg(long, value_name = "LENGTH", default_value = "10mm")]
    margin: Length,
    /// Gap between counters; none lets one cut serve two
    #[arg(long, value_name = "LENGTH", default_value = "0mm")]
    gutter: Length,
    /// How far art runs beyond the cut
    #[arg(long, value_name = "LENGTH", default_value = "1.5mm")]
    bleed: Length,
    /// Set counters in blocks of so many columns and rows, e.g. 5x2
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = columns_and_rows)]
    blocks: Option<(u32, u32)>,
    /// Gap between blocks
    #[arg(long, value_name = "LENGTH", default_value = "5mm")]
    block_gap: Length,
    /// At most so many counters on a sheet
    #[arg(long, value_name = "COUNT")]
    per_sheet: Option<u32>,
    /// Where the backs go
    #[arg(long, value_enum, default_value = "long-edge")]
    backs: Backs,
    /// Move the back pages by so many millimetres right and down (`hexwright print --calibrate`)
    #[arg(long, value_name = "RIGHT,DOWN", value_parser = offset, allow_hyphen_values = true)]
    back_offset: Option<(Um, Um)>,
    /// Leave crop marks out
    #[arg(long)]
    no_crop_marks: bool,
    /// Draw hairlines along every cut
    #[arg(long)]
    cut_lines: bool,
    /// Leave registration marks out
    #[arg(long)]
    no_registration: bool,
    /// Lay counters out for a bought die-cut sheet, described in this TOML file
    #[arg(long, value_name = "FILE")]
    die_cut: Option<PathBuf>,
    /// Resolution of the PNG sheets
    #[arg(long, value_name = "DPI", default_value = "300")]
    dpi: Dpi,
    /// Make no PNG sheets
    #[arg(long)]
    no_png: bool,
    /// Single counters too: png, svg or both
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMAT")]
    single: Vec<SingleFormat>,
    /// Keep the bleed of single counters
    #[arg(long)]
    single_bleed: bool,
}

/// A format of single counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum SingleFormat {
    /// Pixels, at the resolution of --dpi
    Png,
    /// Vectors, letters as outlines
    Svg,
}

fn columns_and_rows(text: &str) -> Result<(u32, u32), String> {
    let bad = || format!("`{text}` is no block; write columns and rows as 5x2");
    let (columns, rows) = text.split_once(['x', '×']).ok_or_else(bad)?;
    let number = |part: &str| part.trim().parse().ok().filter(|n| (1..=1000).contains(n));
    Ok((number(columns).ok_or_else(bad)?, number(rows).ok_or_else(bad)?))
}

fn offset(text: &str) -> Result<(Um, Um), String> {
    let bad = || format!("`{text}` is no offset; write millimetres right and down as 0.8,-0.5");
    let (right, down) = text.split_once(',').ok_or_else(bad)?;
    let mm = |part: &str| {
        let part = part.trim().trim_end_matches("mm").trim_end();
        part.parse::<f64>()
            .ok()
            .filter(|mm| mm.abs() <= 1000.0)
            .map(|mm| (mm * 1000.0).round() as Um)
    };
    Ok((mm(right).ok_or_else(bad)?, mm(down).ok_or_else(bad)?))
}

impl Default for SheetArgs {
    fn default() -> Self {
        let (margins, options) = (Length::mm(10.0), SheetOptions::default());
        let length = |um: Um| Length::mm(um as f64 / 1000.0);
        SheetArgs {
            paper: options.paper,
            orientation: options.orientation,
            margin: margins,
            gutter: length(options.gutter),
            bleed: length(options.bleed),
            blocks: None,
            block_gap: Length::mm(5.0),
            per_sheet: None,
            backs: options.backs,
            back_offset: None,
            no_crop_marks: false,
            cut_lines: false,
            no_registration: false,
            die_cut: None,
            dpi: Dpi::SHEETS,
            no_png: false,
            single: Vec::new(),
            single_bleed: false,
        }
    }
}

impl SheetArgs {
    /// What the arguments ask for.
    fn request(&self, site: Site<'_>) -> Result<SheetRequest, Failure> {
        let die_cut = match &self.die_cut {
            None => None,
            Some(file) => {
                let text = read_text(file)?;
                Some(DieCut::from_toml(&text)?)
            }
        };
        let gap = um(self.block_gap);
        let options = SheetOptions {
            paper: self.paper.clone(),
            orientation: self.orientation,
            margins: Edges::all(um(self.margin)),
            gutter: um(self.gutter),
            blocks: self.blocks.map(|(columns, rows)| Blocks { columns, rows, gap }),
            per_sheet: self.per_sheet,
            bleed: um(self.bleed),
            backs: self.backs,
            back_offset: self.back_offset.unwrap_or_default(),
            crop_marks: !self.no_crop_marks,
            cut_lines: self.cut_lines,
            registration_marks: !self.no_registration,
            die_cut,
        };
        Ok(SheetRequest {
            options,
            png: (!self.no_png).then_some(self.dpi),
            single_png: self.single.contains(&SingleFormat::Png).then_some(self.dpi),
            single_svg: self.single.contains(&SingleFormat::Svg),
            single_bleed: self.single_bleed,
            manifest: true,
            project_root: Some(site.root.to_owned()),
            made_from: site.made_from(),
            cache: site.cache.to_owned(),
            force: site.force,
        })
    }
}

/// Makes the sheets of a game and returns the files written.
pub fn make(
    game: &Game,
    args: &SheetArgs,
    site: Site<'_>,
    album: &mut Album,
    console: &Console,
) -> Result<Vec<PathBuf>, Failure> {
    let request = args.request(site)?;
    let report = with_progress(console, |progress| {
        build_sheets(game, site.folder, &request, album, progress)
    })?;
    tell(&report, console);
    Ok(report.written)
}

/// Does long work under a progress bar.
pub(super) fn with_progress<T>(
    console: &Console,
    work: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> T,
) -> T {
    let bar: Mutex<Option<ProgressBar>> = Mutex::new(None);
    let progress = |step: Progress| {
        // A poisoned lock costs a progress bar, not the build.
        let Ok(mut bar) = bar.lock() else { return };
        match step {
            Progress::Stage(what, total) => {
                if let Some(done) = bar.replace(console.progress(what, total)) {
                    done.finish_and_clear();
                }
            }
            Progress::Step => {
                if let Some(bar) = &*bar {
                    bar.inc(1);
                }
            }
        }
    };
    let done = work(&progress);
    if let Ok(Some(bar)) = bar.lock().as_deref() {
        bar.finish_and_clear();
    }
    done
}

fn tell(report: &SheetReport, console: &Console) {
    super::looks::tell(&report.looks, console);
    for file in &report.removed {
        console.note(format_args!("removed {}", file.display()));
    }
    let sheets = report.counters_per_sheet.len();
    let counters: usize = report.counters_per_sheet.iter().sum();
    console.detail(format_args!(
        "{} on {} {:?}; {} drawn, {} from the cache; {} written, {} up to date",
        counted(counters, "counter"),
        counted(sheets, "sheet"),
        report.counters_per_sheet,
        counted(report.drawn, "face"),
        report.reused,
        counted(report.written.len(), "file"),
        report.current,
    ));
}

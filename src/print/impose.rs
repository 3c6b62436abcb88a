//! Imposition: which counter lies where on which page, and what lies behind it.
//!
//! Pure arithmetic in micrometres. A page behind another is made from it by
//! turning the paper over, so that a back cannot be anywhere but behind its front.

use super::geometry::{Edges, PageBox, Segment, Turn, Um};
use super::grid::{Grid, groups, mark_room, runs};
use super::{Backs, DieCut, Orientation, PrintError, SheetOptions};
use crate::draw::FaceSide;
use crate::model::Shape;

/// Height kept free for the title at the top of a page.
pub const HEADER: Um = 7_000;
/// Height kept free for the ruler at the bottom of a page.
pub const FOOTER: Um = 13_000;
/// On either side of a fold: paper bends, it does not crease on a line.
const FOLD: Um = 5_000;
/// More than a printer can be off; beyond that the user mistook the unit.
const LARGEST_OFFSET: Um = 20_000;
/// Nobody can cut or pick up anything smaller.
const SMALLEST_COUNTER: Um = 3_000;
/// More copies than anybody prints: a typing error in a count must not fill the disk.
const MOST_COPIES: u64 = 1_000_000;

/// A counter to be placed, `count` times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Width and height as cut.
    pub size: (Um, Um),
    /// Corners.
    pub shape: Shape,
    /// How many.
    pub count: u32,
    /// Whether there is anything on the back.
    pub has_back: bool,
}

/// A place on a page with a face of a counter in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Position of the counter in the list given.
    pub piece: usize,
    /// The face.
    pub side: FaceSide,
    /// The counter as it is cut.
    pub trim: PageBox,
    /// How far the art may run beyond the cut before it meets a neighbour.
    pub bleed: Edges,
    /// Whether the face stands on its head.
    pub upside_down: bool,
    /// Whether the corners are to be rounded.
    pub rounded: bool,
}

impl Slot {
    /// What of the page the art may cover.
    pub fn inked(&self) -> PageBox {
        self.trim.grown(self.bleed)
    }
}

/// What a page holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PageRole {
    /// Fronts.
    Front,
    /// Backs, to be printed behind the page before.
    Back,
    /// Fronts and backs side by side, to be folded.
    Folded,
}

/// One side of a sheet of paper.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SheetPage {
    /// Number of the sheet, from 1.
    pub sheet: usize,
    /// What it holds.
    pub role: PageRole,
    /// Width and height.
    pub size: (Um, Um),
    /// The faces.
    pub slots: Vec<Slot>,
    /// Marks outside the counters that show where to cut.
    pub crop_marks: Vec<Segment>,
    /// Hairlines along every cut.
    pub cut_lines: Vec<Segment>,
    /// Where to fold.
    pub fold: Option<Segment>,
    /// Centres of registration marks.
    pub registration: Vec<(Um, Um)>,
}

/// All pages, in printing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The pages.
    pub pages: Vec<SheetPage>,
    /// How many counters each sheet of paper holds.
    pub counters_per_sheet: Vec<usize>,
}

/// Lays the counters out on sheets, or says what does not fit.
pub fn impose(pieces: &[Piece], options: &SheetOptions) -> Result<Layout, PrintError> {
    check(pieces, options)?;
    let fronts = match &options.die_cut {
        Some(die) => die_cut_fronts(pieces, options, die)?,
        None => packed_fronts(pieces, options)?,
    };
    let counters_per_sheet = fronts.iter().map(|page| page.slots.len()).collect();
    let any_back = pieces.iter().any(|piece| piece.has_back && piece.count > 0);
    let mut pages = Vec::with_capacity(fronts.len() * 2);
    for front in fronts {
        match options.backs {
            Backs::FoldOver if any_back => pages.push(folded(front, pieces, options)),
            Backs::LongEdge | Backs::ShortEdge if any_back => {
                let back = back_page(&front, pieces, options)?;
                pages.extend([front, back]);
            }
            _ => pages.push(front),
        }
    }
    Ok(Layout { pages, counters_per_sheet })
}

/// How the paper is turned between front and back.
pub fn turn(options: &SheetOptions) -> Turn {
    match (options.backs, options.orientation) {
        (Backs::ShortEdge, Orientation::Portrait) | (Backs::LongEdge, Orientation::Landscape) => {
            Turn::Over
        }
        _ => Turn::Sideways,
    }
}

fn check(pieces: &[Piece], options: &SheetOptions) -> Result<(), PrintError> {
    let refuse = |reason: String| Err(PrintError::Options(reason));
    let copies: u64 = pieces.iter().map(|piece| u64::from(piece.count)).sum();
    if copies > MOST_COPIES {
        return refuse(format!(
            "{copies} counters are more than the {MOST_COPIES} that can be printed at once"
        ));
    }
    let die = options.die_cut.map(|die| die.counter);
    let small = |size: &(Um, Um)| size.0.min(size.1) < SMALLEST_COUNTER;
    if let Some(size) = pieces.iter().map(|piece| piece.size).chain(die).find(small) {
        let (width, height) = (size.0 as f64 / 1000.0, size.1 as f64 / 1000.0);
        return refuse(format!(
            "a counter of {width} × {height} mm is too small: 3 mm is the least"
        ));
    }
    let (dx, dy) = options.back_offset;
    if (dx, dy) != (0, 0) && !matches!(options.backs, Backs::LongEdge | Backs::ShortEdge) {
        return refuse(
            "a back offset needs backs on pages of their own: long-edge or short-edge".into(),
        );
    }
    if dx.abs().max(dy.abs()) > LARGEST_OFFSET {
        return refuse(
            "a back offset of more than 20 mm is no printer's; it is given in millimetres".into(),
        );
    }
    let margins = &options.margins;
    if [margins.left, margins.top, margins.right, margins.bottom].iter().any(|&m| m < 0) {
        return refuse("margins cannot be negative".into());
    }
    if options.gutter < 0 || options.bleed < 0 {
        return refuse("gutters and bleed cannot be negative".into());
    }
    if options.per_sheet == Some(0) || options.blocks.is_some_and(|b| b.columns == 0 || b.rows == 0)
    {
        return refuse("a sheet or block of no counters cannot be filled".into());
    }
    if options.die_cut.is_some() && options.backs == Backs::FoldOver {
        return refuse(
            "a die-cut sheet cannot be folded over: print its backs on pages of their own".into(),
        );
    }
    Ok(())
}

/// Where counters may lie on a front page.
fn room(options: &SheetOptions) -> PageBox {
    let (width, height) = options.page();
    let marks = mark_room(options);
    let right = match options.backs {
        Backs::FoldOver => width / 2 - FOLD - options.bleed,
        _ => width - options.margins.right - marks,
    };
    let left = options.margins.left + marks;
    let (mut above, mut below) = (options.margins.top + HEADER, options.margins.bottom + FOOTER);
    if turn(options) == Turn::Over {
        // What lies low on the front lies high on the back: both need both rooms.
        (above, below) = (above.max(below), above.max(below));
    }
    let (top, bottom) = (above + marks, height - below - marks);
    PageBox::new(left, top, right - left, bottom - top)
}

fn empty_page(sheet: usize, options: &SheetOptions) -> SheetPage {
    SheetPage {
        sheet,
        role: PageRole::Front,
        size: options.page(),
        slots: Vec::new(),
        crop_marks: Vec::new(),
        cut_lines: Vec::new(),
        fold: None,
        registration: registration_marks(options),
    }
}

/// Sections of equal counters from the top of the page down.
fn packed_fronts(pieces: &[Piece], options: &SheetOptions) -> Result<Vec<SheetPage>, PrintError> {
    let room = room(options);
    let section_gap =
        if options.crop_marks { 2 * mark_room(options) } else { 2 * options.bleed + 4_000 };
    let per_sheet = options.per_sheet.unwrap_or(u32::MAX) as usize;
    let mut pages: Vec<SheetPage> = Vec::new();
    let mut y = room.y;
    for group in groups(pieces) {
        let (across, down) = runs(group.size, (options.gutter, options.gutter), options.blocks);
        let columns = across.fitting(room.width);
        if columns == 0 || down.fitting(room.height) == 0 {
            return Err(PrintError::DoesNotFit {
                counter: group.size,
                room: (room.width, room.height),
                page: format!("{} {}", options.paper, word(options.orientation)),
            });
        }
        let mut left = group.copies.as_slice();
        while !left.is_empty() {
            let on_page = pages.last().map_or(0, |page| page.slots.len());
            let rows = down.fitting(room.bottom() - y);
            if pages.is_empty() || rows == 0 || on_page >= per_sheet {
                pages.push(empty_page(pages.len() + 1, options));
                y = room.y;
                continue;
            }
            let here = left.len().min((rows * columns) as usize).min(per_sheet - on_page);
            let (now, later) = left.split_at(here);
            left = later;
            let total = here as u32;
            let columns = columns.min(total);
            let x = room.x + (room.width - across.length(columns)) / 2;
            let grid = Grid { across, down, columns, origin: (x, y) };
            if let Some(page) = pages.last_mut() {
                for (index, &piece) in now.iter().enumerate() {
                    page.slots.push(grid.slot(
                        index as u32,
                        total,
                        piece,
                        group.rounded,
                        options.bleed,
                    ));
                }
                grid.marks(total, options, page);
            }
            y += down.length(total.div_ceil(columns)) + section_gap;
        }
    }
    Ok(pages)
}

fn word(orientation: Orientation) -> &'static str {
    match orientation {
        Orientation::Portrait => "portrait",
        Orientation::Landscape => "landscape",
    }
}

/// Counters where the bought sheet has them.
fn die_cut_fronts(
    pieces: &[Piece],
    options: &SheetOptions,
    die: &DieCut,
) -> Result<Vec<SheetPage>, PrintError> {
    let (across, down) = runs(die.counter, (die.gap_x, die.gap_y), die.blocks);
    let grid = Grid { across, down, columns: die.columns, origin: (die.left, die.top) };
    let (width, height) = options.page();
    let used = PageBox::new(die.left, die.top, across.length(die.columns), down.length(die.rows));
    if !PageBox::new(0, 0, width, height).holds(&used) {
        return Err(PrintError::Options(format!(
            "the die-cut template reaches {} × {} mm, beyond {} {} ({} × {} mm)",
            used.right() as f64 / 1000.0,
            used.bottom() as f64 / 1000.0,
            options.paper,
            word(options.orientation),
            width as f64 / 1000.0,
            height as f64 / 1000.0,
        )));
    }
    for group in groups(pieces) {
        // A bought sheet is specified to a tenth of a millimetre at best.
        let differs = |a: Um, b: Um| (a - b).abs() > 100;
        if differs(group.size.0, die.counter.0) || differs(group.size.1, die.counter.1) {
            return Err(PrintError::Options(format!(
                "counters of {} × {} mm do not belong on a die-cut sheet of {} × {} mm counters",
                group.size.0 as f64 / 1000.0,
                group.size.1 as f64 / 1000.0,
                die.counter.0 as f64 / 1000.0,
                die.counter.1 as f64 / 1000.0,
            )));
        }
    }
    let copies: Vec<usize> = groups(pieces).into_iter().flat_map(|group| group.copies).collect();
    let on_sheet = (die.columns * die.rows).min(options.per_sheet.unwrap_or(u32::MAX)) as usize;
    let pages = copies.chunks(on_sheet).enumerate().map(|(sheet, copies)| {
        let mut page = empty_page(sheet + 1, options);
        let total = copies.len() as u32;
        for (index, &piece) in copies.iter().enumerate() {
            let rounded = pieces[piece].shape == Shape::Rounded;
            page.slots.push(grid.slot(index as u32, total, piece, rounded, options.bleed));
        }
        page
    });
    Ok(pages.collect())
}

/// The page to be printed behind a page of fronts.
fn back_page(
    front: &SheetPage,
    pieces: &[Piece],
    options: &SheetOptions,
) -> Result<SheetPage, PrintError> {
    let turn = turn(options);
    let page = front.size;
    let offset = options.back_offset;
    let slots: Vec<Slot> = front
        .slots
        .iter()
        .filter(|slot| pieces[slot.piece].has_back)
        .map(|slot| Slot {
            side: FaceSide::Back,
            trim: turn.behind(&slot.trim, page).shifted(offset),
            bleed: turn.edges_behind(slot.bleed),
            // Cut counters are turned sideways, however the sheet was.
            upside_down: turn == Turn::Over,
            ..*slot
        })
        .collect();
    let paper = PageBox::new(0, 0, page.0, page.1);
    if slots.iter().any(|slot| !paper.holds(&slot.trim)) {
        return Err(PrintError::Options(format!(
            "a back offset of {}, {} mm pushes counters off the paper; widen the margins",
            offset.0 as f64 / 1000.0,
            offset.1 as f64 / 1000.0,
        )));
    }
    let behind = |lines: &[Segment]| -> Vec<Segment> {
        lines.iter().map(|line| turn.line_behind(line, page).shifted(offset)).collect()
    };
    Ok(SheetPage {
        role: PageRole::Back,
        slots,
        crop_marks: behind(&front.crop_marks),
        cut_lines: behind(&front.cut_lines),
        registration: front
            .registration
            .iter()
            .map(|(x, y)| (x + offset.0, y + offset.1))
            .collect(),
        ..front.clone()
    })
}

/// Fronts on the left, their backs mirrored at the fold on the right.
fn folded(mut page: SheetPage, pieces: &[Piece], options: &SheetOptions) -> SheetPage {
    let size = page.size;
    let backs: Vec<Slot> = page
        .slots
        .iter()
        .filter(|slot| pieces[slot.piece].has_back)
        .map(|slot| Slot {
            side: FaceSide::Back,
            trim: Turn::Sideways.behind(&slot.trim, size),
            bleed: Turn::Sideways.edges_behind(slot.bleed),
            ..*slot
        })
        .collect();
    page.slots.extend(backs);
    // Marks toward the fold would lie across it.
    let middle = size.0 / 2;
    let clear = |line: &Segment| line.from.0.max(line.to.0) <= middle - FOLD;
    for lines in [&mut page.crop_marks, &mut page.cut_lines] {
        lines.retain(clear);
        let mirrored: Vec<Segment> =
            lines.iter().map(|line| Turn::Sideways.line_behind(line, size)).collect();
        lines.extend(mirrored);
    }
    page.fold = Some(Segment::new(
        (middle, options.margins.top + HEADER),
        (middle, size.1 - options.margins.bottom - FOOTER),
    ));
    page.role = PageRole::Folded;
    page
}

/// The middle of each side: their places are their own mirror images.
fn registration_marks(options: &SheetOptions) -> Vec<(Um, Um)> {
    const INSET: Um = 6_500;
    let needed =
        options.registration_marks && matches!(options.backs, Backs::LongEdge | Backs::ShortEdge);
    let (width, height) = options.page();
    let narrow = options.margins.left.min(options.margins.right) < INSET + 2_500;
    if !needed || narrow {
        return Vec::new();
    }
    vec![(INSET, height / 2), (width - INSET, height / 2)]
}

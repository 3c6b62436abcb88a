//! Sheets as vector PDF.
//!
//! Each face becomes one form XObject that every copy on every page draws again;
//! fonts are embedded once for the whole file, cut down to the glyphs used. There is
//! no clock and no randomness in the file: the same sheets give the same bytes.

use super::furniture::{Furniture, Heading, furnish};
use super::geometry::{PageBox, Um, to_pt};
use super::portfolio::Portfolio;
use super::squeeze::squeezed;
use super::{Layout, PageRole, PrintError, SheetOptions, SheetPage, Slot};
use crate::draw::studio::Picture;
use crate::output::Store;
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect, Size, Transform};
use krilla::graphic::Graphic;
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{PageLabel, PageSettings};
use krilla::paint::FillRule;
use krilla::surface::Surface;
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use std::collections::HashMap;

/// What a PDF viewer shows as properties of the document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// Title of the document.
    pub title: String,
    /// What it is, in a sentence.
    pub subject: String,
    /// Who made the game.
    pub authors: Vec<String>,
}

/// Writes sheets as PDF; what earlier builds packed is taken from where it was `kept`.
pub fn write_pdf(
    layout: &Layout,
    (portfolio, kept): (&dyn Portfolio, Option<&Store>),
    heading: &Heading,
    options: &SheetOptions,
    about: &About,
) -> Result<Vec<u8>, PrintError> {
    let mut pdf = document(about);
    let mut graphics = HashMap::new();
    let mut outline = Outline::new();
    for (index, page) in layout.pages.iter().enumerate() {
        let furniture = furnish(page, heading, options)?;
        let mut paper = pdf.start_page_with(page_settings(page)?);
        let mut surface = paper.surface();
        draw_page(&mut surface, page, &furniture, portfolio, &mut graphics)?;
        surface.finish();
        paper.finish();
        outline.push_child(OutlineNode::new(
            label(page),
            XyzDestination::new(index, Point::from_xy(0.0, 0.0)),
        ));
    }
    pdf.set_outline(outline);
    finish(pdf, kept)
}

/// A new document with its properties set.
pub(super) fn document(about: &About) -> Document {
    let settings = SerializeSettings {
        enable_tagging: false,
        // Done when all is composed, with less effort.
        compress_content_streams: false,
        ..SerializeSettings::default()
    };
    let mut pdf = Document::new_with(settings);
    let program = concat!("Hexwright ", env!("CARGO_PKG_VERSION"));
    pdf.set_metadata(
        Metadata::new()
            .title(about.title.clone())
            .description(about.subject.clone())
            .authors(about.authors.clone())
            .creator(program.to_owned())
            .producer(program.to_owned())
            .language("en".to_owned())
            // The same sources give the same bytes: no clock.
            .creation_date(
                DateTime::new(2000).month(1).day(1).hour(0).minute(0).second(0).utc_offset_hour(0),
            ),
    );
    pdf
}

/// The bytes of a document.
pub(super) fn finish(pdf: Document, kept: Option<&Store>) -> Result<Vec<u8>, PrintError> {
    let composed = pdf.finish();
    let composed = composed.map_err(|error| PrintError::Composing(format!("PDF: {error:?}")))?;
    Ok(squeezed(composed, kept))
}

/// Name of a page in the bookmarks.
fn label(page: &SheetPage) -> String {
    let role = match page.role {
        PageRole::Front => ", front",
        PageRole::Back => ", back",
        PageRole::Folded => "",
    };
    format!("Sheet {}{role}", page.sheet)
}

fn page_settings(page: &SheetPage) -> Result<PageSettings, PrintError> {
    let settings = PageSettings::from_wh(pt(page.size.0), pt(page.size.1))
        .ok_or_else(|| PrintError::Composing("PDF: a page of no size".into()))?;
    let suffix = match page.role {
        PageRole::Front => "f",
        PageRole::Back => "b",
        PageRole::Folded => "",
    };
    Ok(settings.with_page_label(PageLabel::new(
        None,
        Some(format!("{}{suffix}", page.sheet)),
        None,
    )))
}

fn draw_page(
    surface: &mut Surface,
    page: &SheetPage,
    furniture: &Furniture,
    portfolio: &dyn Portfolio,
    graphics: &mut HashMap<blake3::Hash, Graphic>,
) -> Result<(), PrintError> {
    draw_svg(surface, &furniture.below, page.size)?;
    for slot in &page.slots {
        let Some(picture) = portfolio.picture(slot.piece, slot.side)? else { continue };
        let graphic = match graphics.get(&picture.hash) {
            Some(graphic) => graphic.clone(),
            None => {
                let graphic = form(surface, &picture)?;
                graphics.insert(picture.hash, graphic.clone());
                graphic
            }
        };
        surface.push_clip_path(&rectangle(&slot.inked())?, &FillRule::NonZero);
        surface.push_transform(&placement(slot, &picture));
        surface.draw_graphic(graphic);
        surface.pop();
        surface.pop();
    }
    match &furniture.above {
        Some(above) => draw_svg(surface, above, page.size),
        None => Ok(()),
    }
}

/// A face as a form XObject whose origin is the corner of its bleed.
fn form(surface: &mut Surface, picture: &Picture) -> Result<Graphic, PrintError> {
    let (width, height) = picture.canvas();
    let mut builder = surface.stream_builder();
    let mut canvas = builder.surface();
    let _task = picture.being_drawn();
    let drawn = canvas.draw_svg(&picture.tree, size(width, height)?, SvgSettings::default());
    canvas.finish();
    drawn.ok_or_else(|| PrintError::Composing("PDF: a face could not be drawn".into()))?;
    Ok(Graphic::new(builder.finish(), false))
}

/// From the form's corner to its place on the page.
fn placement(slot: &Slot, picture: &Picture) -> Transform {
    let (x, y) = (slot.trim.x - picture.bleed, slot.trim.y - picture.bleed);
    if slot.upside_down {
        let (width, height) = picture.canvas();
        Transform::from_row(-1.0, 0.0, 0.0, -1.0, pt(x + width), pt(y + height))
    } else {
        Transform::from_translate(pt(x), pt(y))
    }
}

/// Draws an SVG over the whole page.
pub(super) fn draw_svg(surface: &mut Surface, svg: &str, page: (Um, Um)) -> Result<(), PrintError> {
    let tree = usvg::Tree::from_str(svg, &crate::draw::svg_options())
        .map_err(|error| PrintError::Composing(format!("page furniture: {error}")))?;
    surface
        .draw_svg(&tree, size(page.0, page.1)?, SvgSettings::default())
        .ok_or_else(|| PrintError::Composing("PDF: page furniture could not be drawn".into()))
}

fn pt(distance: Um) -> f32 {
    to_pt(distance) as f32
}

fn size(width: Um, height: Um) -> Result<Size, PrintError> {
    Size::from_wh(pt(width), pt(height))
        .ok_or_else(|| PrintError::Composing("PDF: a drawing of no size".into()))
}

fn rectangle(on_page: &PageBox) -> Result<Path, PrintError> {
    let none = || PrintError::Composing("PDF: a counter of no size".into());
    let rect =
        Rect::from_ltrb(pt(on_page.x), pt(on_page.y), pt(on_page.right()), pt(on_page.bottom()))
            .ok_or_else(none)?;
    let mut path = PathBuilder::new();
    path.push_rect(rect);
    path.finish().ok_or_else(none)
}

//! Large drawings as PDF: in full size, or over many sheets of paper to be glued together.

use super::PrintError;
use super::map_tiles::{Tile, TileOptions, TilePlan};
use super::pdf::{About, document, finish};
use crate::draw::map::Picture;
use crate::draw::map::lettering::{Anchor, Face, Halo, text_with_halo};
use crate::hex::Point;
use krilla::geom::{PathBuilder, Rect, Size, Transform};
use krilla::graphic::Graphic;
use krilla::page::{PageLabel, PageSettings};
use krilla::paint::FillRule;
use krilla::surface::Surface;
use krilla_svg::{SurfaceExt, SvgSettings};
use std::fmt::Write;
use std::sync::OnceLock;

const PT: f64 = 72.0 / 25.4;

fn wrong(reason: &str) -> PrintError {
    PrintError::Options(format!("PDF: {reason}"))
}

fn pt(mm: f64) -> f32 {
    (mm * PT) as f32
}

fn size(width: f64, height: f64) -> Result<Size, PrintError> {
    Size::from_wh(pt(width), pt(height)).ok_or_else(|| wrong("a page of no size"))
}

/// A drawing that is read once, however many files are made of it.
pub(super) struct Drawing<'p> {
    picture: &'p Picture,
    /// The drawing as text.
    pub(super) svg: String,
    tree: OnceLock<Result<usvg::Tree, String>>,
}

impl<'p> Drawing<'p> {
    pub(super) fn of(picture: &'p Picture) -> Self {
        Drawing { picture, svg: picture.svg(), tree: OnceLock::new() }
    }

    fn tree(&self) -> Result<&usvg::Tree, PrintError> {
        let read = || {
            usvg::Tree::from_str(&self.svg, &crate::draw::svg_options())
                .map_err(|error| error.to_string())
        };
        self.tree.get_or_init(read).as_ref().map_err(|error| wrong(error))
    }
}

fn parse(svg: &str) -> Result<usvg::Tree, PrintError> {
    usvg::Tree::from_str(svg, &crate::draw::svg_options())
        .map_err(|error| wrong(&error.to_string()))
}

fn page_settings(width: f64, height: f64, label: &str) -> Result<PageSettings, PrintError> {
    let settings =
        PageSettings::from_wh(pt(width), pt(height)).ok_or_else(|| wrong("a page of no size"))?;
    Ok(settings.with_page_label(PageLabel::new(None, Some(label.to_owned()), None)))
}

/// Drawings as pages of their own size.
pub fn pages_pdf(pages: &[&Picture], about: &About) -> Result<Vec<u8>, PrintError> {
    let pages: Vec<Drawing<'_>> = pages.iter().map(|picture| Drawing::of(picture)).collect();
    pages_of(&pages, about)
}

/// Drawings as pages of their own size, read once.
pub(super) fn pages_of(pages: &[Drawing<'_>], about: &About) -> Result<Vec<u8>, PrintError> {
    let mut pdf = document(about);
    for (i, page) in pages.iter().enumerate() {
        let (tree, picture) = (page.tree()?, page.picture);
        let settings = page_settings(picture.width, picture.height, &(i + 1).to_string())?;
        let mut page = pdf.start_page_with(settings);
        let mut surface = page.surface();
        draw(&mut surface, tree, picture.width, picture.height)?;
        surface.finish();
        page.finish();
    }
    finish(pdf, None)
}

fn draw(
    surface: &mut Surface,
    tree: &usvg::Tree,
    width: f64,
    height: f64,
) -> Result<(), PrintError> {
    surface
        .draw_svg(tree, size(width, height)?, SvgSettings::default())
        .ok_or_else(|| wrong("a drawing could not be written"))
}

/// A drawing over many sheets of paper, with glue marks, and a first page that shows how they go
/// together. The drawing itself is in the file once.
pub fn tiled_pdf(
    picture: &Picture,
    options: &TileOptions,
    about: &About,
) -> Result<(Vec<u8>, TilePlan), PrintError> {
    tiles_of(&Drawing::of(picture), options, about)
}

/// A drawing over many sheets of paper, read once.
pub(super) fn tiles_of(
    drawn: &Drawing<'_>,
    options: &TileOptions,
    about: &About,
) -> Result<(Vec<u8>, TilePlan), PrintError> {
    let (tree, picture) = (drawn.tree()?, drawn.picture);
    let plan = TilePlan::new((picture.width, picture.height), options)?;
    let mut pdf = document(about);
    let settings = page_settings(plan.paper.0, plan.paper.1, "assembly")?;
    let mut page = pdf.start_page_with(settings);
    let mut surface = page.surface();
    let drawing = form(&mut surface, tree, picture)?;
    assembly(&mut surface, &plan, picture, &drawing, &about.title)?;
    surface.finish();
    page.finish();
    for tile in plan.tiles() {
        let settings = page_settings(plan.paper.0, plan.paper.1, &tile.name)?;
        let mut page = pdf.start_page_with(settings);
        let mut surface = page.surface();
        clipped(&mut surface, (plan.margin, plan.margin), tile.size, |surface| {
            surface.push_transform(&Transform::from_translate(
                pt(plan.margin - tile.corner.0),
                pt(plan.margin - tile.corner.1),
            ));
            surface.draw_graphic(drawing.clone());
            surface.pop();
        })?;
        let marks = parse(&marks(&plan, &tile, &about.title))?;
        draw(&mut surface, &marks, plan.paper.0, plan.paper.1)?;
        surface.finish();
        page.finish();
    }
    Ok((finish(pdf, None)?, plan))
}

/// The drawing as a form that every page can draw again.
fn form(
    surface: &mut Surface,
    tree: &usvg::Tree,
    picture: &Picture,
) -> Result<Graphic, PrintError> {
    let mut builder = surface.stream_builder();
    let mut canvas = builder.surface();
    let drawn = draw(&mut canvas, tree, picture.width, picture.height);
    canvas.finish();
    drawn?;
    Ok(Graphic::new(builder.finish(), false))
}

fn clipped(
    surface: &mut Surface,
    corner: (f64, f64),
    size: (f64, f64),
    content: impl FnOnce(&mut Surface),
) -> Result<(), PrintError> {
    let rect = Rect::from_xywh(pt(corner.0), pt(corner.1), pt(size.0), pt(size.1))
        .ok_or_else(|| wrong("a sheet of no size"))?;
    let mut path = PathBuilder::new();
    path.push_rect(rect);
    let path = path.finish().ok_or_else(|| wrong("a sheet of no size"))?;
    surface.push_clip_path(&path, &FillRule::NonZero);
    content(surface);
    surface.pop();
    Ok(())
}

fn page_svg(plan: &TilePlan, body: &str) -> String {
    let (w, h) = plan.paper;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\">\
         <g font-family=\"DejaVu Sans\" font-size=\"2.6\" fill=\"#444\">{body}</g></svg>"
    )
}

/// Cut ticks where the sheet is trimmed, glue strips where its neighbours cover it, and its name.
fn marks(plan: &TilePlan, tile: &Tile, title: &str) -> String {
    use crate::draw::map::pen::escape;
    let mut body = String::new();
    let (m, o) = (plan.margin, plan.overlap);
    let (right, bottom) = (m + tile.size.0, m + tile.size.1);
    let tick = 0.55 * m;
    let mut lines = String::new();
    // Writing to a string cannot fail.
    for x in [m, right] {
        let _ = write!(
            lines,
            "M{x:.3} {:.3}v{tick:.3}M{x:.3} {:.3}v{tick:.3}",
            m - 1.0 - tick,
            bottom + 1.0
        );
    }
    for y in [m, bottom] {
        let _ = write!(
            lines,
            "M{:.3} {y:.3}h{tick:.3}M{:.3} {y:.3}h{tick:.3}",
            m - 1.0 - tick,
            right + 1.0
        );
    }
    let (last_column, last_row) = (tile.at.0 + 1 == plan.columns, tile.at.1 + 1 == plan.rows);
    let mut glue = String::new();
    if !last_column {
        // The next sheet's left edge comes to lie here.
        let x = right - o;
        let _ = write!(
            glue,
            "M{x:.3} {:.3}v{tick:.3}M{x:.3} {:.3}v{tick:.3}",
            m - 1.0 - tick,
            bottom + 1.0
        );
        let _ = write!(
            body,
            "<text x=\"{:.3}\" y=\"{:.3}\" text-anchor=\"middle\" font-size=\"2.1\">glue</text>",
            right - o / 2.0,
            m - 1.4
        );
    }
    if !last_row {
        let y = bottom - o;
        let _ = write!(
            glue,
            "M{:.3} {y:.3}h{tick:.3}M{:.3} {y:.3}h{tick:.3}",
            m - 1.0 - tick,
            right + 1.0
        );
        let _ = write!(
            body,
            "<text transform=\"translate({:.3} {:.3}) rotate(-90)\" text-anchor=\"middle\" font-size=\"2.1\">glue</text>",
            m - 1.4,
            bottom - o / 2.0
        );
    }
    // The same crosses are printed on both sheets of a seam; they must meet.
    let mut crosses = String::new();
    let mut cross = |x: f64, y: f64| {
        let _ = write!(crosses, "M{:.3} {y:.3}h3M{x:.3} {:.3}v3", x - 1.5, y - 1.5);
    };
    let seams = |first: bool, last: bool, low: f64, high: f64| -> Vec<f64> {
        [(!first).then_some(low + o / 2.0), (!last).then_some(high - o / 2.0)]
            .into_iter()
            .flatten()
            .collect()
    };
    // Crosses lie at fixed distances on the drawing, so that both sheets agree on them.
    let along = |start: f64, length: f64| -> Vec<f64> {
        let first = ((start + 8.0) / 60.0).ceil() as i64;
        let last = ((start + length - 8.0) / 60.0).floor() as i64;
        (first..=last).map(|k| k as f64 * 60.0 - start).collect()
    };
    for x in seams(tile.at.0 == 0, last_column, m, right) {
        along(tile.corner.1, tile.size.1).into_iter().for_each(|y| cross(x, m + y));
    }
    for y in seams(tile.at.1 == 0, last_row, m, bottom) {
        along(tile.corner.0, tile.size.0).into_iter().for_each(|x| cross(m + x, y));
    }
    let _ = write!(
        body,
        "<text x=\"{:.3}\" y=\"{:.3}\" font-weight=\"bold\">{}</text><text x=\"{:.3}\" y=\"{:.3}\">{}</text>\
         <path d=\"{lines}\" stroke=\"#000\" stroke-width=\".2\"/><path d=\"{glue}\" stroke=\"#c2185b\" stroke-width=\".25\" stroke-dasharray=\"1 .6\"/>\
         <path d=\"{crosses}\" stroke=\"#c2185b\" stroke-width=\".12\"/>",
        m + 4.0,
        bottom + m * 0.62,
        tile.name,
        m + 12.0,
        bottom + m * 0.62,
        escape(title),
    );
    page_svg(plan, &body)
}

/// The first page: the whole drawing, small, with the sheets' names on it.
fn assembly(
    surface: &mut Surface,
    plan: &TilePlan,
    picture: &Picture,
    drawing: &Graphic,
    title: &str,
) -> Result<(), PrintError> {
    use crate::draw::map::pen::escape;
    let top = plan.margin + 26.0;
    let (w, h) = (plan.paper.0 - 2.0 * plan.margin, plan.paper.1 - top - plan.margin);
    let scale = (w / picture.width).min(h / picture.height).min(1.0);
    let corner = (plan.margin + (w - picture.width * scale) / 2.0, top);
    clipped(surface, corner, (picture.width * scale, picture.height * scale), |surface| {
        let s = scale as f32;
        surface.push_transform(&Transform::from_row(s, 0.0, 0.0, s, pt(corner.0), pt(corner.1)));
        surface.draw_graphic(drawing.clone());
        surface.pop();
    })?;
    let mut body = format!(
        "<g fill=\"#222\"><text x=\"{0:.3}\" y=\"{1:.3}\" font-size=\"6\" font-weight=\"bold\">{2}</text>\
         <text x=\"{0:.3}\" y=\"{3:.3}\" font-size=\"3.2\">{4} sheets, {5} across and {6} down. Print at 100 %, without fitting to the page.</text>\
         <text x=\"{0:.3}\" y=\"{7:.3}\" font-size=\"3.2\">Cut each sheet along the black ticks at its left and upper edge, lay it on the glue strip of its neighbour</text>\
         <text x=\"{0:.3}\" y=\"{8:.3}\" font-size=\"3.2\">({9} mm wide, red ticks), and glue where the red crosses of both sheets meet.</text></g>",
        plan.margin,
        plan.margin + 5.5,
        escape(title),
        plan.margin + 11.5,
        plan.columns * plan.rows,
        plan.columns,
        plan.rows,
        plan.margin + 16.3,
        plan.margin + 21.1,
        plan.overlap,
    );
    for tile in plan.tiles() {
        let x = corner.0 + tile.corner.0 * scale;
        let y = corner.1 + tile.corner.1 * scale;
        let (w, h) = (tile.size.0 * scale, tile.size.1 * scale);
        let _ = write!(
            body,
            "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" fill=\"#c2185b\" fill-opacity=\".05\" stroke=\"#c2185b\" stroke-width=\".3\"/>\
{}",
            text_with_halo(
                Point::new(x + w / 2.0, y + h / 2.0 + 2.5),
                &tile.name,
                Face::bold("DejaVu Sans"),
                7.0,
                "#c2185b",
                Anchor::Middle,
                Halo::new("#ffffff", 1.2),
            )
        );
    }
    let svg = parse(&page_svg(plan, &body))?;
    draw(surface, &svg, plan.paper.0, plan.paper.1)
}

//! The sheet: the field with its title, legend, boxes, tracks and scale laid out around it.

use super::field::{Content, paint};
use super::ground::Ground;
use super::pen::num;
use super::picture::{EVERYWHERE, Picture, grown, rect};
use super::style::Style;
use super::{
    DrawnMap, MapError, MapLayout, MapOptions, backdrop, boxes, cartouche, check_drawing, legend,
    route,
};
use crate::hex::{BoxId, Grid, Point, Rect};
use crate::input::ProjectFolder;
use crate::model::{BoxKind, Game, Id, Map, MapBox};

const MARGIN: f64 = 10.0;
const GAP: f64 = 5.0;
/// The largest picture of a board, in bytes.
const LARGEST_BACKDROP: u64 = 128 << 20;

/// Draws a map as a sheet in millimetres.
pub fn draw_map(game: &Game, map: &Map, options: &MapOptions) -> Result<DrawnMap, MapError> {
    if let Some(wrong) = check_drawing(game).into_iter().next() {
        return Err(wrong);
    }
    let style = Style::load(&options.style, options.project_root.as_deref())?;
    let mut notes = Vec::new();
    let art = read_backdrop(map, options, &mut notes)?;
    let size = map.hex_size.to_mm();
    let (plan, grid) = Plan::of(game, map, &style, options)?;
    let ground = Ground::new(game, map, &style, grid);
    let mut picture = Picture::new(plan.width, plan.height);
    picture.put(
        EVERYWHERE,
        format!(
            "<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            num(plan.width),
            num(plan.height),
            style.paper.sheet
        ),
    );
    let (features, lines) = match &map.backdrop {
        Some(backdrop) => (backdrop.draw_features, backdrop.draw_grid || options.proof),
        None => (true, true),
    };
    let content = Content { features, grid: lines, text: lines };
    paint(&ground, &mut picture, content, art.as_ref());
    if options.proof
        && let Some(backdrop) = &map.backdrop
    {
        proof(&ground, &mut picture, backdrop);
    }
    if let Some(wanted) = &options.route {
        route::draw(&ground, &mut picture, wanted);
    }
    let mut places: Vec<(BoxId, Rect)> = Vec::new();
    picture.layer("");
    if options.surround {
        mat(&style, &mut picture, &plan);
    }
    neatline(&style, &mut picture, ground.field, options.surround);
    for (id, frame) in &plan.boxes {
        boxes::draw(game, map, &style, &mut picture, &map.boxes[*id], *frame, &mut places);
    }
    if let Some(title) = plan.title {
        cartouche::draw(game, map, &style, &mut picture, title);
    }
    if let Some(at) = plan.legend {
        legend::draw(game, map, &style, &mut picture, at.min, at.width());
    }
    if let Some(at) = plan.scale {
        cartouche::scale_bar(map, &style, &mut picture, at, size);
    }
    places.sort_by_key(|(id, _)| *id);
    Ok(DrawnMap { picture, field: ground.field, grid: ground.grid, boxes: places, notes })
}

/// Where everything of a map goes, as [`draw_map`] would draw it: all that is known without painting it.
pub fn lay_out_map(game: &Game, map: &Map, options: &MapOptions) -> Result<MapLayout, MapError> {
    let style = Style::load(&options.style, options.project_root.as_deref())?;
    let (plan, grid) = Plan::of(game, map, &style, options)?;
    // Spaces of boxes are placed by whoever draws them; a few boxes cost nothing beside a field.
    let mut scratch = Picture::new(plan.width, plan.height);
    let mut boxes: Vec<(BoxId, Rect)> = Vec::new();
    for (id, frame) in &plan.boxes {
        boxes::draw(game, map, &style, &mut scratch, &map.boxes[*id], *frame, &mut boxes);
    }
    boxes.sort_by_key(|(id, _)| *id);
    Ok(MapLayout { width: plan.width, height: plan.height, grid, boxes })
}

/// Equal for equal drawings of a map by the same program: a hash of all that [`draw_map`] looks at.
/// The game is asked for without its counters and scenarios, which no map shows.
pub fn map_fingerprint(
    game: &Game,
    map: &Map,
    options: &MapOptions,
    sources: Option<&blake3::Hash>,
) -> Result<blake3::Hash, MapError> {
    let style = Style::load(&options.style, options.project_root.as_deref())?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    match sources {
        Some(sources) => hasher.update(format!("{} {sources}", game.id).as_bytes()),
        None => hasher.update(format!("{game:?}").as_bytes()),
    };
    hasher.update(format!(" {}{options:?}{style:?}", map.id).as_bytes());
    if let (Some(backdrop), Some(root)) = (&map.backdrop, &options.project_root) {
        let bytes = ProjectFolder::new(root)
            .read(&backdrop.image, LARGEST_BACKDROP)
            .map_err(|refused| MapError::File(backdrop.image.clone(), refused.to_string()))?;
        hasher.update(&bytes);
    }
    Ok(hasher.finalize())
}

/// Why a map's backdrop cannot be used, if it has one and cannot.
pub fn check_backdrop(map: &Map, options: &MapOptions) -> Option<MapError> {
    read_backdrop(map, options, &mut Vec::new()).err()
}

fn read_backdrop(
    map: &Map,
    options: &MapOptions,
    notes: &mut Vec<String>,
) -> Result<Option<backdrop::Art>, MapError> {
    let Some(backdrop) = &map.backdrop else { return Ok(None) };
    let name = backdrop.image.display().to_string();
    let Some(root) = &options.project_root else {
        return Err(MapError::Art {
            image: name,
            message: "there is no project folder to read it from".to_owned(),
        });
    };
    let bytes = ProjectFolder::new(root)
        .read(&backdrop.image, LARGEST_BACKDROP)
        .map_err(|refused| MapError::File(backdrop.image.clone(), refused.to_string()))?;
    let art = backdrop::Art::read(&map.grid, &backdrop.points, &name, &bytes)?;
    notes.push(format!("{name}: {}", art.alignment.report(&map.grid, &backdrop.points)));
    if art.alignment.residual > art.alignment.pixels_per_hex * 0.05 {
        notes.push(format!(
            "{name}: the residual is more than 5 % of a hex; look at the proof picture"
        ));
    }
    Ok(Some(art))
}

/// Crosses where the designer said hex centres are; they should lie on the dots of the grid.
fn proof(ground: &Ground, picture: &mut Picture, backdrop: &crate::model::Backdrop) {
    let Ok(alignment) = backdrop::align(&ground.map.grid, &backdrop.points) else { return };
    let unit = crate::hex::Layout::UNIT;
    let Ok(grid) = ground.map.grid.with_layout(unit) else { return };
    picture.layer("");
    for (hex, x, y) in &backdrop.points {
        let want = ground.grid.centre(*hex);
        let lies = alignment.pixel(grid.centre(*hex));
        // One pixel of the picture in millimetres on the sheet.
        let pixel = ground.size / alignment.pixels_per_hex;
        let got = Point::new(want.x + (x - lies.x) * pixel, want.y + (y - lies.y) * pixel);
        let r = ground.size * 0.2;
        picture.put(
            EVERYWHERE,
            format!(
                "<g fill=\"none\" stroke=\"#d6006c\" stroke-width=\"{}\"><circle cx=\"{wx}\" cy=\"{wy}\" r=\"{}\"/><path d=\"M{} {gy}h{d}M{gx} {}v{d}\"/></g>",
                num(ground.size * 0.02),
                num(r),
                num(got.x - r),
                num(got.y - r),
                wx = num(want.x),
                wy = num(want.y),
                gx = num(got.x),
                gy = num(got.y),
                d = num(2.0 * r),
            ),
        );
    }
}

/// Where everything goes.
struct Plan {
    width: f64,
    height: f64,
    field: Rect,
    title: Option<Rect>,
    legend: Option<Rect>,
    scale: Option<Rect>,
    boxes: Vec<(Id<MapBox>, Rect)>,
}

impl Plan {
    /// The plan of a map's sheet, and the grid on it in millimetres.
    fn of(
        game: &Game,
        map: &Map,
        style: &Style,
        options: &MapOptions,
    ) -> Result<(Self, Grid), MapError> {
        let size = map.hex_size.to_mm();
        let fit = |top_left: Point| -> Result<Grid, MapError> {
            map.grid.with_layout(map.grid.fitted(size, top_left)).map_err(|_| {
                let id = &map.id;
                MapError::Layout(format!("map `{id}` cannot be laid out with hexes of {size} mm"))
            })
        };
        let at_origin = fit(Point::new(0.0, 0.0))?.bounds();
        let plan = if options.surround {
            Plan::around(game, map, style, at_origin)
        } else {
            Plan::bare(at_origin)
        };
        let grid = fit(plan.field.min)?;
        Ok((plan, grid))
    }

    /// The field alone.
    fn bare(field: Rect) -> Self {
        let field = rect(0.0, 0.0, field.width(), field.height());
        Plan {
            width: field.width(),
            height: field.height(),
            field,
            title: None,
            legend: None,
            scale: None,
            boxes: Vec::new(),
        }
    }

    /// The field with a column at its right and tracks below.
    fn around(game: &Game, map: &Map, style: &Style, bounds: Rect) -> Self {
        let framed: Vec<(Id<MapBox>, Rect)> = map
            .boxes
            .entries()
            .filter_map(|(id, b)| {
                let [x, y, w, h] = b.frame.map(|frame| frame.map(crate::model::Length::to_mm))?;
                Some((id, rect(x, y, w, h)))
            })
            .collect();
        // Boxes with frames of their own may lie on any side of the field.
        let reach = framed.iter().fold(
            rect(0.0, 0.0, bounds.width(), bounds.height()),
            |all, (_, frame)| Rect {
                min: Point::new(all.min.x.min(frame.min.x), all.min.y.min(frame.min.y)),
                max: Point::new(all.max.x.max(frame.max.x), all.max.y.max(frame.max.y)),
            },
        );
        let corner = Point::new(MARGIN - reach.min.x, MARGIN - reach.min.y);
        let field = rect(corner.x, corner.y, bounds.width(), bounds.height());
        let mut boxes: Vec<(Id<MapBox>, Rect)> = framed
            .iter()
            .map(|(id, f)| {
                (*id, rect(f.min.x + corner.x, f.min.y + corner.y, f.width(), f.height()))
            })
            .collect();
        let column_x = reach.max.x + corner.x + GAP + 1.0;
        let column = (bounds.width() * 0.24).clamp(62.0, 84.0);
        let mut y = corner.y;
        let title = rect(column_x, y, column, cartouche::height(game, map, style, column));
        y = title.max.y + GAP;
        let samples = legend::used(game, map).len();
        let tall = legend::height(samples, column);
        // A legend that would be taller than the field goes below it instead.
        let beside = y + tall <= reach.max.y + corner.y + 1.0;
        let mut legend = rect(column_x, y, column, tall);
        if beside {
            y = legend.max.y + GAP;
        }
        let auto: Vec<(Id<MapBox>, &MapBox)> =
            map.boxes.entries().filter(|(_, b)| b.frame.is_none()).collect();
        let is_track = |b: &MapBox| {
            matches!(b.kind, BoxKind::Track | BoxKind::TurnTrack) || b.spaces.len() > 6
        };
        let mut below: Vec<(Id<MapBox>, &MapBox)> = Vec::new();
        let bottom = (reach.max.y + corner.y).max(y);
        let has_scale = cartouche::scale_of(map).is_some();
        let floor = bottom - if has_scale { 16.0 } else { 0.0 };
        for (id, b) in auto {
            let h = boxes::height(game, b, column);
            if !is_track(b) && y + h <= floor {
                boxes.push((id, rect(column_x, y, column, h)));
                y += h + GAP;
            } else {
                below.push((id, b));
            }
        }
        let scale = has_scale.then(|| {
            let at = rect(column_x, floor.max(y), column, 12.0);
            y = at.max.y;
            at
        });
        let width = column_x + column + MARGIN;
        let mut y = (reach.max.y + corner.y).max(y) + GAP;
        let whole = width - 2.0 * MARGIN;
        if !beside {
            legend = rect(MARGIN, y, whole, legend::height(samples, whole));
            y = legend.max.y + GAP;
        }
        // Tracks take whole rows; plain boxes stand side by side.
        let mut x = MARGIN;
        let mut row = 0.0_f64;
        below.sort_by_key(|(_, b)| !is_track(b));
        let wide = |b: &MapBox| {
            if is_track(b) {
                b.spaces.len().min(boxes::per_row(game, whole)) as f64 * boxes::space_size(game)
            } else {
                column
            }
        };
        while !below.is_empty() {
            // Whatever still fits into the row goes there; the first one otherwise starts the next.
            let fits = below.iter().position(|(_, b)| x + wide(b) <= width - MARGIN + 0.01);
            if fits.is_none() && x > MARGIN {
                x = MARGIN;
                y += row + GAP;
                row = 0.0;
                continue;
            }
            let (id, b) = below.remove(fits.unwrap_or(0));
            let h = boxes::height(game, b, wide(b) + 0.01);
            boxes.push((id, rect(x, y, wide(b), h)));
            row = row.max(h);
            x += wide(b) + GAP;
        }
        let height = if row > 0.0 { y + row + MARGIN } else { y - GAP + MARGIN };
        Plan { width, height, field, title: Some(title), legend: Some(legend), scale, boxes }
    }
}

/// Covers what the field drew beyond its frame with the sheet's own colour.
fn mat(style: &Style, picture: &mut Picture, plan: &Plan) {
    let f = plan.field;
    // One shape, so that no seam shows between its parts.
    picture.put(
        EVERYWHERE,
        format!(
            "<path d=\"M0 0H{}V{}H0ZM{} {}H{}V{}H{}Z\" fill=\"{}\" fill-rule=\"evenodd\"/>",
            num(plan.width),
            num(plan.height),
            num(f.min.x),
            num(f.min.y),
            num(f.max.x),
            num(f.max.y),
            num(f.min.x),
            style.paper.sheet
        ),
    );
}

fn neatline(style: &Style, picture: &mut Picture, field: Rect, generous: bool) {
    let frame = |area: Rect, width: f64, colour: &str| {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            num(area.min.x),
            num(area.min.y),
            num(area.width()),
            num(area.height()),
            num(width)
        )
    };
    if generous {
        picture.put(EVERYWHERE, frame(field, 0.35, &style.paper.ink));
        picture.put(EVERYWHERE, frame(grown(field, 1.3), 0.8, &style.paper.ink));
    } else {
        picture.put(EVERYWHERE, frame(grown(field, -0.1), 0.2, &style.paper.muted));
    }
}

//! Lint of looks: what a proof-reader of a counter sheet would mark.

use super::artist::Artist;
use super::collisions::{Collision, collisions};
use super::colour::{Blindness, Rgb, difference};
use super::{DrawnFace, FaceSide, Look, Proofs, svg_options};
use crate::diagnostic::Severity;
use crate::model::{Back, Counter, CounterKind, Game, Side};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Pixels to a millimetre in SVG, which counts 96 to the inch.
const PX_PER_MM: f64 = 96.0 / 25.4;
/// Pixels across the small pictures that sides are told apart by.
const THUMBNAIL: u32 = 24;
/// Colours less different than this (CIE 1976) are taken for the same across a table.
const ALIKE: f64 = 12.0;
/// How many counters of each colour scheme are compared; more say nothing new.
const SAMPLE: usize = 8;

/// Everything questionable about the looks of a game's counters, sorted by counter. Faces with a proof of an earlier
/// run are not looked at again.
pub fn lint_looks(game: &Game, artist: &Artist<'_>, proofs: &Proofs) -> Vec<Look> {
    let counters: Vec<&Counter> = game.counters.iter().collect();
    let seen: Vec<Seen<'_>> = counters
        .par_iter()
        .flat_map_iter(|counter| {
            let seen = proofs.of(proof_key(&[counter], artist), || counter_looks(counter, artist));
            seen.into_iter().chain(same_back(counter).map(Seen::Look))
        })
        .collect();
    let (mut looks, mut clashes) = (Vec::new(), Vec::new());
    for seen in seen {
        match seen {
            Seen::Look(look) => looks.push(look),
            Seen::Clash(clash) => clashes.push(clash),
        }
    }
    looks.extend(told_once(clashes.into_iter()));
    looks.extend(alike_sides(game, artist, proofs));
    let order: BTreeMap<&str, usize> =
        counters.iter().enumerate().map(|(index, counter)| (counter.id.as_str(), index)).collect();
    looks.sort_by(|a, b| {
        let rank = |look: &Look| order.get(look.counter.as_str()).copied();
        rank(a).cmp(&rank(b)).then_with(|| a.cmp(b))
    });
    looks.dedup();
    looks
}

/// What is questionable about one counter by itself.
fn counter_looks<'a>(counter: &'a Counter, artist: &Artist<'_>) -> Vec<Seen<'a>> {
    let mut seen = Vec::new();
    for side in [FaceSide::Front, FaceSide::Back] {
        match artist.draw(counter, side) {
            Ok(None) => {}
            Ok(Some(face)) => {
                seen.extend(low_contrast(counter, side, &face).into_iter().map(Seen::Look));
                let template = artist.template_of(counter, side).unwrap_or_default();
                seen.extend(
                    collisions(&face)
                        .into_iter()
                        .map(|collision| Seen::Clash(Clash { counter, template, side, collision })),
                );
                seen.extend(face.warnings.into_iter().map(Seen::Look));
            }
            Err(error) => seen.push(Seen::Look(Look {
                code: "cannot-draw",
                severity: Severity::Error,
                counter: counter.id.to_string(),
                message: error.to_string(),
                help: "mend the template, the row or the art file".to_owned(),
            })),
        }
    }
    seen
}

/// Something questionable about one counter: said of it, or of its template.
enum Seen<'a> {
    Look(Look),
    Clash(Clash<'a>),
}

/// Two parts of one side of a counter over one another.
struct Clash<'a> {
    counter: &'a Counter,
    template: &'a str,
    side: FaceSide,
    collision: Collision,
}

/// One finding for each mistake of a template, however many counters it spoils.
fn told_once<'a>(clashes: impl Iterator<Item = Clash<'a>>) -> Vec<Look> {
    let mut mistakes: BTreeMap<(&str, FaceSide, String), Vec<Clash<'_>>> = BTreeMap::new();
    for clash in clashes {
        let key = (clash.template, clash.side, clash.collision.kinds.clone());
        mistakes.entry(key).or_default().push(clash);
    }
    let tell = |((template, side, _), clashes): ((&str, FaceSide, String), Vec<Clash<'_>>)| {
        let first = clashes.first()?;
        let mut ids: Vec<&str> = clashes.iter().map(|clash| clash.counter.id.as_str()).collect();
        ids.dedup();
        let others = match ids.len() - 1 {
            0 => String::new(),
            1 => "; one more counter has the like".to_owned(),
            more => format!("; {more} more counters have the like"),
        };
        Some(Look {
            code: "parts-collide",
            severity: Severity::Warning,
            counter: first.counter.id.to_string(),
            message: format!("on the {}, {}{others}", side_word(side), first.collision.message),
            help: format!(
                "move them apart in the template `{template}`, or shorten the text; a shape that \
                 may lie below others has class=\"ground\""
            ),
        })
    };
    mistakes.into_iter().filter_map(tell).collect()
}

fn side_word(side: FaceSide) -> &'static str {
    if side == FaceSide::Front { "front" } else { "back" }
}

/// Hash of all that is looked at when these counters are.
fn proof_key(counters: &[&Counter], artist: &Artist<'_>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    for counter in counters {
        hasher.update(counter.id.as_bytes());
        for side in [FaceSide::Front, FaceSide::Back] {
            hasher.update(artist.fingerprint(counter, side).as_bytes());
        }
    }
    hasher.finalize()
}

/// A reduced side that prints the very values of the full one.
fn same_back(counter: &Counter) -> Option<Look> {
    let Back::Template(template) = &counter.back else { return None };
    let same = counter.steps > 1
        && *template == counter.template
        && counter.art == counter.back_art
        && counter.front.values().eq(counter.back_face.values())
        && counter.front.values().next().is_some();
    same.then(|| Look {
        code: "back-same-as-front",
        severity: Severity::Warning,
        counter: counter.id.to_string(),
        message: format!(
            "it has {} steps, but its back has the values of its front",
            counter.steps
        ),
        help: "fill in the back_… columns of the reduced side".to_owned(),
    })
}

/// A text of a drawing, as it is printed.
struct PrintedText {
    text: String,
    fill: Rgb,
    bold: bool,
    points: f64,
    /// Left, top, right, bottom in SVG pixels.
    area: [f64; 4],
}

fn collect_texts(group: &usvg::Group, texts: &mut Vec<PrintedText>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => collect_texts(inner, texts),
            usvg::Node::Text(text) => {
                let bounds = text.abs_bounding_box();
                let scale = f64::from(text.abs_transform().get_scale().1);
                for chunk in text.chunks() {
                    for span in chunk.spans() {
                        let solid = |paint: &usvg::Paint| match paint {
                            usvg::Paint::Color(c) => Some(Rgb::of_bytes([c.red, c.green, c.blue])),
                            _ => None,
                        };
                        let Some(fill) = span.fill().and_then(|fill| solid(fill.paint())) else {
                            continue;
                        };
                        let size_mm = f64::from(span.font_size().get()) * scale / PX_PER_MM;
                        // Letters fill the middle of their line; above and below is somebody else's.
                        let (top, height) = (f64::from(bounds.y()), f64::from(bounds.height()));
                        texts.push(PrintedText {
                            text: chunk.text().to_owned(),
                            fill,
                            bold: span.font().weight() >= 700,
                            points: size_mm * 72.0 / 25.4,
                            area: [
                                f64::from(bounds.x()),
                                top + height * 0.2,
                                f64::from(bounds.right()),
                                top + height * 0.8,
                            ],
                        });
                    }
                }
            }
            _ => {}
        }
    }
}

/// Texts whose contrast with what is really behind them is below WCAG AA for their size.
fn low_contrast(counter: &Counter, side: FaceSide, face: &DrawnFace) -> Vec<Look> {
    let _task = crate::budget::drawing(format_args!("the drawing of `{}`", counter.id));
    let Ok(tree) = usvg::Tree::from_str(&face.svg, &svg_options()) else { return Vec::new() };
    let mut texts = Vec::new();
    collect_texts(tree.root(), &mut texts);
    if texts.is_empty() {
        return Vec::new();
    }
    // Rims stay: letters are read against them.
    let hidden = "text { display: none } .halo { display: inline }";
    let options = usvg::Options { style_sheet: Some(hidden.to_owned()), ..svg_options() };
    let dpi = 144.0;
    let Ok(behind) = face.render_with(dpi, &options) else { return Vec::new() };
    let word = side_word(side);
    let mut looks = Vec::new();
    for text in texts {
        let contrast = lower_quartile_contrast(&behind, dpi / 96.0, &text);
        let large = text.points >= 18.0 || (text.bold && text.points >= 14.0);
        let needed = if large { 3.0 } else { 4.5 };
        if let Some(contrast) = contrast.filter(|contrast| *contrast < needed) {
            looks.push(Look {
                code: "low-contrast",
                severity: Severity::Warning,
                counter: counter.id.to_string(),
                message: format!(
                    "`{}` on the {word} has a contrast of {contrast:.1}:1; {:.1} pt print needs {needed}:1",
                    text.text.trim(),
                    text.points
                ),
                help: "darken or lighten the text or what is behind it".to_owned(),
            });
        }
    }
    looks
}

/// The contrast that a quarter of the pixels behind a text do not reach.
fn lower_quartile_contrast(
    behind: &resvg::tiny_skia::Pixmap,
    scale: f64,
    text: &PrintedText,
) -> Option<f64> {
    let [left, top, right, bottom] = text.area.map(|edge| (edge * scale).max(0.0) as u32);
    let mut contrasts: Vec<f64> = Vec::new();
    for y in top..=bottom.min(behind.height().saturating_sub(1)) {
        for x in left..=right.min(behind.width().saturating_sub(1)) {
            if let Some(pixel) = behind.pixel(x, y) {
                let pixel = pixel.demultiply();
                contrasts.push(
                    Rgb::of_bytes([pixel.red(), pixel.green(), pixel.blue()]).contrast(text.fill),
                );
            }
        }
    }
    contrasts.sort_by(f64::total_cmp);
    contrasts.get(contrasts.len() / 4).copied()
}

/// A unit's front, small, with the scheme of colours that tells whose it is.
struct Portrait<'a> {
    counter: &'a Counter,
    side: &'a Side,
    /// Pixels in L*a*b*, as seen by all, then by each kind of colour blindness.
    seen: [Vec<[f64; 3]>; 4],
}

/// Sides that a colour-blind player cannot tell apart: one finding for each pair of colour schemes.
fn alike_sides(game: &Game, artist: &Artist<'_>, proofs: &Proofs) -> Vec<Look> {
    let mut schemes: BTreeMap<(usize, String, Option<String>), Vec<&Counter>> = BTreeMap::new();
    for counter in &game.counters {
        let moves = matches!(counter.kind, CounterKind::Unit | CounterKind::Weapon);
        if let (Some(side), true) = (counter.side, moves) {
            let (paper, _, accent) = game.colours(counter);
            let scheme = (side.index(), paper.to_owned(), accent.map(str::to_owned));
            schemes.entry(scheme).or_default().push(counter);
        }
    }
    let samples: Vec<Vec<&Counter>> =
        schemes.into_values().map(|counters| counters.into_iter().take(SAMPLE).collect()).collect();
    let mut key = blake3::Hasher::new();
    for counters in &samples {
        let side = counters.iter().find_map(|counter| counter.side);
        key.update(side.map_or("", |side| &game.sides[side].id).as_bytes());
        key.update(proof_key(counters, artist).as_bytes());
    }
    proofs.of(key.finalize(), || alike_samples(game, artist, &samples))
}

fn alike_samples(game: &Game, artist: &Artist<'_>, samples: &[Vec<&Counter>]) -> Vec<Look> {
    let groups: Vec<Vec<Portrait<'_>>> = samples
        .par_iter()
        .map(|counters| counters.iter().filter_map(|c| portrait(game, artist, c)).collect())
        .collect();
    let mut looks = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        for other in &groups[index + 1..] {
            looks.extend(alike_schemes(group, other));
        }
    }
    looks
}

fn portrait<'a>(game: &'a Game, artist: &Artist<'_>, counter: &'a Counter) -> Option<Portrait<'a>> {
    let side = &game.sides[counter.side?];
    let face = artist.draw(counter, FaceSide::Front).ok()??;
    let inches = face.width.to_inches().min(face.height.to_inches()).max(0.01);
    let picture = face.render(f64::from(THUMBNAIL) / inches).ok()?;
    let mut pixels = Vec::new();
    for y in 0..THUMBNAIL {
        for x in 0..THUMBNAIL {
            let pixel = picture.pixel(x, y)?.demultiply();
            pixels.push(Rgb::of_bytes([pixel.red(), pixel.green(), pixel.blue()]));
        }
    }
    let [protan, deutan, tritan] =
        Blindness::ALL.map(|kind| pixels.iter().map(|pixel| pixel.seen_by(kind).lab()).collect());
    let plain = pixels.iter().map(|pixel| pixel.lab()).collect();
    Some(Portrait { counter, side, seen: [plain, protan, deutan, tritan] })
}

/// The finding about two colour schemes, if their counters merge for anybody.
fn alike_schemes(group: &[Portrait<'_>], other: &[Portrait<'_>]) -> Option<Look> {
    let pairs = group.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let mut merged: Option<(&Portrait<'_>, &Portrait<'_>, Vec<&str>)> = None;
    for (a, b) in
        pairs.filter(|(a, b)| a.side.id != b.side.id && a.counter.template == b.counter.template)
    {
        let who: Vec<&str> = if unlikeness(&a.seen[0], &b.seen[0]) < ALIKE {
            vec!["all"]
        } else {
            let kinds = Blindness::ALL.iter().zip(a.seen[1..].iter().zip(&b.seen[1..]));
            kinds
                .filter(|(_, (a, b))| unlikeness(a, b) < ALIKE)
                .map(|(kind, _)| kind.word())
                .collect()
        };
        if merged.as_ref().map_or(0, |(.., most)| most.len()) < who.len() {
            merged = Some((a, b, who));
        }
    }
    let (a, b, who) = merged?;
    Some(Look {
        code: "sides-look-alike",
        severity: Severity::Warning,
        counter: a.counter.id.to_string(),
        message: format!(
            "{} and {} counters look alike to {} players, for instance `{}` and `{}`",
            a.side.name,
            b.side.name,
            who.join(" and "),
            a.counter.id,
            b.counter.id
        ),
        help:
            "make one side clearly lighter than the other, or give them different bands or symbols"
                .to_owned(),
    })
}

/// How different two pictures are in most of their area.
fn unlikeness(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let mut differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| difference(*a, *b)).collect();
    // Figures differ from counter to counter; the larger part of the face is what tells the side.
    let middle = differences.len() / 2;
    if differences.is_empty() {
        return f64::INFINITY;
    }
    *differences.select_nth_unstable_by(middle, f64::total_cmp).1
}

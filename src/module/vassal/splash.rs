//! The picture that VASSAL shows while a module loads, and under About.

use crate::draw::map::Style;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::draw::map::picture::{EVERYWHERE, Picture};
use crate::hex::Point;
use crate::model::Game;

/// Draws title, sides, version and credits.
pub fn splash(game: &Game, style: &Style) -> Picture {
    let (width, height) = (150.0, 94.0);
    let mut picture = Picture::new(width, height);
    let fill = |x: f64, y: f64, w: f64, h: f64, colour: &str| {
        let (x, y, w, h) = (num(x), num(y), num(w), num(h));
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{colour}\"/>")
    };
    let mut svg = fill(0.0, 0.0, width, height, &style.paper.sheet);
    // A band in the colours of the sides.
    let sides = game.sides.len().max(1) as f64;
    for (nth, side) in game.sides.iter().enumerate() {
        svg.push_str(&fill(nth as f64 * width / sides, 0.0, width / sides, 9.0, &side.colour));
        let middle = Point::new((nth as f64 + 0.5) * width / sides, 6.2);
        let face = Face::bold(&style.fonts.body);
        svg.push_str(&text(middle, &side.name, face, 4.2, &side.text, Anchor::Middle));
    }
    let title = Face::bold(&style.fonts.title);
    let mut size = 17.0;
    while title.width(&game.title, size) > width - 16.0 && size > 5.0 {
        size *= 0.95;
    }
    let centre = width / 2.0;
    svg.push_str(&text(
        Point::new(centre, 40.0),
        &game.title,
        title,
        size,
        &style.paper.ink,
        Anchor::Middle,
    ));
    let italic = Face { family: &style.fonts.title, bold: false, italic: true };
    let mut size = 6.0;
    while italic.width(&game.subtitle, size) > width - 16.0 && size > 3.0 {
        size *= 0.95;
    }
    svg.push_str(&text(
        Point::new(centre, 51.0),
        &game.subtitle,
        italic,
        size,
        &style.paper.accent,
        Anchor::Middle,
    ));
    svg.push_str(&fill(centre - 18.0, 57.0, 36.0, 0.4, &style.paper.rule));
    let body = Face::regular(&style.fonts.body);
    let (lines, size) = small_print(game, body, width - 12.0);
    for (nth, line) in lines.iter().enumerate() {
        let at = Point::new(centre, 65.0 + 1.5 * size * nth as f64);
        svg.push_str(&text(at, line, body, size, &style.paper.muted, Anchor::Middle));
    }
    svg.push_str(&fill(0.0, height - 1.2, width, 1.2, &style.paper.accent));
    picture.put(EVERYWHERE, svg);
    picture
}

/// Version and credits in lines that fit, as large as they can be.
fn small_print(game: &Game, face: Face<'_>, width: f64) -> (Vec<String>, f64) {
    let paragraphs =
        || std::iter::once(format!("Version {}", game.version)).chain(game.credits.iter().cloned());
    let mut size = 3.6;
    loop {
        let lines: Vec<String> =
            paragraphs().flat_map(|line| face.wrap(&line, size, width)).collect();
        // Between the rule and the lower edge.
        let most = (26.0 / (1.5 * size)) as usize;
        if lines.len() <= most || size < 2.2 {
            return (lines.into_iter().take(most).collect(), size);
        }
        size *= 0.93;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_credits_are_broken_into_lines_that_fit() {
        let loaded = crate::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        let style = Style::load("modern", None).expect("a style");
        for game in &loaded.project.games {
            let face = Face::regular(&style.fonts.body);
            let (lines, size) = small_print(game, face, 138.0);
            assert!(
                lines.iter().all(|line| face.width(line, size) <= 138.0),
                "{}: {lines:?}",
                game.id
            );
            let said: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
            let credits = game.credits.join(" ");
            assert!(said.ends_with(&credits.split_whitespace().collect::<Vec<_>>()), "{lines:?}");
        }
    }
}

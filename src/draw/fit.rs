//! Text that fits its box: measured, condensed, wrapped, shrunk, but never spilled.

use super::fonts::{CAP_HEIGHT, Cut, width};
use super::svg::{escape, num};

/// Depth below the baseline, in ems, of letters with descenders.
const DESCENT: f64 = 0.236;
/// And of tails, commas and brackets.
const TAIL: f64 = 0.14;
/// Distance between the baselines of wrapped text, in ems.
const LEADING: f64 = 1.08;

/// Where along its box text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Where across its box text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rise {
    Top,
    Middle,
    Bottom,
}

/// The box and the wish.
#[derive(Debug, Clone)]
pub(crate) struct TextBox {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
    /// The size wanted, in the units of the box.
    pub size: f64,
    pub bold: bool,
    pub anchor: Anchor,
    pub rise: Rise,
    /// The most lines it may take.
    pub lines: usize,
    pub fill: String,
    /// A rim in this colour keeps text readable on art.
    pub halo: Option<String>,
    /// Degrees clockwise about the centre of the box.
    pub turn: f64,
}

/// How text came to fit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fitted {
    pub lines: Vec<String>,
    pub size: f64,
    pub condensed: bool,
}

/// Fits text to its box: first as wished, then condensed, then on more lines, then smaller.
pub(crate) fn fit(text: &str, wish: &TextBox) -> Fitted {
    let words: Vec<&str> = text.split_whitespace().collect();
    let most_lines = wish.lines.clamp(1, 8).min(words.len().max(1));
    let mut best = Fitted { lines: vec![words.join(" ")], size: 0.0, condensed: true };
    for count in 1..=most_lines {
        for condensed in [false, true] {
            let cut = Cut { bold: wish.bold, condensed };
            let lines = wrap(&words, count, cut);
            let widest = lines.iter().map(|line| width(line, cut)).fold(0.0, f64::max);
            let size = wish.size.min(wish.h / height(&lines)).min(wish.w / widest.max(1e-6));
            // A bigger size wins; condensing or wrapping must gain something to be worth it.
            if size > best.size * 1.02 {
                best = Fitted { lines, size, condensed };
            }
        }
    }
    best
}

/// Height of the block of lines, in ems, from the top of the capitals to the lowest ink.
fn height(lines: &[String]) -> f64 {
    let last = lines.last().map_or("", String::as_str);
    let below = if last
        .contains(['g', 'j', 'p', 'q', 'y', 'р', 'у', 'ф', 'ц', 'щ', 'д', 'ç', 'ę', 'ą'])
    {
        DESCENT
    } else if last.contains(['Q', ',', ';', '(', ')', '[', ']', '_']) {
        TAIL
    } else {
        0.0
    };
    CAP_HEIGHT + LEADING * (lines.len() as f64 - 1.0) + below
}

/// Breaks words into at most `count` lines, the widest being as narrow as possible.
fn wrap(words: &[&str], count: usize, cut: Cut) -> Vec<String> {
    if count <= 1 || words.len() <= 1 {
        return vec![words.join(" ")];
    }
    let widths: Vec<f64> = words.iter().map(|word| width(word, cut)).collect();
    let space = width(" ", cut);
    let mut limits: Vec<f64> = Vec::new();
    for first in 0..words.len() {
        let mut sum = -space;
        for word in &widths[first..] {
            sum += space + word;
            limits.push(sum);
        }
    }
    limits.sort_by(f64::total_cmp);
    // The number of lines only falls as the limit grows, so the least limit is found by halving.
    let index = limits.partition_point(|limit| fill(words, &widths, space, *limit).len() > count);
    let limit = limits.get(index).copied().unwrap_or(f64::INFINITY);
    fill(words, &widths, space, limit)
}

/// Fills lines up to a width, words in order.
fn fill(words: &[&str], widths: &[f64], space: f64, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = f64::INFINITY;
    for (word, width) in words.iter().zip(widths) {
        match lines.last_mut() {
            Some(line) if used + space + width <= limit + 1e-9 => {
                line.push(' ');
                line.push_str(word);
                used += space + width;
            }
            _ => {
                lines.push((*word).to_owned());
                used = *width;
            }
        }
    }
    lines
}

/// Writes fitted text. Text that is smaller than wished says so in `data-wish`, which is how the
/// inspection of the finished drawing knows.
pub(crate) fn write(text: &str, wish: &TextBox) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let fitted = fit(text, wish);
    let cut = Cut { bold: wish.bold, condensed: fitted.condensed };
    let block = height(&fitted.lines) * fitted.size;
    let top = match wish.rise {
        Rise::Top => wish.y,
        Rise::Middle => wish.y + (wish.h - centred(&fitted)) / 2.0,
        Rise::Bottom => wish.y + wish.h - block,
    };
    // Descenders hang below centred capitals, but not out of the box.
    let top = top.min(wish.y + wish.h - block).max(wish.y);
    let (x, anchor) = match wish.anchor {
        Anchor::Start => (wish.x, ""),
        Anchor::Middle => (wish.x + wish.w / 2.0, r#" text-anchor="middle""#),
        Anchor::End => (wish.x + wish.w, r#" text-anchor="end""#),
    };
    let mut svg = String::new();
    for (index, line) in fitted.lines.iter().enumerate() {
        let baseline = top + (CAP_HEIGHT + LEADING * index as f64) * fitted.size;
        let mut place = format!(
            r#"x="{}" y="{}" font-size="{}"{}{anchor}"#,
            num(x),
            num(baseline),
            num(fitted.size),
            cut.attributes(),
        );
        if wish.turn != 0.0 {
            place.push_str(&format!(
                r#" transform="rotate({} {} {})""#,
                num(wish.turn),
                num(wish.x + wish.w / 2.0),
                num(wish.y + wish.h / 2.0)
            ));
        }
        // The rim is a text of its own below: PDF paints stroked text letter by letter, and each
        // rim would eat into the letter before it.
        if let Some(halo) = &wish.halo {
            svg.push_str(&format!(
                r#"<text {place} class="halo" fill="none" stroke="{}" stroke-width="{}" stroke-linejoin="round">{}</text>"#,
                escape(halo),
                num(fitted.size * 0.22),
                escape(line)
            ));
        }
        let shrunk = if fitted.size < wish.size * 0.97 {
            format!(r#" data-wish="{}""#, num(wish.size))
        } else {
            String::new()
        };
        svg.push_str(&format!(
            r#"<text {place} fill="{}"{shrunk}>{}</text>"#,
            escape(&wish.fill),
            escape(line)
        ));
    }
    svg
}

/// Height used for centring: descenders do not count, or `7-2-8 (g)` would not line up with `7-2-8`.
fn centred(fitted: &Fitted) -> f64 {
    (CAP_HEIGHT + LEADING * (fitted.lines.len() as f64 - 1.0)) * fitted.size
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(w: f64, h: f64, size: f64, lines: usize) -> TextBox {
        TextBox {
            x: 0.0,
            y: 0.0,
            w,
            h,
            size,
            bold: true,
            anchor: Anchor::Middle,
            rise: Rise::Middle,
            lines,
            fill: "#000000".to_owned(),
            halo: None,
            turn: 0.0,
        }
    }

    #[test]
    fn short_text_keeps_its_size_and_long_text_is_condensed_before_it_shrinks() {
        assert_eq!(fit("4-4", &wish(100.0, 30.0, 20.0, 1)).size, 20.0);
        let cut = Cut { bold: true, condensed: false };
        let just_too_wide = width("Panzergrenadier", cut) * 20.0 * 0.94;
        let fitted = fit("Panzergrenadier", &wish(just_too_wide, 30.0, 20.0, 1));
        assert!(fitted.condensed && fitted.size == 20.0, "{fitted:?}");
    }

    #[test]
    fn no_text_is_wider_or_higher_than_its_box() {
        for text in
            ["1", "Herrmann Göring", "a very long formation name that nobody can print", "gypq"]
        {
            for (w, h) in [(10.0, 5.0), (60.0, 4.0), (30.0, 30.0)] {
                for lines in 1..4 {
                    let fitted = fit(text, &wish(w, h, 20.0, lines));
                    let cut = Cut { bold: true, condensed: fitted.condensed };
                    for line in &fitted.lines {
                        assert!(width(line, cut) * fitted.size <= w + 1e-6, "{text} {fitted:?}");
                    }
                    assert!(height(&fitted.lines) * fitted.size <= h + 1e-6, "{text} {fitted:?}");
                    assert_eq!(fitted.lines.join(" "), text);
                }
            }
        }
    }

    #[test]
    fn shrunk_text_says_what_was_wished() {
        assert!(write("Panzergrenadier", &wish(10.0, 5.0, 20.0, 1)).contains(r#"data-wish="20""#));
        assert!(!write("1", &wish(20.0, 20.0, 10.0, 1)).contains("data-wish"));
    }
}

//! Lines of figures with exponents, underscores and overscores, as squad and gun counters print them.
//!
//! `_4_^1-6-7` is a 4 underscored, with a small raised 1, then `-6-7`; `~57~` is overscored; a
//! backslash takes the next character as it is.

use super::fit::{Anchor, Rise, TextBox};
use super::fonts::{CAP_HEIGHT, Cut, width};
use super::svg::{escape, num};

/// Size of a raised figure against the line's.
const RAISED: f64 = 0.62;
/// How far its baseline is raised, in ems of the line.
const LIFT: f64 = 0.34;
/// Thickness of scores, in ems.
const SCORE: f64 = 0.085;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Run {
    text: String,
    raised: bool,
    under: bool,
    over: bool,
}

fn parse(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut under, mut over, mut raised, mut braced) = (false, false, false, false);
    let mut push = |c: char, raised: bool, under: bool, over: bool| match runs.last_mut() {
        Some(run) if (run.raised, run.under, run.over) == (raised, under, over) => run.text.push(c),
        _ => runs.push(Run { text: c.to_string(), raised, under, over }),
    };
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                if let Some(next) = characters.next() {
                    push(next, raised, under, over);
                }
            }
            '_' => under = !under,
            '~' => over = !over,
            '^' => {
                raised = true;
                braced = characters.next_if_eq(&'{').is_some();
            }
            '}' if braced => (raised, braced) = (false, false),
            other => {
                push(other, raised, under, over);
                raised = raised && braced;
            }
        }
    }
    runs
}

/// Writes a rich line fitted to its box.
pub(crate) fn write(text: &str, wish: &TextBox) -> String {
    let runs = parse(text);
    let measure = |condensed: bool| -> f64 {
        let cut = Cut { bold: wish.bold, condensed };
        runs.iter().map(|run| width(&run.text, cut) * if run.raised { RAISED } else { 1.0 }).sum()
    };
    if runs.is_empty() {
        return String::new();
    }
    let scored = runs.iter().any(|run| run.under || run.over);
    let raised = runs.iter().any(|run| run.raised);
    let tall = CAP_HEIGHT + if scored { 0.2 } else { 0.0 } + if raised { 0.08 } else { 0.0 };
    let condensed = measure(false) * wish.size > wish.w;
    let length = measure(condensed).max(1e-6);
    let size = wish.size.min(wish.w / length).min(wish.h / tall);
    let cut = Cut { bold: wish.bold, condensed };
    let mut x = match wish.anchor {
        Anchor::Start => wish.x,
        Anchor::Middle => wish.x + (wish.w - length * size) / 2.0,
        Anchor::End => wish.x + wish.w - length * size,
    };
    let baseline = match wish.rise {
        Rise::Top => wish.y + (CAP_HEIGHT + if raised { 0.08 } else { 0.0 }) * size,
        Rise::Middle => wish.y + (wish.h + CAP_HEIGHT * size) / 2.0,
        Rise::Bottom => wish.y + wish.h - if scored { 0.2 * size } else { 0.0 },
    };
    let fill = escape(&wish.fill);
    let mut svg = String::new();
    for run in &runs {
        let (run_size, y) =
            if run.raised { (size * RAISED, baseline - LIFT * size) } else { (size, baseline) };
        let run_width = width(&run.text, cut) * run_size;
        let wish_mark = if size < wish.size * 0.97 {
            format!(r#" data-wish="{}""#, num(wish.size * run_size / size))
        } else {
            String::new()
        };
        svg.push_str(&format!(
            r#"<text x="{}" y="{}" font-size="{}"{} fill="{fill}"{wish_mark}>{}</text>"#,
            num(x),
            num(y),
            num(run_size),
            cut.attributes(),
            escape(&run.text)
        ));
        let mut score = |y: f64| {
            svg.push_str(&format!(
                r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
                num(x + 0.03 * size),
                num(y),
                num(run_width - 0.06 * size),
                num(SCORE * size)
            ));
        };
        if run.under {
            score(y + 0.09 * run_size);
        }
        if run.over {
            score(y - (CAP_HEIGHT + 0.07 + SCORE) * run_size);
        }
        x += run_width;
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, raised: bool, under: bool, over: bool) -> Run {
        Run { text: text.to_owned(), raised, under, over }
    }

    #[test]
    fn marks_are_read_and_can_be_escaped() {
        assert_eq!(
            parse("_4_^1-6"),
            [
                run("4", false, true, false),
                run("1", true, false, false),
                run("-6", false, false, false)
            ]
        );
        assert_eq!(parse("^{12}a"), [run("12", true, false, false), run("a", false, false, false)]);
        assert_eq!(parse("~57~L"), [run("57", false, false, true), run("L", false, false, false)]);
        assert_eq!(parse(r"a\_b"), [run("a_b", false, false, false)]);
        assert_eq!(parse("^"), []);
    }
}

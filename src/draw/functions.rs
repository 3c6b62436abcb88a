//! What templates can call: text that fits, unit symbols, silhouettes, art, colours.

use super::DrawError;
use super::art::Gallery;
use super::colour::Rgb;
use super::fit::{self, Anchor, Rise, TextBox};
use super::fonts::{Cut, width};
use super::inspect::ART_PREFIX;
use super::rich;
use super::silhouette::Silhouettes;
use super::svg::{escape, num};
use super::symbol::{SymbolBox, Symbols, echelon};
use minijinja::value::{Kwargs, Rest, Value, ValueOrKwargs, from_args};
use minijinja::{Environment, Error, ErrorKind, State};
use std::path::Path;
use std::sync::Arc;

/// What the functions draw from.
#[derive(Debug)]
pub(crate) struct Workshop {
    pub symbols: Symbols,
    pub silhouettes: Silhouettes,
    pub gallery: Gallery,
}

/// The functions' names: what an unknown placeholder cannot have meant.
pub(crate) const NAMES: [&str; 11] = [
    "fit_text",
    "rich_text",
    "text_width",
    "draw_symbol",
    "draw_echelon",
    "draw_silhouette",
    "draw_art",
    "tint",
    "shade",
    "ink_on",
    "mix",
];

/// Adds the functions to a template environment.
pub(crate) fn add(env: &mut Environment<'static>, workshop: &Arc<Workshop>) {
    env.add_function("fit_text", |state: &State, text: Value, rest: Rest<ValueOrKwargs>| {
        let (place, named) = split(rest)?;
        let text = shown(&text)?;
        let wish = text_box(state, place, &named)?;
        Ok::<_, Error>(part("text", "", fit::write(&text, &wish)))
    });
    env.add_function("rich_text", |state: &State, text: Value, rest: Rest<ValueOrKwargs>| {
        let (place, named) = split(rest)?;
        let text = shown(&text)?;
        let wish = text_box(state, place, &named)?;
        Ok::<_, Error>(part("text", "", rich::write(&text, &wish)))
    });
    env.add_function("text_width", |text: Value, size: f64, named: Kwargs| {
        let cut = Cut {
            bold: named.get::<Option<bool>>("bold")?.unwrap_or(true),
            condensed: named.get::<Option<bool>>("condensed")?.unwrap_or(false),
        };
        named.assert_all_used()?;
        Ok::<_, Error>(width(&shown(&text)?, cut) * size)
    });
    let shop = Arc::clone(workshop);
    env.add_function(
        "draw_symbol",
        move |state: &State, name: Value, rest: Rest<ValueOrKwargs>| {
            let (place, named) = split(rest)?;
            let name = shown(&name)?;
            let (x, y, w, h) = place;
            let place = SymbolBox {
                x,
                y,
                w,
                h,
                stroke: named.get::<Option<f64>>("stroke")?.unwrap_or(2.2),
                ink: colour(state, &named, "ink", "ink")?,
                field: colour(state, &named, "field", "paper")?,
                frame: named.get::<Option<bool>>("frame")?.unwrap_or(true),
                echelon: named.get::<Option<String>>("echelon")?,
                reduced: named.get::<Option<bool>>("reduced")?.unwrap_or(false),
            };
            named.assert_all_used()?;
            if name.is_empty() {
                return Ok(Value::from_safe_string(String::new()));
            }
            let drawn = shop.symbols.draw(&name, &place).map_err(wrong)?;
            Ok(part("symbol", &name, drawn))
        },
    );
    env.add_function("draw_echelon", |state: &State, mark: Value, rest: Rest<ValueOrKwargs>| {
        let ((x, y, w, h), named) = split(rest)?;
        let ink = colour(state, &named, "ink", "ink")?;
        named.assert_all_used()?;
        let mark = shown(&mark)?;
        if mark.is_empty() {
            return Ok::<_, Error>(Value::from_safe_string(String::new()));
        }
        Ok(part("echelon", "", echelon(&mark, (x + w / 2.0, y + h / 2.0), h, w, &ink)))
    });
    let shop = Arc::clone(workshop);
    env.add_function(
        "draw_silhouette",
        move |state: &State, name: Value, rest: Rest<ValueOrKwargs>| {
            let (place, named) = split(rest)?;
            let ink = colour(state, &named, "ink", "ink")?;
            let field = colour(state, &named, "field", "paper")?;
            let flip = named.get::<Option<bool>>("flip")?.unwrap_or(false);
            named.assert_all_used()?;
            let name = shown(&name)?;
            if name.is_empty() {
                return Ok(Value::from_safe_string(String::new()));
            }
            let drawn = shop.silhouettes.draw(&name, place, &ink, &field, flip);
            Ok(part("silhouette", &name, drawn.map_err(wrong)?))
        },
    );
    let shop = Arc::clone(workshop);
    env.add_function("draw_art", move |file: Value, rest: Rest<ValueOrKwargs>| {
        let ((x, y, w, h), named) = split(rest)?;
        let cover = match named.get::<Option<String>>("fit")?.as_deref() {
            None | Some("cover") => "xMidYMid slice",
            Some("contain") => "xMidYMid meet",
            Some(other) => {
                return Err(wrong(format!("fit is `cover` or `contain`, not `{other}`")));
            }
        };
        named.assert_all_used()?;
        let file = shown(&file)?;
        if file.is_empty() {
            return Ok(Value::from_safe_string(String::new()));
        }
        shop.gallery
            .picture(Path::new(&file))
            .map_err(|error: DrawError| wrong(error.to_string()).with_source(error))?;
        Ok(part("art", "", image(&file, (x, y, w, h), cover)))
    });
    env.add_function("tint", |base: Value, part: f64| mixed(&base, "#ffffff", part));
    env.add_function("shade", |base: Value, part: f64| mixed(&base, "#000000", part));
    env.add_function("mix", |base: Value, other: String, part: f64| mixed(&base, &other, part));
    env.add_function("ink_on", |base: Value| {
        Ok::<_, Error>(read_colour(&shown(&base)?)?.readable_ink().hex())
    });
}

/// A box: left, top, width, height.
pub(crate) type Place = (f64, f64, f64, f64);

/// The box and the named arguments that follow what is to be drawn.
fn split(rest: Rest<ValueOrKwargs>) -> Result<(Place, Kwargs), Error> {
    let values = rest.into_values();
    let (x, y, w, h, named) = from_args::<(f64, f64, f64, f64, Kwargs)>(&values)?;
    Ok(((x, y, w, h), named))
}

/// An image element for art, which the artist puts in when the drawing is done.
pub(crate) fn image(file: &str, (x, y, w, h): Place, aspect: &str) -> String {
    format!(
        r#"<image x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="{aspect}" href="{ART_PREFIX}{}"/>"#,
        num(x),
        num(y),
        num(w),
        num(h),
        escape(file)
    )
}

/// What a function drew, marked so that the finished drawing can be taken apart again.
fn part(kind: &str, name: &str, drawn: String) -> Value {
    if drawn.is_empty() {
        return Value::from_safe_string(drawn);
    }
    let name = escape(name);
    Value::from_safe_string(format!(r#"<g data-part="{kind} {name}">{drawn}</g>"#))
}

fn wrong(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
}

/// A value as text; an unknown placeholder is an error here as everywhere.
fn shown(value: &Value) -> Result<String, Error> {
    if value.is_undefined() {
        return Err(Error::new(ErrorKind::UndefinedError, "unknown placeholder"));
    }
    Ok(if value.is_none() { String::new() } else { value.to_string() })
}

fn read_colour(text: &str) -> Result<Rgb, Error> {
    Rgb::parse(text).ok_or_else(|| wrong(format!("`{text}` is not a colour; write #rrggbb")))
}

fn mixed(base: &Value, other: &str, part: f64) -> Result<String, Error> {
    Ok(read_colour(&shown(base)?)?.mix(read_colour(other)?, part).hex())
}

/// A colour argument, or the counter's own.
fn colour(state: &State, named: &Kwargs, argument: &str, own: &str) -> Result<String, Error> {
    let given = named.get::<Option<String>>(argument)?.filter(|text| !text.is_empty());
    let text = match given {
        Some(text) => text,
        None => state.lookup(own).map(|value| value.to_string()).unwrap_or_default(),
    };
    if text == "none" { Ok(text) } else { Ok(read_colour(&text)?.hex()) }
}

fn text_box(
    state: &State,
    (x, y, w, h): (f64, f64, f64, f64),
    named: &Kwargs,
) -> Result<TextBox, Error> {
    let word = |name: &str| named.get::<Option<String>>(name);
    let size = named.get::<Option<f64>>("size")?.unwrap_or(h);
    let wish = TextBox {
        x,
        y,
        w,
        h,
        size,
        bold: match word("weight")?.as_deref() {
            None | Some("bold") => true,
            Some("regular" | "normal") => false,
            Some(other) => {
                return Err(wrong(format!("weight is `bold` or `regular`, not `{other}`")));
            }
        },
        anchor: match word("anchor")?.as_deref() {
            None | Some("middle") => Anchor::Middle,
            Some("start") => Anchor::Start,
            Some("end") => Anchor::End,
            Some(other) => {
                return Err(wrong(format!("anchor is `start`, `middle` or `end`, not `{other}`")));
            }
        },
        rise: match word("rise")?.as_deref() {
            None | Some("middle") => Rise::Middle,
            Some("top") => Rise::Top,
            Some("bottom") => Rise::Bottom,
            Some(other) => {
                return Err(wrong(format!("rise is `top`, `middle` or `bottom`, not `{other}`")));
            }
        },
        lines: named.get::<Option<usize>>("lines")?.unwrap_or(1),
        fill: colour(state, named, "fill", "ink")?,
        halo: word("halo")?
            .filter(|text| !text.is_empty())
            .map(|text| read_colour(&text).map(Rgb::hex))
            .transpose()?,
        turn: named.get::<Option<f64>>("turn")?.unwrap_or(0.0),
    };
    named.assert_all_used()?;
    if wish.w > 0.0 && wish.h > 0.0 && wish.size > 0.0 {
        Ok(wish)
    } else {
        Err(wrong("a text box needs a width, a height and a size above zero"))
    }
}

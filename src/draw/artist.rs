//! The artist: draws any counter of a game.

use super::art::Gallery;
use super::context::{Placeholders, unit};
use super::fonts::{FONTS_VERSION, missing_families, other_families};
use super::functions::{self, Workshop, image};
use super::halo::split_halos;
use super::inspect::{ART_PREFIX, Contents, inspect};
use super::silhouette::Silhouettes;
use super::svg::escape;
use super::symbol::Symbols;
use super::templates::{Template, gather, gather_parts};
use super::wrap::{Sheet, is_document, wrap};
use super::{DrawError, DrawnFace, FaceSide, Look, svg_options};
use crate::diagnostic::{Severity, nearest};
use crate::model::{Back, Counter, Game, Length, Shape};
use minijinja::{AutoEscape, Environment, ErrorKind, UndefinedBehavior, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The least size of text that can be read on a printed counter: 4.5 points, in millimetres.
pub(crate) const LEGIBLE_MM: f64 = 4.5 * 25.4 / 72.0;
/// Text larger than this may shrink without a word: 6 points, in millimetres.
const COMFORTABLE_MM: f64 = 6.0 * 25.4 / 72.0;
/// Art is printed at this many dots per inch or it looks soft.
pub(crate) const SHARP_DPI: f64 = 300.0;

/// Processor time for everything that is done with one face.
const FACE_TIME: std::time::Duration = std::time::Duration::from_millis(15);

/// How to draw.
#[derive(Debug, Clone)]
pub struct ArtOptions {
    /// The project's folder: where its own templates and art are. Without one, art cannot be used.
    pub project_root: Option<PathBuf>,
    /// How far backgrounds run beyond the trim box.
    pub bleed: Length,
}

impl Default for ArtOptions {
    fn default() -> Self {
        ArtOptions { project_root: None, bleed: Length::mm(0.0) }
    }
}

/// Draws the counters of one game. Templates and fonts are read once, when it is made.
pub struct Artist<'a> {
    pub(super) game: &'a Game,
    options: ArtOptions,
    env: Environment<'static>,
    templates: BTreeMap<String, Template>,
    workshop: Arc<Workshop>,
    /// Names that exist for a template: the columns of the game and what the template takes.
    columns: BTreeMap<String, Arc<BTreeSet<String>>>,
    /// Art that templates name themselves.
    literal_art: BTreeSet<String>,
    /// Hash of all that is the same for every counter.
    base_hash: blake3::Hash,
}

impl<'a> Artist<'a> {
    /// An artist for this game. Fails when a template of the project cannot be read or understood.
    pub fn new(game: &'a Game, options: ArtOptions) -> Result<Self, DrawError> {
        let root = options.project_root.as_deref();
        let mut templates = gather(root)?;
        let workshop = Arc::new(Workshop {
            symbols: Symbols::new(gather_parts(root, "templates/symbols")?),
            silhouettes: Silhouettes::new(gather_parts(root, "templates/silhouettes")?),
            gallery: Gallery::new(options.project_root.clone()),
        });
        let mut env = Environment::new();
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        env.set_auto_escape_callback(|_| AutoEscape::Html);
        env.set_recursion_limit(50);
        // A template that never ends must not hang the build; real ones take a few thousand steps.
        env.set_fuel(Some(500_000));
        functions::add(&mut env, &workshop);
        for (name, template) in &templates {
            super::expression::check(&template.text).map_err(|(line, message)| {
                DrawError::Template {
                    template: template.file.clone(),
                    line: Some(line),
                    message,
                    help: Some("split it into several, with {% set %}".to_owned()),
                }
            })?;
            env.add_template_owned(name.clone(), template.text.clone())
                .map_err(|error| template_error(&error, &template.file, None))?;
        }
        for (name, template) in &mut templates {
            template.places_art =
                env.get_template(name).is_ok_and(|t| t.undeclared_variables(false).contains("art"));
        }
        let game_columns: BTreeSet<String> = game
            .counters
            .iter()
            .flat_map(|counter| counter.front.values().chain(counter.back_face.values()))
            .map(|(column, _)| column.to_owned())
            .collect();
        let columns = templates
            .iter()
            .map(|(name, template)| {
                let mut known = game_columns.clone();
                known.extend(template.card.needs.iter().chain(&template.card.takes).cloned());
                (name.clone(), Arc::new(known))
            })
            .collect();
        let literal_art = templates
            .values()
            .flat_map(|template| template.text.split(['"', '\'']))
            .filter(|text| is_picture(text))
            .map(str::to_owned)
            .collect();
        let base_hash = base_hash(&templates, &workshop, &options);
        Ok(Artist { game, options, env, templates, workshop, columns, literal_art, base_hash })
    }

    /// The template that draws a side; `None` for a blank back.
    pub(super) fn template_of<'c>(&self, counter: &'c Counter, side: FaceSide) -> Option<&'c str> {
        match (side, &counter.back, &counter.back_art) {
            (FaceSide::Front, ..) => Some(&counter.template),
            (FaceSide::Back, Back::Template(name), _) => Some(name),
            (FaceSide::Back, Back::Blank, Some(_)) => Some("art"),
            (FaceSide::Back, Back::Blank, None) => None,
        }
    }

    fn placeholders(&self, counter: &Counter, side: FaceSide, template: &str) -> Placeholders {
        let columns = self.columns.get(template).cloned().unwrap_or_default();
        Placeholders::of(self.game, counter, side, self.options.bleed, columns)
    }

    /// Draws one side of a counter; `None` for a blank back.
    pub fn draw(&self, counter: &Counter, side: FaceSide) -> Result<Option<DrawnFace>, DrawError> {
        let Some(name) = self.template_of(counter, side) else { return Ok(None) };
        let template = self.template(name)?;
        // A face that takes longer than this lives on the budget of the whole run.
        crate::budget::grant_face(FACE_TIME);
        let _task =
            crate::budget::drawing(format_args!("{}, drawing `{}`", template.file, counter.id));
        let values = Arc::new(self.placeholders(counter, side, name));
        let svg = self
            .env
            .get_template(name)
            .and_then(|compiled| compiled.render(Value::from_dyn_object(Arc::clone(&values))))
            .map_err(|error| {
                let file = error
                    .name()
                    .and_then(|name| self.templates.get(name))
                    .map_or(&*template.file, |t| &t.file);
                template_error(&error, file, Some(&values))
            })?;
        let size = &self.game.counter_sizes[counter.size];
        let scale = unit(size.width, size.height);
        let drawing = split_halos(&drop_blank_lines(&svg));
        let contents = if is_document(&drawing) {
            inspect(&svg, &template.file)?
        } else {
            inspect(&format!("<svg>{svg}</svg>"), &template.file)?
        };
        let sheet = Sheet {
            w: size.width.to_mm(),
            h: size.height.to_mm(),
            bleed: self.options.bleed.to_mm(),
            unit: scale,
            rounded: size.shape == Shape::Rounded,
            paper: values.text("paper"),
            art: self.art_below(template, &values)?,
        };
        let svg = wrap(&drawing, &sheet);
        // Only a template that chooses fonts itself can choose one that is not there.
        if drawing.contains("font-family") || drawing.contains("font:") {
            known_fonts(&svg, &template.file)?;
        }
        // Without filters painters leave out what they cannot reach.
        if drawing.contains("filter") {
            paintable(&svg, &template.file)?;
        }
        let mut warnings = self.missing_values(counter, side, template, &values);
        warnings.extend(art_on_one_side(counter, side));
        warnings.extend(text_warnings(counter, &contents, scale));
        let mut svg = svg;
        for character in &contents.missing {
            // The replacement character is there to be seen; an empty box is not.
            svg = svg.replace(*character, "\u{fffd}");
        }
        let below = inspect(&format!("<svg>{}</svg>", sheet.art), &template.file)?;
        for (file, w, h) in contents.art.iter().chain(&below.art) {
            let picture = self.workshop.gallery.picture(file)?;
            if let Some(look) = soft_art(counter, file, picture.pixels, (w * scale, h * scale)) {
                warnings.push(look);
            }
            let named = format!("\"{ART_PREFIX}{}\"", escape(&file.display().to_string()));
            svg = svg.replace(&named, &format!("\"{}\"", picture.url));
        }
        warnings.sort();
        warnings.dedup();
        let bleed = self.options.bleed;
        Ok(Some(DrawnFace { svg, width: size.width, height: size.height, bleed, warnings }))
    }

    /// Hash of everything the drawing depends on, found without drawing it.
    pub fn fingerprint(&self, counter: &Counter, side: FaceSide) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        let mut put = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        let Some(name) = self.template_of(counter, side) else {
            put("blank");
            return hasher.finalize();
        };
        put(name);
        let values = self.placeholders(counter, side, name);
        let mut art = self.literal_art.clone();
        for (column, value) in values.entries() {
            put(column);
            put(&value);
            if is_picture(&value) {
                art.insert(value);
            }
        }
        for file in art {
            match self.workshop.gallery.picture(Path::new(&file)) {
                Ok(picture) => put(picture.hash.to_hex().as_str()),
                Err(_) => put("unusable"),
            }
        }
        hasher.update(self.base_hash.as_bytes());
        hasher.finalize()
    }

    fn template(&self, name: &str) -> Result<&Template, DrawError> {
        self.templates.get(name).filter(|t| !t.card.name.starts_with('_')).ok_or_else(|| {
            let names = self.templates.keys().map(String::as_str).filter(|n| !n.starts_with('_'));
            DrawError::NoTemplate { name: name.to_owned(), help: nearest(name, names) }
        })
    }

    /// Art that covers the whole face, for templates that do not place it themselves.
    fn art_below(&self, template: &Template, values: &Placeholders) -> Result<String, DrawError> {
        let file = values.text("art");
        if file.is_empty() || template.places_art {
            return Ok(String::new());
        }
        self.workshop.gallery.picture(Path::new(&file))?;
        let (w, h, b) = (values.number("w"), values.number("h"), values.number("bleed"));
        Ok(image(&file, (-b, -b, w + 2.0 * b, h + 2.0 * b), "xMidYMid slice"))
    }

    fn missing_values(
        &self,
        counter: &Counter,
        side: FaceSide,
        template: &Template,
        values: &Placeholders,
    ) -> Vec<Look> {
        let word = if side == FaceSide::Front { "front" } else { "back" };
        let missing = template.card.needs.iter().filter(|name| values.text(name).is_empty());
        missing
            .map(|name| Look {
                code: "value-missing",
                severity: Severity::Warning,
                counter: counter.id.to_string(),
                message: format!(
                    "the {word} has no `{name}`, which the template `{}` prints",
                    template.card.name
                ),
                help: format!(
                    "fill in the column `{}{name}`",
                    if side == FaceSide::Front { "" } else { "back_" }
                ),
            })
            .collect()
    }
}

fn is_picture(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    [".png", ".jpg", ".jpeg", ".svg"].iter().any(|ending| lower.ends_with(ending))
}

fn base_hash(
    templates: &BTreeMap<String, Template>,
    workshop: &Workshop,
    options: &ArtOptions,
) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let own = workshop.symbols.own().iter().chain(workshop.silhouettes.own());
    let texts = templates.iter().map(|(name, template)| (name, &template.text)).chain(own);
    for (name, text) in texts {
        for part in [name, text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hasher.update(
        format!("{} {FONTS_VERSION} {}", env!("CARGO_PKG_VERSION"), options.bleed).as_bytes(),
    );
    hasher.finalize()
}

/// Refuses a drawing with texts in fonts that are not there.
fn known_fonts(svg: &str, origin: &str) -> Result<(), DrawError> {
    let tree = usvg::Tree::from_str(svg, &svg_options());
    let missing = tree.map(|tree| missing_families(&tree)).unwrap_or_default();
    match missing.first() {
        None => Ok(()),
        Some(family) => Err(DrawError::Svg {
            origin: origin.to_owned(),
            line: None,
            message: format!("the font `{family}` is not there; {}", other_families()),
        }),
    }
}

/// Refuses a drawing that reaches beyond what can be painted.
fn paintable(svg: &str, origin: &str) -> Result<(), DrawError> {
    let fault = |message: String| DrawError::Svg { origin: origin.to_owned(), line: None, message };
    let tree =
        usvg::Tree::from_str(svg, &svg_options()).map_err(|error| fault(error.to_string()))?;
    super::reach::within(&tree).map_err(fault)
}

/// A back that is drawn, but not with art as the front is.
fn art_on_one_side(counter: &Counter, side: FaceSide) -> Option<Look> {
    // The template that is nothing but art says itself that it has none.
    let drawn = matches!(&counter.back, Back::Template(name) if **name != *"art");
    let forgotten = side == FaceSide::Back && drawn && counter.art.is_some();
    (forgotten && counter.back_art.is_none()).then(|| Look {
        code: "no-back-art",
        severity: Severity::Warning,
        counter: counter.id.to_string(),
        message: "the front has art, but the back has none".to_owned(),
        help: "fill in the column `back_art`, or leave `back` empty".to_owned(),
    })
}

/// Template logic leaves blank lines behind; they only make files longer.
fn drop_blank_lines(svg: &str) -> String {
    let mut kept = String::with_capacity(svg.len());
    for line in svg.lines().map(str::trim).filter(|line| !line.is_empty()) {
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

fn text_warnings(counter: &Counter, contents: &Contents, scale: f64) -> Vec<Look> {
    let mut looks = Vec::new();
    let points = |size: f64| format!("{:.1}", size * scale * 72.0 / 25.4);
    for (text, size, wish) in &contents.texts {
        let printed = size * scale;
        let wish_note = wish.map(|wish| format!(", not {}", points(wish))).unwrap_or_default();
        let (code, why) = if printed < LEGIBLE_MM * 0.98 {
            ("text-illegible", ", too small to read")
        } else if wish.is_some_and(|wish| *size < wish * 0.65) && printed < COMFORTABLE_MM {
            ("text-shrunk", ", to fit its box")
        } else {
            continue;
        };
        looks.push(Look {
            code,
            severity: Severity::Warning,
            counter: counter.id.to_string(),
            message: format!(
                "`{}` is printed at {} pt{wish_note}{why}",
                text.trim(),
                points(*size)
            ),
            help: "shorten the text, or use a larger counter".to_owned(),
        });
    }
    let missing = contents.missing.iter();
    let missing: Vec<String> =
        missing.map(|letter| format!("`{letter}` (U+{:04X})", u32::from(*letter))).collect();
    if !missing.is_empty() {
        looks.push(Look {
            code: "missing-glyph",
            severity: Severity::Error,
            counter: counter.id.to_string(),
            message: format!("no bundled font has {}", missing.join(", ")),
            help: "write the name in Latin, Cyrillic or Greek letters, or bring it as art"
                .to_owned(),
        });
    }
    looks
}

/// A picture too coarse for the size it is printed at.
fn soft_art(
    counter: &Counter,
    file: &Path,
    pixels: Option<(u32, u32)>,
    (w, h): (f64, f64),
) -> Option<Look> {
    let (across, down) = pixels?;
    let dpi = (f64::from(across) / (w / 25.4)).min(f64::from(down) / (h / 25.4));
    (dpi < SHARP_DPI - 0.5).then(|| Look {
        code: "art-too-coarse",
        severity: Severity::Warning,
        counter: counter.id.to_string(),
        message: format!(
            "{} is {across} × {down} pixels, only {dpi:.0} dpi at {w:.1} × {h:.1} mm",
            file.display()
        ),
        help: format!(
            "export it at {} × {} pixels or more",
            (w / 25.4 * SHARP_DPI).ceil(),
            (h / 25.4 * SHARP_DPI).ceil()
        ),
    })
}

/// A template engine's error in the words of a designer.
fn template_error(
    error: &minijinja::Error,
    file: &str,
    values: Option<&Placeholders>,
) -> DrawError {
    let mut source = error.source();
    while let Some(inner) = source {
        if let Some(draw) = inner.downcast_ref::<DrawError>() {
            return draw.clone();
        }
        source = inner.source();
    }
    let unknown = values
        .filter(|_| error.kind() == ErrorKind::UndefinedError)
        .and_then(|v| Some((v, v.last_unknown()?)));
    let (message, help) = match unknown {
        Some((values, name)) => {
            let help = nearest(&name, values.names());
            (format!("unknown placeholder `{name}`"), help)
        }
        None => (error.detail().map_or_else(|| error.kind().to_string(), str::to_owned), None),
    };
    DrawError::Template { template: file.to_owned(), line: error.line(), message, help }
}

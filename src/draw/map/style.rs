//! Map styles: every colour and width of a map, in a file a designer can replace.

use super::MapError;
use crate::diagnostic::nearest;
use crate::input::ProjectFolder;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The styles that come with the program.
pub(super) const BUILT_IN: [(&str, &str); 4] = [
    ("modern", include_str!("../../../templates/maps/modern.toml")),
    ("classic", include_str!("../../../templates/maps/classic.toml")),
    ("high-contrast", include_str!("../../../templates/maps/high-contrast.toml")),
    ("low-ink", include_str!("../../../templates/maps/low-ink.toml")),
];
const SYMBOLS: &str = include_str!("../../../templates/maps/symbols.toml");

/// The largest style of a project, in bytes.
pub(super) const LARGEST_STYLE: u64 = 1 << 20;
/// Where a project's own styles are.
pub(super) const STYLE_FOLDER: &str = "templates/maps";

/// The names of a project's own styles, in order. `symbols.toml` there is no style.
pub(super) fn own_names(root: &Path) -> Vec<String> {
    let files = ProjectFolder::new(root).names(Path::new(STYLE_FOLDER));
    let files = files.unwrap_or_default();
    let names = files.iter().filter_map(|file| file.strip_suffix(".toml"));
    names.filter(|name| *name != "symbols").map(str::to_owned).collect()
}

/// The usual style as a table: every key that a style may have.
pub(super) fn usual() -> toml::Table {
    let mut whole: toml::Table = toml::from_str(SYMBOLS).unwrap_or_default();
    overlay(&mut whole, toml::from_str(BUILT_IN[0].1).unwrap_or_default());
    whole
}

/// The error about a style that does not exist, with what there is.
fn no_style(name: &str, project_root: Option<&Path>) -> MapError {
    let own = project_root.map(own_names).unwrap_or_default();
    let mut all: Vec<&str> = style_names().collect();
    all.extend(own.iter().map(String::as_str));
    all.sort_unstable();
    all.dedup();
    let near = nearest(name, all.iter().copied()).filter(|help| help.starts_with("did you mean"));
    let list = format!("there are {}", all.join(", "));
    let help = near.map_or_else(|| list.clone(), |near| format!("{near} {list}"));
    MapError::NoStyle { name: name.to_owned(), help: Some(help) }
}

/// The names of the built-in styles; the first is the usual one.
pub fn style_names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|(name, _)| *name)
}

/// A map style. Widths and sizes are parts of the hex size, so that a style fits maps of any size.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// The sheet around the map.
    pub paper: PaperStyle,
    /// Typefaces.
    pub fonts: FontStyle,
    /// Hex lines.
    pub grid: GridStyle,
    /// Hex numbers.
    pub numbers: NumberStyle,
    /// Sea, lakes, rivers.
    pub water: WaterStyle,
    /// Elevation.
    pub relief: ReliefStyle,
    /// Names of places.
    pub labels: LabelStyle,
    /// Victory hexes.
    pub victory: VictoryStyle,
    /// How far natural lines stray from the straight ones, as a part of the hex size.
    pub warp: f64,
    /// How strongly the fringe beyond the map's hexes is veiled, 0 to 1.
    pub veil: f64,
    /// By drawing part.
    pub terrain: BTreeMap<String, TerrainStyle>,
    /// By drawing part.
    pub path: BTreeMap<String, LineStyle>,
    /// By drawing part.
    pub hexside: BTreeMap<String, LineStyle>,
    /// SVG fragments in a box from −0.5 to 0.5, by name; they use `{ink}` and `{fill}`.
    #[serde(default)]
    pub symbol: BTreeMap<String, String>,
}

/// `[paper]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperStyle {
    pub sheet: String,
    pub panel: String,
    pub ink: String,
    pub muted: String,
    pub rule: String,
    pub accent: String,
}

/// `[fonts]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FontStyle {
    pub title: String,
    pub body: String,
    pub label: String,
}

/// How hexes are ruled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GridMode {
    /// Whole hexsides.
    Lines,
    /// Only where three hexes meet.
    Corners,
    /// Not at all.
    None,
}

/// `[grid]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridStyle {
    pub mode: GridMode,
    pub colour: String,
    pub water: String,
    pub width: f64,
    pub opacity: f64,
    pub dots: bool,
}

/// `[numbers]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberStyle {
    pub colour: String,
    pub water: String,
    pub size: f64,
}

/// `[water]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterStyle {
    /// Open water.
    pub sea: String,
    /// Bands along the shore, widest first.
    pub shallows: Vec<String>,
    /// Whether the bands are lines instead of fills, as engravers drew them.
    pub waterlines: bool,
    /// The shore line.
    pub coast: String,
    /// Its width.
    pub coast_width: f64,
    /// River water.
    pub river: String,
    /// River banks.
    pub bank: String,
    /// Names of waters.
    pub lettering: String,
}

/// `[relief]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReliefStyle {
    /// Fills of levels 1, 2, 3 …; the last serves all higher ones.
    pub levels: Vec<String>,
    /// The lit side of a slope.
    pub light: String,
    /// The shaded side.
    pub dark: String,
    /// Widest line of a slope.
    pub width: f64,
    /// Fills of levels below 0.
    pub depths: Vec<String>,
}

/// `[labels]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelStyle {
    pub colour: String,
    pub halo: String,
    pub halo_width: f64,
    pub city: f64,
    pub town: f64,
    pub village: f64,
    pub place: f64,
    pub region: f64,
    pub water: f64,
}

/// `[victory]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryStyle {
    pub fill: String,
    pub ink: String,
    pub size: f64,
}

/// `[terrain.<part>]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TerrainStyle {
    /// The ground; `none` leaves it unpainted.
    pub fill: String,
    /// Edge of the ground; `none` leaves it out.
    pub edge: String,
    /// The texture's main colour.
    pub ink: String,
    /// Its lit side.
    pub light: String,
    /// Its shaded side.
    pub dark: String,
}

/// `[path.<part>]` and `[hexside.<part>]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LineStyle {
    /// The line.
    pub colour: String,
    /// What shows on both sides of it; none when empty.
    pub casing: String,
    /// Width of the line.
    pub width: f64,
    /// Width of the line with its casing.
    pub casing_width: f64,
    /// Dashes and gaps, in parts of the hex size.
    pub dash: Vec<f64>,
}

impl Style {
    /// The style of that name: the project's own file if there is one, else the built-in one.
    ///
    /// A project's `templates/maps/NAME.toml` may start with `base = "modern"` and then change
    /// only what differs.
    pub fn load(name: &str, project_root: Option<&Path>) -> Result<Self, MapError> {
        let file = Path::new(STYLE_FOLDER).join(format!("{name}.toml"));
        let plain = !name.contains(['/', '\\', '.']);
        let project = project_root.map(ProjectFolder::new);
        match project.filter(|project| plain && project.mentions(&file)) {
            None => match BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
                Some((_, text)) => Style::from_toml(name, text),
                None => Err(no_style(name, project_root)),
            },
            Some(project) => {
                let text = project
                    .read_text(&file, LARGEST_STYLE)
                    .map_err(|refused| MapError::File(file.clone(), refused.to_string()))?;
                Style::from_toml(&file.display().to_string(), &text)
            }
        }
    }

    fn from_toml(file: &str, text: &str) -> Result<Self, MapError> {
        let wrong = |error: toml::de::Error| MapError::Style {
            file: file.to_owned(),
            line: error
                .span()
                .map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count()),
            message: error.message().to_owned(),
        };
        let mut own: toml::Table = toml::from_str(text).map_err(wrong)?;
        let base = match own.remove("base") {
            Some(toml::Value::String(base)) => base,
            _ => "modern".to_owned(),
        };
        let mut whole: toml::Table = toml::from_str(SYMBOLS).map_err(wrong)?;
        // Every style stands on the first built-in one, which is complete.
        for layer in [BUILT_IN[0].0, base.as_str()] {
            let Some((_, text)) = BUILT_IN.iter().find(|(name, _)| *name == layer) else {
                return Err(no_style(layer, None));
            };
            let mut table: toml::Table = toml::from_str(text).map_err(wrong)?;
            table.remove("base");
            overlay(&mut whole, table);
        }
        overlay(&mut whole, own);
        Style::deserialize(toml::Value::Table(whole)).map_err(wrong)
    }

    /// How a terrain part is coloured, after the game's own colour for it.
    pub fn terrain(&self, part: &str, colour: Option<&str>) -> TerrainStyle {
        let mut style = self.terrain.get(part).cloned().unwrap_or_default();
        if let Some(colour) = colour {
            style.fill = colour.to_owned();
        }
        for field in [&mut style.fill, &mut style.edge] {
            if field.is_empty() {
                "none".clone_into(field);
            }
        }
        for (field, usual) in [
            (&mut style.ink, &self.paper.ink),
            (&mut style.light, &self.paper.panel),
            (&mut style.dark, &self.paper.ink),
        ] {
            if field.is_empty() {
                field.clone_from(usual);
            }
        }
        style
    }
}

/// Puts the second table over the first, table by table.
fn overlay(below: &mut toml::Table, above: toml::Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => overlay(below, above),
            (_, value) => {
                below.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_style_is_complete() {
        for name in style_names() {
            let style = Style::load(name, None).unwrap();
            for part in super::super::part::TerrainPart::names() {
                assert!(style.terrain.contains_key(part), "{name} lacks terrain {part}");
            }
        }
    }

    #[test]
    fn every_built_in_style_paints_high_ground_unlike_low() {
        for name in style_names() {
            let style = Style::load(name, None).unwrap();
            let clear = &style.terrain["clear"].fill;
            let high = style
                .relief
                .levels
                .iter()
                .chain([&style.terrain["hill"].fill, &style.terrain["mountain"].fill]);
            for fill in high {
                assert!(fill != "none" && fill != clear, "{name}: high ground is {fill}");
            }
            assert!(style.terrain["hill"].light != "none", "{name}: a hill has no lit side");
        }
    }

    #[test]
    fn a_project_style_changes_only_what_it_says() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("templates/maps");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join("desert.toml"),
            "base = \"classic\"\n[terrain.clear]\nfill = \"#ffeecc\"\n",
        )
        .unwrap();
        let style = Style::load("desert", Some(root.path())).unwrap();
        assert_eq!(style.terrain["clear"].fill, "#ffeecc");
        assert_eq!(style.paper.sheet, Style::load("classic", None).unwrap().paper.sheet);
    }

    #[test]
    fn a_misspelt_style_or_key_is_named() {
        let error = Style::load("modrn", None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no map style `modrn` (did you mean `modern`? there are classic, high-contrast, low-ink, modern)"
        );
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join(STYLE_FOLDER)).unwrap();
        std::fs::write(root.path().join(STYLE_FOLDER).join("desert.toml"), "").unwrap();
        let error = Style::load("nope", Some(root.path())).unwrap_err().to_string();
        assert!(
            error.ends_with("(there are classic, desert, high-contrast, low-ink, modern)"),
            "{error}"
        );
        let error = Style::from_toml("mine.toml", "[grid]\ncolor = \"red\"\n").unwrap_err();
        assert!(error.to_string().contains("color"), "{error}");
    }
}

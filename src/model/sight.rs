//! What a game says of sight: which terrain blocks, which hinders, how high it stands, when it is in
//! season, how far hex facts let its depiction be trusted. Read from `games/<id>/sight.toml`.

use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// A month, 1 to 12.
pub type Month = u8;

/// A kind of depiction, by its place in [`SightRules::kinds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId(u8);

impl KindId {
    /// Its place in [`SightRules::kinds`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a depiction does to a thread at its own level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Stops it.
    Obstacle,
    /// Adds a modifier for each hex.
    Hindrance,
    /// Neither; out of season.
    Nothing,
}

/// What a hindrance does to a thread between different levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BetweenLevels {
    /// One looks over it.
    #[default]
    Nothing,
    /// It hinders as on the same level.
    Hindrance,
    /// It stops the thread.
    Obstacle,
}

/// What several hindrance hexes at the same distance from the viewer add.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SameRange {
    /// Each hex its own.
    #[default]
    Each,
    /// Only the greatest counts.
    Once,
    /// The rules can be read both ways: surely the greatest, perhaps each.
    Either,
}

/// A kind of depiction.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// Its id.
    pub id: String,
    /// The terrain types of the game that are of this kind.
    pub terrain: Vec<String>,
    /// What it does at its own level.
    pub effect: Effect,
    /// What a hindrance does between levels.
    #[serde(default)]
    pub between_levels: BetweenLevels,
    /// How high it stands above its ground, in levels; halves are exact.
    #[serde(default)]
    pub height: f32,
    /// How high it may stand, where pictures leave that open (default: the same).
    #[serde(default)]
    pub height_at_most: Option<f32>,
    /// The modifier of one hex of a hindrance.
    #[serde(default = "one")]
    pub drm: u8,
    /// Whether it fills its hex with all sides, whatever is painted.
    #[serde(default)]
    pub inherent: bool,
    /// Whether a road through the hex is a gap in it.
    #[serde(default)]
    pub road_is_gap: bool,
    /// The radius of the core, in radii of a disc as large as the depiction.
    #[serde(default)]
    pub core: f32,
    /// The radius of the hull, in the same measure.
    #[serde(default = "far")]
    pub hull: f32,
    /// The radius at which a hindrance is counted when one number is asked for.
    #[serde(default)]
    pub likely: Option<f32>,
    /// The hull never reaches further from the centre than this, in hexes.
    #[serde(default = "beyond_corners")]
    pub hull_limit: f32,
    /// The core of a hex whose depiction reaches across sides, as a part of that of others: its arms are part
    /// of what it covers.
    #[serde(default = "whole")]
    pub joined_core: f32,
    /// Whether it fills the corner between two neighbouring sides that it reaches across.
    #[serde(default)]
    pub fills_corners: bool,
    /// The core around a spoke to a side that the depiction reaches across, in hexes.
    #[serde(default)]
    pub spoke_core: f32,
    /// The hull around such a spoke, in hexes.
    #[serde(default)]
    pub spoke_hull: f32,
    /// The hexside type that joins two hexes of it.
    #[serde(default)]
    pub joined: Option<String>,
    /// Months in which it is as described; in others `out_of_season` holds. Empty: always.
    #[serde(default)]
    pub season: Vec<Month>,
    /// What it does out of season.
    #[serde(default = "nothing")]
    pub out_of_season: Effect,
    /// What it does between levels out of season.
    #[serde(default)]
    pub out_of_season_between_levels: BetweenLevels,
    /// The rule that says so, for reports.
    #[serde(default)]
    pub rule: String,
}

/// What terrain codes of a board's grid are.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridCodes {
    /// The codes.
    pub codes: Vec<u8>,
    /// The kind; without one, nothing that a thread would notice.
    #[serde(default)]
    pub kind: Option<String>,
    /// The height, where it is not the kind's own.
    #[serde(default)]
    pub height: Option<f32>,
}

/// Where the ground of a level surely is, and surely is not.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    /// Around the centre of a hex of the level, in hexes.
    pub core: f32,
    /// The same.
    pub hull: f32,
    /// Around a spoke to a side beyond which the ground is as high, in hexes.
    pub spoke_core: f32,
    /// The same.
    pub spoke_hull: f32,
    /// The hexside types at which the ground falls away.
    #[serde(default)]
    pub crests: Vec<String>,
    /// The rule, for reports.
    #[serde(default)]
    pub rule: String,
}

impl Default for Ground {
    fn default() -> Self {
        Self {
            core: 0.25,
            hull: 0.5,
            spoke_core: 0.15,
            spoke_hull: 0.5,
            crests: Vec::new(),
            rule: String::new(),
        }
    }
}

fn one() -> u8 {
    1
}
fn far() -> f32 {
    9.0
}
fn beyond_corners() -> f32 {
    0.58
}
fn whole() -> f32 {
    1.0
}
fn nothing() -> Effect {
    Effect::Nothing
}
fn six() -> u8 {
    6
}
fn road_inside() -> f32 {
    0.06
}
fn road_outside() -> f32 {
    0.2
}

/// All that a game says of sight.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Hexwright sight")]
pub struct SightRules {
    /// The kinds of depiction.
    #[serde(default, rename = "kind")]
    pub kinds: Vec<Kind>,
    /// Levels of the ground.
    #[serde(default)]
    pub ground: Ground,
    /// Hindrances of this sum block.
    #[serde(default = "six")]
    pub hindrance_limit: u8,
    /// What hexes at the same distance from the viewer add.
    #[serde(default)]
    pub same_range: SameRange,
    /// The rule about that sum.
    #[serde(default)]
    pub hindrance_limit_rule: String,
    /// A thread that stays this near to the middle of a road is on it, in hexes.
    #[serde(default = "road_inside")]
    pub road_inside: f32,
    /// One that strays this far from it is off it.
    #[serde(default = "road_outside")]
    pub road_outside: f32,
    /// The value of a hex (in percent) that says how much of it the depiction covers.
    #[serde(default)]
    pub cover_value: Option<String>,
    /// What terrain codes of a board's grid are; others are not known.
    #[serde(default, rename = "grid")]
    pub grids: Vec<GridCodes>,
    /// Cores shrink and hulls grow by this, in hexes: for the trade-off between answers and certainty.
    #[serde(default)]
    pub margin: f32,
}

/// Why a `sight.toml` cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SightRulesError(String);

impl fmt::Display for SightRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SightRulesError {}

impl SightRules {
    /// Reads `sight.toml`.
    pub fn parse(text: &str) -> Result<Self, SightRulesError> {
        let rules: Self = toml::from_str(text).map_err(|e| SightRulesError(e.to_string()))?;
        rules.check()?;
        Ok(rules)
    }

    /// Whether the numbers make sense.
    pub fn check(&self) -> Result<(), SightRulesError> {
        let rules = self;
        let wrong =
            |kind: &Kind, what: &str| Err(SightRulesError(format!("kind `{}`: {what}", kind.id)));
        if rules.kinds.len() > 250 {
            return Err(SightRulesError("more than 250 kinds".into()));
        }
        let mut known = BTreeMap::new();
        for kind in &rules.kinds {
            if known.insert(kind.id.as_str(), ()).is_some() {
                return wrong(kind, "named twice");
            }
            if !(0.0..=50.0).contains(&kind.height) || (kind.height * 2.0).fract() != 0.0 {
                return wrong(kind, "a height is 0 to 50 levels, in halves");
            }
            if kind.height_at_most.is_some_and(|most| !(kind.height..=50.0).contains(&most)) {
                return wrong(kind, "the greatest height is at least the height, and at most 50");
            }
            if kind.core.is_nan() || kind.hull.is_nan() || kind.core > kind.hull {
                return wrong(kind, "the core is not inside the hull");
            }
            if kind.season.iter().any(|month| !(1..=12).contains(month)) {
                return wrong(kind, "months are 1 to 12");
            }
        }
        for grid in &rules.grids {
            if grid.height.is_some_and(|h| !(0.0..=50.0).contains(&h) || (h * 2.0).fract() != 0.0) {
                return Err(SightRulesError("a height of a grid is 0 to 50, in halves".into()));
            }
            if let Some(kind) = &grid.kind
                && rules.kind(kind).is_none()
            {
                return Err(SightRulesError(format!("a grid has the unknown kind `{kind}`")));
            }
        }
        Ok(())
    }

    /// The kind with an id.
    pub fn kind(&self, id: &str) -> Option<KindId> {
        self.position(|kind| kind.id == id)
    }

    /// The kind of a terrain type.
    pub fn kind_of_terrain(&self, terrain: &str) -> Option<KindId> {
        self.position(|kind| kind.terrain.iter().any(|t| t == terrain))
    }

    fn position(&self, found: impl FnMut(&Kind) -> bool) -> Option<KindId> {
        let place = self.kinds.iter().position(found)?;
        Some(KindId(u8::try_from(place).ok()?))
    }

    /// The rules as they are in a month: what is out of season has its other effect.
    #[must_use]
    pub fn in_month(mut self, month: Month) -> Self {
        for kind in &mut self.kinds {
            if !kind.season.is_empty() && !kind.season.contains(&month) {
                kind.effect = kind.out_of_season;
                kind.between_levels = kind.out_of_season_between_levels;
            }
        }
        self
    }

    /// The rules with a kind in season whatever the month, as a special rule may say.
    #[must_use]
    pub fn with_season(mut self, kind: &str) -> Self {
        for found in self.kinds.iter_mut().filter(|k| k.id == kind) {
            found.season.clear();
        }
        self
    }

    /// The rules with wider or narrower doubt.
    #[must_use]
    pub fn with_margin(mut self, margin: f32) -> Self {
        self.margin = margin;
        self
    }
}

impl std::ops::Index<KindId> for SightRules {
    type Output = Kind;
    fn index(&self, id: KindId) -> &Kind {
        // A KindId is only made by `position`, and kinds are never removed.
        &self.kinds[id.index()]
    }
}

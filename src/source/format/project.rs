//! `hexwright.toml`: marks a project and lists its games.

use super::{At, Text};
use schemars::JsonSchema;
use serde::Deserialize;

/// `hexwright.toml`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Hexwright project")]
pub struct ProjectFile {
    /// The project's name.
    pub name: String,
    /// Ids of its games: each has a file `games/<id>.toml`.
    pub games: Vec<At<Text>>,
    /// Folder that `hexwright build` writes to (default `build`).
    #[serde(default)]
    pub output: Option<At<Text>>,
}

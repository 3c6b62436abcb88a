//! JSON Schemas of all source files, generated from the types of [`super::format`].

use super::format::{ChartFile, GameFile, MapFile, ProjectFile, ScenarioFile};
use super::shape::Shape;
use crate::model::RulesFile;
use crate::model::SightRules;
use serde_json::Value;
use std::sync::LazyLock;

/// The kinds of TOML source files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaKind {
    /// `hexwright.toml`
    Project,
    /// `games/<id>.toml`
    Game,
    /// `games/<id>/charts….toml`
    Charts,
    /// `games/<id>/rules….toml`
    Rules,
    /// `games/<id>/sight.toml`
    Sight,
    /// `maps/<game>/<id>.toml`
    Map,
    /// `scenarios/<game>/<id>.toml`
    Scenario,
}

/// Every kind with the name of its schema file.
pub const SCHEMAS: [(SchemaKind, &str); 7] = [
    (SchemaKind::Project, "project"),
    (SchemaKind::Game, "game"),
    (SchemaKind::Charts, "charts"),
    (SchemaKind::Rules, "rules"),
    (SchemaKind::Sight, "sight"),
    (SchemaKind::Map, "map"),
    (SchemaKind::Scenario, "scenario"),
];

/// The JSON Schema of a kind of file.
pub fn schema(kind: SchemaKind) -> &'static Value {
    static ALL: LazyLock<[Value; 7]> = LazyLock::new(|| {
        [
            schemars::schema_for!(ProjectFile).into(),
            schemars::schema_for!(GameFile).into(),
            schemars::schema_for!(ChartFile).into(),
            schemars::schema_for!(RulesFile).into(),
            schemars::schema_for!(SightRules).into(),
            schemars::schema_for!(MapFile).into(),
            schemars::schema_for!(ScenarioFile).into(),
        ]
    });
    &ALL[kind as usize]
}

/// The schema of a kind of file, ready for checking.
pub(super) fn shape(kind: SchemaKind) -> &'static Shape {
    static ALL: LazyLock<[Shape; 7]> =
        LazyLock::new(|| SCHEMAS.map(|(kind, _)| Shape::new(schema(kind))));
    &ALL[kind as usize]
}

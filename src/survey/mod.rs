//! Surveying a map: what is on it, how it connects, how one gets across, what one sees.
//!
//! Everything here is read off the model's terrain effects chart; no rule of a particular game is
//! known. It exists to make mistakes in a map visible to its designer.

mod facts;
mod route;
mod sight;
mod stats;

pub use crate::referee::ground::{CostItem, StepCost, step_cost};

pub use facts::hex_facts;
pub use route::{CheapestRoute, RouteError, RouteStep, cheapest_route};
pub use sight::{NoSight, Sight, SightStep, line_of_sight};
pub use stats::{MapStats, Region, StrandedRoad};

#[cfg(test)]
pub(crate) mod sample {
    //! A small game from sources, for the tests of this room.

    use crate::source::Loaded;

    /// Loads a game whose one map is given as TOML after the grid (6 × 6, flat, even-down).
    pub fn game(map: &str) -> Loaded {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("hexwright.toml", "name = \"Test\"\ngames = [\"g\"]\n");
        write(
            "games/g.toml",
            &include_str!("../../tests/golden/maps/project/games/harrow.toml")
                .replace(
                    "id = \"forest\"\nname = \"Forest\"",
                    "id = \"forest\"\nname = \"Forest\"\ndraw = \"forest\"",
                )
                .replace(
                    "effects = { combat = \"2 columns left\" }",
                    "effects = { combat = \"2 columns left\", height = \"1\" }",
                ),
        );
        write(
            "maps/g/m.toml",
            &format!(
                "title = \"M\"\ndefault = \"clear\"\n[grid]\norientation = \"flat\"\ncolumns = 6\nrows = 6\nstagger = \"even-down\"\nnumbering = \"CCRR\"\n{map}"
            ),
        );
        let loaded = crate::source::load(root.path());
        let wrong: Vec<String> =
            loaded.diagnostics.sorted().iter().map(|d| d.message.clone()).collect();
        assert_eq!(loaded.diagnostics.errors(), 0, "{wrong:?}");
        loaded
    }
}

//! Games as what online tabletops load.
//!
//! [`table`] describes what lies on a table, once; every other folder writes it for one program. [`WRITERS`] lists
//! those that write files to be dropped into a program.

pub mod error;
pub mod names;
pub mod pcio;
pub mod table;
pub mod tts;
pub mod vassal;
pub mod vtt;
pub mod ztb;

use crate::draw::Look;
use crate::draw::studio::Progress;
use crate::model::Game;
use error::ModuleError;
use std::path::Path;
use table::charts::{ChartPage, chart_pages};
use table::gallery::{ModuleRequest, Pictures, gallery};
use table::pictures::store;
use table::{Position, Tabletop};

/// Every table besides VASSAL's, in the order in which they are listed.
pub const WRITERS: [&dyn TableWriter; 4] = [&vtt::Room, &tts::Save, &ztb::Box, &pcio::Room];

/// Writes games for one program.
pub trait TableWriter: Sync + std::fmt::Debug {
    /// The word on the command line.
    fn word(&self) -> &'static str;

    /// The program, and what it gets.
    fn about(&self) -> &'static str;

    /// What the table cannot show or do, of a game that has it.
    fn losses(&self, game: &Game) -> Vec<&'static str>;

    /// Writes a game.
    fn write(&self, order: &TableOrder<'_>) -> Result<BuiltTable, ModuleError>;

    /// What is wrong with a file by the program's own rules; none when it is no file of this table.
    fn check(&self, name: &str, bytes: &[u8]) -> Option<Vec<String>>;
}

/// What a writer is given.
pub struct TableOrder<'o> {
    /// The game.
    pub game: &'o Game,
    /// Where its art is, and where pictures are kept.
    pub request: &'o ModuleRequest,
    /// The address below which the pictures of tables will be found that carry none themselves.
    pub images_at: &'o str,
    /// The moment of a game that is put on the table, instead of all set-ups.
    pub position: Option<&'o Position>,
    /// Hears how far it is.
    pub progress: &'o (dyn Fn(Progress) + Sync),
}

impl TableOrder<'_> {
    /// Lays a game out as it is ordered.
    fn lay<'g>(&self, game: &'g Game) -> Result<Tabletop<'g>, ModuleError> {
        let top = Tabletop::new(game, self.root())?;
        match self.position {
            Some(position) => top.playing(position),
            None => Ok(top),
        }
    }

    /// Lays a game out and draws everything of it.
    fn draw<'g>(&self, game: &'g Game, built: &mut BuiltTable) -> Result<Drawn<'g>, ModuleError> {
        let top = self.lay(game)?;
        let charts = chart_pages(game, self.root())?;
        let store = store(&self.request.cache);
        let place = (self.request, &store);
        let (pictures, _) =
            gallery(&top, &charts, Vec::new(), place, self.progress, &mut built.looks)?;
        store.close();
        Ok(Drawn { top, charts, pictures })
    }

    fn root(&self) -> Option<&Path> {
        self.request.project_root.as_deref()
    }
}

/// A game laid out and drawn.
struct Drawn<'g> {
    top: Tabletop<'g>,
    charts: Vec<ChartPage>,
    pictures: Pictures,
}

impl std::fmt::Debug for TableOrder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableOrder").field("game", &self.game.id).finish_non_exhaustive()
    }
}

/// What a writer made.
#[derive(Debug, Default)]
pub struct BuiltTable {
    /// Files: names below the game's folder, and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// What the designer should know: a map drawn smaller, pictures to be uploaded.
    pub notes: Vec<String>,
    /// What is wrong with the looks of counters.
    pub looks: Vec<Look>,
}

//! The maps of a module with their boards, and where a pixel of a map is.

use super::{Grid, Point, Size, picture_size};
use crate::vassal::build::Element;
use crate::vassal::command::PlacedBoard;
use crate::vassal::file::ModuleFile;

/// A board that a map can show.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardSheet {
    /// Its name.
    pub name: String,
    /// Its picture, if it has one.
    pub image: Option<String>,
    /// Width and height; none when the picture is not at hand.
    pub size: Option<Size>,
    /// May be turned upside down.
    pub reversible: bool,
    /// Its grid.
    pub grid: Option<Grid>,
}

/// A map window of the module.
#[derive(Debug, Clone, PartialEq)]
pub struct MapSheet {
    /// Its name.
    pub name: String,
    /// VASSAL's own id: `Map0`.
    pub id: String,
    /// Free space around the boards.
    pub edge: Size,
    /// Its boards.
    pub boards: Vec<BoardSheet>,
    /// Decks by name, board and place on that board.
    pub decks: Vec<(String, Option<String>, Point)>,
    /// Pieces are stacked on it.
    pub stacks: bool,
}

/// All maps of a module.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Atlas {
    /// The maps, in the module's order.
    pub maps: Vec<MapSheet>,
}

/// Where a pixel of a map is.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Location {
    /// The board.
    pub board: Option<String>,
    /// The zone.
    pub zone: Option<String>,
    /// VASSAL's `LocationName`.
    pub name: String,
}

impl Atlas {
    /// Reads the maps of a module, looking into its pictures for the sizes of the boards.
    pub fn of(module: &mut ModuleFile) -> Self {
        let mut atlas = Atlas::default();
        for element in module.build.walk().filter(|element| is_map(element)) {
            let boards = element.all("Board").map(BoardSheet::of).collect();
            let decks = element.all("DrawPile").map(|deck| {
                let board =
                    deck.get("owningBoard").filter(|board| !board.is_empty()).map(str::to_owned);
                let name = deck.get("name").unwrap_or_default().to_owned();
                (name, board, (deck.number("x", 0), deck.number("y", 0)))
            });
            let metrics =
                element.children.iter().find(|child| child.class().ends_with("StackMetrics"));
            atlas.maps.push(MapSheet {
                name: element.get("mapName").unwrap_or_default().to_owned(),
                id: format!("Map{}", atlas.maps.len()),
                edge: (element.number("edgeWidth", 0), element.number("edgeHeight", 0)),
                boards,
                decks: decks.collect(),
                stacks: metrics.is_none_or(|metrics| !metrics.flag("disabled", false)),
            });
        }
        if let Some(archive) = &mut module.archive {
            for board in atlas
                .maps
                .iter_mut()
                .flat_map(|map| &mut map.boards)
                .filter(|board| board.size.is_none())
            {
                let Some(image) = &board.image else { continue };
                let found = [format!("images/{image}"), format!("images/{image}.gif")];
                let bytes = found.iter().find_map(|name| archive.read_start(name, 1 << 20));
                board.size = bytes.and_then(|bytes| picture_size(&bytes));
            }
        }
        atlas
    }

    /// A map by name, or by VASSAL's id.
    pub fn map(&self, name: &str) -> Option<&MapSheet> {
        self.maps
            .iter()
            .find(|map| map.name == name)
            .or_else(|| self.maps.iter().find(|map| map.id == name))
    }
}

/// A map is whatever names itself one, also when its class is the module's own.
fn is_map(element: &Element) -> bool {
    element.get("mapName").is_some()
        && element.children.iter().any(|child| child.class().ends_with("BoardPicker"))
}

impl BoardSheet {
    fn of(element: &Element) -> Self {
        let image = element.get("image").filter(|image| !image.is_empty()).map(str::to_owned);
        let size = match image {
            None => Some((element.number("width", 0), element.number("height", 0))),
            Some(_) => None,
        };
        BoardSheet {
            name: element.get("name").unwrap_or_default().to_owned(),
            image,
            size,
            reversible: element.flag("reversible", false),
            grid: Grid::within(element),
        }
    }
}

/// The boards a map shows, in their places.
#[derive(Debug, Clone, Default)]
pub struct Layout<'a> {
    boards: Vec<(&'a BoardSheet, Point, Size, bool)>,
    decks: Vec<(String, Point)>,
}

/// A size for boards whose picture is not at hand: larger than any board.
const UNKNOWN_SIZE: Size = (1 << 24, 1 << 24);

impl<'a> Layout<'a> {
    /// Lays out the boards of a map; without a choice, its only board.
    pub fn of(map: &'a MapSheet, chosen: &[PlacedBoard<'_>]) -> Self {
        let mut layout = Layout::default();
        let only;
        let chosen = match (chosen, map.boards.as_slice()) {
            ([], [board]) => {
                only = [PlacedBoard {
                    name: board.name.as_str().into(),
                    reversed: false,
                    column: 0,
                    row: 0,
                }];
                &only
            }
            _ => chosen,
        };
        let size_at = |column: i32, row: i32| {
            let placed = chosen.iter().rfind(|board| (board.column, board.row) == (column, row))?;
            map.boards.iter().find(|board| board.name == placed.name)?.size
        };
        for placed in chosen {
            let Some(board) = map.boards.iter().find(|board| board.name == placed.name) else {
                continue;
            };
            // A hostile file may place a board in column two thousand million; no map has a hundred.
            let left: i32 = (0..placed.column.min(1000))
                .filter_map(|column| size_at(column, placed.row))
                .map(|size| size.0)
                .fold(0, i32::saturating_add);
            let above: i32 = (0..placed.row.min(1000))
                .filter_map(|row| size_at(placed.column, row))
                .map(|size| size.1)
                .fold(0, i32::saturating_add);
            let origin = (left.saturating_add(map.edge.0), above.saturating_add(map.edge.1));
            let reversed = placed.reversed && board.reversible;
            layout.boards.push((board, origin, board.size.unwrap_or(UNKNOWN_SIZE), reversed));
        }
        for (name, owner, (x, y)) in &map.decks {
            let board = match owner {
                Some(owner) => layout.boards.iter().find(|(board, ..)| board.name == *owner),
                None => layout.boards.first(),
            };
            let (left, above) = board.map_or(map.edge, |(_, origin, ..)| *origin);
            layout.decks.push((name.clone(), (x.saturating_add(left), y.saturating_add(above))));
        }
        layout
    }

    /// The boards: each with its left upper corner, its size, and whether it is turned upside down.
    pub fn boards(&self) -> impl Iterator<Item = (&'a BoardSheet, Point, Size, bool)> + '_ {
        self.boards.iter().copied()
    }

    /// Where a pixel is, in VASSAL's words.
    pub fn location(&self, point: Point) -> Location {
        let deck = self.decks.iter().find(|(_, at)| *at == point).map(|(name, _)| name.clone());
        let Some((board, origin, size, reversed)) =
            self.boards.iter().find(|(_, origin, size, _)| holds(*origin, *size, point))
        else {
            return Location {
                name: deck.unwrap_or_else(|| "offboard".to_owned()),
                ..Location::default()
            };
        };
        let on_board = (point.0.saturating_sub(origin.0), point.1.saturating_sub(origin.1));
        let local = if *reversed {
            (size.0.saturating_sub(on_board.0), size.1.saturating_sub(on_board.1))
        } else {
            on_board
        };
        let zone = match &board.grid {
            // VASSAL looks for the zone without turning the point.
            Some(Grid::Zoned(grid)) => grid.zone(on_board).map(|zone| zone.name.clone()),
            _ => None,
        };
        let name = deck
            .or_else(|| board.grid.as_ref()?.name(local, *size))
            .unwrap_or_else(|| "offboard".to_owned());
        Location { board: Some(board.name.clone()), zone, name }
    }
}

fn holds(origin: Point, size: Size, point: Point) -> bool {
    let inside = |low: i32, length: i32, at: i32| {
        at >= low && i64::from(at) < i64::from(low) + i64::from(length)
    };
    inside(origin.0, size.0, point.0) && inside(origin.1, size.1, point.1)
}

//! A single surface for programs that have no windows: boards, and beside them the trays, and room for the rest.

use super::{Placed, Setting, Tabletop, Window};

/// Pixels around and between what lies on the surface.
const GAP: i32 = 24;
/// What is in no tray and on no board takes so much of the height as its width, in hundredths.
const CONTROLS: i32 = 46;
/// No surface is lower than this: whatever lies beside a small map must be read as well.
const LOWEST: i32 = 1000;

/// A picture that lies on the surface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// What it is: a map's id, or a tray's name.
    pub name: String,
    /// The name of its picture.
    pub image: String,
    /// Its upper left corner.
    pub at: (i32, i32),
    /// Width and height.
    pub size: (i32, i32),
    /// Whether it is turned by 180°.
    pub flipped: bool,
}

/// Everything of a setting side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surface {
    /// Width and height.
    pub size: (i32, i32),
    /// Boards and trays.
    pub panels: Vec<Panel>,
    /// Where each window begins.
    windows: Vec<(Window, (i32, i32))>,
    /// Room for what a program has besides: dice, markers, charts. Left, top, width, height.
    pub controls: (i32, i32, i32, i32),
}

impl Surface {
    /// Lays a setting out.
    pub fn of(top: &Tabletop<'_>, setting: &Setting) -> Self {
        let mut panels = Vec::new();
        let (mut right, mut bottom) = (GAP, GAP);
        for (spot, (left, above)) in &setting.boards {
            let board = &top.boards[spot.map.index()];
            let (size, at) = (board.size(), (GAP + left, GAP + above));
            panels.push(Panel {
                name: top.game.maps[spot.map].id.clone(),
                image: board.image.clone(),
                at,
                size,
                flipped: spot.flipped,
            });
            (right, bottom) = (right.max(at.0 + size.0), bottom.max(at.1 + size.1));
        }
        let mut windows = vec![(Window::Main, (GAP, GAP))];
        let trays = [(Window::SetUp, setting.tray.as_ref()), (Window::Boxes, top.boxes.as_ref())];
        let (mut x, mut y, mut column) = (right + GAP, GAP, 0);
        let lowest = bottom.max(LOWEST);
        for (window, tray) in trays {
            let Some(tray) = tray else { continue };
            let size = (tray.raster.size.0 as i32, tray.raster.size.1 as i32);
            if y > GAP && y + size.1 > lowest {
                (x, y, column) = (x + column + GAP, GAP, 0);
            }
            windows.push((window, (x, y)));
            panels.push(Panel {
                name: tray.name.clone(),
                image: tray.image.clone(),
                at: (x, y),
                size,
                flipped: false,
            });
            y += size.1 + GAP;
            column = column.max(size.0);
            bottom = bottom.max(y - GAP);
        }
        if column > 0 {
            right = x + column;
        }
        let height = bottom.max(LOWEST);
        let wide = (height - GAP) * CONTROLS / 100;
        let controls = (right + GAP, GAP, wide, height - GAP);
        Surface { size: (right + wide + 2 * GAP, height + GAP), panels, windows, controls }
    }

    /// The pixel of the surface for one of a window.
    pub fn pixel(&self, window: Window, (x, y): (i32, i32)) -> (i32, i32) {
        let found = self.windows.iter().find(|(known, _)| *known == window);
        let (left, top) = found.map_or((GAP, GAP), |(_, at)| *at);
        (left + x, top + y)
    }

    /// Where a piece lies.
    pub fn spot(&self, placed: &Placed) -> (i32, i32) {
        self.pixel(placed.window, placed.at)
    }

    /// The window that a pixel of the surface belongs to, and the pixel of that window.
    pub fn window(&self, (x, y): (i32, i32)) -> Option<(Window, (i32, i32))> {
        let inside = |panel: &&Panel| {
            (panel.at.0..panel.at.0 + panel.size.0).contains(&x)
                && (panel.at.1..panel.at.1 + panel.size.1).contains(&y)
        };
        let panel = self.panels.iter().find(inside)?;
        // Windows other than the main one have one panel, which begins where they do.
        let own = self.windows.iter().skip(1).find(|(_, at)| *at == panel.at);
        let (window, (left, top)) = own.or(self.windows.first())?;
        Some((*window, (x - left, y - top)))
    }

    /// Makes the controls taller when what lies there needs it.
    #[must_use]
    pub fn reaching(mut self, bottom: i32) -> Self {
        let taller = (bottom - self.controls.1 - self.controls.3).max(0);
        self.controls.3 += taller;
        self.size.1 += taller;
        self
    }
}

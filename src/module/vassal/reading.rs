//! How logs of a game's module are read, without the module at hand: the game tells it all.

use super::buildfile::build_file;
use super::kit::Kit;
use super::manifest::Manifest;
use super::setup::MAIN_MAP;
use crate::interpret::Mapping;
use crate::module::error::ModuleError;
use crate::replay::Guide;
use crate::vassal::file::ModuleFile;

impl Kit<'_> {
    /// How the words of the module are to be read.
    pub fn mapping(&self) -> Mapping {
        Manifest::of(self.top.game, MAIN_MAP, &self.slots, &self.top.faces, &self.top.sequence)
            .mapping(self.top.game)
    }

    /// What the module tells about its logs.
    pub fn guide(&self) -> Result<Guide, ModuleError> {
        let mut module = ModuleFile {
            archive: None,
            build_name: String::new(),
            build_text: String::new(),
            build: build_file(self, &[])?,
            metadata: None,
            extension: None,
        };
        let mut guide = Guide::of(&mut module);
        let trays = self.top.trays().map(|tray| (&tray.image, tray.raster.size));
        let boards = self.top.boards.iter().map(|board| (&board.image, board.raster.size));
        let sizes: Vec<_> = boards.chain(trays).collect();
        for board in guide.atlas.maps.iter_mut().flat_map(|map| &mut map.boards) {
            let known = sizes.iter().find(|(image, _)| board.image.as_ref() == Some(*image));
            if let Some((_, (width, height))) = known {
                let pixels = |size: u32| i32::try_from(size).unwrap_or(i32::MAX);
                board.size = Some((pixels(*width), pixels(*height)));
            }
        }
        Ok(guide)
    }
}

//! Pictures out of a module, as data that the page carries with it.

use crate::bitmap;
use crate::vassal::archive::Archive;
use crate::vassal::grid::picture_size;
use crate::vassal::{Limits, ModuleFile};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Boards whose file is larger are written anew as JPEG: a page should fit into a letter.
const LARGE_BOARD: usize = 400 << 10;
/// How good that JPEG is: letters on the map stay crisp.
const QUALITY: u8 = 82;
/// Boards beyond this many pixels on a side are shown smaller.
const WIDEST: u32 = 6000;
/// Pictures of pieces beyond this size are left out: nobody draws a counter of a megabyte.
const LARGEST_PIECE: usize = 1 << 20;
/// What decoding one board may take.
const MOST_MEMORY: u64 = 768 << 20;

type Sized = (usize, (i32, i32));

/// A picture as pages carry it, and its size.
#[derive(Debug)]
struct Print {
    data: String,
    size: (i32, i32),
}

type Slot = Arc<OnceLock<Option<Arc<Print>>>>;

/// Finds a picture of the module by its name.
type Finder<'f> = Box<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'f>;

/// Work that was done before on the same picture, or is done now.
type Memory<'f> = Box<dyn Fn(&[u8], &Work<'_>) -> Option<Vec<u8>> + Send + Sync + 'f>;
/// What is to be done with a picture, and with what it makes of it.
type Work<'w> = dyn Fn() -> Option<Vec<u8>> + 'w;

/// The pictures of a module, each found and written anew once for all pages that show it.
pub struct Shelf<'f> {
    find: Finder<'f>,
    memory: Memory<'f>,
    slots: Mutex<HashMap<(Kind, String), Slot>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Piece,
    Board,
}

impl<'f> Shelf<'f> {
    /// The pictures in a module's archive.
    pub fn new(module: ModuleFile, limits: &Limits) -> Self {
        let archive = Mutex::new(module.archive);
        // The log before may have taken its time; pictures have a time of their own.
        let limits = limits.restarted();
        Shelf::finding(move |name| read(&archive, name, &limits))
    }

    /// Pictures that come from elsewhere, by their names in the module.
    pub fn finding(find: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'f) -> Self {
        let memory = |_: &[u8], work: &Work<'_>| work();
        Shelf { find: Box::new(find), memory: Box::new(memory), slots: Mutex::default() }
    }

    /// With a memory for how large boards were written anew: it is given a board as found, and what to do with it.
    pub fn remembering(
        self,
        memory: impl Fn(&[u8], &Work<'_>) -> Option<Vec<u8>> + Send + Sync + 'f,
    ) -> Self {
        Shelf { memory: Box::new(memory), ..self }
    }

    /// A picture; whoever asks while another page makes it waits for that one.
    fn print(&self, kind: Kind, name: &str) -> Option<Arc<Print>> {
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry((kind, name.to_owned())).or_default())
        };
        slot.get_or_init(|| self.make(kind, name).map(Arc::new)).clone()
    }

    fn make(&self, kind: Kind, name: &str) -> Option<Print> {
        let bytes = (self.find)(name)?;
        let bytes = match kind {
            Kind::Piece => Some(bytes).filter(|bytes| bytes.len() <= LARGEST_PIECE)?,
            // Made smaller when it is large.
            Kind::Board => {
                let smaller = |work: &Work<'_>| (self.memory)(&bytes, work);
                let smaller =
                    if bytes.len() > LARGE_BOARD { smaller(&|| shrink(&bytes)) } else { None };
                smaller.filter(|smaller| smaller.len() < bytes.len()).unwrap_or(bytes)
            }
        };
        let size = picture_size(&bytes)?;
        let data = format!("data:{};base64,{}", media_type(&bytes)?, STANDARD.encode(&bytes));
        Some(Print { data, size })
    }
}

fn read(archive: &Mutex<Option<Archive>>, name: &str, limits: &Limits) -> Option<Vec<u8>> {
    let mut archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
    let archive = archive.as_mut()?;
    // Old modules leave out the ending of GIF pictures.
    let tries = [format!("images/{name}"), format!("images/{name}.gif")];
    let entry = tries.into_iter().find(|entry| archive.contains(entry))?;
    archive.read(&entry, limits).ok()
}

/// The pictures of one page, each once.
pub(super) struct Pictures<'m> {
    shelf: Option<&'m Shelf<'m>>,
    list: Vec<Arc<Print>>,
    known: HashMap<String, Option<Sized>>,
}

impl<'m> Pictures<'m> {
    pub(super) fn new(shelf: Option<&'m Shelf<'m>>) -> Self {
        Pictures { shelf, list: Vec::new(), known: HashMap::new() }
    }

    /// The picture of a piece: its number and size.
    pub(super) fn piece(&mut self, name: &str) -> Option<Sized> {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let found = self.keep(Kind::Piece, name);
        self.known.insert(name.to_owned(), found);
        found
    }

    /// The picture of a board.
    pub(super) fn board(&mut self, name: &str) -> Option<usize> {
        self.keep(Kind::Board, name).map(|(number, _)| number)
    }

    pub(super) fn finish(&self) -> Vec<String> {
        self.list.iter().map(|print| print.data.clone()).collect()
    }

    fn keep(&mut self, kind: Kind, name: &str) -> Option<Sized> {
        let print = self.shelf?.print(kind, name)?;
        let size = print.size;
        self.list.push(print);
        Some((self.list.len() - 1, size))
    }
}

/// What a picture is, by its first bytes. An SVG shown as a picture runs no script.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
        [0xff, 0xd8, ..] => Some("image/jpeg"),
        _ => String::from_utf8_lossy(bytes.get(..bytes.len().min(4096))?)
            .contains("<svg")
            .then_some("image/svg+xml"),
    }
}

fn shrink(bytes: &[u8]) -> Option<Vec<u8>> {
    bitmap::decode(bytes, MOST_MEMORY).ok()?.no_wider_than(WIDEST).to_jpeg(QUALITY).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_known_by_their_first_bytes_only() {
        assert_eq!(media_type(b"\x89PNG\r\n"), Some("image/png"));
        assert_eq!(media_type(b"<?xml?><svg width='1'>"), Some("image/svg+xml"));
        assert_eq!(media_type(b"<html><script>"), None);
        assert_eq!(media_type(b""), None);
    }
}

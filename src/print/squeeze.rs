//! The streams of a PDF, deflated after it is composed: on all cores, with one packer for many streams, and only as
//! hard as is worth the time. A map comes out a few hundredths larger than at the packer's usual effort, in half the time.
//! Streams that an earlier build packed are taken from there.

use crate::output::Store;
use flate2::{Compress, Compression, FlushCompress, Status};
use rayon::prelude::*;
use std::borrow::Cow;
use std::ops::Range;

const EFFORT: u32 = 3;
/// Streams of fewer bytes are not worth the words that say how they are packed.
const FEWEST: usize = 48;
/// Streams of fewer bytes are packed sooner than they are found.
const FEWEST_KEPT: usize = 512;

const STREAM: &[u8] = b">>\nstream\n";
const END: &[u8] = b"\nendstream\nendobj\n";
/// Bytes of a line of the table of objects, and of the place in it.
const LINE: usize = 20;
const PLACE: usize = 10;

/// The same document with its streams deflated. One that is not laid out as our composer does stays as it is.
pub(super) fn squeezed(pdf: Vec<u8>, kept: Option<&Store>) -> Vec<u8> {
    repacked(&pdf, kept).unwrap_or(pdf)
}

fn repacked(pdf: &[u8], kept: Option<&Store>) -> Option<Vec<u8>> {
    let table = Table::of(pdf)?;
    let first = table.objects.first()?.1.start;
    let effort = || Compress::new(Compression::new(EFFORT), true);
    let packed: Vec<Cow<'_, [u8]>> = table
        .objects
        .par_iter()
        .map_init(effort, |packer, (_, place)| {
            let object = pdf.get(place.clone()).unwrap_or_default();
            pack(object, packer, kept).map_or(Cow::Borrowed(object), Cow::Owned)
        })
        .collect();
    let mut out = Vec::with_capacity(pdf.len() / 3);
    out.extend_from_slice(pdf.get(..first)?);
    let mut lines = pdf.get(table.lines.clone())?.to_vec();
    for ((number, _), object) in table.objects.iter().zip(packed) {
        let line = lines.get_mut(number * LINE..number * LINE + PLACE)?;
        line.copy_from_slice(format!("{:010}", out.len()).as_bytes());
        out.extend_from_slice(&object);
    }
    let start = out.len();
    out.extend_from_slice(pdf.get(table.start..table.lines.start)?);
    out.extend_from_slice(&lines);
    out.extend_from_slice(pdf.get(table.lines.end..table.says_start)?);
    out.extend_from_slice(format!("{start}\n%%EOF").as_bytes());
    Some(out)
}

/// Where the objects of a document lie.
struct Table {
    /// Number and place of each object, in the order of the file.
    objects: Vec<(usize, Range<usize>)>,
    /// Where the table is.
    start: usize,
    /// Where its lines are.
    lines: Range<usize>,
    /// Where the file says where the table is.
    says_start: usize,
}

impl Table {
    fn of(pdf: &[u8]) -> Option<Table> {
        const SAYS: &[u8] = b"startxref\n";
        let tail = pdf.len().checked_sub(40)?;
        let says = tail + find(&pdf[tail..], SAYS)? + SAYS.len();
        let told = pdf[says..].strip_suffix(b"\n%%EOF")?;
        let start = number(told)?;
        let (count, head) = {
            let rest = pdf.get(start..)?.strip_prefix(b"xref\n0 ")?;
            let digits = rest.iter().position(|byte| *byte == b'\n')?;
            (number(&rest[..digits])?, b"xref\n0 ".len() + digits + 1)
        };
        let lines = start + head..start + head + count * LINE;
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (nth, line) in pdf.get(lines.clone())?.chunks_exact(LINE).enumerate() {
            // Free numbers have no object.
            if line[PLACE + 7] == b'n' {
                places.push((number(&line[..PLACE])?, nth));
            }
        }
        places.sort_unstable();
        let ends = places.iter().skip(1).map(|(place, _)| *place).chain([start]);
        let objects = places.iter().zip(ends).map(|((place, nth), end)| (*nth, *place..end));
        Some(Table { objects: objects.collect(), start, lines, says_start: says })
    }
}

/// An object that is a stream, packed; nothing if it is none, is packed already, or stays readable for other programs.
fn pack(object: &[u8], packer: &mut Compress, kept: Option<&Store>) -> Option<Vec<u8>> {
    const LENGTH: &[u8] = b" 0 obj\n<</Length ";
    let digits = object.iter().position(|byte| !byte.is_ascii_digit())?;
    let rest = object[digits..].strip_prefix(LENGTH)?;
    let long = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    let length = number(&rest[..long])?;
    // The contents lie before the end of the object, whatever is in them.
    let dictionary = rest[long..].strip_suffix(b"\n").unwrap_or(&rest[long..]);
    let end = dictionary.len().checked_sub(END.len() - 1)?;
    if length < FEWEST || dictionary.get(end..)? != &END[..END.len() - 1] {
        return None;
    }
    let from = end.checked_sub(length)?;
    let more = dictionary[..from].strip_suffix(STREAM)?;
    if find(more, b"/Filter").is_some() || find(more, b"/Metadata").is_some() {
        return None;
    }
    let plain = &dictionary[from..end];
    let packed = match kept.filter(|_| length >= FEWEST_KEPT) {
        Some(kept) => kept.of(&key(plain), || deflate(plain, packer).ok_or(())).ok()?.to_vec(),
        None => deflate(plain, packer)?,
    };
    let head = format!("{}/Filter/FlateDecode", packed.len());
    let before = &object[..digits + LENGTH.len()];
    Some([before, head.as_bytes(), more, STREAM, &packed, END].concat())
}

/// What a packed stream is kept under.
fn key(plain: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(concat!("deflated ", env!("CARGO_PKG_VERSION")).as_bytes());
    hasher.update(&EFFORT.to_le_bytes());
    hasher.update(plain);
    hasher.finalize()
}

fn deflate(bytes: &[u8], packer: &mut Compress) -> Option<Vec<u8>> {
    packer.reset();
    let mut packed = Vec::with_capacity(bytes.len() / 2 + 64);
    loop {
        let done = usize::try_from(packer.total_in()).ok()?;
        let rest = bytes.get(done..)?;
        match packer.compress_vec(rest, &mut packed, FlushCompress::Finish).ok()? {
            Status::StreamEnd => return Some(packed),
            _ => packed.reserve(packed.capacity().max(64)),
        }
    }
}

fn number(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::About;
    use crate::print::pdf::document;
    use krilla::page::PageSettings;

    fn composed(pages: usize) -> Vec<u8> {
        let mut pdf = document(&About { title: "endobj (\nstream".into(), ..About::default() });
        for _ in 0..pages {
            let mut page = pdf.start_page_with(PageSettings::from_wh(100.0, 100.0).unwrap());
            let mut surface = page.surface();
            for nth in 0..40_u8 {
                let mut path = krilla::geom::PathBuilder::new();
                let top = f32::from(2 * nth);
                path.push_rect(krilla::geom::Rect::from_ltrb(1.0, top, 90.0, top + 1.0).unwrap());
                surface.draw_path(&path.finish().unwrap());
            }
            surface.finish();
            page.finish();
        }
        pdf.finish().unwrap()
    }

    #[test]
    fn a_document_says_the_same_after_it_was_packed() {
        let plain = composed(3);
        let packed = squeezed(plain.clone(), None);
        assert!(packed.len() * 3 < plain.len() * 2, "{} of {}", packed.len(), plain.len());
        let read = |bytes: &[u8]| lopdf::Document::load_mem(bytes).unwrap();
        let (before, after) = (read(&plain), read(&packed));
        assert_eq!(before.objects.len(), after.objects.len());
        for (id, object) in &before.objects {
            match (object, &after.objects[id]) {
                (lopdf::Object::Stream(old), lopdf::Object::Stream(new)) => {
                    let plain =
                        |of: &lopdf::Stream| of.get_plain_content().unwrap_or(of.content.clone());
                    assert_eq!(plain(old), plain(new), "{id:?}");
                }
                (old, new) => assert_eq!(old, new),
            }
        }
        assert_eq!(before.trailer.get(b"Root").unwrap(), after.trailer.get(b"Root").unwrap());
        // Nothing is left to do.
        assert_eq!(squeezed(packed.clone(), None), packed);
    }

    #[test]
    fn streams_that_were_packed_before_are_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("store");
        for pages in [2, 3] {
            let store = Store::open(&file, "test 1");
            let plain = composed(pages);
            assert_eq!(squeezed(plain.clone(), Some(&store)), squeezed(plain, None));
            store.close();
        }
    }

    #[test]
    fn what_is_laid_out_otherwise_stays_as_it_is() {
        let pdf = composed(1);
        for cut in [0, 1, 7, 30, pdf.len() / 2] {
            let damaged = pdf[..pdf.len() - 1 - cut].to_vec();
            assert_eq!(squeezed(damaged.clone(), None), damaged);
        }
        let text = String::from_utf8_lossy(&pdf).into_owned();
        let lying = text.replace("<</Length ", "<</Length 9").into_bytes();
        squeezed(lying, None);
    }
}

//! Archives with entries that were changed, renamed, repeated, and with headers that lie.

use crate::dice::Dice;
use crate::format::{COMMANDS, CSV, METADATA, SHEET, XML};
use crate::mutate::mutate;
use crate::pictures::mutate_picture;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use hexwright::vassal::obfuscation::{Veil, lift, veil};
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

const NAMES: [&str; 16] = [
    "../x",
    "/etc/x",
    "a/../../x",
    "C:\\x",
    "images/",
    "images/a.png",
    "savedGame",
    "moduledata",
    "buildFile.xml",
    "buildFile",
    "hexwright.json",
    "",
    "\u{202e}x",
    "a\0b",
    "LPT1",
    "images/a.svg",
];
const NUMBERS: [u64; 10] =
    [0, 1, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff, 40, 8];

/// An archive taken apart.
pub type Entries = Vec<(String, Vec<u8>)>;

pub fn entries(bytes: &[u8]) -> Entries {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return Vec::new() };
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let Ok(mut file) = archive.by_index(index) else { continue };
        let name = file.name().map(|name| name.into_owned());
        let mut content = Vec::new();
        if let (Ok(name), Ok(_)) = (name, file.read_to_end(&mut content)) {
            entries.push((name, content));
        }
    }
    entries
}

/// Changes an archive: what is in it, what its entries are called, how it is packed.
pub fn mutate_archive(bytes: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let (mut list, others) = (entries(bytes), entries(other));
    for _ in 0..=dice.size(3) {
        change(&mut list, &others, dice);
    }
    let mut packed = pack(&list, dice).unwrap_or_else(|_| bytes.to_vec());
    if dice.once_in(2) {
        for _ in 0..=dice.size(3) {
            lie(&mut packed, dice);
        }
    }
    packed
}

fn change(list: &mut Entries, others: &Entries, dice: &mut Dice) {
    if list.is_empty() {
        return;
    }
    let at = dice.below(list.len());
    match dice.below(10) {
        0 => list[at].0 = (*dice.pick(&NAMES)).to_owned(),
        1 => {
            let again = list[at].clone();
            list.extend(std::iter::repeat_n(again, 1 + dice.size(20)));
        }
        2 => drop(list.remove(at)),
        3 => {
            let with = dice.below(list.len());
            let content = list[with].1.clone();
            list[at].1 = content;
        }
        4 if !others.is_empty() => list.push(dice.pick(others).clone()),
        5 if dice.once_in(20) => list[at].1 = vec![b' '; 1 << (20 + dice.below(5))],
        _ => {
            let theirs = others.iter().find(|(name, _)| *name == list[at].0);
            let theirs = theirs.map(|(_, content)| content.clone()).unwrap_or_default();
            change_content(&mut list[at], &theirs, dice);
        }
    }
}

fn change_content((name, content): &mut (String, Vec<u8>), other: &[u8], dice: &mut Dice) {
    let format = match name.as_str() {
        "savedGame" => {
            // Under its veil, or the veil itself.
            if dice.once_in(4) {
                return mutate(&COMMANDS, content, other, dice);
            }
            let open = |bytes: &[u8]| lift("seed", bytes.to_vec()).map(|(_, text)| text);
            let mut text = open(content).unwrap_or_default();
            mutate(&COMMANDS, &mut text, &open(other).unwrap_or_default(), dice);
            let key = (dice.roll() & 0xff) as u8;
            *content = veil(if dice.once_in(2) { Veil::Hex(key) } else { Veil::Raw(key) }, &text);
            return;
        }
        "LOSData" => {
            let mut points = Vec::new();
            let _ = GzDecoder::new(content.as_slice()).read_to_end(&mut points);
            mutate(&CSV, &mut points, other, dice);
            *content = gzip(&points);
            return;
        }
        name if is_picture(name) => {
            *content = mutate_picture(content, other, dice);
            return;
        }
        name if name.ends_with("data") => &METADATA,
        name if name.starts_with("buildFile") => &XML,
        name if name.ends_with(".xml") || name.ends_with(".rels") => &SHEET,
        _ => &CSV,
    };
    mutate(format, content, other, dice);
}

fn is_picture(name: &str) -> bool {
    [".png", ".jpg", ".gif"].iter().any(|ending| name.ends_with(ending))
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let _ = packer.write_all(bytes);
    packer.finish().unwrap_or_default()
}

fn pack(list: &Entries, dice: &mut Dice) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in list {
        let method = if dice.once_in(3) || content.len() > 1 << 20 {
            CompressionMethod::Deflated
        } else {
            CompressionMethod::Stored
        };
        // A name that is there already is refused by this writer: such archives are made by lying.
        if writer
            .start_file(name.as_str(), SimpleFileOptions::default().compression_method(method))
            .is_ok()
        {
            writer.write_all(content)?;
        }
    }
    Ok(writer.finish()?.into_inner())
}

/// Writes something else into a header, the directory or the end of the archive.
fn lie(bytes: &mut Vec<u8>, dice: &mut Dice) {
    const HEADERS: [(&[u8], usize); 3] =
        [(b"PK\x03\x04", 30), (b"PK\x01\x02", 46), (b"PK\x05\x06", 22)];
    let (mark, length) = *dice.pick(&HEADERS);
    let found: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, here)| *here == mark).map(|(at, _)| at).collect();
    if found.is_empty() {
        return;
    }
    let header = *dice.pick(&found);
    let width = *dice.pick(&[2, 4]);
    let at = header + 4 + dice.below(length - 4);
    let number = match dice.below(3) {
        // Another header's place or size: entries that lie over each other.
        0 => *dice.pick(&found) as u64,
        1 => dice.roll() >> dice.below(64),
        _ => *dice.pick(&NUMBERS),
    };
    if let Some(field) = bytes.get_mut(at..at + width) {
        field.copy_from_slice(&number.to_le_bytes()[..width]);
    }
    if dice.once_in(20) {
        let cut = dice.below(bytes.len() + 1);
        bytes.truncate(cut);
    }
}

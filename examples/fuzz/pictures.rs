//! Pictures whose headers lie, with parts that are missing, repeated or too large, and sums that fit them.

use crate::dice::Dice;
use flate2::Crc;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{Read, Write};

const NUMBERS: [u32; 12] =
    [0, 1, 2, 7, 255, 256, 65_535, 65_536, 100_000, 0x7fff_ffff, 0x8000_0000, u32::MAX];
const MARK: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A part of a PNG: its kind and what is in it.
type Chunk = ([u8; 4], Vec<u8>);

/// Changes a picture: a PNG in its parts, anything else in its bytes.
pub fn mutate_picture(bytes: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut picture = if bytes.starts_with(MARK) && !dice.once_in(5) {
        let (mut chunks, others) = (chunks(bytes), chunks(other));
        for _ in 0..=dice.size(3) {
            change(&mut chunks, &others, dice);
        }
        join(&chunks)
    } else {
        bytes.to_vec()
    };
    if !bytes.starts_with(MARK) || dice.once_in(4) {
        for _ in 0..=dice.size(4) {
            damage(&mut picture, dice);
        }
    }
    picture
}

fn chunks(bytes: &[u8]) -> Vec<Chunk> {
    let mut rest = bytes.strip_prefix(MARK).unwrap_or_default();
    let mut chunks = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>()
        && let Some((kind, after)) = after.split_first_chunk::<4>()
        && let Some((body, after)) = after.split_at_checked(u32::from_be_bytes(*length) as usize)
    {
        chunks.push((*kind, body.to_vec()));
        rest = after.get(4..).unwrap_or_default();
    }
    chunks
}

fn join(chunks: &[Chunk]) -> Vec<u8> {
    let mut bytes = MARK.to_vec();
    for (kind, body) in chunks {
        bytes.extend((body.len() as u32).to_be_bytes());
        bytes.extend(kind);
        bytes.extend(body);
        let mut sum = Crc::new();
        sum.update(kind);
        sum.update(body);
        bytes.extend(sum.sum().to_be_bytes());
    }
    bytes
}

fn change(chunks: &mut Vec<Chunk>, others: &[Chunk], dice: &mut Dice) {
    if chunks.is_empty() {
        return;
    }
    let at = dice.below(chunks.len());
    match dice.below(8) {
        0 => drop(chunks.remove(at)),
        1 => {
            let again = chunks[at].clone();
            chunks.extend(std::iter::repeat_n(again, 1 + dice.size(30)));
        }
        2 => {
            let with = dice.below(chunks.len());
            chunks.swap(at, with);
        }
        3 if !others.is_empty() => chunks.insert(at, dice.pick(others).clone()),
        4 => {
            let kinds: [&[u8; 4]; 9] =
                [b"PLTE", b"tRNS", b"iCCP", b"zTXt", b"acTL", b"fcTL", b"fdAT", b"eXIf", b"gAMA"];
            let body = (0..dice.size(400)).map(|_| (dice.roll() & 0xff) as u8).collect();
            chunks.insert(at, (**dice.pick(&kinds), body));
        }
        5 => {
            // What is packed is unpacked, changed and packed again: fewer rows, more rows, other filters.
            let Some((_, body)) = chunks.iter_mut().find(|(kind, _)| kind == b"IDAT") else {
                return;
            };
            let mut rows = Vec::new();
            let _ = ZlibDecoder::new(body.as_slice()).take(4 << 20).read_to_end(&mut rows);
            match dice.below(3) {
                0 => rows.truncate(dice.below(rows.len() + 1)),
                1 => rows.resize(rows.len() + dice.size(3 << 20), 0),
                _ => damage(&mut rows, dice),
            }
            let mut packer = ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
            let _ = packer.write_all(&rows);
            *body = packer.finish().unwrap_or_default();
        }
        // The header: width, height, depth, colours, interlacing.
        _ => {
            let Some((_, head)) = chunks.first_mut() else { return };
            if dice.once_in(2) {
                let field = dice.below(2) * 4;
                if let Some(size) = head.get_mut(field..field + 4) {
                    size.copy_from_slice(&dice.pick(&NUMBERS).to_be_bytes());
                }
            } else if let Some(field) = head.get_mut(8 + dice.below(5)) {
                *field = *dice.pick(&[0, 1, 2, 3, 4, 6, 8, 16, 255]);
            }
        }
    }
}

fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    // Sizes and tables stand at the beginning.
    let near = if dice.once_in(2) { 64 } else { usize::MAX };
    let at = dice.below(bytes.len().min(near) + 1);
    match dice.below(6) {
        0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
        1 if at < bytes.len() => bytes[at] = (dice.roll() & 0xff) as u8,
        2 => bytes.truncate(at),
        3 => {
            let end = (at + dice.size(64)).min(bytes.len());
            let part = bytes[at..end].to_vec();
            bytes.splice(at..at, part.repeat(1 + dice.size(40)));
        }
        _ => {
            let number = *dice.pick(&NUMBERS);
            let number = if dice.once_in(2) { number.to_be_bytes() } else { number.to_le_bytes() };
            let width = if dice.once_in(2) { 2 } else { 4 };
            if let Some(field) = bytes.get_mut(at..at + width) {
                field.copy_from_slice(&number[4 - width..]);
            }
        }
    }
}

//! The size of a picture, from its first bytes. Boards are as large as their pictures.

use super::Size;

/// Width and height of a PNG, GIF, JPEG or SVG picture.
pub fn picture_size(bytes: &[u8]) -> Option<Size> {
    png(bytes).or_else(|| gif(bytes)).or_else(|| jpeg(bytes)).or_else(|| svg(bytes))
}

fn png(bytes: &[u8]) -> Option<Size> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(8..16)?;
    let number = |at: usize| {
        i32::try_from(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?)).ok()
    };
    Some((number(0)?, number(4)?))
}

fn gif(bytes: &[u8]) -> Option<Size> {
    let rest = bytes.strip_prefix(b"GIF87a").or_else(|| bytes.strip_prefix(b"GIF89a"))?;
    let number =
        |at: usize| Some(i32::from(u16::from_le_bytes(rest.get(at..at + 2)?.try_into().ok()?)));
    Some((number(0)?, number(2)?))
}

fn jpeg(bytes: &[u8]) -> Option<Size> {
    if !bytes.starts_with(&[0xff, 0xd8]) {
        return None;
    }
    let mut at = 2;
    loop {
        let [0xff, marker] = *bytes.get(at..at + 2)? else { return None };
        let number = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        match marker {
            0xff => at += 1,
            // The frame headers, which hold height and width, except for the tables among them.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                return Some((i32::from(number(at + 7)?), i32::from(number(at + 5)?)));
            }
            _ => at += 2 + usize::from(number(at + 2)?),
        }
    }
}

fn svg(bytes: &[u8]) -> Option<Size> {
    let start = &bytes[..bytes.len().min(4096)];
    let text = String::from_utf8_lossy(start);
    let tag = &text[text.find("<svg")?..];
    let tag = &tag[..tag.find('>')?];
    let setting = |name: &str| {
        let (_, after) = tag.split_once(&format!(" {name}=\""))?;
        after.split('"').next()
    };
    let length = |name: &str| {
        let digits: String =
            setting(name)?.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        digits.parse::<f64>().ok()
    };
    if let (Some(width), Some(height)) = (length("width"), length("height")) {
        return Some((width.round() as i32, height.round() as i32));
    }
    let mut numbers = setting("viewBox")?.split([' ', ',']).filter(|part| !part.is_empty()).skip(2);
    let mut next = || numbers.next()?.parse::<f64>().ok().map(|number| number.round() as i32);
    Some((next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_headers() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x02\x58\0\0\x02\x6c";
        assert_eq!(picture_size(png), Some((600, 620)));
        assert_eq!(picture_size(b"GIF89a\x30\x00\x2f\x00"), Some((48, 47)));
        assert_eq!(
            picture_size(b"\xff\xd8\xff\xe0\0\x04\0\0\xff\xc0\0\x11\x08\0\x10\0\x20"),
            Some((32, 16))
        );
        assert_eq!(picture_size(b"<svg width=\"12\" height=\"7.6px\">"), Some((12, 8)));
        assert_eq!(picture_size(b"<svg viewBox=\"0 0 5 6\" x=\"1\">"), Some((5, 6)));
        assert_eq!(picture_size(b"nothing"), None);
    }
}

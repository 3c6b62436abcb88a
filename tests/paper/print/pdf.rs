//! PDF sheets, read back with lopdf: an independent reader with its own idea of the format.

use super::specimen;
use hexwright::draw::FaceSide;
use hexwright::model::Shape;
use hexwright::print::*;
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::{BTreeMap, HashSet};

const MM: f64 = 25.4 / 72.0;

fn about() -> About {
    About {
        title: "Bridgehead: counters".into(),
        subject: "Print-and-play counter sheets".into(),
        authors: vec!["A. Designer".into(), "B. Developer".into()],
    }
}

fn sheets(pieces: &[Piece], pictures: &[Pictures], options: &SheetOptions) -> (Layout, Vec<u8>) {
    let layout = impose(pieces, options).unwrap();
    let heading = Heading {
        title: "Bridgehead".into(),
        what: "Counters".into(),
        sheets: layout.counters_per_sheet.len(),
    };
    let pdf = write_pdf(&layout, (&pictures, None), &heading, options, &about()).unwrap();
    (layout, pdf)
}

/// A face as found on a page, in millimetres from the upper left corner.
#[derive(Debug, Clone)]
struct Found {
    form: ObjectId,
    /// What the page lets through.
    clip: [f64; 4],
    /// Corner of the drawing's canvas and the direction of its axes.
    origin: (f64, f64),
    axes: (f64, f64),
}

fn number(object: &Object) -> f64 {
    match object {
        Object::Integer(i) => *i as f64,
        Object::Real(r) => f64::from(*r),
        other => panic!("{other:?} is no number"),
    }
}

fn multiply(m: [f64; 6], n: [f64; 6]) -> [f64; 6] {
    [
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    ]
}

fn resolve<'a>(pdf: &'a Document, object: &'a Object) -> &'a Object {
    match object {
        Object::Reference(id) => pdf.get_object(*id).unwrap(),
        other => other,
    }
}

fn dictionary<'a>(pdf: &'a Document, holder: &'a Dictionary, key: &[u8]) -> &'a Dictionary {
    resolve(pdf, holder.get(key).unwrap()).as_dict().unwrap()
}

fn page_size(pdf: &Document, page: ObjectId) -> (f64, f64) {
    let media = pdf.get_dictionary(page).unwrap().get(b"MediaBox").unwrap();
    let media: Vec<f64> = resolve(pdf, media).as_array().unwrap().iter().map(number).collect();
    assert_eq!((media[0], media[1]), (0.0, 0.0));
    (media[2] * MM, media[3] * MM)
}

/// Follows a page's drawing operators and notes every form XObject with its clip.
fn faces(pdf: &Document, page: ObjectId) -> Vec<Found> {
    let height = page_size(pdf, page).1;
    let resources = dictionary(pdf, pdf.get_dictionary(page).unwrap(), b"Resources");
    let Ok(_) = resources.get(b"XObject") else { return vec![] };
    let forms = dictionary(pdf, resources, b"XObject");
    let content = Content::decode(&pdf.get_page_content(page)).unwrap();
    let everything = [f64::NEG_INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::INFINITY];
    let mut state = ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], everything);
    let (mut stack, mut path, mut clipping, mut found) =
        (vec![], Vec::<(f64, f64)>::new(), false, vec![]);
    for operation in &content.operations {
        let numbers = || -> Vec<f64> { operation.operands.iter().map(number).collect() };
        let at = |matrix: [f64; 6], x: f64, y: f64| {
            (
                (matrix[0] * x + matrix[2] * y + matrix[4]) * MM,
                height - (matrix[1] * x + matrix[3] * y + matrix[5]) * MM,
            )
        };
        match operation.operator.as_str() {
            "q" => stack.push(state),
            "Q" => state = stack.pop().expect("as many q as Q"),
            "cm" => state.0 = multiply(numbers().try_into().unwrap(), state.0),
            "m" | "l" => path.push(at(state.0, numbers()[0], numbers()[1])),
            "re" => {
                let n = numbers();
                path.extend([at(state.0, n[0], n[1]), at(state.0, n[0] + n[2], n[1] + n[3])]);
            }
            "W" | "W*" => clipping = true,
            "n" | "f" | "f*" | "S" | "s" | "B" | "b" | "B*" | "b*" => {
                if clipping {
                    let fold = |f: fn(f64, f64) -> f64, start, pick: fn(&(f64, f64)) -> f64| {
                        path.iter().map(pick).fold(start, f)
                    };
                    let (x0, y0) = (
                        fold(f64::min, f64::INFINITY, |p| p.0),
                        fold(f64::min, f64::INFINITY, |p| p.1),
                    );
                    let (x1, y1) = (
                        fold(f64::max, f64::NEG_INFINITY, |p| p.0),
                        fold(f64::max, f64::NEG_INFINITY, |p| p.1),
                    );
                    let c = state.1;
                    state.1 = [c[0].max(x0), c[1].max(y0), c[2].min(x1), c[3].min(y1)];
                }
                clipping = false;
                path.clear();
            }
            "Do" => {
                let name = operation.operands[0].as_name().unwrap();
                let form = forms.get(name).unwrap().as_reference().unwrap();
                // The form's own y axis points down: krilla flips it on the page.
                found.push(Found {
                    form,
                    clip: state.1,
                    origin: at(state.0, 0.0, 0.0),
                    axes: (state.0[0].signum(), -state.0[3].signum()),
                });
            }
            _ => {}
        }
    }
    found
}

/// Size of a form's drawing: the clip that everything in it is drawn through.
fn canvas(pdf: &Document, form: ObjectId) -> (f64, f64) {
    let stream = pdf.get_object(form).unwrap().as_stream().unwrap();
    let content = Content::decode(&stream.decompressed_content().unwrap()).unwrap();
    let clip = content.operations.iter().take_while(|o| o.operator != "W");
    let points: Vec<(f64, f64)> = clip
        .filter(|o| ["m", "l", "cm", "re"].contains(&o.operator.as_str()))
        .map(|o| {
            assert!(["m", "l"].contains(&o.operator.as_str()), "the clip comes first, as lines");
            (number(&o.operands[0]), number(&o.operands[1]))
        })
        .collect();
    let span = |values: Vec<f64>| {
        values.iter().copied().fold(f64::MIN, f64::max)
            - values.iter().copied().fold(f64::MAX, f64::min)
    };
    (
        span(points.iter().map(|p| p.0).collect()) * MM,
        span(points.iter().map(|p| p.1).collect()) * MM,
    )
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance
}

fn mm(um: i64) -> f64 {
    um as f64 / 1000.0
}

#[test]
fn pages_have_the_size_of_their_paper_to_a_tenth_of_a_millimetre() {
    let (pieces, pictures) = specimen::mixed(1.0);
    for (paper, size) in [
        ("A4", (210.0, 297.0)),
        ("Letter", (215.9, 279.4)),
        ("A3", (297.0, 420.0)),
        ("Tabloid", (279.4, 431.8)),
        ("180x240mm", (180.0, 240.0)),
    ] {
        for orientation in [Orientation::Portrait, Orientation::Landscape] {
            let options = SheetOptions {
                paper: paper.parse().unwrap(),
                orientation,
                ..SheetOptions::default()
            };
            let (layout, bytes) = sheets(&pieces, &pictures, &options);
            let pdf = Document::load_mem(&bytes).unwrap();
            assert_eq!(pdf.get_pages().len(), layout.pages.len());
            let (w, h) = if orientation == Orientation::Portrait { size } else { (size.1, size.0) };
            for page in pdf.get_pages().values() {
                let (width, height) = page_size(&pdf, *page);
                assert!(near(width, w, 0.1) && near(height, h, 0.1), "{paper}: {width} × {height}");
            }
        }
    }
}

#[test]
fn every_counter_has_its_nominal_size_to_a_twentieth_of_a_millimetre() {
    for bleed in [0.0, 1.5] {
        let (pieces, pictures) = specimen::mixed(bleed);
        let options = SheetOptions {
            gutter: 4_000,
            bleed: (bleed * 1000.0) as i64,
            ..SheetOptions::default()
        };
        let (layout, bytes) = sheets(&pieces, &pictures, &options);
        let pdf = Document::load_mem(&bytes).unwrap();
        for (sheet, page) in layout.pages.iter().zip(pdf.get_pages().values()) {
            let found = faces(&pdf, *page);
            assert_eq!(found.len(), sheet.slots.len());
            for (face, slot) in found.iter().zip(&sheet.slots) {
                let nominal = pieces[slot.piece].size;
                let [x0, y0, x1, y1] = face.clip;
                assert!(near(x1 - x0 - 2.0 * bleed, mm(nominal.0), 0.05), "{face:?}");
                assert!(near(y1 - y0 - 2.0 * bleed, mm(nominal.1), 0.05), "{face:?}");
                // The art is where the box is, and at the scale at which it was drawn.
                assert!(near(face.origin.0, x0, 0.01) && near(face.origin.1, y0, 0.01), "{face:?}");
                let (width, height) = canvas(&pdf, face.form);
                assert!(near(width, mm(nominal.0) + 2.0 * bleed, 0.05), "{width}");
                assert!(near(height, mm(nominal.1) + 2.0 * bleed, 0.05), "{height}");
            }
        }
    }
}

/// Corners of the counter, from where its drawing starts and which way it runs.
fn trim(face: &Found, size: (i64, i64), bleed: f64) -> [f64; 4] {
    let far = (
        face.origin.0 + face.axes.0 * (mm(size.0) + 2.0 * bleed),
        face.origin.1 + face.axes.1 * (mm(size.1) + 2.0 * bleed),
    );
    let (x0, x1) = (face.origin.0.min(far.0), face.origin.0.max(far.0));
    let (y0, y1) = (face.origin.1.min(far.1), face.origin.1.max(far.1));
    [x0 + bleed, y0 + bleed, x1 - bleed, y1 - bleed]
}

#[test]
fn each_back_lies_exactly_behind_its_front_in_both_duplex_modes_and_with_the_offset() {
    let (pieces, pictures) = specimen::mixed(1.5);
    for orientation in [Orientation::Portrait, Orientation::Landscape] {
        for backs in [Backs::LongEdge, Backs::ShortEdge] {
            for offset in [(0, 0), (600, -1_100)] {
                let options = SheetOptions {
                    backs,
                    orientation,
                    back_offset: offset,
                    ..SheetOptions::default()
                };
                let (layout, bytes) = sheets(&pieces, &pictures, &options);
                let pdf = Document::load_mem(&bytes).unwrap();
                let pages: Vec<ObjectId> = pdf.get_pages().into_values().collect();
                // Which way a sheet turns follows from the paper alone.
                let sideways = (backs == Backs::LongEdge) == (orientation == Orientation::Portrait);
                for (pair, sheet) in pages.chunks(2).zip(layout.pages.chunks(2)) {
                    let (width, height) = page_size(&pdf, pair[0]);
                    let (fronts, backs) = (faces(&pdf, pair[0]), faces(&pdf, pair[1]));
                    assert_eq!(fronts.len(), backs.len());
                    for ((front, back), slot) in fronts.iter().zip(&backs).zip(&sheet[0].slots) {
                        let size = pieces[slot.piece].size;
                        let (f, b) = (trim(front, size, 1.5), trim(back, size, 1.5));
                        let mut behind = if sideways {
                            [width - f[2], f[1], width - f[0], f[3]]
                        } else {
                            [f[0], height - f[3], f[2], height - f[1]]
                        };
                        for (i, shift) in
                            [offset.0, offset.1, offset.0, offset.1].into_iter().enumerate()
                        {
                            behind[i] += mm(shift);
                        }
                        for i in 0..4 {
                            assert!(near(behind[i], b[i], 0.01), "{backs:?} {behind:?} {b:?}");
                        }
                        // A cut counter, turned sideways, shows its back upright.
                        assert_eq!(back.axes, if sideways { (1.0, 1.0) } else { (-1.0, -1.0) });
                        assert_eq!(front.axes, (1.0, 1.0));
                    }
                }
            }
        }
    }
}

#[test]
fn a_back_is_the_back_of_the_counter_in_front_of_it() {
    let (pieces, pictures) = specimen::mixed(1.5);
    let (layout, bytes) = sheets(&pieces, &pictures, &SheetOptions::default());
    let pdf = Document::load_mem(&bytes).unwrap();
    let pages: Vec<ObjectId> = pdf.get_pages().into_values().collect();
    let mut partner: BTreeMap<ObjectId, HashSet<ObjectId>> = BTreeMap::new();
    for pair in pages.chunks(2) {
        for (front, back) in faces(&pdf, pair[0]).iter().zip(faces(&pdf, pair[1])) {
            partner.entry(front.form).or_default().insert(back.form);
        }
    }
    assert_eq!(partner.len(), pieces.len());
    assert!(partner.values().all(|backs| backs.len() == 1));
    assert!(layout.pages[1].slots.iter().all(|slot| slot.side == FaceSide::Back));
}

#[test]
fn each_face_is_stored_once_however_often_it_is_printed() {
    let (pieces, pictures): (Vec<_>, Vec<_>) = (0..12)
        .map(|i| specimen::counter(&format!("U{i}"), (15.875, 15.875), 10, 1.5, Shape::Square))
        .unzip();
    let (_, many) = sheets(&pieces, &pictures, &SheetOptions::default());
    let single: Vec<Piece> = pieces.iter().map(|piece| Piece { count: 1, ..*piece }).collect();
    let (_, few) = sheets(&single, &pictures, &SheetOptions::default());
    let forms = |bytes: &[u8]| {
        let pdf = Document::load_mem(bytes).unwrap();
        pdf.objects
            .values()
            .filter(|o| {
                o.as_stream().is_ok_and(|s| {
                    s.dict
                        .get(b"Subtype")
                        .is_ok_and(|n| n.as_name().ok() == Some(b"Form".as_slice()))
                })
            })
            .count()
    };
    assert_eq!(forms(&many), 24);
    assert_eq!(forms(&few), 24);
    let copies = 2 * (120 - 12);
    let each = (many.len() - few.len()) / copies;
    assert!(each < 60, "a copy costs {each} bytes");
}

#[test]
fn fonts_are_embedded_subset_and_the_text_can_be_read_out() {
    let (pieces, pictures) = specimen::mixed(1.5);
    let (_, bytes) = sheets(&pieces, &pictures, &SheetOptions::default());
    let pdf = Document::load_mem(&bytes).unwrap();
    let mut fonts = 0;
    for object in pdf.objects.values() {
        let Ok(descriptor) = object.as_dict() else { continue };
        if descriptor.get(b"Type").and_then(Object::as_name).ok()
            != Some(b"FontDescriptor".as_slice())
        {
            continue;
        }
        fonts += 1;
        let name = String::from_utf8_lossy(descriptor.get(b"FontName").unwrap().as_name().unwrap())
            .into_owned();
        let (tag, family) = name.split_once('+').expect("a subset is tagged");
        assert!(tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase()), "{name}");
        assert!(family.starts_with("DejaVu"), "{name}");
        let file =
            resolve(&pdf, descriptor.get(b"FontFile2").expect("embedded")).as_stream().unwrap();
        let data = file.decompressed_content().unwrap();
        assert!(data.len() < 60_000, "{name} is {} bytes: not subset", data.len());
    }
    assert_eq!(fonts, 3, "bold, regular and condensed bold, each once");
    let text = pdf.extract_text(&[1]).unwrap();
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    for words in ["Bridgehead", "Counters·sheet1of2·front", "Printat100%"] {
        assert!(squeezed.contains(words), "{words} not in {squeezed}");
    }
}

#[test]
fn the_document_says_what_it_is_and_not_when_it_was_made() {
    let (pieces, pictures) = specimen::mixed(0.0);
    let (_, bytes) = sheets(&pieces, &pictures, &SheetOptions::default());
    let pdf = Document::load_mem(&bytes).unwrap();
    let info = dictionary(&pdf, &pdf.trailer, b"Info");
    let text = |key: &[u8]| lopdf::decode_text_string(info.get(key).unwrap()).unwrap();
    assert_eq!(text(b"Title"), "Bridgehead: counters");
    assert_eq!(text(b"Author"), "A. Designer, B. Developer");
    assert!(text(b"Creator").starts_with("Hexwright"));
    assert!(text(b"CreationDate").starts_with("D:20000101"));
}

#[test]
fn the_same_sheets_give_the_same_bytes() {
    let (pieces, pictures) = specimen::mixed(1.5);
    let (_, first) = sheets(&pieces, &pictures, &SheetOptions::default());
    let (pieces, pictures) = specimen::mixed(1.5);
    let (_, second) = sheets(&pieces, &pictures, &SheetOptions::default());
    assert!(first == second);
    let other = SheetOptions { back_offset: (100, 0), ..SheetOptions::default() };
    assert!(sheets(&pieces, &pictures, &other).1 != first);
}

/// The text that a form shows, through the fonts' own maps to Unicode.
fn text_of(pdf: &Document, form: ObjectId) -> String {
    let stream = pdf.get_object(form).unwrap().as_stream().unwrap();
    let fonts = dictionary(pdf, dictionary(pdf, &stream.dict, b"Resources"), b"Font");
    let content = Content::decode(&stream.decompressed_content().unwrap()).unwrap();
    let (mut font, mut text) = (None, String::new());
    for operation in &content.operations {
        match operation.operator.as_str() {
            "Tf" => font = Some(dictionary(pdf, fonts, operation.operands[0].as_name().unwrap())),
            "Tj" => {
                let encoding = font.expect("a font before text").get_font_encoding(pdf).unwrap();
                text += &Document::decode_text(&encoding, operation.operands[0].as_str().unwrap())
                    .unwrap();
            }
            "TJ" => {
                let encoding = font.expect("a font before text").get_font_encoding(pdf).unwrap();
                for part in operation.operands[0].as_array().unwrap() {
                    if let Ok(part) = part.as_str() {
                        text += &Document::decode_text(&encoding, part).unwrap();
                    }
                }
            }
            _ => {}
        }
    }
    text
}

#[test]
fn the_text_of_counters_can_be_read_out() {
    let (pieces, pictures) = specimen::mixed(1.5);
    let (layout, bytes) = sheets(&pieces, &pictures, &SheetOptions::default());
    let pdf = Document::load_mem(&bytes).unwrap();
    for (sheet, page) in layout.pages.iter().zip(pdf.get_pages().values()) {
        for (face, slot) in faces(&pdf, *page).iter().zip(&sheet.slots) {
            let name = match slot.piece {
                i @ 0..60 => format!("Q{i}"),
                i @ 60..100 => format!("H{}", i - 60),
                _ => "Card".into(),
            };
            let reduced = if slot.side == FaceSide::Back { "r" } else { "" };
            assert_eq!(text_of(&pdf, face.form), format!("4-5-6{name}{reduced}"));
        }
    }
}

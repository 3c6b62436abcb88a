//! Counter sheets in workbooks: read cell by cell, mistakes named by their cells, bombs refused.

use crate::support::{hexwright_in, said};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

fn new_project() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    assert!(hexwright_in(folder.path(), &["new", "battle"]).status.success());
    let root = folder.path().join("battle");
    (folder, root)
}

fn check(root: &Path) -> (Option<i32>, String) {
    let run = hexwright_in(root, &["check", "--deny-warnings"]);
    (run.status.code(), said(&run))
}

/// The rows of the scaffold's units, to be kept in a workbook instead.
fn take_units(root: &Path) -> Vec<Vec<String>> {
    let path = root.join("counters/battle/units.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn zipped(entries: &[(&str, String)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in entries {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn letter(column: usize) -> char {
    char::from(b'A' + u8::try_from(column).unwrap())
}

/// A sheet as Excel saves it: numbers as numbers, texts as texts, `@5` as the fifth of May 2026 in a date's format.
fn worksheet(rows: &[Vec<String>]) -> String {
    let cell = |row: usize, column: usize, text: &str| {
        let at = format!("{}{}", letter(column), row + 1);
        if text.is_empty() {
            String::new()
        } else if text == "@5" {
            format!("<c r=\"{at}\" s=\"1\"><v>46147</v></c>")
        } else if text == "#REF!" {
            format!("<c r=\"{at}\" t=\"e\"><v>{text}</v></c>")
        } else if text.parse::<f64>().is_ok() {
            format!("<c r=\"{at}\"><v>{text}</v></c>")
        } else {
            format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
        }
    };
    let row = |(nth, row): (usize, &Vec<String>)| {
        let cells: String = row.iter().enumerate().map(|(at, text)| cell(nth, at, text)).collect();
        format!("<row r=\"{}\">{cells}</row>", nth + 1)
    };
    let rows: String = rows.iter().enumerate().map(row).collect();
    format!(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{rows}</sheetData></worksheet>"
    )
}

fn xlsx(sheets: &[(&str, String)]) -> Vec<u8> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const RELS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let listed: String = (1..)
        .zip(sheets)
        .map(|(nth, (name, _))| {
            format!("<sheet name=\"{name}\" sheetId=\"{nth}\" r:id=\"r{nth}\"/>")
        })
        .collect();
    let related: String = (1..=sheets.len())
        .map(|nth| {
            format!("<Relationship Id=\"r{nth}\" Type=\"{RELS}/worksheet\" Target=\"worksheets/sheet{nth}.xml\"/>")
        })
        .collect();
    let package = "http://schemas.openxmlformats.org/package/2006";
    let mut entries = vec![
        ("[Content_Types].xml".to_owned(), format!("<Types xmlns=\"{package}/content-types\"/>")),
        (
            "_rels/.rels".to_owned(),
            format!(
                "<Relationships xmlns=\"{package}/relationships\"><Relationship Id=\"r1\" Type=\"{RELS}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml".to_owned(),
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELS}\"><sheets>{listed}</sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels".to_owned(),
            format!(
                "<Relationships xmlns=\"{package}/relationships\">{related}<Relationship Id=\"rs\" Type=\"{RELS}/styles\" Target=\"styles.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/styles.xml".to_owned(),
            format!(
                "<styleSheet xmlns=\"{MAIN}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"16\"/></cellXfs></styleSheet>"
            ),
        ),
    ];
    for (nth, (_, sheet)) in (1..).zip(sheets) {
        entries.push((format!("xl/worksheets/sheet{nth}.xml"), sheet.clone()));
    }
    let entries: Vec<(&str, String)> =
        entries.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    zipped(&entries)
}

/// A document as LibreOffice saves it, with the million empty rows and columns that follow its cells.
fn ods(rows: &str) -> Vec<u8> {
    zipped(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet".to_owned()),
        ("META-INF/manifest.xml", "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\"/>".to_owned()),
        ("content.xml", format!(
            "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:spreadsheet><table:table table:name=\"Units\">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
        )),
    ])
}

fn ods_rows(rows: &[Vec<String>]) -> String {
    let cell = |text: &String| match (text.is_empty(), text.parse::<f64>().is_ok()) {
        (true, _) => "<table:table-cell/>".to_owned(),
        (_, true) => format!(
            "<table:table-cell office:value-type=\"float\" office:value=\"{text}\"><text:p>{text}</text:p></table:table-cell>"
        ),
        _ => format!(
            "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
        ),
    };
    let row = |row: &Vec<String>| {
        let cells: String = row.iter().map(cell).collect();
        format!(
            "<table:table-row>{cells}<table:table-cell table:number-columns-repeated=\"16371\"/></table:table-row>"
        )
    };
    rows.iter().map(row).collect::<String>()
        + "<table:table-row table:number-rows-repeated=\"1048570\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row>"
}

#[test]
fn an_excel_workbook_is_read_like_a_sheet() {
    let (_keep, root) = new_project();
    let rows = take_units(&root);
    // Two sheets of counters, and a heading above the first as people leave it.
    let (blue, red): (Vec<_>, Vec<_>) =
        rows[1..].iter().cloned().partition(|row| row[0].starts_with("blue"));
    let sheet = |body: Vec<Vec<String>>| worksheet(&[vec![rows[0].clone()], body].concat());
    let book = xlsx(&[
        ("Blue", sheet(blue)),
        ("Red", sheet(red)),
        ("#Notes", worksheet(&[vec!["x".into()]])),
    ]);
    std::fs::write(root.join("counters/battle/Units.XLSX"), book).unwrap();
    let (code, said) = check(&root);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("7 counters"), "{said}");
}

#[test]
fn an_opendocument_workbook_is_read_like_a_sheet() {
    let (_keep, root) = new_project();
    let rows = take_units(&root);
    std::fs::write(root.join("counters/battle/units.ods"), ods(&ods_rows(&rows))).unwrap();
    let (code, said) = check(&root);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("7 counters"), "{said}");
}

#[test]
fn mistakes_in_a_workbook_are_named_by_their_cells() {
    let (_keep, root) = new_project();
    let mut rows = take_units(&root);
    rows[3][2] = "bleu".into();
    rows[4][7] = "@5".into();
    rows[5][9] = "#REF!".into();
    std::fs::write(root.join("counters/battle/Units.xlsx"), xlsx(&[("Units", worksheet(&rows))]))
        .unwrap();
    let (code, said) = check(&root);
    assert_eq!(code, Some(2), "{said}");
    for (cell, what) in [
        ("C4", "there is no side `bleu`"),
        ("H5", "`2026-05-05` is a date, and `attack` holds numbers"),
        ("J6", "an error of the spreadsheet"),
    ] {
        let place = format!("counters/battle/Units.xlsx, sheet 'Units', cell {cell}");
        assert!(said.contains(&place) && said.contains(what), "{place}: {said}");
    }
    let json: serde_json::Value =
        serde_json::from_slice(&hexwright_in(&root, &["check", "--format", "json"]).stdout)
            .unwrap();
    let cells: Vec<&str> = json["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["cell"].as_str())
        .collect();
    assert!(cells.contains(&"C4") && cells.contains(&"H5"), "{cells:?}");
}

#[test]
fn looks_of_counters_of_a_workbook_are_named_by_their_rows() {
    let (_keep, root) = new_project();
    let mut rows = take_units(&root);
    rows[2][7] = String::new();
    std::fs::write(root.join("counters/battle/Units.xlsx"), xlsx(&[("Units", worksheet(&rows))]))
        .unwrap();
    let (code, said) = check(&root);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("[value-missing]") && said.contains("sheet 'Units', cell A3"), "{said}");
}

#[test]
fn a_sheet_without_counters_is_told_about() {
    let (_keep, root) = new_project();
    let rows = take_units(&root);
    let notes = worksheet(&[vec!["to do".into()]]);
    let book = xlsx(&[("Units", worksheet(&rows)), ("Notes", notes)]);
    std::fs::write(root.join("counters/battle/Units.xlsx"), book).unwrap();
    let (code, said) = check(&root);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("sheet 'Notes' has no column `id`") && said.contains("`#Notes`"),
        "{said}"
    );
}

#[test]
fn workbooks_that_swell_are_refused_at_once() {
    let (_keep, root) = new_project();
    let rows = take_units(&root);
    let far = "<table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell office:value-type=\"float\" office:value=\"1\" table:number-columns-repeated=\"16384\"/></table:table-row>";
    let corner = worksheet(&rows).replace(
        "</sheetData>",
        "<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row></sheetData>",
    );
    let blank = format!("<!--{}-->", " ".repeat(140 << 20));
    for (name, book, why) in [
        ("a.ods", ods(&(ods_rows(&rows) + far)), "more than 1000000 cells"),
        ("b.xlsx", xlsx(&[("Units", corner)]), "1000 columns"),
        ("c.xlsx", zipped(&[("xl/workbook.xml", blank)]), "bytes"),
        ("d.xlsx", b"PK, but not much of a workbook".to_vec(), "cannot be read"),
    ] {
        let path = root.join("counters/battle").join(name);
        std::fs::write(&path, book).unwrap();
        let (code, said) = check(&root);
        std::fs::remove_file(path).unwrap();
        assert_eq!(code, Some(2), "{name}: {said}");
        assert!(said.contains("[unreadable-workbook]") && said.contains(why), "{name}: {said}");
        // The units that it may hold are not called unknown one by one.
        assert!(!said.contains("[unknown-unit]"), "{name}: {said}");
    }
}

#[test]
fn a_workbook_that_says_other_things_than_its_csv_is_told() {
    let (_keep, root) = new_project();
    let csv = root.join("counters/battle/units.csv");
    let text = std::fs::read_to_string(&csv).unwrap();
    let mut rows = take_units(&root);
    std::fs::write(&csv, text).unwrap();
    let book = |rows: &[Vec<String>]| {
        let book = xlsx(&[("Units", worksheet(rows)), ("#Notes", worksheet(&[vec!["x".into()]]))]);
        std::fs::write(root.join("counters/battle/units.xlsx"), book).unwrap();
        check(&root)
    };
    let (code, said) = book(&rows);
    assert_eq!(code, Some(0), "{said}");
    rows[4][7] = "9".into();
    let (code, said) = book(&rows);
    assert_eq!(code, Some(1), "{said}");
    let told = format!(
        "units.xlsx says other things than units.csv, which counts: see row `{}`",
        rows[4][0]
    );
    assert!(said.contains(&told), "{said}");
}

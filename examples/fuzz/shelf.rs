//! A second project, whose counters are in workbooks and have pictures; and an extension of a module.

use crate::ground::{MAP, MARKERS, SCENARIO, UNITS, write};
use hexwright::embedded::starter;
use hexwright::vassal::archive::pack;
use image::{Rgb, RgbImage};
use std::error::Error;
use std::path::Path;

const PICTURED: &str = "id,name,kind,count,template,art\nphoto,Photo,marker,1,art,art/photo.png\nprint,Print,marker,1,art,art/print.jpg\n";
const EXTENSION: &str = "<VASSAL.build.module.ModuleExtension anyModule=\"false\" description=\"more\" extensionId=\"abc\" module=\"mini\" moduleVersion=\"1.0\" nextPieceSlotId=\"3\" vassalVersion=\"3.7.0\" version=\"0.1\">\n<VASSAL.build.module.ExtensionElement target=\"VASSAL.build.module.PieceWindow:Pieces\">\n<VASSAL.build.widget.ListWidget entryName=\"More\" height=\"0\" scale=\"1.0\" width=\"300\">\n<VASSAL.build.widget.PieceSlot entryName=\"Guard\" gpid=\"abc:1\" height=\"60\" width=\"60\">+/null/mark;Side\tpiece;;;red.png;Guard/Red\tnull;0;0;abc:1;0</VASSAL.build.widget.PieceSlot>\n</VASSAL.build.widget.ListWidget>\n</VASSAL.build.module.ExtensionElement>\n<VASSAL.build.module.PrototypesContainer>\n<VASSAL.build.module.PrototypeDefinition name=\"More\">+/null/prototype;Unit\tpiece;;;;/\tnull;0;0;;0</VASSAL.build.module.PrototypeDefinition>\n</VASSAL.build.module.PrototypesContainer>\n</VASSAL.build.module.ModuleExtension>\n";

/// Writes them into the working folder.
pub fn prepare() -> Result<(), Box<dyn Error>> {
    let book = Path::new("book");
    for (path, text) in starter("battle", "Battle") {
        write(&book.join(path), text.as_bytes())?;
    }
    let counters = book.join("counters/battle");
    std::fs::remove_file(counters.join("units.csv"))?;
    std::fs::remove_file(counters.join("markers.csv"))?;
    write(&counters.join("units.xlsx"), &office_open(&rows(UNITS))?)?;
    let markers = MARKERS.replace("flag,Flag,marker,1,art,art/flag.svg\n", "");
    write(
        &counters.join("markers.ods"),
        &open_document(&rows(&markers.replace(",marker,\n", ",,\n")))?,
    )?;
    write(&counters.join("pictured.csv"), PICTURED.as_bytes())?;
    write(&book.join("maps/battle/map.toml"), MAP.as_bytes())?;
    write(&book.join("scenarios/battle/first-battle.toml"), SCENARIO.as_bytes())?;
    let picture = RgbImage::from_fn(24, 16, |x, y| Rgb([x as u8 * 9, y as u8 * 9, 77]));
    std::fs::create_dir_all(book.join("art"))?;
    for name in ["photo.png", "print.jpg"] {
        picture.save(book.join("art").join(name))?;
    }
    write(Path::new("extension.xml"), EXTENSION.as_bytes())
}

fn rows(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect()).collect()
}

/// A workbook as Excel writes it: some texts in the cells, some shared.
fn office_open(rows: &[Vec<&str>]) -> Result<Vec<u8>, Box<dyn Error>> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const RELS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";
    let mut shared = Vec::new();
    let mut sheet = String::new();
    for (down, row) in (1..).zip(rows) {
        sheet += &format!("<row r=\"{down}\">");
        for (across, text) in (b'A'..).zip(row) {
            let at = format!("{}{down}", char::from(across));
            sheet += &match (text.is_empty(), text.parse::<f64>().is_ok(), across % 2) {
                (true, ..) => String::new(),
                (_, true, _) => format!("<c r=\"{at}\" s=\"1\"><v>{text}</v></c>"),
                (_, _, 0) => format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>"),
                _ => {
                    shared.push(format!("<si><t>{text}</t></si>"));
                    format!("<c r=\"{at}\" t=\"s\"><v>{}</v></c>", shared.len() - 1)
                }
            };
        }
        sheet += "</row>";
    }
    let related = |id: &str, kind: &str, to: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{RELS}/{kind}\" Target=\"{to}\"/>")
    };
    let relations = |list: &str| {
        format!("<Relationships xmlns=\"{package}/relationships\">{list}</Relationships>")
    };
    let parts = [
        ("[Content_Types].xml", format!("<Types xmlns=\"{package}/content-types\"/>")),
        ("_rels/.rels", relations(&related("r1", "officeDocument", "xl/workbook.xml"))),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELS}\"><sheets><sheet name=\"Units\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            relations(&format!(
                "{}{}{}",
                related("r1", "worksheet", "worksheets/sheet1.xml"),
                related("r2", "styles", "styles.xml"),
                related("r3", "sharedStrings", "sharedStrings.xml")
            )),
        ),
        (
            "xl/styles.xml",
            format!(
                "<styleSheet xmlns=\"{MAIN}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"0\"/></cellXfs></styleSheet>"
            ),
        ),
        ("xl/sharedStrings.xml", format!("<sst xmlns=\"{MAIN}\">{}</sst>", shared.concat())),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{sheet}</sheetData></worksheet>"),
        ),
    ];
    Ok(pack(parts.iter().map(|(name, text)| (*name, text.as_bytes())))?)
}

/// A workbook as LibreOffice writes it.
fn open_document(rows: &[Vec<&str>]) -> Result<Vec<u8>, Box<dyn Error>> {
    const URN: &str = "urn:oasis:names:tc:opendocument:xmlns";
    let cell = |text: &&str| {
        if text.is_empty() {
            return "<table:table-cell/>".to_owned();
        }
        let kind = match text.parse::<f64>() {
            Ok(_) => format!("office:value-type=\"float\" office:value=\"{text}\""),
            Err(_) => "office:value-type=\"string\"".to_owned(),
        };
        format!("<table:table-cell {kind}><text:p>{text}</text:p></table:table-cell>")
    };
    let row = |row: &Vec<&str>| {
        let cells: String = row.iter().map(cell).collect();
        format!("<table:table-row>{cells}</table:table-row>")
    };
    let rows: String = rows.iter().map(row).collect();
    let content = format!(
        "<office:document-content xmlns:office=\"{URN}:office:1.0\" xmlns:table=\"{URN}:table:1.0\" xmlns:text=\"{URN}:text:1.0\"><office:body><office:spreadsheet><table:table table:name=\"Markers\">{rows}<table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
    );
    let manifest = format!("<manifest:manifest xmlns:manifest=\"{URN}:manifest:1.0\"/>");
    let parts = [
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", manifest.as_str()),
        ("content.xml", content.as_str()),
    ];
    Ok(pack(parts.map(|(name, text)| (name, text.as_bytes())))?)
}

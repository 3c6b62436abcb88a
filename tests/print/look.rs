//! Writes sheets to look at when `HEXWRIGHT_LOOK` names a folder.

use crate::specimen;
use hexwright::print::*;

#[test]
fn sheets_to_look_at() {
    let Some(folder) = std::env::var_os("HEXWRIGHT_LOOK") else { return };
    let folder = std::path::PathBuf::from(folder);
    let (pieces, pictures) = specimen::mixed(1.5);
    let about = About::default();
    for (name, options) in [
        ("long", SheetOptions::default()),
        (
            "cut",
            SheetOptions {
                cut_lines: true,
                gutter: 3000,
                backs: Backs::ShortEdge,
                ..SheetOptions::default()
            },
        ),
        (
            "fold",
            SheetOptions {
                backs: Backs::FoldOver,
                orientation: Orientation::Landscape,
                ..SheetOptions::default()
            },
        ),
        (
            "blocks",
            SheetOptions {
                blocks: Some(Blocks { columns: 5, rows: 2, gap: 5000 }),
                paper: Paper::letter(),
                backs: Backs::None,
                ..SheetOptions::default()
            },
        ),
    ] {
        let layout = impose(&pieces, &options).unwrap();
        let heading = Heading {
            title: "Bridgehead".into(),
            what: "Counters".into(),
            sheets: layout.counters_per_sheet.len(),
        };
        let pdf = write_pdf(&layout, &pictures, &heading, &options, &about).unwrap();
        std::fs::write(folder.join(format!("{name}.pdf")), pdf).unwrap();
        let page = &layout.pages[0];
        let furniture = furnish(page, &heading, &options).unwrap();
        let dpi = Dpi::new(150).unwrap();
        let png = encode(&render_page(page, &furniture, &pictures, dpi).unwrap(), dpi).unwrap();
        std::fs::write(folder.join(format!("{name}-direct.png")), png).unwrap();
    }
}

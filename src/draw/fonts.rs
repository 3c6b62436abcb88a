//! The bundled fonts: the same glyphs on every machine, system fonts never consulted.

use std::sync::{Arc, OnceLock};

/// The bundled fonts, loaded once.
pub fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    Arc::clone(FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        for data in [
            dejavu::sans::regular(),
            dejavu::sans::bold(),
            dejavu::sans::oblique(),
            dejavu::sans::bold_oblique(),
            dejavu::sans_condensed::regular(),
            dejavu::sans_condensed::bold(),
            dejavu::sans_condensed::oblique(),
            dejavu::sans_condensed::bold_oblique(),
            dejavu::sans_mono::regular(),
            dejavu::sans_mono::bold(),
            dejavu::serif::regular(),
            dejavu::serif::bold(),
        ] {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(data)));
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_monospace_family("DejaVu Sans Mono");
        fonts.set_serif_family("DejaVu Serif");
        fonts.set_cursive_family("DejaVu Sans");
        fonts.set_fantasy_family("DejaVu Sans");
        Arc::new(fonts)
    }))
}

/// Options for reading drawn faces with usvg: bundled fonts only, embedded pictures only.
pub fn svg_options() -> usvg::Options<'static> {
    usvg::Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: fonts(),
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: usvg::ImageHrefResolver::default_data_resolver(),
            // A drawing may not read files, whatever it says.
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    }
}

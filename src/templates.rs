//! The templates that come with Hexwright. A project's own of the same name win.

use include_dir::{Dir, include_dir};

/// Everything below `templates/`.
pub static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Names of the built-in counter templates.
pub fn counters() -> impl Iterator<Item = &'static str> {
    TEMPLATES.get_dir("counters").into_iter().flat_map(|folder| folder.files()).filter_map(|file| {
        let name = file.path().file_name()?.to_str()?;
        // `attack-defence-movement.svg` and whatever may follow.
        // Those with an underscore are parts that others include.
        (name.contains(".svg") && !name.starts_with('_')).then(|| name.split('.').next()).flatten()
    })
}

//! The name under a piece in the stack viewer: as much of it as fits there, for it would run over its neighbour's.

/// How much larger than on the map pieces are shown there.
pub(in crate::module::vassal) const VIEWER_ZOOM: f64 = 1.5;
/// The size of letters there.
pub(in crate::module::vassal) const VIEWER_FONT: i32 = 10;
/// The property that holds it.
pub(in crate::module::vassal) const LABEL: &str = "Label";

/// A letter's width on average, for its size, in the wide fonts that Java takes where it finds no others.
const LETTER: f64 = 0.66;

/// The name, or its beginning.
pub(super) fn label(name: &str, pixels: u32) -> String {
    let most = (f64::from(pixels) * VIEWER_ZOOM / (LETTER * f64::from(VIEWER_FONT))) as usize;
    let most = most.max(6);
    let fits = |text: &str| text.chars().count() <= most;
    let in_line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    // VASSAL cannot write a text that ends in a backslash.
    let name = in_line.trim_end_matches('\\');
    if fits(name) {
        return name.to_owned();
    }
    // What stands before a comma is what the unit itself is called.
    let own = name.split(',').next().unwrap_or(name).trim_end_matches(['\\', ' ']);
    if fits(own) && !own.is_empty() {
        return own.to_owned();
    }
    let mut short: String = own.chars().take(most - 1).collect();
    // Rather a whole word than a part of one, if that leaves most of it.
    if let Some(end) = short.rfind(' ').filter(|end| *end * 3 > short.len() * 2) {
        short.truncate(end);
    }
    format!("{}…", short.trim_end_matches([' ', ',', '-', '/']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_fit_and_say_what_comes_first() {
        assert_eq!(label("Pin", 76), "Pin");
        assert_eq!(label("71st Regiment, 7th Infantry Division", 76), "71st Regiment");
        assert_eq!(label("15th Panzergrenadier Division artillery", 76), "15th Panzergrena…");
        assert_eq!(label("a\\, long enough to be cut in two", 76), "a");
        for name in ["a b c d e f g h i j k l m n o p q r s t", "ééééééééééééééééééééééééééé", ","]
        {
            assert!(label(name, 76).chars().count() <= 17, "{name}");
        }
    }
}

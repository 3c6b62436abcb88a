//! Small words: lists, fractions, signs, capitals.

use super::{Id, MovementPoints, Named, Registry};

/// `a`, `a and b`, `a, b and c`.
pub fn list<S: AsRef<str>>(items: &[S], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {and} {}", most.join(", "), last.as_ref())
        }
    }
}

/// The names of things in a registry, as a list in the middle of a sentence.
pub fn names<T: Named>(
    registry: &Registry<T>,
    ids: &[Id<T>],
    name: impl Fn(&T) -> &str,
    and: &str,
) -> String {
    let names: Vec<String> = ids.iter().map(|id| lower(name(&registry[*id]))).collect();
    list(&names, and)
}

/// Points as rulebooks print them: `½`, `1½`, `⅔`, `2`.
pub fn points(points: MovementPoints) -> String {
    typeset(&points.to_string())
}

/// Replaces typed fractions and minus signs by the printer's.
pub fn typeset(text: &str) -> String {
    const FRACTIONS: [(&str, &str); 6] =
        [("1/2", "½"), ("1/3", "⅓"), ("2/3", "⅔"), ("1/4", "¼"), ("3/4", "¾"), ("1/6", "⅙")];
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match FRACTIONS.iter().find(|(typed, _)| word.trim_start_matches(['+', '-']) == *typed) {
            Some((typed, glyph)) => {
                let fraction = word.replace(typed, glyph);
                match words.last_mut() {
                    Some(whole) if whole.parse::<i64>().is_ok() => whole.push_str(&fraction),
                    _ => words.push(fraction),
                }
            }
            None => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

/// A number with its sign; none for zero.
pub fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        less if less < 0 => format!("−{}", less.unsigned_abs()),
        more => format!("+{more}"),
    }
}

/// `1 hex`, `3 hexes`.
pub fn count(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The text with a small first letter, unless it is an abbreviation.
pub fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(_), Some(second)) if second.is_uppercase() => text.to_owned(),
        (Some(first), _) => first.to_lowercase().chain(letters).collect(),
        (None, _) => String::new(),
    }
}

/// The text with a capital first letter.
pub fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `1 movement point`, `½ movement point`, `2 movement points`.
pub fn movement_points(number: &str) -> String {
    let one = number == "1" || number.chars().all(|c| !c.is_ascii_digit());
    format!("{number} movement point{}", if one { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_fractions_and_signs_are_set_as_in_print() {
        assert_eq!(list(&["a", "b", "c"], "and"), "a, b and c");
        assert_eq!(list(&["a"], "or"), "a");
        assert_eq!(typeset("1 1/2"), "1½");
        assert_eq!(typeset("+1/3"), "+⅓");
        assert_eq!(typeset("other terrain"), "other terrain");
        assert_eq!(signed(-2), "−2");
        assert_eq!(lower("Headquarters"), "headquarters");
        assert_eq!(lower("HQ"), "HQ");
    }
}

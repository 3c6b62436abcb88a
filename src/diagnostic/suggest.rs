//! "Did you mean …?"

/// The help line for a misspelt name: the nearest valid one, or what there is to choose from.
///
/// ```
/// let help = hexwright::diagnostic::nearest("wods", ["clear", "woods"].into_iter());
/// assert_eq!(help.as_deref(), Some("did you mean `woods`?"));
/// ```
pub fn nearest<'a>(name: &str, valid: impl Iterator<Item = &'a str>) -> Option<String> {
    let valid: Vec<&str> = valid.collect();
    let lower = name.to_lowercase();
    let likely = valid
        .iter()
        .map(|candidate| {
            (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), *candidate)
        })
        .min()
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().div_ceil(3));
    if let Some((_, candidate)) = likely {
        return Some(format!("did you mean `{candidate}`?"));
    }
    match valid.len() {
        0 => None,
        1..=12 => Some(format!("valid here: {}", valid.join(", "))),
        more => Some(format!("valid here: {}, … ({more} in all)", valid[..10].join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_miss_is_suggested_and_a_wild_guess_gets_the_list() {
        let terrain = ["clear", "woods", "hill"];
        assert_eq!(nearest("Woods", terrain.into_iter()).unwrap(), "did you mean `woods`?");
        assert_eq!(
            nearest("swamp", terrain.into_iter()).unwrap(),
            "valid here: clear, woods, hill"
        );
        assert_eq!(nearest("x", [].into_iter()), None);
    }
}

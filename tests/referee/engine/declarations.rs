//! Lines that modules write, read back.

use hexwright::interpret::{Pattern, bare, items};
use proptest::prelude::*;

#[test]
fn a_declared_attack_is_read() {
    let pattern = Pattern::new("Attack: {units} -> {place}");
    let line = bare("* Attack: lorn-1 (0505), lorn-2 (0506) -> 0605");
    let fields = pattern.read(line).unwrap();
    assert_eq!(items(fields["units"]).collect::<Vec<_>>(), ["lorn-1", "lorn-2"]);
    assert_eq!(fields["place"], "0605");
    assert_eq!(pattern.read("Attack: everyone!"), None);
    assert_eq!(pattern.read("Retreat: x -> y"), None);
}

#[test]
fn a_line_without_fields_must_be_the_whole_line() {
    assert!(Pattern::new("No attacks").read("No attacks").is_some());
    assert!(Pattern::new("No attacks").read("No attacks today").is_none());
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(units in "[a-z0-9#, -]{1,30}", place in "[A-Z0-9]{1,6}") {
        let pattern = Pattern::new("Attack: {units} -> {place}.");
        let line = pattern.write(|field| if field == "units" { units.clone() } else { place.clone() });
        let fields = pattern.read(&line).unwrap();
        prop_assert_eq!(fields["units"], units.trim());
        prop_assert_eq!(fields["place"], place.as_str());
    }
}

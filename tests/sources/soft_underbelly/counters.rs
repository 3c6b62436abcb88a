//! The counters.

use super::*;

#[test]
fn the_units_that_the_text_names_are_what_it_says() {
    let first = counter("us-1-armored");
    assert_eq!(
        (value(first, "combat"), first.steps, value(first, "movement")),
        ("7".into(), 2, "8".into())
    );
    assert_eq!(value(first, "setup"), "17");
    assert_eq!(group(counter("us-fx-mountain")), "us");
    for id in ["us-fx-mountain", "br-52-mountain", "ge-1-paratroop", "ge-2-paratroop"] {
        assert_eq!(class(counter(id)), "mountain", "{id}");
    }
    for id in ["ge-65-inf", "ge-76-inf", "ge-94-inf", "ge-305-inf", "ge-334-inf"] {
        assert_eq!(value(counter(id), "movement"), "4", "{id}");
    }
    assert!(flag(counter("ge-11-flak"), "division"));
    assert!(flag(counter("us-fx-mountain"), "division"));
    assert_eq!(class(counter("ge-1p-corps")), "mechanized", "1P is no mountain unit");
}

#[test]
fn four_german_units_roll_for_their_movement_a_flak_division_and_three_corps_supports() {
    let rolled: Vec<&Counter> = units().filter(|unit| value(unit, "movement") == "?").collect();
    assert_eq!(rolled.len(), 4);
    assert_eq!(rolled.iter().filter(|unit| flag(unit, "corps-support")).count(), 3);
    for unit in rolled {
        assert_eq!(group(unit), "10th-army", "{}", unit.id);
        assert_eq!(class(unit), "mechanized", "{}", unit.id);
        assert!(flag(unit, "rolled-movement"), "{}", unit.id);
    }
}

#[test]
fn mobility_follows_from_the_printed_movement() {
    for unit in units() {
        let wanted = match value(unit, "movement").as_str() {
            "8" | "?" => "mechanized",
            _ if class(unit) == "mountain" => "mountain",
            _ => "non-mechanized",
        };
        assert_eq!(class(unit), wanted, "{}", unit.id);
    }
}

#[test]
fn divisions_have_two_steps_and_corps_support_one() {
    for unit in units() {
        assert_ne!(flag(unit, "division"), flag(unit, "corps-support"), "{}", unit.id);
        assert_eq!(unit.steps, if flag(unit, "division") { 2 } else { 1 }, "{}", unit.id);
        let back = unit.back_face.value("combat").and_then(|text| text.parse::<i32>().ok());
        let front: i32 = value(unit, "combat").parse().unwrap();
        if unit.steps == 2 {
            assert!(back.is_some_and(|back| back < front), "{}", unit.id);
        }
        assert_eq!(unit.provenance, Provenance::Reconstructed, "{}", unit.id);
    }
}

#[test]
fn the_second_ss_corps_fills_a_hex_and_the_fifth_panzer_army_is_fifteen_counters() {
    let of = |name: &str| -> Vec<&Counter> { units().filter(|unit| group(unit) == name).collect() };
    let corps = of("2nd-ss-panzer-corps");
    assert_eq!(corps.len(), 4);
    assert_eq!(corps.iter().filter(|unit| flag(unit, "division")).count(), 3);
    assert!(corps.iter().any(|unit| unit.id == "ss-24-panzer"));
    assert_eq!(of("5th-panzer-army").len(), 14);
    assert_eq!(group(counter("german-tac")), "5th-panzer-army");
    assert_eq!(value(counter("ge-24-panzer"), "superior"), "10", "24th Panzer is there twice");
}

#[test]
fn aircraft_forts_ports_and_chits_are_as_many_as_the_text_says() {
    for (id, group_of) in
        [("tac-1", "us"), ("tac-2", "us"), ("tac-3", "british"), ("heavy-bomber", "us")]
    {
        assert_eq!(group(counter(id)), group_of, "{id}");
    }
    assert_eq!(counter("fort").count, 14);
    assert_eq!(counter("port-us").back_face.value("word"), Some("Naples"));
    assert_eq!(counter("port-bari").back_face.value("word"), Some("Bari"));
    for id in ["sf", "aerial-supply", "multi-national-corps", "attacker-hex", "defender-hex"] {
        assert_eq!((counter(id).kind, counter(id).count), (CounterKind::Marker, 1), "{id}");
    }
    assert_eq!(GAME.counters.iter().filter(|one| one.kind == CounterKind::Chit).count(), 10);
}

#[test]
fn set_up_codes_say_where_units_start_and_three_are_british_around_5322() {
    let around: Vec<&Counter> = units().filter(|unit| value(unit, "setup") == "5322-2").collect();
    assert_eq!(around.len(), 3);
    assert!(around.iter().all(|unit| group(unit) == "british"));
    let historical = scenario("historical");
    for unit in units() {
        let code = value(unit, "setup");
        let Some((turn, place)) = placed(historical, &unit.id) else { continue };
        match code.as_str() {
            "A" => assert!(turn.is_none() && place.ends_with("available"), "{}", unit.id),
            "5322-2" => assert_eq!(place, "2 of 5322"),
            hex if hex.len() == 4 => assert_eq!((turn, place.as_str()), (None, hex), "{}", unit.id),
            number => assert_eq!(turn, number.parse().ok(), "{}", unit.id),
        }
    }
}

//! The counters.

use super::*;

#[test]
fn units_that_the_text_shows_have_its_values() {
    assert_eq!((values("us-179-45"), reduced("us-179-45")), ("6-6-3".into(), "4-4-3".into()));
    assert_eq!(counter("us-179-45").steps, 3);
    assert_eq!(column("us-179-45", "stacking"), "3");
    assert_eq!(values("us-191-tank"), "3-2-5");
    assert_eq!(column("us-191-tank", "rating"), "3");
    assert_eq!(column("us-191-tank", "setup"), "3726");
    assert_eq!(counter("us-191-tank").formation, None);
    assert_eq!(values("german-panzergrenadier-remnant"), "1-3-5");
    for id in ["ge-131-44", "ge-132-44", "ge-134-44"] {
        assert_eq!(values(id), "5-7-3");
    }
    for id in ["ge-129-29", "ge-33-15"] {
        assert_eq!((type_of(counter(id)), column(id, "defence")), ("recon", "3"));
    }
    assert_eq!(counter("ge-reggio").steps, 1);
    for id in ["ge-i-fj", "ge-ii-fj"] {
        assert_eq!((counter(id).steps, column(id, "quality")), (1, "elite"));
    }
}

#[test]
fn seventh_armoured_attacks_with_21_and_its_brigades_cannot_stack() {
    let attack = |id: &str| column(id, "attack").parse::<i32>().unwrap();
    assert_eq!(attack("br-22-7") + attack("br-131-7") + attack("br-169-56"), 21);
    let weight = |id: &str| column(id, "stacking").parse::<i32>().unwrap();
    assert!(weight("br-22-7") + weight("br-131-7") > 6);
    let brigade = counter("br-22-7");
    assert_eq!((brigade.steps, type_of(brigade)), (3, "armored-brigade"));
    assert!(column("br-22-7", "silhouette").is_empty());
}

#[test]
fn seven_units_are_mountain_units() {
    let mountain: BTreeSet<&str> = units()
        .filter(|unit| {
            let kind = &GAME.unit_types[unit.unit_type.unwrap()];
            kind.flags.iter().any(|flag| flag == "mountain-unit")
        })
        .map(|unit| unit.id.as_str())
        .collect();
    let expected =
        ["fr-4-2m", "fr-4-tabors", "fr-5-2m", "fr-8-2m", "ge-100-5g", "ge-85-5g", "us-1ssf"];
    assert_eq!(mountain, BTreeSet::from(expected));
}

#[test]
fn the_counter_mix_is_that_of_the_text() {
    let count = |id: &str| counter(id).count;
    assert_eq!((count("level-1"), count("level-2")), (8, 4));
    assert_eq!((count("air-us"), count("air-british"), count("naval")), (1, 1, 1));
    assert_eq!(count("truck"), 4);
    let of = |kind: &str| units().filter(|unit| type_of(unit) == kind).count();
    assert_eq!((of("nebelwerfer"), of("heavy-howitzer")), (2, 1));
    let british: u32 = units()
        .filter(|unit| is_remnant(unit) && unit.id.starts_with("british"))
        .map(|unit| unit.count)
        .sum();
    assert_eq!(british, 3);
    let formation = |id: &str| {
        let id = GAME.formations.find(id).unwrap();
        units().filter(|unit| unit.formation == Some(id) && !is_remnant(unit)).count()
    };
    assert_eq!((formation("us-rangers"), formation("br-23-armoured-brigade")), (3, 3));
}

#[test]
fn steps_backs_and_remnants_agree() {
    for unit in units().filter(|unit| !type_of(unit).ends_with("artillery")) {
        let kind = type_of(unit);
        if ["nebelwerfer", "heavy-howitzer"].contains(&kind) {
            continue;
        }
        assert!((1..=3).contains(&unit.steps), "{}", unit.id);
        assert_eq!(unit.steps == 3, unit.remnant.is_some(), "{}", unit.id);
        if unit.steps > 1 {
            let strength = |s: &str| s.split('-').take(2).map(|v| v.parse::<i32>().unwrap()).sum();
            let (full, less): (i32, i32) =
                (strength(&values(&unit.id)), strength(&reduced(&unit.id)));
            assert!(less < full, "{}", unit.id);
        }
        if let Some(remnant) = &unit.remnant {
            let left = |s: &str| s.split('-').next().unwrap().parse::<i32>().unwrap();
            assert!(left(&values(remnant)) < left(&reduced(&unit.id)), "{}", unit.id);
        }
    }
}

#[test]
fn artillery_is_ready_on_its_front_and_fired_on_its_back() {
    let artillery: Vec<_> = units()
        .filter(|unit| {
            GAME.unit_types[unit.unit_type.unwrap()].flags.iter().any(|flag| flag == "asu")
        })
        .collect();
    assert_eq!(artillery.len(), 25);
    for unit in artillery {
        assert_eq!(unit.value("shift"), Some("S"), "{}", unit.id);
        assert_eq!(unit.value("defence"), Some("1"));
        assert_eq!(unit.value("movement"), Some("5"));
        let range = unit.value("range").unwrap();
        let corps = ["corps-artillery", "heavy-howitzer"].contains(&type_of(unit));
        assert_eq!(range, if corps { "9" } else { "4" }, "{}", unit.id);
        assert!(unit.value("stacking").unwrap_or_default().is_empty());
        assert!(matches!(unit.back, hexwright::model::Back::Template(_)), "{}", unit.id);
    }
}

#[test]
fn units_without_bonds_have_the_outline() {
    for unit in units() {
        let flags = &GAME.unit_types[unit.unit_type.unwrap()].flags;
        let bars = flags.iter().any(|flag| flag == "no-bond");
        assert_eq!(bars, unit.value("outline").is_some_and(|v| !v.is_empty()), "{}", unit.id);
    }
}

#[test]
fn tank_destroyers_show_a_yellow_rating() {
    for unit in units() {
        let destroyer = unit.value("destroyer").is_some_and(|v| !v.is_empty());
        assert_eq!(destroyer, unit.id.ends_with("-td"), "{}", unit.id);
        assert_eq!(destroyer, unit.value("rating_box").is_some_and(|v| !v.is_empty()));
        let tank = ["tank", "armored-brigade"].contains(&type_of(unit));
        assert_eq!(tank, unit.value("rating").is_some_and(|v| !v.is_empty()), "{}", unit.id);
    }
}

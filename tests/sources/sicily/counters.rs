//! The counters.

use super::*;

#[test]
fn three_units_of_the_hermann_goering_start_in_4121() {
    let ours: Vec<&Counter> = units().filter(|unit| value(unit, "setup") == "4121").collect();
    assert_eq!(ours.len(), 3);
    for unit in ours {
        assert_eq!(unit.formation, GAME.formations.find("ge-hg"));
        assert_eq!(value(unit, "branch"), "luftwaffe", "they can be supplied by air");
    }
}

#[test]
fn the_units_that_the_text_names_exist() {
    for id in [
        "us-1-504-82",
        "us-2-504-82",
        "uk-1-1-1ab",
        "uk-2-1-1ab",
        "uk-3-1-1ab",
        "it-19-ccnn",
        "ge-1-1fj",
        "ge-3-1fj",
        "ge-4-1fj",
        "us-cca-2a",
        "us-ccb-2a",
        "us-4-goum",
        "it-cav",
        "ge-schmalz",
        "it-nav",
        "it-pal",
        "it-reg",
        "it-tg-carm",
        "it-tg-barc",
        "uk-sas",
        "uk-rh",
        "uk-s-1al",
        "uk-b-1al",
    ] {
        assert_eq!(counter(id).kind, CounterKind::Unit, "{id}");
    }
    for (formation, count) in
        [("us-3", 3), ("us-2a", 2), ("ge-15pg", 3), ("it-aosta", 2), ("it-assietta", 2)]
    {
        let of = GAME.formations.find(formation);
        let regiments =
            units().filter(|unit| unit.formation == of && !value(unit, "class").is_empty());
        assert_eq!(regiments.count(), count, "{formation}");
    }
}

#[test]
fn sixteen_special_coastal_units_and_five_port_battalions() {
    assert_eq!(units().filter(|unit| value(unit, "branch") == "special").count(), 16);
    let port: Vec<&Counter> = units().filter(|unit| value(unit, "setup") == "Port").collect();
    assert_eq!(port.len(), 5);
    assert!(port.iter().all(|unit| nation(unit) == "uk"));
    for army in ["us", "uk"] {
        let depots = units().filter(|unit| type_of(unit) == "depot" && nation(unit) == army);
        assert_eq!(depots.count(), 2);
    }
}

#[test]
fn regiments_have_a_class_and_a_cadre_and_everything_else_a_strength() {
    for unit in units().filter(|unit| type_of(unit) != "depot") {
        let class = value(unit, "class");
        if class.is_empty() {
            assert!(value(unit, "attack").parse::<i32>().is_ok(), "{}", unit.id);
        } else {
            assert!(["A", "B", "C"].contains(&class.as_str()), "{}", unit.id);
            assert!(
                (1..=3).contains(&value(unit, "morale").parse::<i32>().unwrap()),
                "{}",
                unit.id
            );
            assert_eq!(unit.back_face.value("attack"), Some("1"), "{}", unit.id);
        }
        assert_ne!(unit.provenance, Provenance::Printed, "{}", unit.id);
    }
}

#[test]
fn chits_go_down_when_they_are_turned_and_a_class_c_of_morale_1_can_be_3() {
    let chits: Vec<&Counter> =
        GAME.counters.iter().filter(|counter| counter.kind == CounterKind::Chit).collect();
    let pool = |morale: &str| -> u32 {
        chits.iter().filter(|chit| value(chit, "morale") == morale).map(|chit| chit.count).sum()
    };
    assert_eq!(["1", "2", "3"].map(pool), [16, 25, 14]);
    let number = |text: &str| text.parse::<i32>().unwrap();
    for chit in &chits {
        for class in ["a", "b", "c"] {
            let full = number(&value(chit, class));
            let back = number(chit.back_face.value(class).unwrap());
            assert!(back < full, "{}", chit.id);
            // A unit of strength 2 or less has two steps: its chit is never turned.
            assert!(full > 2 || back == 0, "{}", chit.id);
        }
    }
    let weak = chits.iter().filter(|chit| value(chit, "morale") == "1");
    assert!(weak.into_iter().any(|chit| value(chit, "c") == "3"));
}

#[test]
fn set_up_codes_are_places_of_the_map() {
    for unit in units() {
        let code = value(unit, "setup");
        if code.len() == 4 && code.parse::<u32>().is_ok() {
            assert!(is_land(hex(&code)), "{}: {code}", unit.id);
            if nation(unit) == "us" || nation(unit) == "uk" {
                let airborne = ["paratroop", "glider"].contains(&type_of(unit));
                assert!(airborne || has(hex(&code), "beach"), "{}: {code}", unit.id);
            }
        }
    }
}

//! A declaration is an intention until its dice are rolled.

use super::{Log, attack};

#[test]
fn an_attack_declared_weaker_first_is_amended() {
    let mut log = Log::tidy();
    log.after(log.attack(0) - 1, [attack(&["l-71"], "0507")]);
    log.excused();
}

#[test]
fn an_attack_declared_on_another_hex_first_is_replaced() {
    let mut log = Log::tidy();
    log.after(log.attack(0) - 1, [attack(&["l-71"], "0407")]);
    log.excused();
}

#[test]
fn an_attack_declared_twice_is_one() {
    let mut log = Log::tidy();
    let again = log.deeds[log.attack(1)].act.clone();
    log.after(log.attack(1), [again]);
    log.excused();
}

#[test]
fn an_attack_never_rolled_for_is_a_draft() {
    let mut log = Log::tidy();
    log.after(log.click("lorn", "rally") - 1, [attack(&["l-73"], "0507")]);
    log.excused();
}

#[test]
fn a_unit_that_attacks_twice_with_dice_is_found() {
    let mut log = Log::tidy();
    let again = [attack(&["l-121"], "1105"), super::rolls(6)];
    log.after(log.click("lorn", "rally") - 1, again);
    let (accused, _) = log.said();
    let cites = |words: &String| words.starts_with("BH-6");
    assert!(accused.iter().any(cites), "{accused:?}");
}

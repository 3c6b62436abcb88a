//! What is put right, late, or a courtesy is a note; counters out of nowhere are not.

use super::{Log, spot};
use hexwright::deeds::{Act, Spot, Standing, UnitId};
use hexwright::referee::Severity;

pub(super) fn steps(unit: &str, from: u32, to: u32) -> Act {
    Act::Steps { unit: UnitId::new(unit), from, to }
}

pub(super) fn arrives(unit: &str, hex: &str) -> Act {
    let (unit, at) = (UnitId::new(unit), spot(hex));
    Act::Arrive(Standing { unit, at, steps: Some(2), states: Vec::new() })
}

pub(super) fn leaves(unit: &str, from: Spot) -> Act {
    Act::Leave { unit: UnitId::new(unit), from }
}

#[test]
fn the_wrong_unit_turned_over_and_back_is_put_right() {
    let mut log = Log::tidy();
    log.after(log.roll(1), [steps("l-122", 2, 1), steps("l-122", 1, 2)]);
    log.excused();
}

#[test]
fn a_unit_that_regains_a_step_is_found() {
    let mut log = Log::tidy();
    log.after(log.click("kess", "movement"), [steps("l-121", 1, 2)]);
    log.accused(Severity::Violation, "BH-1.0");
}

#[test]
fn a_counter_replaced_in_its_hex_is_a_note() {
    let mut log = Log::tidy();
    let acts = [leaves("l-73", spot("0608")), arrives("l-73", "0608")];
    log.after(log.click("lorn", "combat"), acts);
    log.excused();
}

#[test]
fn a_second_copy_is_out_of_nowhere() {
    let mut log = Log::tidy();
    log.after(log.click("lorn", "combat"), [arrives("l-73#2", "0609")]);
    log.accused(Severity::Violation, "BH-1.0");
}

#[test]
fn a_second_copy_taken_away_at_once_is_a_note() {
    let mut log = Log::tidy();
    let acts = [arrives("l-73#2", "0609"), leaves("l-73#2", spot("0609"))];
    log.after(log.click("lorn", "combat"), acts);
    assert_eq!(log.excused().len(), 1);
}

#[test]
fn a_unit_that_no_result_took_is_missed() {
    let mut log = Log::tidy();
    log.after(log.click("kess", "movement"), [leaves("l-73", spot("0608"))]);
    log.accused(Severity::Violation, "BH-2.0");
}

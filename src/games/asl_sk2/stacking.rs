//! Stacking: three squad-equivalents and four leaders of a side in a hex (3.3).

use super::number::{Q, value, whole, words};
use super::ruling::Ruling;
use super::table::Table;
use crate::hex::Hex;
use serde_json::{Value, json};

/// The most squad-equivalents in a hex.
pub(super) const SQUADS: i32 = 3;
/// The most leaders in a hex.
pub(super) const LEADERS: i32 = 4;

/// A stack as a value.
pub(super) fn stack_value((squads, leaders): (Q, i32)) -> Value {
    json!({
        "squad-equivalents": value(squads),
        "leaders": leaders,
        "within-limits": squads <= whole(SQUADS) && leaders <= LEADERS,
    })
}

/// Checks the stack of a side in a hex.
pub(super) fn check(table: &Table, hex: Hex, side: &str, ruling: &mut Ruling) {
    let stack = table.stack(hex, side);
    ruling.value("stacking", stack_value(stack));
    let (squads, leaders) = stack;
    let place = table.ground.name(hex);
    if squads > whole(SQUADS) {
        ruling.breach(
            "SK2-3.3-STACK-MMC",
            format!("{} squad-equivalents in {place}; {SQUADS} may stand there", words(squads)),
        );
    }
    if leaders > LEADERS {
        ruling.breach(
            "SK2-3.3-STACK-SMC",
            format!("{leaders} leaders in {place}; {LEADERS} may stand there"),
        );
    }
}

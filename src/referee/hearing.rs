//! Hearing a log: deeds come in one after another, rulings go out as soon as they can be made.

use super::{Judgement, Overlays, Reach};
use crate::deeds::{Deed, Moment, UnitId};

/// What the referee says of a deed, once it can.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruling {
    /// The step it is about, perhaps one heard long before.
    pub step: usize,
    /// When that was.
    pub moment: Option<Moment>,
    /// What was judged, in words: `7th Foot moves 0505 to 0703`.
    pub subject: String,
    /// What the referee says.
    pub judgement: Judgement,
}

/// A referee at work on one log.
pub trait Hearing {
    /// Hears a deed; what can be said now is added to `rulings`.
    fn hear(&mut self, deed: &Deed, rulings: &mut Vec<Ruling>);

    /// The log is over: what was left open is judged, or left unchecked because the log was cut off.
    fn close(&mut self, rulings: &mut Vec<Ruling>);

    /// From now on legal deeds are worked out and sketched too, not only what is found wrong.
    fn work_out(&mut self) {}

    /// What the referee sees on the table as it stands after the last deed heard.
    fn overlays(&self) -> Overlays {
        Overlays::default()
    }

    /// Where a unit could go now if it moved; none when it could not, or the game does not tell.
    fn reach(&self, unit: &UnitId) -> Option<Reach> {
        let _ = unit;
        None
    }

    /// The same of many units: what holds of all of them is worked out once.
    fn reaches(&self, units: &[UnitId]) -> Vec<Option<Reach>> {
        units.iter().map(|unit| self.reach(unit)).collect()
    }
}

//! 19.0 Special units. Their effects are checked where they matter: movement, combat, supply, weather.

use crate::referee::rules;

rules! {
    pub(crate) static SPECIAL = [
        /// Nebelwerfers serve as corps artillery; one is readied for free on a weather die of 2–4, in supply and in Good Order.
        NEBELWERFER = "I43-19.1", "Nebelwerfers", "19.1, 23.3.3", Budget;
        /// Recon units alone in a hex ignore the loss of D1 and DS, not the retreat; then they make no determined defence.
        ///
        /// Breaks it: the loss of A1/D1 is ignored.
        RECON_WAIVER = "I43-19.2", "Recon waiver", "19.2", Resolution;
        /// Mountain units need not start next to a mountain side, are not halved over it, and trace over one at their hex.
        MOUNTAIN = "I43-19.3", "Mountain units", "19.3", State;
        /// Heavy howitzers work with US corps artillery in their hex that shifts the attack: natural sixes of a determined
        /// defence are rolled again. They are readied for free only.
        HOWITZER = "I43-19.4", "Heavy howitzers", "19.4", Resolution;
    ];
}

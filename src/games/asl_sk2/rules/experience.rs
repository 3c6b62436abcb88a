//! Rules of section “ELR, promotion, experience, capture (5)”.

use crate::referee::rules;

rules! {
    pub(super) static EXPERIENCE = [
        /// An unbroken unit failing a MC by more than its OB's ELR (final DR − morale > ELR) is exchanged
        /// for a broken counter, same size, next lower quality; leaders likewise one step lower (chart).
        R_5_1_ELR = "SK2-5.1-ELR", "Experience Level Rating", "5.1", Resolution;
        /// Crews and MMC with underscored morale are never ELR-replaced; nor are units already broken, nor
        /// units with no lower step (no further penalty).
        R_5_1_ELR_EXEMPT = "SK2-5.1-ELR-EXEMPT", "Who is not replaced by ELR", "5.1", Resolution;
        /// Original 2 on a MMC self-rally or in a CC attack including a MMC allows a Leader Creation dr
        /// with drm: −1 American/German/British, +1 Russian/Italian, −1 per odds column below 1-1 (CC), −1
        /// base morale ≥8, +1 base morale ≤6, +1 base unit broken. Result ≤1 8-1; 2–3 8-0; 4–5 7-0; 6 6+1;
        /// ≥7 none. Best MMC is the base unit.
        R_5_3_PROMO = "SK2-5.3-PROMO", "Leader creation", "5.3, Leader Creation", Resolution;
        /// Conscript MMC always, Green MMC unless stacked with a Good Order leader, are Inexperienced: 3
        /// MF, cower two columns, ordnance red TH numbers, B#/X# −1, ambush +1.
        R_5_4_INEXP = "SK2-5.4-INEXP", "Inexperienced units", "5.4, 2", State;
        /// A weapon of another nationality used after recovery: ROF −1, B#/X# −2, ordnance red TH numbers
        /// and +2 TH; no repair.
        R_5_5_CAPTURED = "SK2-5.5-CAPTURED", "Captured weapons", "5.5, 4.0", Resolution;
    ];
}

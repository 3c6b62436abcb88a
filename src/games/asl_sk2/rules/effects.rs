//! Rules of section “Effects, morale (3.2.3)”.

use crate::referee::rules;

rules! {
    pub(super) static EFFECTS = [
        /// Use the rightmost IFT column not larger than total FP; spare FP is lost; less than 1 FP is no
        /// attack. Maximum column 36.
        R_3_2_3_IFT_COL = "SK2-3.2.3-IFT-COL", "The column of the fire table", "3.2.3", Resolution;
        /// IFT DRM list: leadership ±x; TEM of target (none for FT; for ordnance only after an Area Target
        /// Type hit); Height Advantage +1; Hindrance each; FFMO −1, FFNAM −1 (DFF only); CX firer +1
        /// (once); each FT carried by the target −1; Hazardous Movement −2; Gunshield per 6.6; Emplacement
        /// +2 as TEM; S16 fortified +4.
        R_3_2_3_IFT_DRM = "SK2-3.2.3-IFT-DRM", "Modifiers of the fire table roll", "3.2.3, QRDC", Resolution;
        /// Final DR ≤0 uses the 0 row, ≥15 the 15 row; read the result at column × row.
        R_3_2_3_IFT_RESULT = "SK2-3.2.3-IFT-RESULT", "The result of the fire table", "3.2.3, QRDC", Resolution;
        /// nKIA: n randomly chosen targets are eliminated; every other target breaks with DM, or if already
        /// broken suffers Casualty Reduction.
        R_3_2_3_KIA = "SK2-3.2.3-KIA", "KIA: eliminated at random, the rest break", "3.2.3, QRDC", Resolution;
        /// K/n: one randomly chosen target suffers Casualty Reduction; every other target, and the HS left
        /// by the reduction, takes a MC with +n.
        R_3_2_3_K = "SK2-3.2.3-K", "K: one reduced, the rest check", "3.2.3", Resolution;
        /// Casualty Reduction: squad → its HS; HS or crew → eliminated; SMC → wound dr. The HS keeps the
        /// squad's broken/DM/CX/pin/mark status and class family.
        R_3_2_3_CR = "SK2-3.2.3-CR", "Casualty Reduction", "3.2.3", Resolution;
        /// Wound severity dr: 1–4 wounded, 5+ eliminated; +1 drm (once only) if already wounded.
        R_3_2_3_WOUND = "SK2-3.2.3-WOUND", "Wound severity", "3.2.3, QRDC", Resolution;
        /// A wounded leader has 3 MF, IPC 0, cannot Double Time; morale −1 and leadership one worse (e.g.
        /// 8-0 acts as 7+1; 9-2 as 8-1). Further wounds only add the +1 severity drm.
        R_3_2_3_WOUNDED = "SK2-3.2.3-WOUNDED", "What a wound does to a leader", "3.2.3", State;
        /// Random choices (KIA, K, CC Casualty Reduction, CH target) must be random; no method is
        /// prescribed.
        R_3_2_3_RANDSEL = "SK2-3.2.3-RANDSEL", "Random choices are random", "3.2.3, 6.1", Sequence, unobservable "accept any pick";
        /// MC passes if DR + n + other DRM ≤ morale (broken morale if broken). A failing unbroken unit
        /// flips to broken and gets DM.
        R_3_2_3_MC = "SK2-3.2.3-MC", "Morale checks", "3.2.3", Resolution;
        /// The best leader in the target hex checks before all others. If he passes unharmed, unpinned and
        /// in Good Order his leadership DRM is applied to the other units there (also to lower-morale
        /// leaders), never to himself.
        R_3_2_3_MC_LDR_FIRST = "SK2-3.2.3-MC-LDR-FIRST", "The best leader checks first", "3.2.3", Sequence;
        /// Original 12 on a MC: unbroken unit breaks and suffers Casualty Reduction; already broken unit is
        /// eliminated.
        R_3_2_3_MC_12 = "SK2-3.2.3-MC-12", "Original 12 on a morale check", "3.2.3", Resolution;
        /// A broken unit that fails a MC (not original 12) suffers Casualty Reduction. Broken units ignore
        /// PTC except for possible DM.
        R_3_2_3_MC_BROKEN = "SK2-3.2.3-MC-BROKEN", "Broken units that fail a check", "3.2.3", Resolution;
        /// A broken unit does nothing but rout and try to rally (and defend in CC): no fire, move, advance,
        /// repair, recovery, direction, interdiction.
        R_3_2_3_BROKEN_LIMIT = "SK2-3.2.3-BROKEN-LIMIT", "What a broken unit may do", "3.2.3", Transition;
        /// When a leader is eliminated (not in CC), every unit stacked with him whose current morale is
        /// lower than his takes a NMC after the attack is resolved, with the absolute value of his negative
        /// leadership added as a positive DRM.
        R_3_2_3_LLMC = "SK2-3.2.3-LLMC", "Leader Loss Morale Check", "3.2.3", Resolution;
        /// When a leader breaks, every Good Order unit stacked with him with lower current morale takes a
        /// PTC after the attack, negative leadership again added as positive.
        R_3_2_3_LLTC = "SK2-3.2.3-LLTC", "Leader Loss Task Check", "3.2.3", Resolution;
        /// An unbroken unit whose final MC DR equals its morale exactly (passes by the highest possible
        /// number) is pinned. Applies to NMC, #MC, LLMC, FPF NMC; for Interdiction see INTERDICT-PIN. Not
        /// to PTC (that pins on failure).
        R_3_2_3_PIN_EXACT = "SK2-3.2.3-PIN-EXACT", "Passing exactly pins", "3.2.3", Resolution;
        /// PTC: DR (+ leadership of a leader in the hex who already passed his own PTC) ≤ morale or be
        /// pinned. Best leader first.
        R_3_2_3_PTC = "SK2-3.2.3-PTC", "Pin Task Check", "3.2.3, QRDC", Resolution;
        /// Pinned: may not move further/advance this Player Turn, FP halved (ordnance +2 TH), no ROF,
        /// leadership unusable, FT unusable, DC placement fails; CC FP halved, ambush +1.
        R_3_2_3_PIN_EFFECT = "SK2-3.2.3-PIN-EFFECT", "What a pinned unit may not do", "3.2.3, QRDC", State;
        /// A unit is pinned at most once per Player Turn; breaking removes the Pin.
        R_3_2_3_PIN_ONCE = "SK2-3.2.3-PIN-ONCE", "Pinned once a Player Turn", "3.2.3", Budget;
        /// DM goes on (1) every unit when it breaks, (2) a broken unit lacking DM once a Known Enemy Unit
        /// is next to it, (3) a broken unit lacking DM when shot at with a column/DRM combination that
        /// could produce NMC or worse (cowering considered), (4) a unit obliged to rout by 3.6.
        R_3_2_3_DM = "SK2-3.2.3-DM", "When Desperation Morale is placed", "3.2.3, 3.6", State;
    ];
}

//! Rules of section “Ordnance details (6)”.

use crate::referee::rules;

rules! {
    pub(super) static ORDNANCE = [
        /// Overscored calibre: no AP. Underscored calibre: no HE. A star with the scoring means that ammo
        /// may exist in limited supply from a date (Depletion Number). Example: US 57L has HE7 only from
        /// June 1944 in Europe.
        R_6_0_SCORE = "SK2-6.0-SCORE", "Overscored and underscored calibres", "6.0, 6.2", Transition;
        /// Critical Hit: ITT when the final TH DR ≤ the parenthesised number for that gun/range (red if red
        /// numbers apply); LATW and ATT/Mortar when the original DR is 2 and it hits.
        R_6_1_CH_WHEN = "SK2-6.1-CH-WHEN", "When a hit is critical", "6.1, 6.9", Resolution;
        /// CH vs Infantry: IFT on double the HE column (chart CH column; no halving for ATT), positive TEM
        /// reversed to a negative IFT DRM; Air Burst, FFMO/FFNAM stay negative. Same IFT DR serves CH and
        /// non-CH targets.
        R_6_1_CH_EFFECT = "SK2-6.1-CH-EFFECT", "Effect of a Critical Hit", "6.1", Resolution;
        /// Only one randomly chosen target gets the CH treatment; the others suffer the normal hit.
        R_6_1_CH_ONE = "SK2-6.1-CH-ONE", "A Critical Hit has one victim", "6.1", Resolution;
        /// A CH on a Gun destroys Gun and manning Infantry outright.
        R_6_1_CH_GUN = "SK2-6.1-CH-GUN", "A Critical Hit on a Gun", "6.1, 6.7", Resolution;
        /// Special Ammo is declared before the TH DR. Original DR < Depletion Number: fired, keep
        /// trying; = : this shot only, then none; > : the Gun never had it and has *not* fired (may fire
        /// otherwise), unless the DR malfunctions it (fired, malfunctioned, out of that ammo).
        R_6_2_DEPLETE = "SK2-6.2-DEPLETE", "Special ammunition and depletion", "6.2", Resolution;
        /// A superscript date limits availability (4 = 1944, J4+E = from June 1944 in Europe).
        R_6_2_DATE = "SK2-6.2-DATE", "Dates of ammunition", "6.2", Transition;
        /// AP: ITT only; 1 FP column if <37mm, 2 FP column otherwise; no Residual FP; a K result against
        /// a Gun with AP eliminates it (Gun Destruction Table note).
        R_6_2_AP = "SK2-6.2-AP", "AP ammunition", "6.2", Resolution;
        /// HEAT only against targets in buildings or Guns; column one lower than HE.
        R_6_2_HEAT = "SK2-6.2-HEAT", "HEAT ammunition", "6.2", Transition;
        /// WP: ATT only, at the start of PFPh/DFPh or as Defensive First Fire. Every unit hit makes a NMC;
        /// its TEM is a negative DRM to that roll (Air Burst +1; on a WP CH positive TEM counts as positive
        /// DRM); then the hex gets the WP counter.
        R_6_2_WP = "SK2-6.2-WP", "White phosphorus", "6.2", Resolution;
        /// Emplaced = every Gun that has stayed in its setup hex, paved-road hexes excepted: Gun and
        /// manning crew have +2 TEM against all attacks. Not cumulative with other TEM or Gunshield on the
        /// same DR (owner picks); not if manned by a non-crew. Lost for good on moving.
        R_6_3_EMPLACE = "SK2-6.3-EMPLACE", "Emplacement", "6.3", Resolution;
        /// An emplaced Gun with crew may set up hidden (hex and CA recorded), not on a paved road, not when
        /// an SSR forbids it (S12, S13).
        R_6_4_HIP_SETUP = "SK2-6.4-HIP-SETUP", "Hidden set-up", "6.4", Sequence, unobservable "when the hidden piece or a note is revealed, check that hex is not paved road, Gun emplaced and crewed, and that hex/CA never changed before";
        /// In Open Ground or on a dirt road the hidden Gun must be put on the map the moment any Good Order
        /// enemy at range 16 or less can see its hex.
        R_6_4_HIP_LOSE_LOS = "SK2-6.4-HIP-LOSE-LOS", "Hidden Guns seen in the open", "6.4", State;
        /// Firing, changing CA, attempting to move, or crew movement loses HIP at once.
        R_6_4_HIP_LOSE_ACT = "SK2-6.4-HIP-LOSE-ACT", "Hidden Guns that act are revealed", "6.4", Sequence;
        /// An enemy unit trying to enter the hidden Gun's hex is put back in its previous hex, its movement
        /// ends and the Gun is revealed.
        R_6_4_HIP_ENTER = "SK2-6.4-HIP-ENTER", "Entering a hidden Gun's hex", "6.4", Transition;
        /// An attack on a hex with a HIP Gun is Area Fire (½ FP; ordnance +2 TH); TEM/Gunshield count; if
        /// it has an effect the Gun is revealed and suffers it.
        R_6_4_HIP_ATTACK = "SK2-6.4-HIP-ATTACK", "Fire at a hidden Gun", "6.4", Resolution;
        /// Only QSU Guns move, only in the MPh, pushed by their possessor (+ helpers and leader stacked
        /// with it), who did not Prep Fire; no Assault Movement, no PP carried, no road bonus; Double Time
        /// allowed.
        R_6_5_MH_ELIG = "SK2-6.5-MH-ELIG", "Which Guns are manhandled, and by whom", "6.5, 1.2.6", Transition;
        /// One DR per hex: final < M#: enter and may continue; = M#: enter and stop; > M#: nobody in the
        /// stack moves (any further) this turn, CA not changed. MF cost = twice the normal cost.
        R_6_5_MH_DR = "SK2-6.5-MH-DR", "The manhandling roll", "6.5, QRDC", Resolution;
        /// DRM: + TEM of the hex entered; + MF cost of the hex (after doubling); −1 per extra crew/HS and
        /// −2 per extra squad beyond the basic crew (squad manning: −1), at most −4 in all; −2 crossing a
        /// road hexside; leadership.
        R_6_5_MH_DRM = "SK2-6.5-MH-DRM", "Modifiers of manhandling", "6.5, QRDC, ex.", Resolution;
        /// After an attempt (successful or not) neither the Gun nor those pushing may fire in the AFPh or
        /// advance in the APh; a Gun never moves in the APh. Emplacement is lost when it moves.
        R_6_5_MH_AFTER = "SK2-6.5-MH-AFTER", "After manhandling", "6.5", Transition;
        /// Manhandling is Hazardous Movement: −2 DRM to every fire attack on those units in that Player
        /// Turn, any phase, until pinned; FFMO/FFNAM do not apply; no Gunshield.
        R_6_5_MH_HAZ = "SK2-6.5-MH-HAZ", "Manhandling is Hazardous Movement", "6.5", Resolution;
        /// AT and INF Guns shield their Good Order manning crew against attacks through the CA: +2 IFT DRM
        /// (+1 vs Mortar, 0 vs FT). Never with another TEM on the same roll (incl. Emplacement) but may
        /// modify the IFT DR after a TH DR that used TEM; never versus a Direct Hit, CH, or while
        /// manhandling.
        R_6_6_SHIELD = "SK2-6.6-SHIELD", "Gunshields", "6.6", Resolution;
        /// After a (non-CH) ordnance hit on a Gun: final IFT DR before Gunshield = KIA → Gun and manning
        /// Infantry eliminated; K → Gun malfunctions and manning Infantry suffers Casualty Reduction (AP:
        /// Gun eliminated); otherwise Near Miss: re-read the same DR with the Gunshield DRM for the crew
        /// only. MG/IFE/small-arms/FT KIA on the crew: weapon dr per KIA-WPN. DC as ordnance.
        R_6_7_DIRECT = "SK2-6.7-DIRECT", "Direct hits and near misses on Guns", "6.7, Gun Destruction Table", Resolution;
        /// TH vs a Gun: −1 if small target, +1 if large.
        R_6_7_SIZE = "SK2-6.7-SIZE", "Size of a Gun as target", "6.7, QRDC", Resolution;
        /// A Gun with an IFE number may attack directly on the IFT like a MG: normal range 16, ROF −1,
        /// PBF/Area Fire apply, no cowering, breakdown on the IFT DR, TEM on the IFT DR.
        R_6_8_IFE = "SK2-6.8-IFE", "Infantry Firepower Equivalent", "6.8", Resolution;
        /// IFE never FGs and neither uses, gains nor keeps acquisition.
        R_6_8_IFE_RESTR = "SK2-6.8-IFE-RESTR", "IFE: no fire groups, no acquisition", "6.8", Transition;
        /// An IFE Gun may use Subsequent First Fire, FPF, and when marked First Fire shoot adjacent in the
        /// DFPh: halved FP, B# −2, permanent removal on original 12.
        R_6_8_IFE_SFF = "SK2-6.8-IFE-SFF", "IFE in defensive fire", "6.8", Resolution;
        /// Mortars use ATT only (keeping ROF), within printed min–max range; >60mm are Guns (crew, CA),
        /// original 2 hit = CH.
        R_6_9_MTR = "SK2-6.9-MTR", "Mortars", "6.9", Transition;
        /// After any TH DR (hit or miss) at a target the Gun/Mortar gains −1 acquisition on it, and −2
        /// (maximum) on a further TH DR at the same target. ITT → 1/2" counter on the target; ATT → 5/8"
        /// counter on the hex. Firing the other target type converts the counter. The bonus applies from
        /// the next shot.
        R_6_10_ACQ_GAIN = "SK2-6.10-ACQ-GAIN", "Gaining acquisition", "6.10, 6.11", Resolution;
        /// Acquisition ends when the Ordnance or its manning Infantry leaves the hex, turns without firing,
        /// attacks another target, malfunctions, fires Smoke, uses IFE; or its manning Infantry is
        /// eliminated, not Good Order, loses possession, fires inherent FP, or interdicts; or the target
        /// leaves LOS after entering a new hex (then the last visible hex keeps it).
        R_6_10_ACQ_LOSE = "SK2-6.10-ACQ-LOSE", "Losing acquisition", "6.10, 6.11, 6.8", Sequence;
        /// A 1/2" acquisition follows the moving target while in LOS (one chosen unit if a stack scatters);
        /// a 5/8" one stays on the hex. A unit entering a hex that holds acquisition is subject to it.
        R_6_10_ACQ_TRACK = "SK2-6.10-ACQ-TRACK", "Acquisition follows its target", "6.10, 6.11", Transition;
        /// Gun/SW Mortar malfunctions when the original TH DR ≥ B# (12 if none; lowered: squad/HS use −2,
        /// captured −2, Intensive Fire −2, marked IFE −2, Inexperienced −1). In these lowered cases an
        /// original 12 removes it permanently.
        R_6_12_BREAK = "SK2-6.12-BREAK", "Breakdown of Guns", "6.12", Resolution;
        /// Depletion results and HIP positions are kept on a side record.
        R_6_2_RECORD = "SK2-6.2-RECORD", "Records kept aside", "6.2, 6.4", Sequence, unobservable "the engine keeps its own depletion ledger from the dice";
    ];
}

//! Rules of section “Fire attacks (3.2)”.

use crate::referee::rules;

rules! {
    pub(super) static FIRE = [
        /// Nobody fires at full strength twice in a Player Turn except weapons that kept ROF. A unit/weapon
        /// that fired in the PFPh does not fire in the AFPh.
        R_3_2_ONCE = "SK2-3.2-ONCE", "Firing once a Player Turn", "3.2, 3.5", Budget;
        /// A fire attack affects every enemy unit in the target hex; Defensive First Fire (with Subsequent
        /// First Fire, FPF, Residual FP) affects only the units moving together there; fire at a Melee hex
        /// affects everyone in it, both sides.
        R_3_2_TARGET_ALL = "SK2-3.2-TARGET-ALL", "Who is hit in the target hex", "3.2, 3.4", Resolution;
        /// Broken units, units in Melee and offboard units cannot fire or direct fire; pinned ones can at
        /// half FP (TH +2).
        R_3_2_BY_DEFEND_GO = "SK2-3.2-BY-DEFEND-GO", "Who cannot fire or direct", "3.2, 3.2.3, 3.8", Transition;
        /// Fire requires a LOS from the firer's centre dot to the target's centre dot; no LOS to or from
        /// offboard units.
        R_3_2_1_LOS_REQ = "SK2-3.2.1-LOS-REQ", "Fire needs a line of sight", "3.2.1", Transition;
        /// Same-level LOS is blocked when the thread crosses the depiction of a building, woods or hill
        /// obstacle so that the obstacle shows on both sides of the thread; merely touching along its edge
        /// does not block.
        R_3_2_1_LOS_OBST = "SK2-3.2.1-LOS-OBST", "Obstacles block the line of sight", "3.2.1", State;
        /// Each intervening hindrance hex (grain if the depiction is crossed; orchard/Smoke if the hex or
        /// its hexside is touched) adds its DRM to IFT or TH rolls; terrain hindrance in the firer's and
        /// target's hexes does not count, Smoke there does.
        R_3_2_1_LOS_HIND = "SK2-3.2.1-LOS-HIND", "Hindrances on the line of sight", "3.2.1, 2", Resolution;
        /// Combined Smoke and terrain Hindrance of +6 or more blocks the LOS.
        R_3_2_1_LOS_SIX = "SK2-3.2.1-LOS-SIX", "Six Hindrances block", "3.2.1", State;
        /// Units in between neither block nor suffer from an attack traced through their hex.
        R_3_2_1_LOS_UNITS = "SK2-3.2.1-LOS-UNITS", "Units in between do not block", "3.2.1", State;
        /// No LOS check before an attack is declared (a free one is allowed when an Acquired Target seems
        /// to leave LOS).
        R_3_2_1_LOS_PRECHECK = "SK2-3.2.1-LOS-PRECHECK", "No sight check before an attack", "3.2.1", Sequence, unobservable "cannot be seen in a log";
        /// An attack found to have no LOS is not resolved, but its firers count as having fired (marks,
        /// breakdown on the DR if rolled, leader use).
        R_3_2_1_LOS_FIRED = "SK2-3.2.1-LOS-FIRED", "Without sight the firers have still fired", "3.2.1", Sequence;
        /// LOS between levels exists only if the thread leaves the higher unit's hex through a Crest Line
        /// and crosses no other Crest Line. So the higher unit must be on the crest hex facing the lower
        /// one.
        R_3_2_1_LOS_CREST = "SK2-3.2.1-LOS-CREST", "Sight between levels over the Crest Line", "3.2.1", State;
        /// From a higher level one sees into but not past LOS obstacles, and over lower-level grain without
        /// Hindrance (in-season orchards: see ORCHARD-SEASON).
        R_3_2_1_LOS_HIGH = "SK2-3.2.1-LOS-HIGH", "Seeing from above", "3.2.1", State;
        /// FP of a unit/MG/IFE firing at an adjacent hex is doubled. Not for FT, DC, ordnance hits,
        /// Residual FP, CC.
        R_3_2_2_PBF = "SK2-3.2.2-PBF", "Point Blank Fire doubles", "3.2.2, QRDC", Resolution;
        /// Beyond normal range and up to twice it, a unit/MG/FT fires at half FP; beyond twice normal range
        /// it cannot fire.
        R_3_2_2_LONG = "SK2-3.2.2-LONG", "Long range halves and ends", "3.2.2", Resolution;
        /// Halved fractions are kept and added together; only the final column choice drops the excess.
        /// Doublings/halvings are cumulative in any order.
        R_3_2_2_FRACTION = "SK2-3.2.2-FRACTION", "Fractions of firepower are kept", "3.2.2", Resolution;
        /// A unit's FP cannot be split between targets, but a squad's inherent FP and its weapon may have
        /// different targets.
        R_3_2_2_NOSPLIT = "SK2-3.2.2-NOSPLIT", "Firepower is not split", "3.2.2", Transition;
        /// If a MMC attack (inherent FP or MMC-fired MG/FT) not directed by a leader rolls original
        /// doubles, it is resolved one column lower, or two lower if any Inexperienced MMC takes part.
        /// Below the lowest column: no effect.
        R_3_2_2_COWER = "SK2-3.2.2-COWER", "Cowering lowers the column", "3.2.2, QRDC", Resolution;
        /// The cowering firers are marked Prep Fire (own PFPh/AFPh sense) or Final Fire (as DEFENDER) at
        /// once: MG ROF is lost and no Subsequent First Fire remains, only FPF.
        R_3_2_2_COWER_MARK = "SK2-3.2.2-COWER-MARK", "Marks after cowering", "3.2.2", Sequence;
        /// No cowering for: leader-directed attacks, attacks by SMC only, ordnance (TH or its IFT DR), IFE,
        /// DC, CC, Residual FP; and units exempted by SSR (S9 British 1st line; S13 British crews and
        /// Australian 1st line).
        R_3_2_2_COWER_NA = "SK2-3.2.2-COWER-NA", "Who does not cower", "3.2.2, 6.8, SSR", Resolution;
        /// A multi-hex FG is legal only if every participant is in the same hex as, or adjacent to, another
        /// participant, forming one connected chain (ruling R-15).
        R_3_2_2_FG_ADJ = "SK2-3.2.2-FG-ADJ", "A fire group is one chain of hexes", "3.2.2", Transition;
        /// A hex holding only a leader (no participating MMC, and he fires no MG) cannot serve as link in
        /// the chain.
        R_3_2_2_FG_LDR_LINK = "SK2-3.2.2-FG-LDR-LINK", "A lone leader is no link of a fire group", "3.2.2", Transition;
        /// Ordnance, IFE, FT, DC and Residual FP never join a FG; each attacks alone.
        R_3_2_2_FG_ORD = "SK2-3.2.2-FG-ORD", "What never joins a fire group", "3.2.2, 4.2, 6.8", Transition;
        /// Every member needs LOS; members found without LOS drop out (they have fired); the rest may fire
        /// as a smaller FG or separately.
        R_3_2_2_FG_LOS = "SK2-3.2.2-FG-LOS", "Every member of a fire group needs sight", "3.2.2", Resolution;
        /// Units and MG in one hex attacking the same target (hex and unit; in the MPh the same moving
        /// stack on the same MF expenditure) in the same phase must combine in one FG. Exceptions: extra
        /// ROF shots of a MG, a MMC using Subsequent First Fire without its MG, ordnance, FT, DC, IFE.
        R_3_2_2_FG_MANDATORY = "SK2-3.2.2-FG-MANDATORY", "Mandatory fire groups", "3.2.2, 2, 4.1", Transition;
        /// FG members keep their own multipliers (range, PBF, pin, marks); hex-based DRM use the worst
        /// (highest) TEM/Hindrance that applies from any participating hex, LOS DRM being common to the
        /// attack (ruling R-56).
        R_3_2_2_FG_MIXED = "SK2-3.2.2-FG-MIXED", "Modifiers of mixed fire groups", "3.2.2, 3.3.1", Resolution;
        /// Per Player Turn a leader directs a single firing unit or FG (repeat uses only for ROF of that
        /// same weapon, or Defensive Fire under 3.4). Directing counts as firing: he is marked and cannot
        /// then move.
        R_3_2_2_LDR_ONE = "SK2-3.2.2-LDR-ONE", "A leader directs one attack", "3.2.2", Budget;
        /// For a one-hex attack the leader must be in that hex; for a multi-hex FG leadership counts only
        /// when a directing leader is in every hex, and the worst (highest DRM) of those leaders is used.
        R_3_2_2_LDR_HEX = "SK2-3.2.2-LDR-HEX", "Where a directing leader must be", "3.2.2", Resolution;
        /// A leader who fires a SW exerts no leadership in that fire phase.
        R_3_2_2_LDR_SW = "SK2-3.2.2-LDR-SW", "A leader who fires a weapon does not direct", "4.0", Transition;
    ];
}

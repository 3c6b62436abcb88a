//! Rules of section “To Hit process and ordnance fire (3.2.4, 3.2.5)”.

use crate::referee::rules;

rules! {
    pub(super) static TO_HIT = [
        /// Guns, SW Mortars and LATW need a TH DR (after declaring target and target type) and only on a
        /// hit a second DR on the IFT. Exception: IFE.
        R_3_2_4_TH_REQ = "SK2-3.2.4-TH-REQ", "Ordnance rolls To Hit first", "3.2.4, 6.0", Sequence;
        /// Infantry Target Type (ITT): Guns other than Mortars; ammo HE, AP or HEAT. Not for Mortars, LATW,
        /// Smoke or WP.
        R_3_2_4_ITT = "SK2-3.2.4-ITT", "Infantry Target Type", "3.2.4", Transition;
        /// Area Target Type (ATT): compulsory for Mortars and for any Smoke/WP shot; optional for other
        /// Guns with HE; forbidden for AP, HEAT and LATW.
        R_3_2_4_ATT = "SK2-3.2.4-ATT", "Area Target Type", "3.2.4, 6.9", Transition;
        /// A non-Mortar that uses ATT loses all ROF for that turn and cannot fire again except by Intensive
        /// Fire; Mortars keep theirs.
        R_3_2_4_ATT_ROF = "SK2-3.2.4-ATT-ROF", "Area Target Type ends the rate of fire", "3.2.4, QRDC", Budget;
        /// Ordnance fires in PFPh, as Defensive First Fire (MPh), Final Fire (DFPh) or in the AFPh, manned
        /// by an unbroken MMC that possesses it (exceptions: two SMC on a BAZ/PSK; lone SMC on a light
        /// Mortar).
        R_3_2_4_PHASES = "SK2-3.2.4-PHASES", "When and by whom ordnance fires", "3.2.4", Sequence;
        /// Basic TH number comes from the chart by gun, target type and range band (ITT 1, 2, 3–6, 7–12,
        /// 13–18, 19–24; ATT 1–12, 13–24); LATW use the table on their own back.
        R_3_2_4_TH_NUM = "SK2-3.2.4-TH-NUM", "Basic To Hit number", "3.2.4, QRDC", Resolution;
        /// ATT always uses red numbers. On ITT use red (where printed) for Russian, Italian and Allied
        /// Minor Guns, American Guns before 1944, and Non-Qualified, Captured or Inexperienced use;
        /// otherwise black. No red printed → black.
        R_3_2_4_TH_RED = "SK2-3.2.4-TH-RED", "Red and black To Hit numbers", "3.2.4, 5.4, 5.5, QRDC", Resolution;
        /// Firer DRM: AFPh +2; pinned +2; Non-Qualified +2; Captured +2; CX +1; leadership ±x (SW only,
        /// never Guns); Smoke shot at range <13 −2; CA change (see CA-DRM); Intensive Fire +2; avoiding
        /// Backblast in a building +2 (LATW).
        R_3_2_4_DRM_FIRER = "SK2-3.2.4-DRM-FIRER", "To Hit modifiers of the firer", "3.2.4, QRDC", Resolution;
        /// Target DRM: TEM (ITT and LATW only); each Hindrance; FFNAM −1; FFMO −1; Acquisition −1/−2 (not
        /// LATW); Hazardous Movement −2 (then no FFMO/FFNAM); Gun target small −1 / large +1; empty hex (or
        /// HIP Gun) +2.
        R_3_2_4_DRM_TARGET = "SK2-3.2.4-DRM-TARGET", "To Hit modifiers of the target", "3.2.4, QRDC", Resolution;
        /// ITT/LATW: TEM modifies the TH DR and not the IFT DR. ATT: TEM modifies the IFT DR and not the TH
        /// DR. Negative Air-Burst TEM follows the ATT rule (IFT −1). (Ruling R-02 on the contradictory
        /// sentence.)
        R_3_2_4_TEM = "SK2-3.2.4-TEM", "On which roll TEM counts", "3.2.4, QRDC", Resolution;
        /// Hit iff TH DR + DRM ≤ TH number. Units whose individual DRM make the same roll a miss are not
        /// hit; in DFF only movers can be hit.
        R_3_2_4_TH_RESULT = "SK2-3.2.4-TH-RESULT", "Hit or miss", "3.2.4", Resolution;
        /// For the phase a Gun's ROF drops by 1 for each of: IFE use, Captured or Non-Qualified use, a CA
        /// change by a non-360° Gun (not 76–82mm Mortars; ruling R-03). Cumulative; 0 or less means no
        /// extra shot.
        R_3_2_4_ROF_LOWER = "SK2-3.2.4-ROF-LOWER", "What lowers a Gun's rate of fire", "3.2.4, 5.5, QRDC", Budget;
        /// A weapon with a printed [min–max] cannot fire nearer or farther; others have no stated limit
        /// but the chart ends at 24 hexes.
        R_3_2_4_RANGE = "SK2-3.2.4-RANGE", "Least and greatest range", "3.2.4, 6.9", Transition;
        /// A Gun points at one hexspine. Its Covered Arc is the wedge bounded by (and including) the two
        /// hex diagonals running out through the two hexes that share that hexspine. It fires only at hexes
        /// in the CA, after turning if necessary. SW ordnance has no CA.
        R_3_2_4_CA = "SK2-3.2.4-CA", "Covered Arc", "3.2.4", Transition;
        /// Turning in order to fire costs TH DRM +3 for the first hexspine and +1 for each further one (at
        /// most three); 360° mounts pay +1/+1/+1; all doubled if the firer is in woods or a building. It
        /// applies to that shot only.
        R_3_2_4_CA_DRM = "SK2-3.2.4-CA-DRM", "Turning to fire", "3.2.4, QRDC", Resolution;
        /// Without firing, a Gun may turn only at the end of a friendly fire phase (PFPh/AFPh as ATTACKER,
        /// DFPh as DEFENDER; never the MPh) and not if those manning it have used their own FP. Acquisition
        /// and HIP are lost. After successful manhandling CA may be set freely.
        R_3_2_4_CA_FREE = "SK2-3.2.4-CA-FREE", "Turning without firing", "3.2.4, 6.4, 6.10", Sequence;
        /// A Gun (not SW) that fired and lost ROF may take exactly one more shot in the same phase as
        /// Intensive Fire: TH +2, B# −2, original TH DR 12 removes the Gun for good; then it is marked
        /// Intensive Fire and does not fire again that Player Turn. Not in the AFPh (one shot only).
        R_3_2_4_INTENSIVE = "SK2-3.2.4-INTENSIVE", "Intensive Fire", "3.2.4", Budget;
        /// A Gun with no printed ROF that turns to fire is marked Intensive Fire after that shot and is
        /// finished for the Player Turn.
        R_3_2_4_NOROF_CA = "SK2-3.2.4-NOROF-CA", "Guns without rate of fire that turn", "3.2.4", Sequence;
        /// A Gun fired by a squad or HS (not a crew): TH +2, red numbers, ROF −1, B# −2, removed on
        /// original 12 (TH, or IFT for IFE).
        R_3_2_4_NONQUAL = "SK2-3.2.4-NONQUAL", "Guns fired by squads and half-squads", "1.2.6, 3.2.4, 6.12", Resolution;
        /// IFT column after a hit: column of the calibre for ITT, the column for half that FP for ATT
        /// (chart columns ITT/ATT/CH); HEAT one column lower than HE; AP 1 FP (<37mm) or 2 FP (≥37mm);
        /// LATW as printed (BAZ 8, PSK 12).
        R_3_2_4_EFFECT_COL = "SK2-3.2.4-EFFECT-COL", "The column after a hit", "3.2.4, IFT header", Resolution;
        /// Ordnance IFT FP is not doubled for PBF, not affected by range, AFPh, pin or marks, and never
        /// cowers.
        R_3_2_4_ORD_NOMOD = "SK2-3.2.4-ORD-NOMOD", "Ordnance firepower is not modified", "3.2.4", Resolution;
        /// A squad that fired an ordnance SW may still fire its inherent FP, even at the same target, as a
        /// separate attack.
        R_3_2_4_NO_FG_REPEAT = "SK2-3.2.4-NO-FG-REPEAT", "Own firepower beside an ordnance weapon", "3.2.2, 4.4 ex.", Transition;
        /// Each firing unit, weapon and directing leader is marked Prep Fire after its PFPh attack; marked
        /// units do not move in the MPh or fire in the AFPh; marks come off at the end of the AFPh.
        R_3_2_5_PREP_MARK = "SK2-3.2.5-PREP-MARK", "Prep Fire marks", "3.2.5, 3.3", Sequence;
        /// Ordnance Smoke/WP shots of a side come at the start of its PFPh or DFPh; once that side has
        /// fired anything else in the phase, no more Smoke that phase. WP may also be Defensive First Fire.
        /// A Smoke-firing weapon that kept ROF may later fire other ammo.
        R_3_2_5_SMOKE_FIRST = "SK2-3.2.5-SMOKE-FIRST", "Smoke shots come first", "6.2, 1.2.5", Sequence;
    ];
}

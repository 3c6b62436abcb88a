//! Rules of section “Sequence and Rally Phase (3, 3.1)”.

use crate::referee::rules;

rules! {
    pub(super) static SEQUENCE = [
        /// A Player Turn is RPh → PFPh → MPh (with enemy Defensive First Fire inside it) → DFPh → AFPh →
        /// RtPh → APh → CCPh, each once, none reordered. Phases may be empty.
        R_3_PHASES = "SK2-3-PHASES", "Order of the phases", "3", Sequence;
        /// ATTACKER alone acts in PFPh, MPh (movement), AFPh, APh; DEFENDER alone fires in the MPh and
        /// DFPh; both act in RPh, RtPh, CCPh with the ATTACKER first in each step.
        R_3_SIDES = "SK2-3-SIDES", "Who acts in which phase", "3, 3.2.5–3.8", Sequence;
        /// RPh steps in fixed order: (a) reinforcement rolls and offboard setup, (b) recover unpossessed
        /// SW, (c) repair, (d) transfer, (e) self-rally, (f) rally by leaders, (g) marker removal. Within
        /// each step the ATTACKER completes his before the DEFENDER.
        R_3_1_STEPS = "SK2-3.1-STEPS", "Steps of the Rally Phase", "3.1", Sequence;
        /// Each unit does one thing per RPh (recover, repair, or be part of a transfer …); only a leader
        /// may go on to rally several units (and himself first).
        R_3_1_ONE_ACTION = "SK2-3.1-ONE-ACTION", "One action a unit in the Rally Phase", "3.1", Budget;
        /// Forces due this Player Turn are set up offboard along their entry edge at the start of the
        /// owner's RPh; conditional (SSR) reinforcement rolls are made then.
        R_3_1A_REINF = "SK2-3.1a-REINF", "Reinforcements are set up offboard first", "3.1a, 3.3", Sequence;
        /// In the RPh a Good Order unit may try to possess an unpossessed weapon in its hex as its only RPh
        /// action: succeeds on dr < 6, +1 drm if CX (so original ≤5, or ≤4 if CX).
        R_3_1B_RECOVER = "SK2-3.1b-RECOVER", "Recovering a weapon in the Rally Phase", "3.1b, 4.0", Resolution;
        /// A Good Order possessor rolls one die for a malfunctioned weapon: ≤ repair number repairs it
        /// (Guns and SW Mortars: 1 only); an original 6 removes the weapon for good; otherwise no change.
        /// One attempt per weapon per RPh.
        R_3_1C_REPAIR = "SK2-3.1c-REPAIR", "Repairing a weapon", "3.1c, 1.2.4, 6.12", Resolution;
        /// Only a weapon of the possessor's own nationality (counter colour) can be repaired; captured
        /// weapons cannot.
        R_3_1C_REPAIR_NAT = "SK2-3.1c-REPAIR-NAT", "No repair of captured weapons", "3.1c", Transition;
        /// Weapons change hands freely between Good Order units in the same location in RPh step d, and SW
        /// also in the APh by the ATTACKER. No transfer in the phase in which the weapon was recovered. No
        /// other phase allows it (only drop + recover).
        R_3_1D_TRANSFER = "SK2-3.1d-TRANSFER", "Transferring weapons", "3.1d, 3.7, 4.0", Transition;
        /// Boxed broken units (leaders, crews, others so printed) of either side may self-rally. The
        /// ATTACKER may additionally pick exactly one un-boxed MMC; the DEFENDER may not.
        R_3_1E_SELF_ELIG = "SK2-3.1e-SELF-ELIG", "Who may rally by itself", "3.1e", Transition;
        /// Self-rally DR adds +1; a leader's own leadership never helps himself. Other rally DRM (DM +4,
        /// woods/building −1) apply as usual.
        R_3_1E_SELF_DRM = "SK2-3.1e-SELF-DRM", "Modifiers of self-rally", "3.1e", Resolution;
        /// Any other broken unit may try to rally only if stacked with a Good Order leader of its side. A
        /// leader who is the only leader in a hex and broken may rally others only after first self-
        /// rallying in this RPh.
        R_3_1F_RALLY_ELIG = "SK2-3.1f-RALLY-ELIG", "Rally needs a Good Order leader", "3.1f", Transition;
        /// Rally succeeds if DR + DRM ≤ broken morale. DRM: +4 under DM; −1 in woods or building (woods-
        /// road included); leadership of the rallying leader; +1 if self-rally.
        R_3_1F_RALLY_DR = "SK2-3.1f-RALLY-DR", "The rally roll", "3.1f", Resolution;
        /// An original rally DR of 12 causes Casualty Reduction; other failures have no effect.
        R_3_1F_RALLY_12 = "SK2-3.1f-RALLY-12", "Original 12 on a rally roll", "3.1f", Resolution;
        /// No unit makes more than one rally attempt (self or led) per Player Turn.
        R_3_1F_RALLY_ONCE = "SK2-3.1f-RALLY-ONCE", "One rally attempt a Player Turn", "3.1f", Budget;
        /// At the end of the RPh DM comes off every broken unit except one adjacent to a Known Enemy Unit.
        /// A unit not in woods/building may choose to keep DM; a unit in woods/building may not.
        R_3_1G_DM_REMOVE = "SK2-3.1g-DM-REMOVE", "When Desperation Morale comes off", "3.1g", State;
    ];
}

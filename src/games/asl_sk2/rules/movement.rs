//! Rules of section “Movement Phase (3.3)”.

use crate::referee::rules;

rules! {
    pub(super) static MOVEMENT = [
        /// Only ATTACKER units that did not fire in the PFPh (including directing leaders and gun crews
        /// that fired), are unbroken, unpinned and not in Melee may move.
        R_3_3_MOVE_ELIG = "SK2-3.3-MOVE-ELIG", "Who may move", "3.3", Transition;
        /// MF allowance: SMC 6 (wounded 3); MMC 4; Inexperienced MMC 3. +2 with leader bonus (Green with
        /// Good Order leader counts as experienced: 6; Conscript 5), +2 Double Time, +1 road bonus, −1 per
        /// PP above IPC.
        R_3_3_MF_BASE = "SK2-3.3-MF-BASE", "Movement allowance", "3.3, MF charts", Budget;
        /// Each hex entered costs its COT (×2 uphill across a Crest Line, +1 Smoke, ×2 manhandling; S16 +1
        /// per elevation change off paved road); other MF uses: Smoke grenade 1/2, weapon recovery 1, DC
        /// placement = entry cost of the target hex. Sum ≤ allowance; MF cannot be lent or saved.
        R_3_3_MF_COST = "SK2-3.3-MF-COST", "Movement cost", "3.3, TEC", Budget;
        /// Movement goes hex by hex through adjacent hexes of the playable map.
        R_3_3_ADJ_STEP = "SK2-3.3-ADJ-STEP", "Movement goes hex by hex", "3.3", Transition;
        /// No unit enters a hex containing an enemy unit in the MPh (even broken ones). HIP Guns: see
        /// SK2-6.4-HIP-ENTER.
        R_3_3_NO_ENEMY = "SK2-3.3-NO-ENEMY", "No move into an enemy's hex", "3.3", Transition;
        /// Leaving the map voluntarily is allowed only to Good Order units and only as part of Victory
        /// Conditions (right edge/hexes); any unit otherwise forced off is eliminated.
        R_3_3_EXIT = "SK2-3.3-EXIT", "Leaving the map", "3.3", Transition;
        /// +1 MF if every MF of the unit's MPh is spent crossing road hexsides (roads extend offboard).
        /// Lost by any other expenditure or by manhandling.
        R_3_3_ROAD_BONUS = "SK2-3.3-ROAD-BONUS", "Road bonus", "1.1.1, 3.3, TEC", Budget;
        /// A MMC gets +2 MF only if it starts and ends its MPh in the same hexes as one leader and moves
        /// with him all the way as one stack; the stack cannot outrun the leader's own MF.
        R_3_3_LDR_BONUS = "SK2-3.3-LDR-BONUS", "Leader bonus", "3.3", Budget;
        /// The mover announces MF per hex and the end of each unit's movement.
        R_3_3_ANNOUNCE = "SK2-3.3-ANNOUNCE", "Movement is announced", "3.3", Sequence, unobservable "not loggable reliably";
        /// Once a unit or stack stops and another begins, the first may not move again that MPh; no take-
        /// backs.
        R_3_3_MOVE_ONCE = "SK2-3.3-MOVE-ONCE", "One move a unit", "3.3", Sequence;
        /// Units may start as one moving stack and split up later; all members of that stack must finish
        /// before any unit outside it moves.
        R_3_3_STACKMOVE = "SK2-3.3-STACKMOVE", "Moving as a stack", "3.3", Sequence;
        /// At most three squad-equivalents of one side in a hex (HS/crew ½ each; a crew or HS possessing a
        /// Gun counts 1).
        R_3_3_STACK_MMC = "SK2-3.3-STACK-MMC", "Three squads a hex", "3.3, 2", State;
        /// At most four SMC of one side in a hex, in addition to the MMC limit.
        R_3_3_STACK_SMC = "SK2-3.3-STACK-SMC", "Four leaders a hex", "3.3, 2", State;
        /// Assault Movement: declared, the unit moves exactly one hex and its total MF spent that MPh is
        /// less than its allowance. Benefit: no FFNAM. Not while manhandling.
        R_3_3_ASSAULT = "SK2-3.3-ASSAULT", "Assault Movement", "3.3", Transition;
        /// Double Time: declared before the unit spends MF; allowed to Infantry that can move and is not
        /// broken, pinned, wounded or CX (a unit that was CX when its MPh began cannot, although the old
        /// counter is removed then); +2 MF; CX counter placed; IPC −1 (leader's IPC too).
        R_3_3_DT = "SK2-3.3-DT", "Double Time", "3.3", Transition;
        /// CX unit: +1 (at most +1 per roll) to IFT/TH/CC attack rolls it makes or directs, +1 drm to
        /// recovery, ambush and Smoke-grenade dr; attacks against it in CC get −1; cannot interdict.
        R_3_3_CX_DRM = "SK2-3.3-CX-DRM", "What exhaustion adds", "3.3, QRDC", Resolution;
        /// CX comes off at the start of the owner's next MPh and then only bars Double Time in that MPh.
        R_3_3_CX_REMOVE = "SK2-3.3-CX-REMOVE", "When exhaustion ends", "3.3", Sequence;
        /// A unit with Smoke Exponent e may once per MPh declare a grenade attempt, paying 1 MF for its own
        /// hex or 2 MF for an adjacent hex, and rolls dr ≤ e (CX +1) to place 1/2" Smoke. Roll of 6 ends
        /// the unit's MPh on the spot. Expenditure makes it a DFF target in its hex.
        R_3_3_SMK_GREN = "SK2-3.3-SMK-GREN", "Smoke grenades", "3.3, 1.2.2", Resolution;
        /// Moving Infantry may attempt to recover an unpossessed weapon in its hex for 1 MF, dr < 6 (+1
        /// CX).
        R_3_3_RECOVER_MPH = "SK2-3.3-RECOVER-MPH", "Recovering a weapon on the move", "3.3, 4.0", Resolution;
        /// Entering units start offboard on their edge, pay Open Ground cost for offboard hexes (road
        /// costs/bonus along extended roads), do nothing else offboard, and are lost if they have not come
        /// on by the end of the APh of that turn ("on/after" cards allow later turns).
        R_3_3_ENTRY = "SK2-3.3-ENTRY", "Entering the map", "3.3", Transition;
        /// Offboard units can neither fire nor be fired on.
        R_3_3_OFF_LOS = "SK2-3.3-OFF-LOS", "No fire to or from offboard", "3.2.1, 3.3", Transition;
    ];
}

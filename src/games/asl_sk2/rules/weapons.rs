//! Rules of section “Weapons, portage (4)”.

use crate::referee::rules;

rules! {
    pub(super) static WEAPONS = [
        /// A weapon moves only with a carrier (SW) or by manhandling (Gun), and no weapon is carried by
        /// more than one unit, or more than once, per MPh.
        R_4_0_MOVE_ONCE = "SK2-4.0-MOVE-ONCE", "A weapon is carried once", "4.0", Budget;
        /// An unbroken unit may drop a weapon at no MF in its MPh or APh. Dropped before spending MF, the
        /// weapon counts as unpossessed (and unmoved) from the start of that phase. A dropped weapon, or
        /// one whose owner is eliminated, lies unpossessed in the hex until recovered.
        R_4_0_DROP = "SK2-4.0-DROP", "Dropping a weapon", "4.0", Transition;
        /// IPC: MMC 3 PP, SMC 1 PP, −1 if CX, wounded SMC 0. One MF is lost per PP carried above IPC; a
        /// unit left with 0 MF cannot move.
        R_4_0_IPC = "SK2-4.0-IPC", "Portage", "4.0, MF/PP chart", Budget;
        /// A SMC never carries more than 2 PP.
        R_4_0_SMC_2PP = "SK2-4.0-SMC-2PP", "A leader carries two points at most", "4.0", Budget;
        /// A Good Order SMC can lend its IPC (1; 0 if CX or wounded) to one Good Order MMC that begins the
        /// MPh in its hex and keeps moving with it; the same holds for a joint advance.
        R_4_0_LDR_IPC = "SK2-4.0-LDR-IPC", "A leader lends his capacity", "4.0, 3.3 ex.", Budget;
        /// A possessor may destroy its weapon in the PFPh or DFPh (own fire phase); this counts as using
        /// the weapon.
        R_4_0_DESTROY = "SK2-4.0-DESTROY", "Destroying one's own weapon", "4.0", Transition;
        /// When a possessor is eliminated by an IFT KIA (non-ordnance hit, or SW of the victim), roll one
        /// die per weapon on the same column: KIA destroys the weapon, K malfunctions it, else it is left
        /// unpossessed.
        R_4_0_KIA_WPN = "SK2-4.0-KIA-WPN", "Weapons of the eliminated", "4.0, Gun Destruction Table", Resolution;
        /// A squad may fire one weapon without affecting its own FP, or two weapons but then forfeits its
        /// own FP for this and later fire phases of the Player Turn.
        R_4_0_USE_SQ = "SK2-4.0-USE-SQ", "Weapons a squad may fire", "4.0", Budget;
        /// A HS or crew may fire one weapon only, and doing so forfeits its own FP for the remaining fire
        /// phases of the Player Turn (CC not affected).
        R_4_0_USE_HS = "SK2-4.0-USE-HS", "Weapons a half-squad or crew may fire", "4.0", Budget;
        /// A SMC may use one SW and exerts no leadership in that fire phase.
        R_4_0_USE_SMC = "SK2-4.0-USE-SMC", "Weapons a leader may use", "4.0", Budget;
        /// No weapon sets up unpossessed.
        R_4_0_SETUP_POSS = "SK2-4.0-SETUP-POSS", "No weapon sets up unpossessed", "4.0", State;
        /// B#/X# reductions add up: captured −2; Inexperienced MMC −1; Non-Qualified Gun −2; Intensive Fire
        /// −2; SFF or marked Final Fire MG/IFE −2; non-elite FT/DC −2. ROF reductions likewise (captured −1
        /// …).
        R_4_0_PENALTY = "SK2-4.0-PENALTY", "Breakdown penalties add up", "4.0, 5.4, 5.5, 6.12", Resolution;
        /// One SMC fires a MG as Area Fire (½ FP); two SMC stacked together fire one MG at full FP.
        R_4_1_MG_SMC = "SK2-4.1-MG-SMC", "Leaders firing a machine gun", "4.1", Resolution;
        /// A MMC firing its own FP and its MG at the same hex and unit in the same phase must combine them,
        /// unless the MG shot is an extra ROF shot or the MMC uses SFF without the MG.
        R_4_1_MG_FG = "SK2-4.1-MG-FG", "A squad combines with its machine gun", "4.1", Transition;
        /// MG fire is limited to 16 hexes unless leader-directed; directed fire beyond 16 hexes is
        /// additionally halved against unbroken Infantry, on top of Long Range.
        R_4_1_MG_16 = "SK2-4.1-MG-16", "Machine guns beyond 16 hexes", "4.1", Resolution;
        /// If the original IFT DR of an attack using a MG ≥ its B# (12 if none printed; lowered by PENALTY
        /// cases), the MG malfunctions after the attack is resolved.
        R_4_1_MG_BREAK = "SK2-4.1-MG-BREAK", "Machine gun breakdown", "4.1", Resolution;
        /// Flamethrower: 24 FP at range 1, 12 FP at range 2; never PBF, not halved in the AFPh, can cower;
        /// no leadership or TEM DRM (Hindrance, Smoke and CX +1 do apply); Gunshield 0.
        R_4_2_FT = "SK2-4.2-FT", "Flamethrower attacks", "4.2", Resolution;
        /// A pinned unit cannot fire a FT; a unit uses at most one FT; it never combines or FGs; a squad
        /// may add a separate attack with its own FP.
        R_4_2_FT_USE = "SK2-4.2-FT-USE", "Who uses a flamethrower", "4.2", Transition;
        /// Any IFT attack against a unit possessing FTs gets −1 per FT (for that unit only).
        R_4_2_FT_TARGET = "SK2-4.2-FT-TARGET", "Flamethrowers endanger their bearers", "4.2, QRDC", Resolution;
        /// Original IFT DR ≥ 10 removes the FT after the attack; X# is 2 lower for a non-elite MMC (and 1
        /// lower if Inexperienced).
        R_4_2_FT_X = "SK2-4.2-FT-X", "Flamethrower removal", "4.2", Resolution;
        /// In its MPh a unit may place a DC on an adjacent hex by spending extra MF in its own hex equal to
        /// its cost of entering that hex. It must not have Prep Fired, and must not be pinned or broken
        /// before the placement is complete (all resulting fire survived).
        R_4_3_DC_PLACE = "SK2-4.3-DC-PLACE", "Placing a demolition charge", "4.3", Transition;
        /// A placed DC attacks in the following AFPh with 30 FP, TEM of the target hex, CX +1 of the
        /// placer; no PBF/AFPh change, no cower; then it is removed. Original DR ≥ 12 (10 for non-elite; −1
        /// Inexperienced) means no effect.
        R_4_3_DC_ATTACK = "SK2-4.3-DC-ATTACK", "Demolition charge attack", "4.3", Resolution;
        /// BAZ/PSK use the TH table on their back with all TH DRM (TEM included, no acquisition); hit
        /// column BAZ 8, PSK 12; original 2 that hits is a CH; removed if original TH DR ≥ X#.
        R_4_4_LATW_TH = "SK2-4.4-LATW-TH", "To Hit of light anti-tank weapons", "4.4, 4.4.1", Resolution;
        /// BAZ/PSK may be fired only at Infantry entitled to building TEM, or at Guns.
        R_4_4_LATW_TARGET = "SK2-4.4-LATW-TARGET", "Targets of light anti-tank weapons", "4.4, 6.2", Transition;
        /// Any unbroken MMC, or two SMC together, may fire a BAZ/PSK; a single leader may not. Another
        /// leader may direct (his DRM on the TH DR), not one of the firers.
        R_4_4_1_BAZ_CREW = "SK2-4.4.1-BAZ-CREW", "Who fires a bazooka or Panzerschreck", "4.4.1", Transition;
        /// BAZ from Nov 1942 (BAZ 43 type; 44 and 45 types from those years); PSK from Sept 1943.
        R_4_4_1_DATES = "SK2-4.4.1-DATES", "Dates of light anti-tank weapons", "4.4.1", State;
        /// A BAZ/PSK fired from a building either adds +2 to its TH DR, or all occupants of the firing hex
        /// suffer an attack on the 1 FP column using only the coloured die of that TH DR, without TEM.
        R_4_4_2_BACKBLAST = "SK2-4.4.2-BACKBLAST", "Backblast", "4.4.2", Resolution;
        /// Mortars ≤60mm are SW: no CA, any squad/HS fires them without penalty and with leadership TH DRM,
        /// no Intensive Fire, ATT only, use acquisition like a Gun. A lone SMC may fire one but without
        /// ROF.
        R_4_5_LMTR = "SK2-4.5-LMTR", "Light mortars", "4.5", Transition;
    ];
}

//! Rules of section “Map, terrain, counters (sections 1, 2)”.

use crate::referee::rules;

rules! {
    pub(super) static TERRAIN = [
        /// Every unit, weapon and location counter lies in exactly one hex (board letter + coordinate).
        /// Board-edge half-hexes are complete hexes even without coordinate or dot.
        R_1_1_HEX = "SK2-1.1-HEX", "Everything lies in one hex", "1.1", State;
        /// A hex is governed by one terrain type (normally the one under the centre dot; a few non-open
        /// hexes have their dot in open ground). Art that bleeds a little over a hexside does not change
        /// the neighbouring hex.
        R_1_1_DOMINANT = "SK2-1.1-DOMINANT", "One terrain governs a hex", "1.1.1", State;
        /// Open Ground costs Infantry 1 MF, gives TEM 0, never blocks or hinders LOS; a unit moving in it
        /// is exposed to FFMO −1. Out-of-season grain and bare hill hexes are Open Ground.
        R_1_1_1_OG = "SK2-1.1.1-OG", "Open Ground", "1.1.1, TEC", Transition;
        /// Building hex: 2 MF to enter, LOS obstacle, TEM +3 if stone (grey) and +2 if wooden (brown),
        /// gives the rally bonus.
        R_1_1_1_BLDG = "SK2-1.1.1-BLDG", "Buildings: cost, obstacle and TEM", "1.1.1, TEC", Transition;
        /// A road hex entered is Open Ground for every purpose (1 MF, TEM 0, FFMO applies). Paved and dirt
        /// roads are different for emplacement/HIP and S16 only.
        R_1_1_1_ROAD = "SK2-1.1.1-ROAD", "Road hexes are Open Ground", "1.1.1, TEC", Transition;
        /// Woods: 2 MF, LOS obstacle, TEM +1, rally bonus. Against Mortar fire (Gun or SW) the woods TEM is
        /// −1 (Air Burst) instead of +1.
        R_1_1_1_WOODS = "SK2-1.1.1-WOODS", "Woods: cost, obstacle, TEM and Air Bursts", "1.1.1, TEC", Transition;
        /// A woods-road hex may be entered through its road hexside for 1 MF or by any hexside for 2 MF. A
        /// unit that used the road rate, when shot at by Defensive First Fire along a LOS that crosses no
        /// woods depiction, has TEM 0 and is open to FFMO (and to Interdiction); in every other case the
        /// normal woods TEM +1 holds. The mover may always elect the 2 MF rate to keep the TEM. The road
        /// strip does not block LOS.
        R_1_1_1_WOODSROAD = "SK2-1.1.1-WOODSROAD", "Woods-road: two rates and their cover", "1.1.1, TEC", Transition;
        /// Orchard: 1 MF, TEM 0, Inherent terrain. Each orchard hex between firer and target at the same
        /// level adds a +1 Hindrance. A unit in orchard is not in Open Ground: no FFMO, no Interdiction.
        R_1_1_1_ORCHARD = "SK2-1.1.1-ORCHARD", "Orchards hinder and are not open", "1.1.1, TEC", Resolution;
        /// Orchards are in season April–October. In season an intervening orchard blocks any LOS between
        /// units at different levels; November–March it is instead a +1 Hindrance per hex for such a LOS.
        /// LOS into an orchard hex is never blocked by that hex itself.
        R_1_1_1_ORCHARD_SEASON = "SK2-1.1.1-ORCHARD-SEASON", "Orchards in season block between levels", "1.1.1", State;
        /// Orchard-road (tree-lined road): entering by a road hexside is road movement (1 MF, FFMO −1
        /// applies to Infantry using the road). No Hindrance/obstacle from such hexes if that stretch of
        /// the LOS stays inside the road depiction, whatever the levels. Otherwise it is an orchard.
        R_1_1_1_ORCHROAD = "SK2-1.1.1-ORCHROAD", "Orchard-roads along the road", "1.1.1, TEC", Resolution;
        /// Grain in season (June–September, or by SSR): 1½ MF, TEM 0, +1 Hindrance per intervening grain
        /// hex to same-level LOS whose thread crosses the depiction, not Open Ground (no
        /// FFMO/Interdiction). Outside the season it is Open Ground (1 MF).
        R_1_1_1_GRAIN = "SK2-1.1.1-GRAIN", "Grain in and out of season", "1.1.1, TEC", Transition;
        /// A hex and its units sit at the level under the centre dot. Hills rise one full level; terrain on
        /// them adds to that level (a one-level obstacle on a level-1 hex is a two-level obstacle). A hill
        /// hex without other terrain is Open Ground. Hills block LOS that involves a unit not on the hill
        /// (see LOS-CREST).
        R_1_1_1_HILL = "SK2-1.1.1-HILL", "Levels of hills and of what stands on them", "1.1.1", State;
        /// Infantry crossing a Crest Line into a higher hex pays twice the terrain cost (COT) of the hex
        /// entered; going down or along the level costs the plain COT.
        R_1_1_1_CREST_MF = "SK2-1.1.1-CREST-MF", "Uphill over a Crest Line costs double", "1.1.1, TEC", Transition;
        /// A target fired on from a lower level by anything but a Mortar gets a +1 Height Advantage TEM,
        /// only if it has no other positive TEM. An attack to which it applies cannot use FFMO, and the
        /// unit cannot be interdicted by that firer.
        R_1_1_1_HEIGHT = "SK2-1.1.1-HEIGHT", "Height Advantage TEM", "1.1.1, TEC, QRDC", Resolution;
        /// During the MPh or RtPh a unit that entered its hex by crossing a Crest Line through the very
        /// hexside the firer's LOS crosses does not get Height Advantage (so FFMO can apply).
        R_1_1_1_HEIGHT_EXC = "SK2-1.1.1-HEIGHT-EXC", "No Height Advantage over the hexside just crossed", "1.1.1", Resolution;
        /// Only an unbroken, unpinned leader lends his leadership DRM, only to other personnel in his own
        /// location, and leadership DRMs never add together (one leader's value per roll).
        R_1_2_1_LDR_ELIG = "SK2-1.2.1-LDR-ELIG", "Whom a leader's modifier helps", "1.2.1", Resolution;
        /// A leader attempts one action per phase. His DRM (including 0 and +1) is used more than once in a
        /// phase only to rally several units in a RPh, to direct further ROF shots of the same weapon, to
        /// direct Defensive Fire attacks as 3.4 allows, and to help units in his hex with MCs.
        R_1_2_1_LDR_ONE_ACTION = "SK2-1.2.1-LDR-ONE-ACTION", "One action a phase for a leader", "1.2.1", Budget;
        /// Two half-squads, or two crews, or one of each, equal one squad; crews are always Elite; a unit's
        /// class letter is E, 1, 2, G or C.
        R_1_2_2_SIZE = "SK2-1.2.2-SIZE", "What equals a squad", "1.2.2, 2", State;
        /// A broken unit shows its reverse and uses the broken morale printed there for MC and rally; a
        /// boxed value means it may self-rally.
        R_1_2_3_BROKEN_SIDE = "SK2-1.2.3-BROKEN-SIDE", "Broken side and broken morale", "1.2.3, 3.2.3", State;
        /// A SW/Gun belongs to the unit directly beneath it in the stack; without a possessor it neither
        /// fires nor moves.
        R_1_2_4_POSSESS = "SK2-1.2.4-POSSESS", "Possession of weapons", "1.2.4, 4.0", State;
        /// A malfunctioned weapon is flipped (or gets a Malfunction counter if it is a Gun whose back is
        /// Limbered) and cannot fire until repaired.
        R_1_2_4_MALF = "SK2-1.2.4-MALF", "Malfunctioned weapons do not fire", "1.2.4, 4.1, 6.12", State;
        /// After a shot, a weapon with ROF n whose possessor is unpinned may shoot again in that phase iff
        /// the coloured die of the attack DR (IFT DR for MG/IFE, TH DR for ordnance) ≤ current ROF. It ends
        /// when the die exceeds ROF, in the AFPh (never), when the weapon or its manning unit is marked
        /// Final Fire (e.g. Subsequent First Fire), when pinned, when a non-Mortar used the Area Target
        /// Type, or when the weapon has left Residual FP.
        R_1_2_4_1_ROF = "SK2-1.2.4.1-ROF", "Rate of fire", "1.2.4.1, QRDC", Budget;
        /// Ordnance Smoke (5/8") is put on the hit hex: full +3 if fired in the PFPh, Dispersed +2 if fired
        /// in the DFPh; WP is full +2 or Dispersed +1 respectively.
        R_1_2_5_SMOKE_ORD = "SK2-1.2.5-SMOKE-ORD", "Smoke of ordnance: full or dispersed", "1.2.5, 6.2", Resolution;
        /// At the start of the placing side's next PFPh all its Dispersed 5/8" Smoke/WP is removed, then
        /// its full counters are flipped to Dispersed. 1/2" grenades vanish at the end of the MPh in which
        /// they were placed.
        R_1_2_5_SMOKE_DECAY = "SK2-1.2.5-SMOKE-DECAY", "Smoke disperses and goes", "1.2.5", Sequence;
        /// A LOS that crosses or ends in Smoke takes that hex's Hindrance (+3 full Smoke; +2 grenade,
        /// Dispersed Smoke or full WP; +1 Dispersed WP). Smoke is Inherent (hexside contact counts) and,
        /// unlike terrain Hindrances, counts in the target hex and the firer's hex. Fire out of a Smoke hex
        /// takes one more +1.
        R_1_2_5_SMOKE_HIND = "SK2-1.2.5-SMOKE-HIND", "Smoke as a Hindrance", "1.2.5, 3.2.1", Resolution;
        /// Entering a Smoke hex costs +1 MF (leaving costs nothing extra).
        R_1_2_5_SMOKE_MF = "SK2-1.2.5-SMOKE-MF", "One MF more to enter Smoke", "1.2.5, 3.3", Transition;
        /// Only a small-target Gun, or an AT/INF Gun that is not a large target, may be in a building hex
        /// (setup and movement).
        R_1_2_6_GUN_BLDG = "SK2-1.2.6-GUN-BLDG", "Which Guns may be in a building", "1.2.6", State;
        /// A Gun whose back says Limbered (not QSU) never changes hex during a scenario.
        R_1_2_6_GUN_LIMBERED = "SK2-1.2.6-GUN-LIMBERED", "Guns that never change hex", "1.2.6, 6.5", Transition;
        /// A DR is one white + one coloured d6; a dr is one d6. "Original" means before modifiers, "final"
        /// after.
        R_1_4_DICE = "SK2-1.4-DICE", "The dice, original and final", "1.4", Resolution;
        /// Good Order = not broken and not under a Melee counter. Pinned, CX and wounded units are still
        /// Good Order.
        R_2_GOODORDER = "SK2-2-GOODORDER", "Good Order", "2", State;
        /// A Known Enemy Unit is any enemy unit to which the friendly unit has LOS now (HIP units
        /// excluded). It may be broken unless a rule says unbroken.
        R_2_KNOWN = "SK2-2-KNOWN", "Known Enemy Units", "2", State;
        /// A Good Order Infantry MMC gains Control of a hex/building it occupies while no enemy unit is in
        /// it; Control persists until the other side gains it the same way. SMC alone never gain Control.
        R_2_CONTROL = "SK2-2-CONTROL", "Control of hexes and buildings", "2", State;
        /// Each case of Area Fire halves non-ordnance FP, cumulatively: pinned firer; AFPh (not FT); Long
        /// Range; firer carrying a First/Final Fire mark (Subsequent First Fire, FPF, marked Final Fire);
        /// lone SMC firing a MG; MG beyond 16 hexes vs unbroken Infantry; attack on a HIP Gun.
        R_2_AREAFIRE = "SK2-2-AREAFIRE", "Area Fire halves, each time", "2, QRDC", Resolution;
        /// A leader has no fire FP of his own: in fire attacks he contributes only direction or a SW he
        /// fires; in CC he counts 1 FP. Leaders are Elite.
        R_1_2_1_LDR_NOFP = "SK2-1.2.1-LDR-NOFP", "Leaders have no firepower of their own", "1.2.1, 3.8, 4.0", Resolution;
    ];
}

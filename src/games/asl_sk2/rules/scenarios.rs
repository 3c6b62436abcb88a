//! Rules of section “Scenarios (1.3, S9–S16)”.

use crate::referee::rules;

rules! {
    pub(super) static SCENARIOS = [
        /// Setup and entering forces match the scenario card's counters exactly (plus the balance addition
        /// of one side when agreed).
        R_1_3_OB = "SK2-1.3-OB", "Forces as on the card", "1.3", State;
        /// The side named "Sets Up First" completes setup before the other; the side named "Moves First" is
        /// ATTACKER of the first Player Turn.
        R_1_3_ORDER = "SK2-1.3-ORDER", "Who sets up and moves first", "1.3", Sequence;
        /// Only the hexrows the card lists are playable.
        R_1_3_AREA = "SK2-1.3-AREA", "Playable hexrows", "cards", State;
        /// Italians anywhere ≤7 hexes from wS6; Americans enter turn 1 north edge; British enter turn 4
        /// south edge.
        R_S9_SETUP = "SK2-S9-SETUP", "S9: set-up and entry", "S9", State;
        /// Allies win at game end if no unbroken Italian MMC is ≤7 hexes from S6; otherwise Italians.
        R_S9_VC = "SK2-S9-VC", "S9: victory", "S9", State;
        /// British 1st Line MMC do not cower. Allied leaders have +1 DRM when rallying or directing units
        /// of the other Allied nationality.
        R_S9_SSR = "SK2-S9-SSR", "S9: special rules", "S9", Resolution;
        /// Italians enter turn 1 along the east edge; Greeks enter turn 1 along the east edge with 2 MF
        /// already spent; flanking Greeks from north or south per SSR 2.
        R_S10_ENTRY = "SK2-S10-ENTRY", "S10: entry", "S10", Transition;
        /// Italians win immediately when ≥10 VP have exited the west edge (squad 2, HS 1, leader 1);
        /// otherwise Greeks at END.
        R_S10_VC = "SK2-S10-VC", "S10: victory", "S10", State;
        /// Italian MMG starts malfunctioned, no repair attempt before Italian Player Turn 2. Greek Player
        /// Turns 2–4: flank group enters on dr ≤ circled number (numbers lost in OCR; R-35), entry north or
        /// south edge. Grain in season. Greek MMC broken morale +1.
        R_S10_SSR = "SK2-S10-SSR", "S10: special rules", "S10", Resolution;
        /// Americans set up anywhere on wU–GG + xA–E; Germans enter turn 1 along the north edge.
        R_S11_SETUP = "SK2-S11-SETUP", "S11: set-up and entry", "S11", State;
        /// Immediate German win at 9 or more exit VP (south edge), void once the American total is 11 or
        /// more (squad 2, HS 1, "−1" SMC 2, "−0"/"+1" SMC 1; exited Germans for German VP, eliminated
        /// Germans for American VP).
        R_S11_VC = "SK2-S11-VC", "S11: victory", "S11", State;
        /// Off-board (unplayable) terrain is treated as existing (LOS, etc.).
        R_S11_SSR = "SK2-S11-SSR", "S11: special rules", "S11", State;
        /// First American group in hexes numbered 3–7; Guns group on/between hexrows G–W, hexes 3–7, no two
        /// Guns nearer than 2 hexes to each other and none nearer than 2 hexes to a building. Turn 4
        /// reinforcements on the north edge. Germans enter turn 1: south edge and/or east edge GG6–GG10
        /// and/or west edge A6–A10. No HIP.
        R_S12_SETUP = "SK2-S12-SETUP", "S12: set-up and entry", "S12", State;
        /// Germans win immediately when all American Guns are captured or destroyed.
        R_S12_VC = "SK2-S12-VC", "S12: victory", "S12", State;
        /// Allies first: British anywhere, each AA Gun ≥3 hexes from all buildings, ≤5 hexes from at least
        /// one other Gun and not adjacent to another Gun; Australians anywhere; Greeks in hexes with no
        /// British/Australian units. Germans enter on/after turn 1 along any edge(s). No HIP.
        R_S13_SETUP = "SK2-S13-SETUP", "S13: set-up and entry", "S13", State;
        /// Immediate German win when none of the three AA Guns is left in Allied hands
        /// (destroyed/captured), or when Germans alone occupy each hex that still holds an uncaptured one.
        R_S13_VC = "SK2-S13-VC", "S13: victory", "S13", State;
        /// Allied leaders +1 when rallying/directing another nationality (British and Australian count as
        /// one); British crews and Australian 1st line do not cower; grain in season.
        R_S13_SSR = "SK2-S13-SSR", "S13: special rules", "S13", Resolution;
        /// Playable hexrows A–P. Germans in hexes numbered ≤7. 1st Battalion enters on/after turn 1
        /// on/between E10–H10; 2nd Battalion on/after turn 2 on/between M10–P10. HIP allowed for the 88s.
        R_S14_SETUP = "SK2-S14-SETUP", "S14: set-up and entry", "S14", State;
        /// Americans win immediately on exiting ≥7 VP off the south edge (hex-0 side) on/between F0–L0:
        /// squad 2, HS 1, "−2" SMC 3, "−1" SMC 2, "−0"/"+1" SMC 1.
        R_S14_VC = "SK2-S14-VC", "S14: victory", "S14", State;
        /// Americans on/west of hexrow L with at most 1 MMC per hex; engineers enter turn 3 west edge;
        /// Germans on/east of hexrow K on level-1 hexes.
        R_S15_SETUP = "SK2-S15-SETUP", "S15: set-up and entry", "S15", State;
        /// Germans win at game end if no Good Order American MMC is in a building hex ≤2 hexes from S6
        /// (balance: ≤3).
        R_S15_VC = "SK2-S15-VC", "S15: victory", "S15", State;
        /// 3rd Company first, in building P9 or O6 (all in the one chosen); Germans second, on/north of
        /// hexrow S, not in that building; 2nd Company last, on/south of hexrow U.
        R_S16_SETUP = "SK2-S16-SETUP", "S16: set-up", "S16", State;
        /// At the end of the last turn the French side wins if it has Control of four or more buildings
        /// that cover several hexes and lie in hexrows I–Q; else the Germans.
        R_S16_VC = "SK2-S16-VC", "S16: victory", "S16", State;
        /// No Smoke may be placed; each elevation change (up or down) costs +1 MF unless using a paved
        /// road; the French starting building has TEM +4 and is French-controlled at start; the French use
        /// of the German MMG is Captured use; German 4-4-7 squads have Assault Fire; French use British
        /// counters.
        R_S16_SSR = "SK2-S16-SSR", "S16: special rules", "S16", Resolution;
    ];
}

//! Rules of section “Rout, Advance, Close Combat (3.6–3.9)”.

use crate::referee::rules;

rules! {
    pub(super) static ROUT_CLOSE_COMBAT = [
        /// At the end of the RtPh no broken unit outside Melee may be adjacent to, or in the hex of, an
        /// unbroken Known Enemy Unit; nor may it have stayed in an Open Ground hex in LOS and normal range
        /// of a Known Good Order enemy that could interdict it there. A unit in either position gets DM at
        /// the start of the RtPh and must rout; if it cannot or does not comply it is eliminated.
        R_3_6_MUST = "SK2-3.6-MUST", "Who must rout", "3.6", State;
        /// Any other broken unit under DM may rout or stay (ruling R-05); a broken unit without DM and
        /// without obligation may not rout. Unbroken units do not rout, except an accompanying leader.
        R_3_6_MAY = "SK2-3.6-MAY", "Who may rout", "3.6, example", Transition;
        /// Units rout one at a time, all ATTACKER units first.
        R_3_6_ORDER = "SK2-3.6-ORDER", "Order of routs", "3.6", Sequence;
        /// A routing unit has 6 MF, never more, spent at normal terrain costs (no bonuses, Crest doubling,
        /// Smoke +1).
        R_3_6_MF = "SK2-3.6-MF", "Six MF to rout", "3.6", Budget;
        /// Low Crawl: rout exactly one hex using the whole allotment; immune to Interdiction; all other
        /// rout restrictions hold.
        R_3_6_LOWCRAWL = "SK2-3.6-LOWCRAWL", "Low Crawl", "3.6", Transition;
        /// A routing unit must head for the nearest (in MF, ≤6) building or woods hex it can legally reach.
        /// It must skip one it cannot enter because of stacking, and may skip one no farther from a Known
        /// Enemy Unit than the hex it is in, or another hex of the building it starts in. With no reachable
        /// candidate, any hex that obeys the remaining restrictions will do.
        R_3_6_DEST = "SK2-3.6-DEST", "Where a rout leads", "3.6, summary", Transition;
        /// While in LOS of an enemy unit (even broken) a routing unit may not reduce its range in hexes to
        /// that unit, nor may it move nearer to it later in the same RtPh after leaving its LOS.
        R_3_6_TOWARD = "SK2-3.6-TOWARD", "No rout toward the enemy", "3.6", Transition;
        /// A router next to an enemy may not step to a different hex that is next to the same enemy; exempt
        /// is the step out of a hex shared with that enemy.
        R_3_6_ADJ = "SK2-3.6-ADJ", "No rout from adjacent to adjacent", "3.6", Transition;
        /// A routing unit may not enter an enemy-occupied hex (follows from TOWARD/ADJ for Known enemies;
        /// ruling R-42).
        R_3_6_ENEMY_HEX = "SK2-3.6-ENEMY-HEX", "No rout into an enemy's hex", "3.6", Transition;
        /// On reaching the nearest legal woods/building hex not adjacent to an enemy unit it stops there
        /// for the phase, unless it can step directly into another woods/building hex. It may always rout
        /// out of a building it starts in.
        R_3_6_STOP = "SK2-3.6-STOP", "Where a rout stops", "3.6", Transition;
        /// A leader who is unbroken and shares the hex of a broken unit when its rout starts may go along;
        /// he stays with it all RtPh, is not broken, may add his leadership to its Interdiction NMC, and
        /// dies if that unit fails such a MC.
        R_3_6_LDR_WITH = "SK2-3.6-LDR-WITH", "A leader goes along with a rout", "3.6", Transition;
        /// Stacking limits hold for every hex a routing unit enters.
        R_3_6_STACK = "SK2-3.6-STACK", "Stacking on a rout", "3.6, 3.3", State;
        /// Before routing, a unit drops all Guns and any SW beyond its IPC (MMC 3 PP, CX 2, SMC 1, wounded
        /// SMC 0).
        R_3_6_DROP = "SK2-3.6-DROP", "What is dropped before a rout", "4.0", Transition;
        /// A routing unit not Low Crawling that enters an Open Ground hex (one where FFMO could
        /// hypothetically apply: no Hindrance, no Height Advantage) in LOS and normal range of an eligible
        /// interdictor takes a NMC there, at most one per such hex however many interdictors.
        R_3_6_INTERDICT = "SK2-3.6-INTERDICT", "Interdiction", "3.6", Resolution;
        /// Interdictor: enemy unit unbroken, unpinned, not CX, not in Melee, able to fire at that hex with
        /// ≥1 FP at normal range or to hit it by TH at ≤16 hexes. Excluded: a leader alone manning a MG; a
        /// Gun whose CA does not cover the hex. Earlier fire is irrelevant.
        R_3_6_INTERDICTOR = "SK2-3.6-INTERDICTOR", "Who interdicts", "3.6", State;
        /// Failing the Interdiction NMC causes Casualty Reduction (a surviving HS may continue); original
        /// 12 eliminates the broken unit; other units in the hex are unaffected.
        R_3_6_INTERDICT_FAIL = "SK2-3.6-INTERDICT-FAIL", "Failing against Interdiction", "3.6", Resolution;
        /// Passing exactly (pin) stops the rout there; if then adjacent to a Known (unbroken) Enemy Unit
        /// the unit is eliminated.
        R_3_6_INTERDICT_PIN = "SK2-3.6-INTERDICT-PIN", "Pinned by Interdiction", "3.6", Resolution;
        /// Each ATTACKER Infantry unit that is Good Order and unpinned may advance one hex to an adjacent
        /// hex, even an enemy-occupied one. Not: pinned, broken, in Melee, units that attempted manhandling
        /// this turn, Guns. Having fired or moved does not matter.
        R_3_7_ELIG = "SK2-3.7-ELIG", "Who may advance", "3.7, 6.5", Transition;
        /// If the MF cost of the hex (terrain, Crest, Smoke) is at least the unit's MF (base + leader bonus
        /// if a leader advances with it − excess PP; no Double Time), it becomes CX. A unit already CX (IPC
        /// −1) may not advance into such a hex.
        R_3_7_CX = "SK2-3.7-CX", "Exhausted by an advance", "3.7", Transition;
        /// SW may be transferred between Good Order units in the APh and carried along; Guns cannot
        /// advance. Dropping is free.
        R_3_7_SW = "SK2-3.7-SW", "Weapons in the Advance Phase", "3.7, 4.0", Transition;
        /// Units that advance into an enemy-occupied hex get a CC counter.
        R_3_7_CC_MARK = "SK2-3.7-CC-MARK", "Close combat counter", "3.7", Sequence;
        /// ATTACKER picks the order of CC hexes; each hex is finished before the next. In a hex: ambush dr
        /// if due → ATTACKER declares all attacks → DEFENDER declares all → ATTACKER resolves all →
        /// DEFENDER resolves all, even with units just lost (simultaneous).
        R_3_8_ORDER = "SK2-3.8-ORDER", "Order of close combat", "3.8", Sequence;
        /// Only unbroken units in the hex attack; broken ones only defend. Nobody must attack and not every
        /// enemy must be attacked, except that units which entered a Melee must take part in CC.
        R_3_8_WHO = "SK2-3.8-WHO", "Who attacks in close combat", "3.8", Transition;
        /// Within a CCPh no unit attacks more than once and no unit is attacked more than once.
        R_3_8_ONCE = "SK2-3.8-ONCE", "One close combat attack each", "3.8", Budget;
        /// Odds = attackers' inherent FP : defenders' inherent FP, rounded down to the CCT column; SMC
        /// count 1; pinned attackers ½; weapons, TEM, PBF do not count.
        R_3_8_ODDS = "SK2-3.8-ODDS", "Close combat odds", "3.8, CCT", Resolution;
        /// Final DR < kill number: all attacked units eliminated; = kill number: Casualty Reduction to
        /// one of them at random; > : nothing.
        R_3_8_RESULT = "SK2-3.8-RESULT", "Close combat result", "3.8", Resolution;
        /// CC DRM: attacker has ambush −1, attack on the ambushing side +1 (both only until the hex becomes
        /// Melee); target broken −2; leadership ±x if the leader attacks with a MMC; CX attacker +1; CX
        /// target −1. No TEM.
        R_3_8_DRM = "SK2-3.8-DRM", "Close combat modifiers", "3.8, QRDC", Resolution;
        /// A SMC attacks and defends with 1 FP. Attacking alone it must defend alone; attacking with others
        /// it defends as part of that group and cannot be singled out. Its leadership modifies only an
        /// attack it makes together with a MMC.
        R_3_8_SMC = "SK2-3.8-SMC", "Leaders in close combat", "3.8", Transition;
        /// Ambush dr by both sides iff Infantry entered an enemy hex this APh, the hex is woods or
        /// building, and no Melee was there before.
        R_3_8_AMBUSH_WHEN = "SK2-3.8-AMBUSH-WHEN", "When ambush is rolled", "3.8", Sequence;
        /// A side ambushes if its modified dr is at least 3 lower than the other's. drm: +1 CX, +1 pinned,
        /// +1 Inexperienced (each counted once if any of the side's units qualifies), leadership of one
        /// leader unless he is alone.
        R_3_8_AMBUSH_DR = "SK2-3.8-AMBUSH-DR", "The ambush roll", "3.8, QRDC", Resolution;
        /// The ambusher declares and resolves all his attacks first; only survivors (with current strength)
        /// then declare and attack.
        R_3_8_AMBUSH_SEQ = "SK2-3.8-AMBUSH-SEQ", "The ambusher attacks first", "3.8", Sequence;
        /// If a CC DR of original 2 creates a leader, he joins the attacker at once and odds of both sides'
        /// attacks in that hex are recomputed with his 1 FP.
        R_3_8_RECALC = "SK2-3.8-RECALC", "A new leader changes the odds", "3.8 ex., 5.3", Resolution;
        /// If after all CC both sides still have Infantry in the hex and at least one of those units is
        /// unbroken, all are in Melee: they may do nothing but CC (no leaving, fire, movement, rout, rally,
        /// interdiction). The counter goes when one side is gone or no unbroken unit remains.
        R_3_8_MELEE = "SK2-3.8-MELEE", "Melee holds both sides", "3.8", State;
        /// Outside units may fire into a Melee hex in a fire phase but every unit of both sides there is
        /// attacked.
        R_3_8_MELEE_FIRE = "SK2-3.8-MELEE-FIRE", "Fire into Melee hits both sides", "3.8", Resolution;
        /// New units may advance into a Melee (no ambush possible); stacking limits hold per side.
        R_3_8_MELEE_REINF = "SK2-3.8-MELEE-REINF", "Advancing into Melee", "3.8", Transition;
        /// All Pin counters come off at the end of the CCPh.
        R_3_8_PIN_REMOVE = "SK2-3.8-PIN-REMOVE", "When pins come off", "3.8", Sequence;
        /// After a CCPh the other side becomes ATTACKER; after both, the turn counter advances one box.
        /// Reaching END ends the scenario; a diagonally halved red last box gives a Player Turn only to the
        /// side that moves first.
        R_3_9_TURN = "SK2-3.9-TURN", "The turn passes", "3.9", Sequence;
    ];
}

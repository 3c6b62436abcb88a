//! Rules of section “Defensive fire, Final Fire, Advancing Fire (3.3.1, 3.4, 3.5)”.

use crate::referee::rules;

rules! {
    pub(super) static DEFENSIVE = [
        /// DEFENDER units in Good Order may Defensive First Fire (DFF) only at units that have just spent
        /// MF in their present hex (entry, Smoke attempt, recovery, DC placement, manhandling), in LOS,
        /// before the mover leaves that hex and before another unit starts moving or the MPh ends.
        R_3_3_1_DFF_TRIGGER = "SK2-3.3.1-DFF-TRIGGER", "What may be shot at by First Fire", "3.3.1", Transition;
        /// Only the unit(s) moving together in that expenditure are attacked; others in the hex are
        /// untouched.
        R_3_3_1_DFF_ONLY = "SK2-3.3.1-DFF-ONLY", "First Fire hits only the movers", "3.3.1", Resolution;
        /// After firing, a unit gets a First Fire mark; a weapon gets it when its ROF is exhausted.
        /// Inherent FP and each weapon are tracked separately (example fig 2: squad marked while the MMG is
        /// still free).
        R_3_3_1_DFF_MARK = "SK2-3.3.1-DFF-MARK", "First Fire marks", "3.3.1", Sequence;
        /// DFF and Residual attacks against Infantry moving without Assault Movement get −1 (FFNAM). Not in
        /// Final Fire, not against a pinned unit, not with Hazardous Movement.
        R_3_3_1_FFNAM = "SK2-3.3.1-FFNAM", "First Fire at non-assault movement", "3.3.1", Resolution;
        /// DFF and Residual attacks against Infantry moving in Open Ground get −1 (FFMO), unless any LOS
        /// Hindrance lies on the LOS, Height Advantage applies, the target is pinned, or Hazardous Movement
        /// applies. Assault Movement does not remove FFMO.
        R_3_3_1_FFMO = "SK2-3.3.1-FFMO", "First Fire at movement in the open", "3.3.1, 1.1.1", Resolution;
        /// A unit marked First Fire may fire again in the MPh (Subsequent First Fire, own FP and/or MG)
        /// only if the target is within its normal range and no enemy unit in its LOS is nearer than the
        /// target (equal range is fine).
        R_3_3_1_SFF_ELIG = "SK2-3.3.1-SFF-ELIG", "Subsequent First Fire: at the nearest only", "3.3.1", Transition;
        /// Subsequent First Fire halves FP (unit and MG); MG B# −2.
        R_3_3_1_SFF_FP = "SK2-3.3.1-SFF-FP", "Subsequent First Fire is halved", "3.3.1, 4.1", Resolution;
        /// Afterwards the unit and all its weapons are Final Fired, whether or not they took part.
        R_3_3_1_SFF_MARK = "SK2-3.3.1-SFF-MARK", "Marks after Subsequent First Fire", "3.3.1", Sequence;
        /// A Gun marked First Fire may fire again in the MPh as Intensive Fire regardless of nearer
        /// enemies; then the manning unit and all its weapons are Final Fired. (IFE: SFF rules instead,
        /// 6.8.)
        R_3_3_1_GUN_IF = "SK2-3.3.1-GUN-IF", "Guns marked First Fire", "3.3.1, 3.2.4", Transition;
        /// Final Protective Fire: a DEFENDER unit marked Final Fire may attack a unit that spends MF in an
        /// adjacent hex during the MPh, as often as it likes while unbroken, subject to MF-SHOTS. Not
        /// outside the MPh, not at non-adjacent targets.
        R_3_3_1_FPF_ELIG = "SK2-3.3.1-FPF-ELIG", "Final Protective Fire: who and at whom", "3.3.1", Transition;
        /// FPF is halved (as SFF) and doubled (PBF); pin halves again; MG B# −2.
        R_3_3_1_FPF_FP = "SK2-3.3.1-FPF-FP", "Firepower of Final Protective Fire", "3.3.1", Resolution;
        /// FPF is all-or-nothing: full inherent FP plus each MG (or IFE) the unit is able to fire. Non-FPF
        /// units may join in a FG.
        R_3_3_1_FPF_ALL = "SK2-3.3.1-FPF-ALL", "Final Protective Fire is all or nothing", "3.3.1", Transition;
        /// Right after the attack, the same original IFT DR modified only by leadership is a NMC for each
        /// unit that used FPF and any directing leader (exact pass pins; failure breaks, ELR applies;
        /// original 12 reduces). Non-FPF members of the FG are unaffected.
        R_3_3_1_FPF_NMC = "SK2-3.3.1-FPF-NMC", "Final Protective Fire checks the firer", "3.3.1", Resolution;
        /// One unit or weapon may attack a moving unit in one location at most as many times as MF were
        /// spent there in this MPh (DFF, SFF, FPF together).
        R_3_3_1_MF_SHOTS = "SK2-3.3.1-MF-SHOTS", "No more shots than MF spent", "3.3.1", Budget;
        /// Before the mover spends more MF, a second attack in the same hex must come from different
        /// attackers, unless at least 2 MF were spent there.
        R_3_3_1_REFIRE = "SK2-3.3.1-REFIRE", "A second attack in the same hex", "3.3.1", Transition;
        /// A mover broken in its MPh may be shot again there; FFNAM/FFMO that applied still apply until its
        /// MPh ends. One that was using Assault Movement loses it on breaking (FFNAM then applies). A
        /// pinned mover takes neither DRM while pinned, but they return if it later breaks.
        R_3_3_1_BROKEN_DRM = "SK2-3.3.1-BROKEN-DRM", "Modifiers against movers that break", "3.3.1", Resolution;
        /// Each DFF/SFF/FPF attack leaves Residual FP in the target hex = half (rounded down, at most 12)
        /// of the IFT column used after cowering; FP of weapons that malfunctioned or kept ROF is left out
        /// (recompute the column without them). A TH miss, AP, Smoke/WP and Residual attacks themselves
        /// leave none.
        R_3_3_1_RES_AMOUNT = "SK2-3.3.1-RES-AMOUNT", "How much Residual Firepower is left", "3.3.1", Resolution;
        /// That amount drops one IFT column per +1 of IFT/TH DRM caused wholly outside the target hex
        /// (Hindrance, CX firer, positive leadership, other firer TH DRM). TEM, Height Advantage and
        /// negative leadership never count.
        R_3_3_1_RES_REDUCE = "SK2-3.3.1-RES-REDUCE", "What lowers Residual Firepower", "3.3.1", Resolution;
        /// A unit that enters or spends MF in a hex with Residual FP is attacked first, before any DEFENDER
        /// declaration, on that column with a fresh DR, TEM of the hex and applicable FFNAM/FFMO; alone,
        /// never in a FG, never cowering, no leadership.
        R_3_3_1_RES_ATTACK = "SK2-3.3.1-RES-ATTACK", "Residual Firepower attacks", "3.3.1", Resolution;
        /// One Residual attack per unit per hex (simultaneous MF count once); a second only if it spends
        /// further MF there and then faces a worse (more negative / less positive) DRM. MF spent to leave
        /// the hex do not trigger the Residual of the hex left.
        R_3_3_1_RES_REPEAT = "SK2-3.3.1-RES-REPEAT", "Residual Firepower attacks once", "3.3.1", Budget;
        /// One Residual counter per hex; a larger one replaces a smaller, they never add. All are removed
        /// at the end of the MPh.
        R_3_3_1_RES_ONE = "SK2-3.3.1-RES-ONE", "One Residual counter a hex", "3.3.1", State;
        /// In the DFPh unmarked DEFENDER units/weapons (also MG/IFE that kept ROF in the MPh) may fire
        /// normally at any target in LOS and range; ROF works; they end marked Final Fire.
        R_3_4_FINAL_FRESH = "SK2-3.4-FINAL-FRESH", "Final Fire of unmarked units", "3.4", Transition;
        /// A unit/MG/IFE marked First Fire may fire in the DFPh only at an adjacent hex, FP halved (and
        /// doubled for PBF), MG B# −2, then Final Fired. A Gun so marked may Intensive Fire at an adjacent
        /// hex.
        R_3_4_FINAL_FIRST = "SK2-3.4-FINAL-FIRST", "Final Fire of units marked First Fire", "3.4", Transition;
        /// A unit or weapon marked Final Fire does not fire in the DFPh (no FPF there).
        R_3_4_FINAL_FINAL = "SK2-3.4-FINAL-FINAL", "No Final Fire when marked Final Fire", "3.4", Transition;
        /// Final Fire affects all enemy units in the hex; FFNAM/FFMO never apply (Hazardous −2 still does);
        /// leaves no Residual FP.
        R_3_4_FINAL_DRM = "SK2-3.4-FINAL-DRM", "Modifiers of Final Fire", "3.4", Resolution;
        /// A leader who directed in Defensive First Fire may direct again (SFF, FPF, Final Fire) only a
        /// unit/FG that contains no firer he did not direct in First Fire; he cannot direct a newly formed
        /// FG that Player Turn.
        R_3_4_LDR_REUSE = "SK2-3.4-LDR-REUSE", "Directing again in defensive fire", "3.4, 1.2.1", Budget;
        /// First, Final (and Intensive) Fire marks come off at the end of the DFPh (Intensive as ATTACKER's
        /// PFPh mark: end of AFPh).
        R_3_4_MARK_REMOVE = "SK2-3.4-MARK-REMOVE", "When fire marks come off", "3.4", Sequence;
        /// AFPh: one attack by each ATTACKER unit/weapon without Prep Fire this turn. MMG, HMG, Mortars (SW
        /// too) and Guns may not if they moved in the MPh; nor may a Gun or unit that attempted manhandling
        /// this turn.
        R_3_5_ELIG = "SK2-3.5-ELIG", "Who may use Advancing Fire", "3.5, 6.5", Transition;
        /// AFPh FP is halved (FT and DC not); ordnance instead adds +2 to TH.
        R_3_5_HALF = "SK2-3.5-HALF", "Advancing Fire is halved", "3.5", Resolution;
        /// A squad with underscored FP (or SSR) firing its own FP in the AFPh within normal range adds 1 FP
        /// after all modification of its own FP and rounds that squad's total up. Not for its MG, not at
        /// long range.
        R_3_5_ASSAULT_FIRE = "SK2-3.5-ASSAULT-FIRE", "Assault Fire", "3.5, QRDC", Resolution;
        /// No weapon fires more than once in the AFPh (no ROF, no Intensive Fire).
        R_3_5_ONCE = "SK2-3.5-ONCE", "One shot a weapon in Advancing Fire", "3.5", Budget;
        /// The mover must give the DEFENDER a fair chance to declare fire at each expenditure; the DEFENDER
        /// may not ask to rewind. If the DEFENDER fires at a hex the mover has already left, the attack is
        /// too late.
        R_3_3_1_DFF_PACE = "SK2-3.3.1-DFF-PACE", "First Fire comes in time", "3.3.1", Sequence, unobservable "an undo that returns a mover to an earlier hex for an attack is visible as UNDO in VASSAL logs → warning";
    ];
}

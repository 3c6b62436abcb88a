//! The rules of section 8.

use crate::referee::rules;

rules! {
    pub(crate) static COMBAT = [
        /// Attackers are phasing units next to the target, in Good Order, with an attack strength, not carrying a
        /// Truck, Replacement or Auto DS marker, and not in an entry area.
        ///
        /// Breaks it: artillery, or a regiment two hexes away, joins an attack.
        ATTACKERS = "I43-8.1a", "Who may attack", "8.1, 13.2.1, 5.7, 20.4, 8.7.1, 17.7, 21.3", Transition;
        /// Each unit attacks once and is attacked once in a Combat Phase; breakthrough combat is apart.
        ATTACK_ONCE = "I43-8.1b", "Once a phase", "8.1, 15.1", Budget;
        /// All units in a hex defend together; nobody picks single defenders.
        WHOLE_HEX = "I43-8.1c", "The whole hex defends", "8.1", Resolution;
        /// Nobody attacks into a hex or over a hexside that he may not enter or cross when moving.
        ///
        /// Breaks it: tanks attack over a mountain hexside without road or pass.
        PROHIBITED_ATTACK = "I43-8.1d", "Prohibited hexes and hexsides", "8.1, 9.7, 5.6, 5.9", Transition;
        /// Attacks are voluntary.
        VOLUNTARY = "I43-8.1e", "Attacks are voluntary", "8.1", Transition,
            unobservable "an attack that was not made breaks nothing";
        /// An attack has one target hex, and a unit's strength is never divided.
        ONE_TARGET = "I43-8.2", "One target, no splitting", "8.2", Budget;
        /// Odds are rounded in the defender's favour: 7 to 2 is 3-1, 5 to 6 is 1-2.
        ODDS = "I43-8.3.1a", "Odds", "8.3.1", Resolution;
        /// Strengths, fixed shifts, attacker's support, defender's support, die, losses, defence or retreat, advance.
        ///
        /// Support that appears after the die is suspect.
        STEP_ORDER = "I43-8.3.1b", "Order of a combat", "8.3.1", Sequence;
        /// The attacker commits his support before the defender does.
        SUPPORT_ORDER = "I43-8.3.1c", "Order of declaring support", "8.3.1", Sequence,
            unobservable "declarations are spoken; the order in which markers are flipped proves nothing";
        /// Before shifts the odds are at least 1-3.
        ///
        /// Breaks it: 2 points attack 8.
        LOWEST_ODDS = "I43-8.3.2a", "Minimum odds", "8.3.2", Transition;
        /// Below 1-3 the 1-3 column is used, for 8-1 and 9-1 the 7-1 column; 10-1 is a DS without a die.
        TABLE_ENDS = "I43-8.3.2b", "Ends of the table", "8.3.2", Resolution;
        /// All shifts are added up first, as if the table went on; only then it ends at 1-3 and 7-1.
        NET_SHIFT = "I43-8.3.3", "Net shift first", "8.3.3", Resolution;
        /// Each attack has one main assault force, a formation; all others attack at half.
        MAIN_FORCE = "I43-8.4.1", "Main assault force", "8.4.1", Resolution;
        /// Formations are divisions, and Darby's Rangers and the 23rd Armoured Brigade.
        FORMATIONS = "I43-8.4.2", "Formations", "8.4.2", State;
        /// One silhouetted tank and one infantry-type or recon unit may be attached, each stacked with an attacking
        /// unit of the main assault force and of the same army.
        ///
        /// Breaks it: two tank battalions attached to one division.
        ATTACHMENTS = "I43-8.4.3", "Attachments", "8.4.3, 8.6.2", Resolution;
        /// A single independent unit may be the main assault force.
        INDEPENDENTS = "I43-8.4.4", "Independent units", "8.4.4", State;
        /// No more than 20 points count on either side, after halving and doubling.
        TWENTY = "I43-8.5", "Twenty points", "8.5", Resolution;
        /// British units do not attack together with American, French or Italian ones.
        BRITISH_APART = "I43-8.6.1", "British apart", "8.6.1", Transition;
        /// British corps artillery and air support British units only, American ones the other army.
        SUPPORT_ARMY = "I43-8.6.1b", "Support by army", "8.6.1, 9.4, 9.5.2, 11.3", Transition;
        /// Americans, French and Italians act as one army; French and Italians do not attach to each other.
        US_ARMY = "I43-8.6.2", "The US army", "8.6.2", State;
        /// Automatic DS is declared in the Movement Phase at 10-1 without artillery, air and naval shifts.
        ///
        /// Breaks it: 9-1 after the tank shift.
        AUTO_DS = "I43-8.7.1a", "Automatic DS", "8.7.1", Transition;
        /// At once the defender loses a step of the attacker's choice and the rest retreat four hexes into Full Retreat.
        AUTO_DS_EFFECT = "I43-8.7.1b", "Effect of automatic DS", "8.7.1, 10.1", Resolution;
        /// The units that made the 10-1 are marked; they neither move on nor attack in the coming Combat Phase.
        AUTO_DS_MARKERS = "I43-8.7.1c", "Automatic DS markers", "8.7.1", Transition;
        /// Marked units advance at the end of the Combat Phase, after all other combats.
        AUTO_DS_ADVANCE = "I43-8.7.2", "Advance after automatic DS", "8.7.2, 15.4", Sequence;
    ];
}

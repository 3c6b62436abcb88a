//! 9.0 Combat modifiers. Strengths and shifts are reckoned in `combat/reckon.rs`, support in `support.rs`.

use crate::referee::rules;

rules! {
    pub(crate) static MODIFIERS = [
        /// A unit is halved once and doubled once at most; halves are taken unit by unit, fractions up; halved and
        /// doubled is the printed value.
        HALVE_ONCE = "I43-9.1a", "Halved once, doubled once", "9.1", Resolution;
        /// An attacker is halved outside the main assault force, over a major river, over a mountain side, as a
        /// vehicle over any river or out of marsh, when half effective, and when marked out of supply.
        HALVING = "I43-9.1b", "Reasons to halve an attacker", "9.1, 9.7", Resolution;
        /// Disrupted units defend at half; in a city or hill, or behind a river, at their printed strength.
        DISRUPTED_HALVED = "I43-9.1c", "Disrupted defenders", "9.1, 13.2.1", Resolution;
        /// One column right if most units of the main assault force are elite, or if it has elite infantry and a tank unit.
        ELITE = "I43-9.2.1", "Elite shift", "9.2.1", Resolution;
        /// One column left if every attacking unit is of low quality.
        LOW_QUALITY = "I43-9.2.2", "Low-quality shift", "9.2.2", Resolution;
        /// One column right for a tank unit in the main assault force rated above every tank of the defender.
        TANK_ATTACKER = "I43-9.3.1", "Attacker's tank shift", "9.3.1", Resolution;
        /// One column left if the defender has a tank unit and the main assault force none, or a lower rated one.
        TANK_DEFENDER = "I43-9.3.2", "Defender's tank shift", "9.3.2, 13.2.2", Resolution;
        /// No tank shift against hill, marsh, city or fort. A tank over a river or mountain side or out of marsh
        /// gains none, but still counts against the defender's.
        TANK_TERRAIN = "I43-9.3.3", "Tank shifts and terrain", "9.3.3, 18.2.2", Resolution;
        /// Tank destroyers are rated one less in attack.
        TANK_DESTROYER = "I43-9.3.4", "Tank destroyers", "9.3.4", Resolution;
        /// One ready air marker a combat, for either side, one column; of an army that takes part.
        AIR = "I43-9.4", "Air support", "9.4", Budget;
        /// Ready division artillery in range gives a column if a unit of its division attacks.
        DIVISION_SUPPORT = "I43-9.5.1", "Division artillery in attack", "9.5.1, 17.6.3", Resolution;
        /// Ready corps artillery or a nebelwerfer in range gives a column; Allied ones to their own army.
        CORPS_SUPPORT = "I43-9.5.2", "Corps artillery in attack", "9.5.2, 19.1", Resolution;
        /// The attacker uses one division artillery and one of corps artillery, nebelwerfer and naval support.
        ///
        /// Breaks it: naval support and corps artillery in the same attack.
        TWO_ARTILLERY = "I43-9.5.3", "Two artillery shifts at most", "9.5.3, 17.6.1", Budget;
        /// The defender gets one column at most from artillery and ships; division artillery needs one of its units in the hex.
        DEFENSIVE_ARTILLERY = "I43-9.5.4", "Defensive artillery", "9.5.4, 17.6.2", Budget;
        /// Naval support is used once a game turn, when the weather allows it, in the place of corps artillery.
        NAVAL = "I43-9.6a", "Naval support", "9.6", Budget;
        /// Ships reach two hexes inland.
        NAVAL_RANGE = "I43-9.6b", "Naval range", "9.6", Transition;
        /// Hills and cities double the defence of all but silhouetted tanks and artillery.
        HILL_CITY = "I43-9.7a", "Hills and cities", "9.7", Resolution;
        /// The defence is doubled if every attacker comes over a river or mountain side or out of marsh.
        HEXSIDE_DOUBLING = "I43-9.7b", "Rivers, mountains and marsh double", "9.7", Resolution;
        /// Vehicles are halved out of marsh, even by road, and over any river, bridged or not.
        VEHICLE_HALVED = "I43-9.7c", "Vehicles over rivers and out of marsh", "9.7", Resolution;
        /// Every attacker over a major river is halved.
        MAJOR_RIVER_COMBAT = "I43-9.7d", "Major rivers", "9.7", Resolution;
        /// All but mountain units are halved over mountain sides; vehicles attack only at roads and passes.
        MOUNTAIN_COMBAT = "I43-9.7e", "Mountain sides", "9.7, 19.3", Resolution;
        /// A strength in parentheses defends only where no other unit does, and only one of several.
        PARENTHESISED = "I43-9.8a", "Strength in parentheses", "9.8, 17.7", Resolution;
        /// Such a unit takes no loss while another defender is left.
        PARENTHESISED_LOSS = "I43-9.8b", "Artillery is lost last", "9.8, 10.2.2", Transition;
        /// Full Retreat defends with 0; rain and mud shift every combat one left; forts one or two left.
        FIXED = "I43-9.9", "Fixed modifiers", "9.9, 23.4", Resolution;
    ];
}

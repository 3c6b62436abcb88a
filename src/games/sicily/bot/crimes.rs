//! What the bot does wrong when it is asked to.

use super::super::{
    airborne, arrivals, boundary, combat, depots, desertion, end_runs, evacuation, first_turn,
    landings, movement, ports, replacements, sequence, special, stacking, support, weather,
};
use crate::bots::Crime;
use crate::referee::RuleId;
use std::borrow::Cow;

const fn crime(name: &'static str, words: &'static str, rules: &'static [RuleId]) -> Crime {
    Crime { name, words, rules: Cow::Borrowed(rules) }
}

/// Crimes, by section.
pub(super) static CRIMES: &[Crime] = &[
    crime(
        "TooFar",
        "a unit moves further than its allowance",
        &[movement::ALLOWANCE, first_turn::FIRST_TURN_HALVES],
    ),
    crime("IntoTheEnemy", "a unit moves into an enemy hex", &[movement::ENEMY_HEX]),
    crime("ThroughAZone", "a unit moves on in an enemy zone", &[movement::STOP_IN_ZONE]),
    crime("LeavesTooCheaply", "a unit leaves a zone and does not pay", &[movement::LEAVE_ZONE]),
    crime("ZoneToZone", "a unit goes from zone to zone", &[movement::ZONE_TO_ZONE]),
    crime("SecondZone", "a unit leaves a zone and enters another", &[movement::SECOND_ZONE]),
    crime(
        "NearTheEnemy",
        "a unit moves strategically near the enemy",
        &[movement::STRATEGIC_DISTANCE],
    ),
    crime(
        "UnbridgedRiver",
        "a mechanized unit crosses a river without a bridge",
        &[movement::RIVER],
    ),
    crime("ClosedTerrain", "a unit enters terrain that is closed to it", &[movement::CLOSED]),
    crime("FrozenUnit", "an Axis unit in the west moves before turn 3", &[special::FREEZE]),
    crime("AostaGoesEast", "Aosta enters column 23 before turn 4", &[special::AOSTA]),
    crime("OverTheHaltLine", "a US unit crosses the halt line", &[special::HALT_LINE]),
    crime("OverTheBoundary", "a unit enters the other army's part", &[special::BOUNDARY]),
    crime("NotStrategic", "a unit moves strategically that never may", &[special::NEVER_STRATEGIC]),
    crime(
        "StrategicOnTurn1",
        "an Allied unit moves strategically on turn 1",
        &[first_turn::NO_STRATEGIC],
    ),
    crime("CrowdedRoad", "a unit does not pay for a friend on the road", &[special::CROWDED_ROAD]),
    crime("RainyRiver", "a unit crosses a river in rain", &[weather::RAIN_CLOSES]),
    crime("OutOfTheArea", "a unit leaves the area of the scenario", &[special::AREA]),
    crime("FourInAHex", "four units end their phase in one hex", &[stacking::LIMIT]),
    crime("ArmiesMixed", "US and UK units end a phase in one hex", &[special::NEVER_TOGETHER]),
    crime("OthersPiece", "a piece of the other side is moved", &[sequence::ORDER]),
    crime(
        "WrongBeach",
        "a unit lands where it does not belong",
        &[landings::FIRST_WAVE, landings::SECOND_WAVE, landings::BEACH, depots::LANDING],
    ),
    crime("StaysAtSea", "what is left at sea lives on", &[landings::ADVANCE_OR_DIE]),
    crime(
        "BadTarget",
        "a unit drops where it may not",
        &[airborne::TARGET, airborne::ASSAULT, airborne::REINFORCEMENT],
    ),
    crime("DropInRain", "a unit drops in rain", &[airborne::NO_RAIN]),
    crime("StaysAtHome", "a prescribed drop is not made", &airborne::PRESCRIBED),
    crime("TooManyDrops", "more units drop than the die allows", &[airborne::OPTIONAL]),
    crime(
        "BadEndRun",
        "an end-run that may not be",
        &[end_runs::STARTS, end_runs::REACH, end_runs::SPENT, end_runs::LIMITS],
    ),
    crime("DepotDrives", "a depot goes where no port is", &[depots::INERT, depots::TRANSFER]),
    crime(
        "WrongGate",
        "a reinforcement comes in at a wrong place",
        &[arrivals::ALLIED_ENTRY, arrivals::AXIS_ENTRY],
    ),
    crime(
        "TooEarly",
        "a reinforcement comes before its turn",
        &[arrivals::DELAY, arrivals::VARIABLE],
    ),
    crime(
        "WrongPrice",
        "a wrong price is paid",
        &[
            support::COSTS,
            support::ATTACK_COST,
            support::CITY_LOST,
            arrivals::OPTIONAL,
            arrivals::VARIABLE,
        ],
    ),
    crime("WrongIncome", "depots bring too many points", &[support::INCOME]),
    crime("BombingTooEarly", "Emergency Bombing when it may not be", &[ports::BOMBING]),
    crime(
        "InterdictionTooEarly",
        "Maximum Interdiction when it may not be",
        &[evacuation::INTERDICTION],
    ),
    crime(
        "WrongReplacement",
        "a unit is restored that may not be",
        &[replacements::WHAT, replacements::ONE, replacements::MORALE],
    ),
    crime("WrongPack", "a unit gets pack transport that may not", &[replacements::PACKS]),
    crime(
        "WrongLift",
        "a unit is supplied by air or sea that may not be",
        &[depots::LIFT, depots::BY_SEA, depots::GOOD_WEATHER],
    ),
    crime(
        "WrongHarbour",
        "a unit is evacuated where none may be",
        &[evacuation::WHERE, evacuation::TIME],
    ),
    crime("NoDesertion", "a unit that deserts loses nothing", &[desertion::ROLL]),
    crime("WrongBoundary", "the first boundary is another one", &[boundary::STAGES]),
    crime(
        "NobodyAttacks",
        "an enemy that must be attacked is not",
        &[combat::MANDATORY, combat::UPWARD],
    ),
    crime("StandsAside", "a battalion does not attack with its hex", &[combat::BATTALIONS]),
    crime("AttacksTwice", "units attack or are attacked twice", &[combat::ONCE]),
    crime("TwoRegiments", "two regiments attack from one hex", &[combat::ONE_ATTACKS]),
    crime("FromAfar", "a unit attacks what it is not next to", &[combat::ADJACENT]),
    crime("ArmiesTogether", "US and UK attack together", &[combat::NEVER_ATTACK_TOGETHER]),
    crime(
        "WrongGuns",
        "artillery supports that may not",
        &[combat::SUPPORT, combat::CONTACT, combat::SUPPORTS_OWN, combat::SUPPORT_LIMIT],
    ),
    crime(
        "WrongColumn",
        "the combat is resolved in another column",
        &[
            combat::ODDS,
            combat::ELEVATION,
            combat::TOWN,
            combat::ROW,
            combat::RIVER,
            combat::COMBINED_ARMS,
            combat::INTEGRITY_ATTACK,
            combat::INTEGRITY_DEFENCE,
        ],
    ),
    crime("WrongResult", "another result is told than the table's", &[combat::LOOKUP]),
    crime("NothingIsDone", "a result is not carried out", &[combat::RESULT]),
    crime("TowardsTheEnemy", "a retreat goes towards the enemy", &[combat::PRIORITIES]),
    crime("ZonesUnpaid", "a retreat through zones costs nothing", &[combat::ZONES]),
    crime("StackParts", "a part of a stack stays behind", &[combat::TOGETHER]),
    crime(
        "WrongLoss",
        "another unit loses the step",
        &[combat::TANKS_FIRST, combat::PARTICIPANTS_FIRST],
    ),
    crime("Stands", "a defender stands after a breakthrough", &[combat::NO_STANDING]),
    crime("AdvanceTooFar", "a unit advances too far", &[combat::HOW_FAR, combat::FURTHER]),
    crime(
        "AdvanceAside",
        "a unit advances where nobody left",
        &[combat::FIRST_HEX, combat::FOLLOW],
    ),
];

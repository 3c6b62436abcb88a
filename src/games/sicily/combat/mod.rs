//! 8. Combat: who attacks whom, in which column, with what result.

mod advance;
mod attack;
pub(super) mod bot;
mod chits;
mod duty;
mod ground;
mod hearing;
mod losses;
mod read;
mod reckoning;
mod retreat;
mod retreat_path;
mod settle;
mod state;
mod strength;
mod support;
mod table;

use super::Sicily;
use super::supply::{ISOLATED_FIGHTS, OUT_FIGHTS as OUT_HALVES};
use super::units::Nation;
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::tell::clauses;
use crate::referee::world::Unit;
use crate::referee::{RuleId, rules};
pub(super) use advance::{FIRST_HEX, FOLLOW, FURTHER, HOW_FAR, SECTION_10};
pub(super) use chits::SECTION_11;
pub(super) use ground::Heights;
pub(super) use hearing::{begins, joins, plans};
pub(super) use read::{Verb, read, situation, words};
pub(super) use retreat::{PRIORITIES, SECTION_9, TOGETHER, ZONES};
pub(super) use settle::{closes, opens, outstanding};
pub(super) use state::Fights;
pub(super) use strength::Pools;
pub(super) use table::{Outcome, Table};

rules! {
    pub(super) static SECTION_8 = [
        /// Units attack in the Combat Phase of their own side only, and in it nobody moves but by retreat and advance.
        ///
        /// Breaks it: a US regiment attacks in the Allied Movement Phase. Put right: it attacks in the Combat Phase.
        NO_COMBAT_IN_MOVEMENT = "SIC-5.12", "No combat in movement, no movement in combat", "5.12", Sequence;
        /// Combats are resolved one after the other: losses, retreat and advance of one come before the dice of the next.
        ///
        /// Breaks it: dice are rolled for a second combat, and then the loser of the first retreats.
        /// Put right: it retreats before those dice.
        ONE_AT_A_TIME = "SIC-9.0a", "Resolve combats one at a time", "9.0", Sequence;
        /// Every hex with enemies that stand next to units obliged to attack when the Combat Phase begins is attacked in
        /// it, and every such unit attacks. Excused are surplus regiments, units in towns and cities, units on high
        /// ground, landing units, and whoever came next to the enemy only in the phase.
        ///
        /// Breaks it: a German regiment attacks one of two American hexes next to it, and nobody attacks the other.
        /// Put right: it attacks both in one combat.
        MANDATORY = "SIC-9.11", "Every adjacent enemy is attacked", "9.11", State;
        /// Units in towns and cities need not attack.
        TOWNS = "SIC-9.13", "Town and city units choose", "9.13", State,
            not_of_play "it only excuses: who is not excused is judged under 9.11";
        /// Units on levels 4 to 6 need not attack enemies below them.
        HIGH_GROUND = "SIC-25.12", "High ground chooses", "25.12", State,
            not_of_play "it only excuses: who is not excused is judged under 9.11";
        /// Enemies on a higher level are attacked even from towns and cities.
        ///
        /// Breaks it: a regiment in a city leaves an enemy on level 3 next to it alone. Put right: it attacks.
        UPWARD = "SIC-25.13", "Must attack upward", "25.13", State;
        /// In one Combat Phase no unit attacks twice, and none is attacked twice.
        ///
        /// Breaks it: two combats of one phase are fought against one hex. Put right: one combat with all attackers.
        ONCE = "SIC-9.14", "Once per phase", "9.14", Budget;
        /// From one hex one regiment or brigade attacks in a phase, whatever its targets. Artillery that gives support does
        /// not count; artillery in contact that fights itself does.
        ///
        /// Breaks it: two regiments attack from 3010, at different hexes. Put right: one of them.
        ONE_ATTACKS = "SIC-7.21a", "One regiment attacks per hex", "7.21", Budget;
        /// In an attacked hex one regiment or brigade of the owner's choice defends.
        ///
        /// Breaks it: a regiment of 4, one of 5 and a battalion of 2 are counted as 11. Put right: 4 + 2 or 5 + 2.
        ONE_DEFENDS = "SIC-7.21b", "One regiment defends per hex", "7.21", Budget;
        /// Battalions, cadres among them, attack when somebody in their hex attacks, if elsewhere.
        ///
        /// Breaks it: a regiment attacks, and a tank battalion in its hex does not attack anybody in the phase.
        /// Put right: it takes part, or attacks another hex.
        BATTALIONS = "SIC-7.21c", "Battalions always fight", "7.21", State;
        /// Surplus regiments do not fight, but go with the stack.
        BYSTANDERS = "SIC-7.22", "Bystanders suffer", "7.22", Resolution,
            not_of_play "it says who goes along: who stays is judged under 9.91, who loses before others under 9.86";
        /// Whoever attacks stands next to every hex that is attacked in the combat, and enemies stand there.
        ///
        /// Breaks it: a regiment in 3010 takes part in an attack on 3210. Put right: it goes next to it first.
        ADJACENT = "SIC-9.22", "Attackers are adjacent to all defenders", "9.22", Transition;
        /// All who stand in a hex defend it as one: none is left out or attacked alone, but for surplus regiments.
        ///
        /// Breaks it: the strength of a regiment is counted, and that of the battalion with it is not.
        /// Put right: both.
        WHOLE_STACK = "SIC-9.23", "The whole stack defends", "9.23", Transition;
        /// US and UK units do not attack in one combat.
        ///
        /// Breaks it: a US regiment and a British brigade attack one hex together. Put right: one of the two attacks.
        NEVER_ATTACK_TOGETHER = "SIC-24.23b", "US and UK never attack together", "24.23", Transition;
        /// Attack to defence, rounded for the defender, within the headings of the row; then all shifts, within the table.
        ///
        /// Breaks it: 13 to 4 on level 1 is told as column 8. Put right: 3-1, column 7.
        ODDS = "SIC-9.0b", "Odds and column", "9.0", Resolution;
        /// The row of headings is that of the defender's terrain, the best one for him if he stands in several hexes: cities and
        /// levels 4 to 6, then swamps and levels 2 and 3, then level 1.
        ///
        /// Breaks it: an attack on level 4 is looked up in the row of level 1. Put right: in the first row.
        ROW = "SIC-9.31", "Terrain row", "9.31", Resolution;
        /// A defender is doubled when every attacker strikes across a river, an Axis defender also when they come from the sea.
        ///
        /// Breaks it: two brigades attack a regiment of 4 across rivers, and 4 is counted. Put right: 8.
        RIVER = "SIC-9.32", "River doubling", "9.32", Resolution;
        /// As many columns as the highest attacking hex lies above the highest defending hex, or left when below it.
        ///
        /// Breaks it: an attack from level 3 on level 4 is not shifted. Put right: one column left.
        ELEVATION = "SIC-25.14", "Elevation shift", "25.14", Resolution;
        /// A defender in a town, which is no city, shifts one column left, once a combat.
        ///
        /// Breaks it: an attack on a town is not shifted. Put right: one column left.
        TOWN = "SIC-25.16", "Town shift", "25.16", Resolution;
        /// There are no hilltops, entrenchments or improved positions in Sicily.
        ABSENT = "SIC-25.18", "Features absent from Sicily", "25.18", Resolution,
            not_of_play "it takes rules away: a shift for such a thing is judged under 9.0";
        /// One column right for each division all of whose regiments stand next to the defender while one of them attacks, at
        /// most two.
        ///
        /// Breaks it: two of three regiments attack, the third is away, and a column is taken. Put right: no shift.
        INTEGRITY_ATTACK = "SIC-9.41", "Divisional integrity of the attacker", "9.41", Resolution;
        /// One column left when an attacked regiment stands with or next to another of its division.
        ///
        /// Breaks it: two regiments of Livorno stand side by side, and no column is taken. Put right: one left.
        INTEGRITY_DEFENCE = "SIC-9.42", "Divisional integrity of the defender", "9.42", Resolution;
        /// A division that has lost a regiment has no integrity any more.
        ///
        /// Breaks it: the 18th Regiment is gone, and the two others take a column. Put right: no shift.
        INTEGRITY_LOST = "SIC-25.22", "Integrity is lost with a regiment", "25.22", Resolution;
        /// The German 1st Parachute Division has integrity only when its 1st Regiment has come.
        ///
        /// Breaks it: regiments 3 and 4 alone take a column. Put right: no shift.
        PARACHUTES = "SIC-25.23", "Integrity of the 1st Parachute Division", "25.23", Resolution;
        /// A nation without support points has neither integrity nor artillery.
        ///
        /// Breaks it: Italian guns shift a combat while Italy has no points. Put right: no shift.
        NO_POINTS = "SIC-22.22", "No integrity or artillery at zero support", "22.22", Resolution;
        /// One column right for each attacking stack of tanks and others, or with a class in brackets.
        ///
        /// Breaks it: a brigade and a tank battalion attack from one hex, and no column is taken. Put right: one right.
        COMBINED_ARMS = "SIC-9.51", "Combined arms", "9.51", Resolution;
        /// There are no combined arms against a stack of tanks or anti-tank guns with others, or with a class in brackets.
        ///
        /// Breaks it: the defender has infantry and an anti-tank battalion, and a column is taken. Put right: no shift.
        NEGATED = "SIC-9.54", "Combined arms negated", "9.54", Resolution;
        /// An attack wholly across rivers has one column of combined arms at most.
        ///
        /// Breaks it: two such stacks take two columns. Put right: one.
        OVER_RIVERS = "SIC-9.55", "Combined arms over rivers", "9.55", Resolution;
        /// Artillery next to an enemy when the phase begins fights with its own strength and supports nobody.
        ///
        /// Breaks it: a battery beside a German regiment supports another combat. Put right: it fights, or another supports.
        CONTACT = "SIC-9.61", "Artillery in contact", "9.61", Resolution;
        /// Artillery in supply supports combats within three hexes of it, a column each.
        ///
        /// Breaks it: a battery four hexes away supports. Put right: only those within three.
        SUPPORT = "SIC-9.62", "Artillery support", "9.62", Resolution;
        /// Allied artillery supports its own nation; Axis artillery both.
        ///
        /// Breaks it: British guns support an American attack. Put right: American guns.
        SUPPORTS_OWN = "SIC-25.31", "Support and nationality", "25.31", Resolution;
        /// Artillery supports once a phase; two support an attack at most, one a defence.
        ///
        /// Breaks it: one battery supports two combats. Put right: one of them.
        SUPPORT_LIMIT = "SIC-9.64", "Support limits", "9.64", Budget;
        /// The attacker names his support first, then the defender, before chits are seen.
        ANNOUNCEMENT = "SIC-9.64b", "Announcement order", "9.64", Sequence,
            unobservable "a log has the lines, but not when the other player heard of it";
        /// Off-map Axis artillery supports combats in columns 59 to 61 only.
        ///
        /// Breaks it: it supports the defence of 5510. Put right: only from column 59 on.
        MAINLAND = "SIC-25.32", "Mainland artillery", "25.32", Resolution;
        /// Ships fire at hexes within two hexes of water, one in a combat; after turn 1 British ships only on a 1, tried once a
        /// turn. The US has three on each of turns 1 to 5, the UK one a turn, for its own units.
        ///
        /// Breaks it: a British salvo on turn 4 with a die of 3. Put right: no column.
        GUNFIRE = "SIC-25.33", "Naval gunfire", "25.33", Budget;
        /// One Air Point at most goes into a combat.
        ///
        /// Breaks it: two points go into one attack. Put right: one.
        AIR_SUPPORT = "SIC-23.22", "Air support", "23.22", Resolution;
        /// Regiments of an original strength of 3 or more have three steps: full, chit turned, cadre; others two: full, cadre.
        /// Artillery, cadres and battalions without a back have one.
        ///
        /// Breaks it: the chit of a regiment of original strength 2 is turned. Put right: it becomes a cadre.
        STEPS = "SIC-9.81", "Steps", "9.81", State;
        /// Xn(m): side X loses m steps at once, and n more in hexes of retreat and steps, mixed as its owner likes.
        ///
        /// Breaks it: after D2(1) one step is lost and one hex retreated. Put right: one step and two hexes, or two and one.
        RESULT = "SIC-9.83", "Reading a result", "9.83", Resolution;
        /// The result is the cell of the dice and the column.
        ///
        /// Breaks it: a 4 in column 7 is told as D2(1). Put right: D1(1).
        LOOKUP = "SIC-9.88", "Looking up a result", "9.88", Resolution;
        /// Steps are lost by those who took part, before those beside them.
        ///
        /// Breaks it: a surplus regiment loses the step while the defender has steps left. Put right: the defender loses it.
        PARTICIPANTS_FIRST = "SIC-9.86", "Participants lose first", "9.86", Resolution;
        /// An attacker's losses fall on tanks that took part, as long as there are any.
        ///
        /// Breaks it: the infantry brigade loses a step beside a tank battalion. Put right: the tanks lose it.
        TANKS_FIRST = "SIC-9.87", "Attacking tanks lose first", "9.87", Resolution;
        /// After a breakthrough the defender goes the whole way: hexes are not paid for in steps.
        ///
        /// Breaks it: after a D3 told as a breakthrough he goes two hexes and loses a step more. Put right: three hexes.
        NO_STANDING = "SIC-9.97a", "Breakthrough forbids standing", "9.97", Resolution;
        /// A depot alone defends with 1 and is destroyed by any result against it; it never retreats, and dies when those with
        /// it leave.
        ///
        /// Breaks it: a depot retreats with its stack. Put right: it is destroyed.
        DEPOTS = "SIC-21.22b", "Attacking depots", "21.22", Resolution;
    ];
}

const ARTILLERY: RuleId = SUPPORT;
const AIR: RuleId = AIR_SUPPORT;
const NAVAL: RuleId = GUNFIRE;

// In the order in which they are blamed for a wrong column: exceptions before what they except.
clauses! {
    mod clause = [
        INTEGRITY_LOST, PARACHUTES, NO_POINTS, NEGATED, OVER_RIVERS, ONE_DEFENDS, INTEGRITY_ATTACK, INTEGRITY_DEFENCE,
        COMBINED_ARMS, ELEVATION, TOWN, RIVER, ROW, ARTILLERY, AIR, NAVAL, OUT_HALVES, ISOLATED_FIGHTS,
    ];
}

/// What the players said that they counted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Claimed {
    pub(super) attack: Option<u32>,
    pub(super) defence: Option<u32>,
    /// The column of the table after all shifts, from 1.
    pub(super) column: Option<u32>,
}

/// A combat as it is declared and rolled for.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    pub(super) with: Vec<Unit>,
    pub(super) against: Vec<Place>,
    /// The attacker's artillery.
    pub(super) support: Vec<Unit>,
    /// The defender's artillery, on the map.
    pub(super) defence_support: Vec<Unit>,
    /// And off it.
    pub(super) mainland: usize,
    /// The total of two dice.
    pub(super) roll: Option<u32>,
    /// The result, as the players told it.
    pub(super) told: Option<Outcome>,
    pub(super) claimed: Claimed,
    /// Whether nobody declared it, and it was guessed from what was done after the dice.
    pub(super) guessed: bool,
}

impl Order {
    /// The attacking side, by number.
    fn side(&self, play: &Play<'_, Sicily>) -> u8 {
        self.with.first().map_or(0, |unit| play.unit(*unit).side)
    }
}

/// The support points of a nation; none when nobody has told.
fn points(play: &Play<'_, Sicily>, nation: Nation) -> Option<i32> {
    play.ledgers.get(super::state::Account::Support(nation))
}

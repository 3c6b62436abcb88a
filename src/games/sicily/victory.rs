//! 28. The end of the game, and who has won.

use super::Sicily;
use super::look::{is_full_regiment, troops, turn};
use super::state::Scenario;
use super::supply::Supply;
use super::units::{ALLIED, CADRE, Nation};
use crate::referee::frame::Play;
use crate::referee::world::Unit;
use crate::referee::{Judgement, rules};
use serde::Deserialize;

rules! {
    pub(super) static SECTION_28 = [
        /// The game ends after turn 20, or after any turn when no Axis unit, or only isolated ones, are on the map.
        ///
        /// Breaks it: every Axis unit is isolated at the end of turn 17, and weather is rolled for turn 18.
        /// Put right: the points are counted.
        ENDS = "SIC-28.0", "When the game ends", "28.0", Sequence;
        /// What the Allies score; isolated Axis units count as eliminated.
        POINTS = "SIC-28.2", "Victory points", "28.2", Budget,
            not_of_play "players count when the game is over: `check: victory` counts for them, and no log holds their sum";
        /// After turn 20 Axis troops that are left and not isolated cost points.
        LEFT = "SIC-28.3", "What is left after turn 20", "28.3", Budget,
            not_of_play "players count when the game is over: `check: victory` counts for them, and no log holds their sum";
        /// Six levels of victory.
        LEVELS = "SIC-28.4", "Levels of victory", "28.4", Resolution,
            not_of_play "players count when the game is over: `check: victory` counts for them, and no log holds their sum";
        /// Turns 1 to 4; no Axis reinforcements, of the Allied ones only the US troops of turn 3 and the drop of turn 2.
        ///
        /// Breaks it: a German battalion comes in at Messina in The U.S. Landing. Put right: it stays away.
        LANDING_LENGTH = "SIC-30.1", "The length of The U.S. Landing", "30.1", Sequence;
        /// Three points more when US units or their zones hold every hex south of the halt line, else three less.
        LINE = "SIC-30.7", "The line of The U.S. Landing", "30.7", State,
            not_of_play "players count when the game is over: `check: victory` counts for them, and no log holds their sum";
    ];
}

/// What a case counts at the end of the game.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub(super) struct Tally {
    airfields: i32,
    tactical_points: i32,
    german_regiments_eliminated: i32,
    german_regiments_at_cadre: i32,
    axis_artillery_eliminated: i32,
    italian_regiments_eliminated: i32,
    italian_regiments_at_cadre: i32,
    axis_battalion_strength_eliminated: i32,
    variable_german_regiments: i32,
    variable_others: i32,
    german_replacement_points: i32,
    allied_regiments_eliminated: i32,
    allied_regiments_at_cadre: i32,
    allied_battalion_strength_eliminated: i32,
    optional_regiments: i32,
    optional_battalions: i32,
    allied_replacement_points: i32,
    interdiction_losses: i32,
    unplayed_turns: Option<i32>,
    all_axis_isolated: bool,
}

impl Tally {
    /// Points without those for turns that were not played, and for what is left.
    fn points(&self, worth: i32) -> i32 {
        let places =
            if self.all_axis_isolated { worth } else { self.airfields + self.tactical_points };
        let axis = 5 * (self.german_regiments_eliminated + self.axis_artillery_eliminated)
            + 2 * self.german_regiments_at_cadre
            + 2 * self.italian_regiments_eliminated
            + self.italian_regiments_at_cadre
            + self.axis_battalion_strength_eliminated
            + 5 * self.variable_german_regiments
            + 2 * self.variable_others
            + self.german_replacement_points;
        let allied = 3 * self.allied_regiments_eliminated
            + 2 * self.allied_regiments_at_cadre
            + self.allied_battalion_strength_eliminated
            + 5 * self.optional_regiments
            + 2 * self.optional_battalions
            + self.allied_replacement_points
            + self.interdiction_losses;
        places + axis - allied
    }
}

/// The last turn, and what each turn before it is worth that was not played.
const LAST: (i32, i32) = (20, 3);

/// The levels of victory, best for the Allies first, with the least points of each: in the campaign, and in The U.S. Landing.
const LEVELS_FROM: [(&str, i32, i32); 6] = [
    ("allied-decisive", 175, 15),
    ("allied-substantive", 126, 6),
    ("allied-marginal", 101, 1),
    ("axis-marginal", 76, -5),
    ("axis-substantive", 50, -10),
    ("axis-decisive", i32::MIN, i32::MIN),
];

/// Somebody counts.
pub(super) fn count(play: &Play<'_, Sicily>, said: &mut Judgement) {
    let landing = super::look::scenario(play) == Scenario::UsLanding;
    let tally = play.state.known.tally.clone().unwrap_or_default();
    let (last, each) = LAST;
    // A case that is over has no turn of its own.
    let now = play.clock.turn().or(play.state.told_turn).unwrap_or(last);
    let unplayed = if landing { 0 } else { tally.unplayed_turns.unwrap_or(last - now).max(0) };
    let worth = i32::try_from(play.setting.land.places.worth()).unwrap_or(0);
    let left = if now >= last && !landing { left(play) } else { 0 };
    let total = tally.points(worth) + each * unplayed - left;
    let found = LEVELS_FROM
        .iter()
        .find(|(_, campaign, short)| total >= if landing { *short } else { *campaign });
    said.value("victory-points", total);
    if let Some((level, ..)) = found {
        said.value("level", *level);
    }
}

/// What the Axis troops that are left cost the Allies.
fn left(play: &Play<'_, Sicily>) -> i32 {
    let cost = |unit: Unit| {
        let known = play.unit(unit);
        let isolated = super::supply::of(play, unit) == Supply::Isolated;
        if known.side == ALLIED || isolated || play.is(unit, CADRE) {
            0
        } else if known.kind.is_artillery()
            || is_full_regiment(play, unit) && known.nation == Some(Nation::German)
        {
            3
        } else if known.is_regiment() {
            2
        } else {
            known.strength.and_then(|strength| i32::try_from(strength).ok()).unwrap_or(0)
        }
    };
    troops(play).map(|(unit, _)| cost(unit)).sum()
}

/// A turn is over: whether the game is, too.
pub(super) fn ends_turn(play: &mut Play<'_, Sicily>) {
    let landing = super::look::scenario(play) == Scenario::UsLanding;
    play.state.known.all_isolated =
        !landing && turn(play) > 1 && super::supply::is_axis_cut_off(play);
}

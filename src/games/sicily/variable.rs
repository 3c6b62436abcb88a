//! 29. The variable campaign.

use super::Sicily;
use super::look::{accuse, name};
use super::state::{Account, Scenario};
use super::units::ALLIED;
use crate::referee::frame::Play;
use crate::referee::ground::Place;
use crate::referee::ledger::Scope;
use crate::referee::world::Unit;
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_29 = [
        /// Two invasions: one on turn 1, the other then or within two turns of a turn written down; up to twenty units each.
        INVASIONS = "SIC-29.11", "Two invasions", "29.11", Sequence,
            unobservable "the turn is written down in secret, and a log does not hold it";
        /// The first wave is plotted before play: beaches and swamps, two units a hex, and nothing on the coast clockwise from
        /// 2706 to 5117.
        ///
        /// Breaks it: a regiment is plotted for 3305. Put right: for 2419.
        PLOTS = "SIC-29.14", "Plots of the first wave", "29.14", Budget;
        /// At most ten units of an invasion land in its first wave, all of them infantry on foot; the second wave has no
        /// artillery.
        ///
        /// Breaks it: a tank battalion is plotted for the first wave. Put right: it lands in the second.
        WAVES = "SIC-29.15", "What lands in which wave", "29.15", Budget;
        /// Each invasion has its own pool of reinforcements.
        POOLS = "SIC-29.16", "Pools of reinforcements", "29.16", Budget,
            unobservable "the pools are made up in secret, and a log does not hold them";
        /// The Axis deploys anywhere on the island; coastal units keep their hexes.
        ///
        /// Breaks it: a coastal regiment of 2720 is set up in 3723. Put right: in 2720.
        DEPLOYMENT = "SIC-29.21", "Axis deployment of the variable campaign", "29.21", State;
        /// Two dice and a die give the Axis variable units before play.
        BEFORE_PLAY = "SIC-29.22", "Variable units before play", "29.22", Resolution,
            unobservable "the printed table is lost: what the players announce counts";
        /// The freeze, the halt line, the counterthrust and the prescribed boundary are off.
        OFF = "SIC-29.32", "Rules that are not used", "29.32", State, not_of_play "it only lifts other rules";
        /// After an invasion in the north Anti-Shipping Points cost the Allies victory points.
        SHIPPING = "SIC-29.34", "Anti-shipping", "29.34", Resolution,
            unobservable "the printed table is lost: no die has a certain outcome";
    ];
}

/// First-wave units of a hex, and of an invasion.
const FIRST_WAVE: (i32, i32) = (2, 10);

/// A landing hex is written down.
pub(super) fn plot(play: &mut Play<'_, Sicily>, unit: Unit, at: Place, said: &mut Judgement) {
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let known = play.unit(unit);
    let here = play.ledgers.add(Account::Plotted(Some(at)), Scope::Game, 1);
    let all = play.ledgers.add(Account::Plotted(None), Scope::Game, 1);
    let coast = places.is_coastal(space, at) && places.level(at) == 1 && !places.is_city(space, at);
    let (most, in_all) = FIRST_WAVE;
    // Two invasions are plotted on one sheet.
    let (rule, why) = if places.area("closed-coast").contains(&at) {
        (PLOTS, "on the closed coast")
    } else if !coast && !places.is_swamp(space, at) {
        (PLOTS, "which is neither a beach nor a swamp")
    } else if here > most {
        (PLOTS, "as the third unit of that hex")
    } else if !known.is_foot_infantry() {
        (WAVES, "and is no infantry on foot")
    } else if all > 2 * in_all {
        (WAVES, "as one unit more than two first waves have")
    } else {
        return;
    };
    let message = format!("{} is plotted for {}, {why}", known.words(), name(play, at));
    accuse(play, said, rule, &[unit], Some(at), message);
}

/// Where the Axis may set up.
pub(super) fn judge_set_up(play: &Play<'_, Sicily>, unit: Unit, at: Place, said: &mut Judgement) {
    let known = play.unit(unit);
    let own = known.set_up.as_deref().and_then(|code| play.setting.space.lattice.parse(code));
    let coastal = known.kind == super::units::Type::Coastal;
    if super::look::scenario(play) == Scenario::VariableCampaign
        && known.side != ALLIED
        && coastal
        && own.is_some_and(|own| own != at)
    {
        let message =
            format!("{} is set up in {}, and not in its own hex", known.words(), name(play, at));
        accuse(play, said, DEPLOYMENT, &[unit], Some(at), message);
    }
}

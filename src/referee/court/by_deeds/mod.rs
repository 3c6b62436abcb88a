//! When each deed was done: told by the deeds alone, or within the bounds that clicks of the tracker set.
//!
//! Play may pass on between any two deeds. Every way to share the deeds out among the stages of the sequence of play,
//! in their order, may be what happened; the way that breaks the fewest rules is searched for. A stage is judged by the
//! referee when it ends, and a way goes on from there: the search is one over *(deed, stage)*, cheapest first, and of
//! equally cheap ones the one that explains most deeds so far. Where some way breaks no rule nobody is accused; where
//! every way does, somebody has broken one.

mod search;
mod way;

pub(super) use way::is_same;

use super::super::Finding;
use super::Session;
use super::reading::{Item, Reading};
use crate::deeds::{Act, Deed};
use crate::model::{Id, Side};
use search::Search;

/// A log without clicks tells no more turns than this.
const MOST_TURNS: i32 = 60;

/// What a search looks for.
#[derive(Clone, Copy, Default)]
pub(super) struct Wanted<'w> {
    /// Whether a side may have passed a whole turn; then every moment is tried for the end of a stage.
    pub(super) passes: bool,
    /// Findings that another way may be without, if it costs no more.
    pub(super) avoided: &'w [Finding],
    /// Between which stages each deed of the reading was done; none for those of the set-up, or when nobody clicks.
    pub(super) bounds: &'w [Option<Bounds>],
    /// The stages by number, when bounds are given, and the one in which the log begins.
    pub(super) stages: Option<(&'w [(i32, usize)], usize)>,
}

/// What clicks tell of a deed: the earliest and the latest stage that they leave open, and what the tracker showed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) earliest: usize,
    pub(super) latest: usize,
    pub(super) shown: usize,
}

/// A way to share the deeds out among the stages.
pub(super) struct Way {
    pub(super) reading: Reading,
    /// What is broken, with the step.
    pub(super) accusations: Vec<(usize, Finding)>,
    /// Sides that passed a whole turn, and the step before which they did.
    pub(super) passed: Vec<(usize, Id<Side>)>,
    /// The stage of each deed, by number, the table first.
    pub(super) when: Vec<usize>,
}

/// How a search ended.
pub(super) enum Found {
    /// With the cheapest way.
    Way(Box<Way>),
    /// There are too many ways to try them all.
    TooMany,
    /// The log does not tell when it begins, or the game cannot be tried.
    Impossible,
}

/// The cheapest way through a log without clicks. The set-up takes so many deeds, if the log sets up.
pub(super) fn search(
    session: &Session<'_>,
    reading: &Reading,
    set_up: Option<usize>,
    wanted: Wanted<'_>,
) -> Found {
    let is_deed = |item: &&Item| match item {
        Item::Deed(number) => !matches!(session.deeds[*number].act, Act::Turn(_)),
        Item::Told(_) => false,
    };
    let items = reading.items.iter().filter(is_deed).cloned().collect();
    let without_clicks = Reading { items, ..reading.clone() };
    let deed = |item| Reading::deed(item, &session.deeds);
    let deeds: Vec<&Deed> = without_clicks.items.iter().map(deed).collect();
    let Some(Act::SetUp { moment: Some(moment), .. }) = deeds.first().map(|deed| &deed.act) else {
        return Found::Impossible;
    };
    let (Some(first), Some(mut referee)) =
        (session.sequence.find(moment), session.customs.trial(session.scenario))
    else {
        return Found::Impossible;
    };
    referee.hear(deeds[0], &mut Vec::new());
    let set_up = set_up.map(|end| {
        let in_it = |item: &&Item| matches!(item, Item::Deed(number) if *number < end);
        without_clicks.items.iter().take_while(in_it).count()
    });
    let begins = wanted.stages.map_or(0, |(_, begins)| begins);
    let mut search = Search::over(
        session,
        tied(session, &deeds),
        deeds,
        wanted.stages.map_or_else(|| stages(session, first), |(all, _)| all.to_vec()),
        wanted,
    );
    let Some(goal) = search.run(referee.into(), begins, set_up) else {
        return if search.gave_up() { Found::TooMany } else { Found::Impossible };
    };
    Found::Way(Box::new(search.way(goal, &without_clicks, set_up.is_some())))
}

/// Which deeds are the dice of what was declared before them.
fn tied(session: &Session<'_>, deeds: &[&Deed]) -> Vec<bool> {
    let mut needed = false;
    let mut is_tied = |deed: &&Deed| match &deed.act {
        Act::Declare(declared) => {
            needed |= session.customs.needs_dice(declared);
            false
        }
        Act::Roll { .. } => std::mem::take(&mut needed),
        _ => false,
    };
    deeds.iter().map(&mut is_tied).collect()
}

/// The stages from the one in which the log begins.
fn stages(session: &Session<'_>, first: (i32, usize)) -> Vec<(i32, usize)> {
    let turns = first.0..first.0.saturating_add(MOST_TURNS);
    let all = turns
        .flat_map(|turn| (0..session.sequence.turn(turn).len()).map(move |stage| (turn, stage)));
    all.skip_while(|at| *at < first).collect()
}

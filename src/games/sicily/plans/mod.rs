//! What the deeds of a phase may have meant.

mod books;
mod coming;
mod moving;

use super::verb::Verb;
use super::{Sicily, combat};
use crate::referee::frame::{Event, Plan, Play};

/// The plans for a stretch of a log, the likeliest first.
pub(super) fn of(play: &Play<'_, Sicily>, stretch: &[Event]) -> Vec<Plan<Verb>> {
    let mut stages = play.clock.stages(&play.sequence);
    let (fights, moves) = stages.by_ref().fold((false, false), |(fights, moves), (_, stage)| {
        (fights || stage.allows("attack"), moves || stage.allows("move"))
    });
    let books = books::entries(play, stretch);
    if !fights {
        let went = if moves { moving::of(play, stretch) } else { moving::shifts(play, stretch) };
        return vec![with(books, went)];
    }
    // Without a click between them the moves come before the first attack.
    let (before, after) = stretch.split_at(if moves { combat::begins(stretch) } else { 0 });
    let mut first = if moves { moving::of(play, before) } else { Vec::new() };
    if moves {
        let step = before.last().map_or(0, |event| event.step);
        first.push((step, Verb::Fight(combat::Verb::Begin)));
    }
    let plans = combat::plans(play, before, after).into_iter().map(|plan| {
        let fighting = plan.into_iter().map(|(step, verb)| (step, Verb::Fight(verb)));
        with(books.clone(), first.iter().cloned().chain(fighting).collect())
    });
    plans.collect()
}

/// What the books say, put among what was done, where the log has it; the order of both stays.
fn with(books: Plan<Verb>, done: Plan<Verb>) -> Plan<Verb> {
    let mut plan = Vec::with_capacity(books.len() + done.len());
    let mut books = books.into_iter().peekable();
    for (step, verb) in done {
        while let Some(entry) = books.next_if(|(at, _)| *at < step) {
            plan.push(entry);
        }
        plan.push((step, verb));
    }
    plan.extend(books);
    plan
}

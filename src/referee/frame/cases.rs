//! Playing a case: its situation is set up, its entries become verbs, each verb is judged.

use super::super::case::{Names, Node, Part, Situation, read_patch, read_units};
use super::super::world::Roster;
use super::super::{Judgement, Problem, Ruling};
use super::{Play, Rulebook, Setting};

/// Plays a case; one judgement for each entry.
pub(super) fn play<R: Rulebook>(
    book: &R,
    own: &Setting<'_, R>,
    situation: &Situation,
    log: &[Node],
) -> Result<Vec<Judgement>, Problem> {
    let game = own.game;
    let patched = read_patch(game, situation)?;
    let mut setting = match &patched {
        Some((patch, map)) => Setting::of_patch(book, game, map, patch)?,
        None => Setting::of_game(book, game)?,
    };
    let nobody = Roster::<R::Facts>::default();
    let names = Names { game, space: &setting.space, units: &nobody, elsewhere: R::elsewhere };
    let read = |id: &str, part: &mut Part<'_>| book.unit(id, part);
    let (roster, stands) = read_units(&situation.units, names, &book.states(), read)?;
    setting.roster = roster;
    let setting = &setting;
    let names =
        Names { game, space: &setting.space, units: &setting.roster, elsewhere: R::elsewhere };
    let mut when = Part::new(&situation.when, "`when`", names);
    // Whether there is such a scenario, the game says, which reads the word too.
    let scenario = when.word("scenario").and_then(|word| game.scenarios.get(word));
    let mut play = Play::new(book, setting, scenario, true);
    for stands in stands {
        stands.lay(&setting.space, &mut play.position);
    }
    if let Some(moment) = book.moment(&mut when)? {
        play.begin(&moment);
    }
    let mut state = Part::new(&situation.state, "a state", names);
    book.situation(&mut play, &mut when, &mut state)?;
    when.finish()?;
    state.finish()?;
    book.begins(&mut play, &[]);
    play.at_phase_start.copy_from(&play.position);
    let mut said = Vec::with_capacity(log.len());
    for (number, node) in (1..).zip(log) {
        let mut entry = Part::new(node, "this entry", names);
        play.step = number;
        let verb = book.verb(&play, &mut entry)?;
        entry.finish()?;
        let mut judgement = Judgement::default();
        book.perform(&mut play, &verb, &mut judgement);
        said.push(judgement);
        sort_in(&mut play.told, &mut said);
    }
    book.outstanding(&mut play);
    sort_in(&mut play.told, &mut said);
    Ok(said)
}

/// What was said goes to the entries that it is about.
fn sort_in(told: &mut Vec<Ruling>, said: &mut [Judgement]) {
    for ruling in told.drain(..) {
        let entry = ruling.step.clamp(1, said.len().max(1)) - 1;
        if let Some(judgement) = said.get_mut(entry) {
            judgement.absorb(ruling.judgement);
        }
    }
}

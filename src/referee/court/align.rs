//! When each deed was done: the deeds aligned with the sequence of play.
//!
//! The tracker is a witness. Deeds keep their order, and the stages that they get never go back. A deed has
//! the stage that the tracker tells, free of charge; a later one when only that fits, for a slip each time
//! such a run begins; never an earlier one, for who clicks on has said that the phase is over. A deed that
//! fits nowhere stays where play is, and the referee says what that means.
//!
//! A late tracker catches up: a deed never belongs to a stage that no later click reaches. When the click comes
//! in the middle of what it should have begun, nobody knows whether it was late: that is a suspicion.

use super::super::sequence::{Sequence, Stage};
use super::Session;
use super::by_deeds::{Bounds, Found, Wanted, search};
use super::customs::{Customs, Fit, Matter};
use super::reading::{Item, Reading, Slip, passing};
use crate::deeds::{Act, Asides, Deed, Moment, UnitId};

/// A turn and the number of a stage in it.
type At = (i32, usize);

/// How far the tracker may lag behind play, in stages.
const WINDOW: usize = 30;

/// What an alignment costs. A misfit weighs more than any number of slips.
const MISFIT: u32 = 10_000;
const SKIPPED_TURN: u32 = 10_000;
const RUN: u32 = 40;
const POSSIBLE: u32 = 3;
const STAGE: u32 = 1;
/// A journey that no die of late asks for.
const UNASKED: u32 = 60;
/// Passing on at a deed that may happen where the tracker is, or between a need and its dice.
const NEEDLESS: u32 = 400;

/// The stages that a log can be about, in playing order.
struct Line {
    stages: Vec<At>,
}

impl Line {
    fn new(sequence: &Sequence, clicks: &[At]) -> Option<Self> {
        const MOST: usize = 4096;
        let (first, last) = (*clicks.iter().min()?, *clicks.iter().max()?);
        let mut stages = Vec::new();
        let (mut turn, mut from) = (first.0, first.1);
        // Nobody plays on for more than this without touching the tracker.
        let end = last.0.saturating_add(12);
        while turn <= end && stages.len() < MOST {
            stages.extend((from..sequence.turn(turn).len()).map(|stage| (turn, stage)));
            (turn, from) = (turn.saturating_add(1), 0);
        }
        Some(Line { stages })
    }

    fn find(&self, at: At) -> Option<usize> {
        self.stages.binary_search(&at).ok()
    }
}

/// A deed with what is known of its time.
struct Dated {
    item: usize,
    /// What the tracker says, as a number of the line.
    tracker: usize,
    /// The earliest stage that the tracker, if it is taken back later, leaves open.
    open: usize,
    /// The last stage that a later click reaches; none when nobody clicks any more.
    reached: Option<usize>,
    /// Whether the tracker was set back to where it is.
    set_back: bool,
    /// Whether it is the die of what was declared before it.
    tied: bool,
    /// Whether a die of late may ask for it.
    asked: bool,
}

/// The journeys since the last die: a result makes few units go, and none of them twice.
#[derive(Default)]
struct SinceDie {
    went: Option<Vec<UnitId>>,
}

impl SinceDie {
    /// So many units go because of one die at most.
    const MOST: usize = 6;

    /// Whether the die may ask for a deed.
    fn asks(&mut self, act: &Act) -> bool {
        let unit = match act {
            Act::Roll { .. } => {
                self.went = Some(Vec::new());
                return true;
            }
            Act::Move { unit, .. } | Act::Leave { unit, .. } => unit,
            Act::Arrive(standing) => &standing.unit,
            _ => return true,
        };
        let Some(went) = &mut self.went else { return false };
        if went.last() == Some(unit) {
            return true;
        }
        let again = went.contains(unit);
        went.push(unit.clone());
        !again && went.len() <= Self::MOST
    }
}

/// An aligned log.
pub(super) struct Aligned {
    pub(super) reading: Reading,
    /// Whether any deed has another stage than the tracker told.
    pub(super) differs: bool,
    runs: Runs,
    skipped: Vec<Slip>,
}

impl Aligned {
    /// The reading, with what it takes for granted.
    pub(super) fn told(mut self, asides: &Asides) -> Reading {
        self.runs.tell(&mut self.reading, asides);
        self.reading.slips.extend(self.skipped);
        self.reading
    }
}

/// Gives every deed the stage that fits best.
pub(super) fn align(
    customs: &dyn Customs,
    sequence: &Sequence,
    deeds: &[Deed],
    reading: &Reading,
    set_up: Option<usize>,
) -> Option<Aligned> {
    let moments = moments(sequence, deeds, reading);
    let clicks: Vec<At> = moments.iter().flatten().copied().collect();
    let line = Line::new(sequence, &clicks)?;
    let first = line.find(moments.iter().flatten().next().copied()?)?;
    let dated = date(customs, deeds, reading, &moments, &line, set_up);
    let stage = |number: usize| -> Option<&Stage> {
        let at = *line.stages.get(number)?;
        sequence.turn(at.0).get(at.1)
    };
    let path = best_path(customs, deeds, reading, &dated, first, line.stages.len(), &stage);
    Some(rebuild(customs, sequence, deeds, reading, &dated, &path, &moments, &line, set_up))
}

/// The same, with the referee asked of every stage whether what was done in it is legal, not only whether it is
/// done in such a stage. The deeds that another reading set aside stay aside.
pub(super) fn align_by_deeds(
    session: &Session<'_>,
    reading: &Reading,
    set_up: Option<usize>,
) -> Option<Aligned> {
    let (customs, sequence, deeds) = (session.customs, &session.sequence, &session.deeds);
    let moments = moments(sequence, deeds, reading);
    let clicks: Vec<At> = moments.iter().flatten().copied().collect();
    let line = Line::new(sequence, &clicks)?;
    let begins = line.find(moments.iter().flatten().next().copied()?)?;
    let dated = date(customs, deeds, reading, &moments, &line, set_up);
    let is_click =
        |item: usize| matches!(Reading::deed(&reading.items[item], deeds).act, Act::Turn(_));
    let kept: Vec<usize> = (0..reading.items.len()).filter(|item| !is_click(*item)).collect();
    let stage = |number: usize| -> Option<&Stage> {
        let at = *line.stages.get(number)?;
        sequence.turn(at.0).get(at.1)
    };
    let mut next = dated.iter().peekable();
    let bounds: Vec<Option<Bounds>> = kept
        .iter()
        .map(|item| {
            let deed = next.next_if(|deed| deed.item == *item)?;
            let told = deed.open.max(deed.tracker);
            let mut latest = told + WINDOW;
            if let Some(reached) = deed.reached {
                latest = latest.min(reached.max(told));
            }
            // Who set the tracker back to a stage means that stage.
            let here = stage(deed.tracker)?;
            let told_so = customs.fit(Reading::deed(&reading.items[*item], deeds), here);
            if deed.set_back && told_so == Fit::Proper {
                latest = deed.tracker;
            }
            Some(Bounds { earliest: deed.open, latest, shown: deed.tracker })
        })
        .collect();
    let wanted =
        Wanted { bounds: &bounds, stages: Some((&line.stages, begins)), ..Wanted::default() };
    let Found::Way(way) = search(session, reading, set_up, wanted) else { return None };
    let path: Vec<usize> = dated
        .iter()
        .filter_map(|deed| Some(way.when[kept.binary_search(&deed.item).ok()?]))
        .collect();
    Some(rebuild(customs, sequence, deeds, reading, &dated, &path, &moments, &line, set_up))
}

/// What each item tells of the time.
fn moments(sequence: &Sequence, deeds: &[Deed], reading: &Reading) -> Vec<Option<At>> {
    let told = reading.items.iter().map(|item| match &Reading::deed(item, deeds).act {
        Act::Turn(moment) | Act::SetUp { moment: Some(moment), .. } => sequence.find(moment),
        _ => None,
    });
    told.collect()
}

/// The tracker at each deed, and where it goes back to later.
fn date(
    customs: &dyn Customs,
    deeds: &[Deed],
    reading: &Reading,
    moments: &[Option<At>],
    line: &Line,
    set_up: Option<usize>,
) -> Vec<Dated> {
    let mut dated = Vec::new();
    let mut now = None;
    let mut furthest = None;
    let mut needs_die = false;
    let mut since_die = SinceDie::default();
    for (item, moment) in moments.iter().enumerate() {
        now = moment.and_then(|at| line.find(at)).or(now);
        furthest = furthest.max(now);
        let mut tied = false;
        match &Reading::deed(&reading.items[item], deeds).act {
            Act::Declare(declared) if customs.needs_dice(declared) => needs_die = true,
            Act::Roll { .. } => tied = std::mem::take(&mut needs_die),
            Act::Turn(_) => needs_die = false,
            _ => {}
        }
        let is_deed = !matches!(
            Reading::deed(&reading.items[item], deeds).act,
            Act::Turn(_) | Act::SetUp { .. }
        );
        let sets_up = set_up.is_some_and(|end| match reading.items[item] {
            Item::Deed(number) => number < end,
            Item::Told(_) => false,
        });
        if let (true, false, Some(tracker)) = (is_deed, sets_up, now) {
            let set_back = furthest.is_some_and(|furthest| tracker < furthest);
            let asked = since_die.asks(&Reading::deed(&reading.items[item], deeds).act);
            let (open, reached) = (tracker, None);
            dated.push(Dated { item, tracker, open, reached, set_back, tied, asked });
        }
    }
    // What a click that goes back reopens was not over.
    let mut least = usize::MAX;
    let mut most = None;
    let mut after = moments.len();
    for deed in dated.iter_mut().rev() {
        let later = moments[deed.item..after].iter().flatten().filter_map(|at| line.find(*at));
        most = most.max(later.clone().max());
        least = later.chain([deed.tracker]).min().unwrap_or(deed.tracker).min(least);
        after = deed.item;
        (deed.open, deed.reached) = (least, most);
    }
    dated
}

/// The cheapest way through the stages, one number for each deed.
fn best_path<'s>(
    customs: &dyn Customs,
    deeds: &[Deed],
    reading: &Reading,
    dated: &[Dated],
    first: usize,
    stages: usize,
    stage: &dyn Fn(usize) -> Option<&'s Stage>,
) -> Vec<usize> {
    // The cost of having arrived at a stage, for the stages of a window; and where one came from.
    let mut costs: Vec<(usize, u32)> = vec![(first, 0)];
    let mut back: Vec<Vec<(usize, usize)>> = Vec::with_capacity(dated.len());
    for deed in dated {
        let told = Reading::deed(&reading.items[deed.item], deeds);
        let fits_tracker = stage(deed.tracker).map(|stage| customs.fit(told, stage));
        let low = deed.open.max(costs[0].0);
        let told_by_tracker = deed.open.max(deed.tracker);
        let mut high = told_by_tracker + WINDOW;
        if let Some(reached) = deed.reached {
            high = high.min(reached.max(told_by_tracker));
        }
        let high = high.min(stages.saturating_sub(1)).max(low);
        let mut next: Vec<(usize, u32)> = Vec::with_capacity(high - low + 1);
        let mut from: Vec<(usize, usize)> = Vec::with_capacity(high - low + 1);
        for to in low..=high {
            let Some(here) = stage(to) else { continue };
            let fit = customs.fit(told, here);
            let mut price = match fit {
                Fit::Proper | Fit::Anywhere => 0,
                Fit::Possible if deed.asked => POSSIBLE,
                Fit::Possible => UNASKED,
                Fit::Never => MISFIT,
            };
            // Who set the tracker back to a stage means that stage.
            if to > deed.tracker && fits_tracker == Some(Fit::Proper) && deed.set_back {
                price = MISFIT;
            }
            let needless = deed.tied || deed.asked && fits_tracker == Some(Fit::Possible);
            let mut best: Option<(u32, usize)> = None;
            for &(was, cost) in costs.iter().filter(|(was, _)| *was <= to) {
                let mut enters =
                    if to == was { 0 } else { entering(customs, stage, was, to, deed) };
                if enters > 0 && needless {
                    enters = enters.saturating_add(NEEDLESS);
                }
                let total = cost.saturating_add(price).saturating_add(enters);
                // Of equally good ways the one that passes on sooner: a roll belongs to what follows it.
                if best.is_none_or(|(least, _)| total <= least) {
                    best = Some((total, was));
                }
            }
            if let Some((total, was)) = best {
                next.push((to, total));
                from.push((to, was));
            }
        }
        if next.is_empty() {
            // Behind everything: it stays where play is.
            next = costs.clone();
            from = costs.iter().map(|(at, _)| (*at, *at)).collect();
        }
        costs = next;
        back.push(from);
    }
    let Some(mut at) = costs.iter().min_by_key(|(at, cost)| (*cost, *at)).map(|(at, _)| *at) else {
        return Vec::new();
    };
    let mut path = vec![0; dated.len()];
    for (number, from) in back.iter().enumerate().rev() {
        path[number] = at;
        at = from.iter().find(|(to, _)| *to == at).map_or(at, |(_, was)| *was);
    }
    path
}

/// What it costs to pass on to a stage.
fn entering<'s>(
    customs: &dyn Customs,
    stage: &dyn Fn(usize) -> Option<&'s Stage>,
    was: usize,
    to: usize,
    deed: &Dated,
) -> u32 {
    // As far as the tracker goes, passing on is free.
    let known = was.max(deed.open.min(to)).max(deed.tracker.min(to));
    if known >= to {
        return 0;
    }
    let mut cost = RUN + STAGE * u32::try_from(to - known).unwrap_or(u32::MAX);
    let skipped = (known + 1..to).filter_map(stage).filter(|stage| customs.is_weighty(stage));
    cost = cost.saturating_add(SKIPPED_TURN.saturating_mul(skipped.count() as u32));
    cost
}

/// The log with play passing on where the deeds tell.
#[expect(clippy::too_many_arguments, reason = "everything that was found out about the log")]
fn rebuild(
    customs: &dyn Customs,
    sequence: &Sequence,
    deeds: &[Deed],
    reading: &Reading,
    dated: &[Dated],
    path: &[usize],
    moments: &[Option<At>],
    line: &Line,
    set_up: Option<usize>,
) -> Aligned {
    let mut out = Reading { items: Vec::with_capacity(reading.items.len()), ..reading.clone() };
    let mut runs = Runs::default();
    let amid = clicked_amid(customs, deeds, reading, dated, path, &|number| {
        let at = *line.stages.get(number)?;
        sequence.turn(at.0).get(at.1)
    });
    let mut now: Option<usize> = None;
    let mut begun = set_up.is_none();
    let mut next = 0;
    for (number, item) in reading.items.iter().enumerate() {
        while next < dated.len() && dated[next].item < number {
            next += 1;
        }
        if let (false, Some(end), Item::Deed(deed)) = (begun, set_up, item)
            && *deed >= end
        {
            begun = true;
            // Set-up ends where play begins, not where the tracker says.
            let step = deeds[*deed].step;
            if let Some(moment) = now.and_then(|at| sequence.moment(line.stages[at])) {
                out.items.push(passing(step, moment));
            }
        }
        let clicked = moments[number].and_then(|at| line.find(at));
        if let (false, Act::Turn(_), Item::Deed(click)) =
            (begun, &Reading::deed(item, deeds).act, item)
        {
            now = clicked.or(now);
            out.aside.insert(*click, "a click before the units were set up");
            continue;
        }
        match (&Reading::deed(item, deeds).act, clicked) {
            (Act::Turn(_), Some(to)) => {
                let ahead = path.get(next).is_none_or(|stage| to <= *stage);
                if now.is_none_or(|now| to > now) && ahead {
                    now = Some(to);
                    out.items.push(item.clone());
                } else if let (Item::Deed(deed), true) = (item, now != Some(to)) {
                    out.aside.insert(*deed, "a click of the tracker that play did not follow");
                }
            }
            (Act::SetUp { .. }, at) => {
                now = at.or(now);
                out.items.push(item.clone());
            }
            _ => {
                if let Some(found) = dated.get(next).filter(|deed| deed.item == number) {
                    let to = path[next];
                    let step = Reading::deed(item, deeds).step;
                    if now.is_some_and(|now| to > now) {
                        if let Some(moment) = sequence.moment(line.stages[to]) {
                            out.items.push(passing(step, moment));
                        }
                        now = Some(to);
                    }
                    let late = to > found.tracker;
                    runs.note(step, late, to < found.tracker);
                    if late && amid[next] {
                        runs.amid.push(step);
                    }
                }
                out.items.push(item.clone());
            }
        }
    }
    let skipped = skipped_turns(customs, sequence, deeds, &out, line);
    let differs = !runs.late.is_empty() || !runs.early.is_empty();
    Aligned { reading: out, differs, runs, skipped }
}

/// Whether the click to a late deed’s stage came in the middle of what was done in that stage.
fn clicked_amid<'s>(
    customs: &dyn Customs,
    deeds: &[Deed],
    reading: &Reading,
    dated: &[Dated],
    path: &[usize],
    stage: &dyn Fn(usize) -> Option<&'s Stage>,
) -> Vec<bool> {
    let mut amid = vec![false; dated.len()];
    // The stage that is known to be gone on with after its click.
    let mut gone_on: Option<usize> = None;
    for (number, (deed, to)) in dated.iter().zip(path).enumerate().rev() {
        let told = Reading::deed(&reading.items[deed.item], deeds);
        let proper = stage(*to).is_some_and(|stage| customs.fit(told, stage) == Fit::Proper);
        amid[number] = proper && deed.tracker < *to && gone_on == Some(*to);
        if proper && deed.tracker == *to {
            gone_on = Some(*to);
        }
    }
    amid
}

/// Runs of steps in which the tracker was not where play was.
#[derive(Default)]
struct Runs {
    /// Late steps whose stage went on after its click.
    amid: Vec<usize>,
    late: Vec<(usize, usize)>,
    early: Vec<(usize, usize)>,
    was: (bool, bool),
}

impl Runs {
    fn note(&mut self, step: usize, late: bool, early: bool) {
        for (list, is, was) in
            [(&mut self.late, late, self.was.0), (&mut self.early, early, self.was.1)]
        {
            match list.last_mut() {
                Some((_, end)) if is && was => *end = step,
                _ if is => list.push((step, step)),
                _ => {}
            }
        }
        self.was = (late, early);
    }

    fn tell(&self, reading: &mut Reading, asides: &Asides) {
        let steps = |runs: &[(usize, usize)]| asides.spans(runs, 12);
        let mut slip = |runs: &[(usize, usize)], words: String, kind| {
            if !runs.is_empty() {
                reading.slips.push(Slip {
                    steps: runs.iter().map(|(from, _)| *from).collect(),
                    about: Matter::Order,
                    words,
                    kind,
                    units: Vec::new(),
                });
            }
        };
        let words = format!("tracker late, {}", steps(&self.late));
        slip(&self.late, words, LATE);
        let words = format!("tracker clicked too early and taken back, {}", steps(&self.early));
        slip(&self.early, words, EARLY);
        let amid: Vec<(usize, usize)> = self.amid.iter().map(|step| (*step, *step)).collect();
        let words = format!(
            "done before the tracker came to the phase for it, which then went on: {}",
            steps(&amid)
        );
        slip(&amid, words, AMID);
    }
}

const LATE: &str = "late tracker";
const EARLY: &str = "early tracker";

/// Whether a kind of slip is one of the tracker.
pub(super) fn is_of_tracker(kind: &str) -> bool {
    [LATE, EARLY, AMID, SKIPPED].contains(&kind)
}

/// The kind of slip that a click in the middle of a phase is: late, or something was done before its time.
pub(super) const AMID: &str = "click in the middle";

/// Whole turns of a side that were passed over without a deed or a click.
fn skipped_turns(
    customs: &dyn Customs,
    sequence: &Sequence,
    deeds: &[Deed],
    reading: &Reading,
    line: &Line,
) -> Vec<Slip> {
    let mut found = Vec::new();
    let mut now: Option<usize> = None;
    let stage = |number: usize| {
        let at = *line.stages.get(number)?;
        sequence.turn(at.0).get(at.1)
    };
    for item in &reading.items {
        let deed = Reading::deed(item, deeds);
        let moment = match &deed.act {
            Act::Turn(moment) | Act::SetUp { moment: Some(moment), .. } => moment,
            _ => continue,
        };
        let Some(to) = sequence.find(moment).and_then(|at| line.find(at)) else { continue };
        if let Some(was) = now {
            let mut between =
                (was + 1..to).filter(|at| stage(*at).is_some_and(|s| customs.is_weighty(s)));
            if let Some(weighty) = between.find(|at| whole_turn_between(&stage, *at, was, to)) {
                let side = stage(weighty).and_then(Stage::side);
                let who = side.map_or_else(|| "a side".to_owned(), |side| customs.side(side));
                let words =
                    format!("the turn of {who} was passed over: no deed of it is in the log");
                found.push(Slip::new(Matter::Order, SKIPPED, deed.step, words));
            }
        }
        now = Some(to);
    }
    found
}

/// The kind of slip that a turn passed over is; it accuses, unless somebody said that he passes.
pub(super) const SKIPPED: &str = "skipped turn";

/// Whether all stages of the same side around this one lie strictly between two others.
fn whole_turn_between<'s>(
    stage: &dyn Fn(usize) -> Option<&'s Stage>,
    at: usize,
    was: usize,
    to: usize,
) -> bool {
    let side = stage(at).and_then(Stage::side);
    let same = |number: usize| stage(number).and_then(Stage::side) == side;
    let mut first = at;
    while first > 0 && same(first - 1) {
        first -= 1;
    }
    let mut last = at;
    while same(last + 1) {
        last += 1;
    }
    was < first && last < to
}

/// Whether the tracker ever goes back.
pub(super) fn goes_back(sequence: &Sequence, deeds: &[Deed]) -> bool {
    let mut now: Option<At> = None;
    let at = |moment: &Moment| sequence.find(moment);
    deeds.iter().any(|deed| {
        let next = match &deed.act {
            Act::Turn(moment) | Act::SetUp { moment: Some(moment), .. } => at(moment),
            _ => None,
        };
        let back = matches!((now, next), (Some(now), Some(next)) if next < now);
        now = next.or(now);
        back
    })
}

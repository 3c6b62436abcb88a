//! Logs opened, decoded, played and read once, for the report and the page alike.

use super::chain::{Candidate, ChainFile, Link, Order, Standpoint, differences};
use super::{AuditError, Court};
use crate::deeds::{Act, Asides, Declared, Deed, Moment, Spot, Standing, UndoneRoll, UnitId};
use crate::interpret::{Codebook, Interpretation, Recording, read};
use crate::replay::{Discretion, Position, Replay, Step};
use crate::vassal::command::Tree;
use crate::vassal::{SavedGame, Unreadable};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A log or save, opened.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// As the user named it.
    pub name: &'a str,
    /// What is in it.
    pub saved: &'a SavedGame,
}

/// Looks on while logs are played, so that nobody has to play them again.
pub trait Onlooker {
    /// A log begins.
    fn begins(&mut self, replay: &Replay<'_, '_>) {
        let _ = replay;
    }

    /// A step was played.
    fn step(&mut self, position: &Position, step: &Step) {
        let _ = (position, step);
    }

    /// The log is over.
    fn ends(
        &mut self,
        source: Source<'_>,
        tree: &Tree<'_>,
        replay: &mut Replay<'_, '_>,
        recording: &Recording,
    ) -> Result<(), Unreadable> {
        let _ = (source, tree, replay, recording);
        Ok(())
    }
}

impl Onlooker for () {}

/// A log, played and read.
#[derive(Debug)]
pub struct PlayedLog {
    /// As the user named it.
    pub name: String,
    /// What it shows.
    pub recording: Recording,
    /// What was done in it.
    pub read: Interpretation,
    /// Its number among the files named.
    pub number: usize,
    /// The number of its beginning when the steps of all logs are counted together.
    pub base: usize,
    pub(super) notices: Vec<String>,
}

/// The logs of one game, in order.
#[derive(Debug)]
pub struct PlayedGame<'c> {
    /// The logs, in the order of the game.
    pub logs: Vec<PlayedLog>,
    /// All files of a chain and what each continues; empty for a single log.
    pub files: Vec<ChainFile>,
    /// What the pieces are.
    pub codebook: Codebook<'c>,
    /// What of it is not to be told.
    pub discretion: Discretion,
    /// From each beginning to each end: numbers of logs, and the step after which the next goes on.
    pub(super) ways: Vec<Vec<(usize, usize)>>,
}

impl PlayedGame<'_> {
    /// The scenario, by id, if a log tells.
    pub fn scenario(&self) -> Option<&str> {
        self.logs.iter().find_map(|log| log.read.scenario.as_deref())
    }

    /// All deeds in the order of the files, their steps counted together.
    pub fn deeds(&self) -> Cow<'_, [Deed]> {
        match self.logs.as_slice() {
            [only] => Cow::Borrowed(&only.read.deeds),
            logs => logs.iter().flat_map(|log| counted(log, usize::MAX)).collect(),
        }
    }

    /// The log that a step counted through is of, and its number there.
    pub fn place(&self, step: usize) -> Option<(&PlayedLog, usize)> {
        let log = self.logs.iter().rev().find(|log| log.base <= step)?;
        Some((log, step - log.base))
    }

    /// The deeds of a way, and what was said beside them.
    pub(super) fn way(&self, way: &[(usize, usize)]) -> (Cow<'_, [Deed]>, Cow<'_, Asides>) {
        if let [(only, _)] = way
            && let Some(log) = self.logs.get(*only)
            && log.base == 0
            && self.files.is_empty()
        {
            return (Cow::Borrowed(&log.read.deeds), Cow::Borrowed(&log.read.asides));
        }
        let (mut deeds, mut asides) = (Vec::new(), Asides::default());
        for (nth, (number, last)) in way.iter().enumerate() {
            let log = &self.logs[*number];
            // The table of a later file is where the one before left it.
            deeds.extend(counted(log, *last).skip(usize::from(nth > 0)));
            join(&mut asides, log, *last);
        }
        for pair in way.windows(2) {
            asides.undone_rolls.extend(self.rolls_left(pair[0], pair[1].0));
        }
        (Cow::Owned(deeds), Cow::Owned(asides))
    }
}

impl PlayedGame<'_> {
    /// Dice that were thrown in a file that was left, and again for the same attack in the one that took its place.
    fn rolls_left(&self, from: (usize, usize), taken: usize) -> Vec<UndoneRoll> {
        let (parent, kept) = (&self.logs[from.0].read, from.1);
        let common = parent.deeds.iter().take_while(|deed| deed.step <= kept);
        let need = common.filter_map(|deed| match &deed.act {
            Act::Declare(declared) => Some(declared),
            _ => None,
        });
        let need = need.last();
        let new = &self.logs[taken];
        let Some((about, again, faces)) = first_roll(new.read.deeds.iter(), need) else {
            return Vec::new();
        };
        let rest = parent.deeds.iter().skip_while(|deed| deed.step <= kept);
        let mut left = vec![(self.logs[from.0].base, first_roll(rest, need))];
        // Of files that begin at the same place the one that goes on longest took the place of the others.
        let rivals = self.ways.iter().flat_map(|way| way.windows(2));
        let rivals = rivals.filter(|pair| pair[0] == from && pair[1].0 > taken);
        let rivals: BTreeSet<usize> = rivals.map(|pair| pair[1].0).collect();
        left.extend(rivals.iter().map(|rival| {
            let log = &self.logs[*rival];
            (log.base, first_roll(log.read.deeds.iter(), need))
        }));
        let left = left.into_iter().filter_map(|(base, roll)| roll.map(|roll| (base, roll)));
        let same = left.filter(|(_, (need, _, other))| *need == about && *other != faces);
        same.map(|(base, (_, roll, faces))| UndoneRoll {
            step: base + roll.step,
            by: roll.by,
            dice: String::new(),
            faces: faces.to_vec(),
            left_for: Some(new.base + again.step),
        })
        .collect()
    }
}

/// The first roll of a file, what it was declared for, there or before, and its faces.
fn first_roll<'d>(
    deeds: impl Iterator<Item = &'d Deed>,
    mut need: Option<&'d Declared>,
) -> Option<(&'d Declared, &'d Deed, &'d [u32])> {
    for deed in deeds {
        match &deed.act {
            Act::Declare(declared) => need = Some(declared),
            Act::Roll { faces, .. } => return Some((need?, deed, faces)),
            _ => {}
        }
    }
    None
}

/// The deeds of a log up to a step, counted through.
fn counted(log: &PlayedLog, last: usize) -> impl Iterator<Item = Deed> {
    let deeds = log.read.deeds.iter().filter(move |deed| deed.step <= last);
    deeds.map(|deed| Deed { step: deed.step + log.base, ..deed.clone() })
}

fn join(asides: &mut Asides, log: &PlayedLog, last: usize) {
    let own = &log.read.asides;
    asides.files.push((log.base, short(&log.name).to_owned()));
    let talk = own.talk.iter().filter(|talk| talk.step <= last).cloned();
    asides.talk.extend(talk.map(|mut talk| {
        talk.step += log.base;
        talk
    }));
    let undone = own.undone_rolls.iter().filter(|roll| roll.step <= last).cloned();
    asides.undone_rolls.extend(undone.map(|mut roll| {
        roll.step += log.base;
        roll
    }));
    let unthrown = own.unthrown.iter().filter(|step| **step <= last);
    asides.unthrown.extend(unthrown.map(|step| step + log.base));
    for seat in &own.players {
        if !asides.players.contains(seat) {
            asides.players.push(seat.clone());
        }
    }
}

/// A file's name without its folder.
pub fn short(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

impl<'c> Court<'c> {
    /// Plays one log and reads it.
    pub fn play(
        &self,
        source: Source<'_>,
        onlooker: &mut dyn Onlooker,
    ) -> Result<PlayedGame<'c>, AuditError> {
        let mut codebook = self.codebook()?;
        let mut discretion = Discretion::default();
        let recording = self.record(source, onlooker, None, &mut discretion)?;
        let read = read(&recording, &mut codebook);
        let log = self.played(source, (0, 0), recording, read);
        let ways = vec![vec![(0, usize::MAX)]];
        Ok(PlayedGame { logs: vec![log], files: Vec::new(), codebook, discretion, ways })
    }

    /// Plays the files of one game, finds their order, and reads them as one.
    pub fn play_chain(
        &self,
        sources: &[Source<'_>],
        onlooker: &mut dyn Onlooker,
    ) -> Result<PlayedGame<'c>, AuditError> {
        let mut codebook = self.codebook()?;
        let mut discretion = Discretion::default();
        let mut recordings = Vec::new();
        let mut candidates = Vec::new();
        for source in sources {
            let mut ends = (Standpoint::default(), Standpoint::default());
            let recording = self.record(*source, onlooker, Some(&mut ends), &mut discretion)?;
            let (name, steps) = (source.name.to_owned(), recording.steps.len());
            candidates.push(Candidate { name, steps, start: ends.0, end: ends.1 });
            recordings.push(Some(recording));
        }
        let same = |a: usize, b: usize| {
            let steps = |at: usize| recordings[at].as_ref().map(|recording| &recording.steps);
            candidates[a].start == candidates[b].start && steps(a) == steps(b)
        };
        let mut failed = None;
        let mut order = Order::find(&candidates, same, || {
            self.positions(sources).unwrap_or_else(|error| {
                failed = Some(error);
                HashMap::new()
            })
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        let mut logs: Vec<PlayedLog> = Vec::new();
        let mut base = 0;
        for &number in &order.sequence {
            let Some(recording) = recordings.get_mut(number).and_then(Option::take) else {
                continue;
            };
            let read = read(&recording, &mut codebook);
            let steps = recording.steps.len();
            logs.push(self.played(sources[number], (number, base), recording, read));
            base += steps + 1;
        }
        close_small_gaps(&mut order, &logs);
        let files = sheets(&order, &candidates, &logs);
        let at = |file: usize| logs.iter().position(|log| log.number == file).unwrap_or(0);
        let ways = order.ways().into_iter().map(|way| {
            way.into_iter().map(|(file, last)| (at(file), last.unwrap_or(usize::MAX))).collect()
        });
        let ways = ways.collect();
        Ok(PlayedGame { logs, files, codebook, discretion, ways })
    }

    fn codebook(&self) -> Result<Codebook<'c>, AuditError> {
        Codebook::new(self.mapping, self.game, self.guide).map_err(AuditError::Mapping)
    }

    fn record(
        &self,
        source: Source<'_>,
        onlooker: &mut dyn Onlooker,
        ends: Option<&mut (Standpoint, Standpoint)>,
        discretion: &mut Discretion,
    ) -> Result<Recording, Unreadable> {
        let tree = source.saved.commands(self.limits)?;
        let mut replay = Replay::start(&tree, Some(self.guide), self.limits)?;
        let start = ends.is_some().then(|| Standpoint::of(replay.position()));
        onlooker.begins(&replay);
        let recording = Recording::of(&mut replay, |position, step| onlooker.step(position, step))?;
        onlooker.ends(source, &tree, &mut replay, &recording)?;
        discretion.learn(source.name, &replay.position().table, &recording.steps);
        if let (Some(ends), Some(start)) = (ends, start) {
            *ends = (start, Standpoint::of(replay.position()));
        }
        Ok(recording)
    }

    /// Marks of all positions within the files: which file, and after which step.
    fn positions(
        &self,
        sources: &[Source<'_>],
    ) -> Result<HashMap<u64, (usize, usize)>, Unreadable> {
        let mut marks = HashMap::new();
        for (number, source) in sources.iter().enumerate() {
            let tree = source.saved.commands(self.limits)?;
            let mut replay = Replay::start(&tree, Some(self.guide), self.limits)?;
            let mut step = 0;
            loop {
                let mark = Standpoint::of(replay.position()).mark();
                marks.entry(mark).or_insert((number, step));
                match replay.advance()? {
                    Some(next) => step = next.number,
                    None => break,
                }
            }
        }
        Ok(marks)
    }

    fn played(
        &self,
        source: Source<'_>,
        (number, base): (usize, usize),
        recording: Recording,
        read: Interpretation,
    ) -> PlayedLog {
        let notices = self.notices(source.saved);
        PlayedLog { name: source.name.to_owned(), recording, read, number, base, notices }
    }
}

/// Files whose game begins where another left it, or stood at one of its steps, follow it all the same, though
/// counters lie some pixels off or carry marks that the game does not know.
fn close_small_gaps(order: &mut Order, logs: &[PlayedLog]) {
    for (nth, log) in logs.iter().enumerate().skip(1) {
        if order.parents.contains_key(&log.number) {
            continue;
        }
        let Some(start) = GamePosition::of(log.read.deeds.first()) else { continue };
        let met = logs[..nth].iter().rev().filter_map(|before| {
            let step = before.meets(&start).filter(|step| *step > 0)?;
            Some((before.number, step, step == before.recording.steps.len()))
        });
        let met: Vec<(usize, usize, bool)> = met.collect();
        if let Some((file, step, _)) = met.iter().find(|(.., ends)| *ends).or(met.first()) {
            order.parents.insert(log.number, (*file, *step));
        }
    }
}

impl PlayedLog {
    /// The last step after which the game stands like this; that of the end, if it does not change any more.
    fn meets(&self, wanted: &GamePosition) -> Option<usize> {
        let (first, deeds) = self.read.deeds.split_first()?;
        let mut position = GamePosition::of(Some(first))?;
        let mut found = (position == *wanted).then_some(0);
        for (nth, deed) in deeds.iter().enumerate() {
            position.take(&deed.act);
            let next = deeds.get(nth + 1).map(|next| next.step);
            if next != Some(deed.step) && position == *wanted {
                found = Some(deed.step);
            }
        }
        if position == *wanted { Some(self.recording.steps.len()) } else { found }
    }
}

fn sheets(order: &Order, candidates: &[Candidate], logs: &[PlayedLog]) -> Vec<ChainFile> {
    let name = |file: usize| candidates[file].name.clone();
    let mut sheets: Vec<ChainFile> = logs
        .iter()
        .map(|log| {
            let steps = log.recording.steps.len();
            let link = match (order.parents.get(&log.number), order.before(log.number)) {
                (Some((from, step)), _) if *step < candidates[*from].steps => {
                    Link::Midway { file: name(*from), step: *step }
                }
                (Some((from, _)), _) => Link::Follows { file: name(*from) },
                (None, None) => Link::First,
                (None, Some(before)) => Link::Gap {
                    file: name(before),
                    differences: differences(&candidates[before], &candidates[log.number]),
                },
            };
            let branch = order.is_branch(log.number);
            ChainFile { log: log.name.clone(), steps, base: log.base, link, branch }
        })
        .collect();
    sheets.extend(order.spare.iter().map(|(file, link)| {
        let steps = candidates[*file].steps;
        ChainFile { log: name(*file), steps, base: 0, link: link.clone(), branch: false }
    }));
    sheets
}

/// What the game knows of a position.
#[derive(Debug, Default, PartialEq, Eq)]
struct GamePosition {
    units: BTreeMap<UnitId, (String, Option<u32>, BTreeSet<String>)>,
    markers: BTreeMap<(String, String), usize>,
    moment: Option<(i32, Vec<String>)>,
}

impl GamePosition {
    fn of(deed: Option<&Deed>) -> Option<Self> {
        let mut position = GamePosition::default();
        let Act::SetUp { .. } = &deed?.act else { return None };
        position.take(&deed?.act);
        Some(position)
    }

    fn put(&mut self, standing: &Standing) {
        let states = standing.states.iter().cloned().collect();
        let row = (place(&standing.at), standing.steps, states);
        self.units.insert(standing.unit.clone(), row);
    }

    fn mark(&mut self, marker: &str, at: &Spot, more: bool) {
        let key = (marker.to_owned(), place(at));
        let count = self.markers.entry(key.clone()).or_default();
        *count = if more { *count + 1 } else { count.saturating_sub(1) };
        if *count == 0 {
            self.markers.remove(&key);
        }
    }

    fn take(&mut self, act: &Act) {
        match act {
            Act::SetUp { pieces, markers, moment, .. } => {
                pieces.iter().for_each(|standing| self.put(standing));
                markers.iter().for_each(|(marker, at)| self.mark(marker, at, true));
                self.at(moment.as_ref());
            }
            Act::Turn(moment) => self.at(Some(moment)),
            Act::Move { unit, to, .. } => {
                if let Some(row) = self.units.get_mut(unit) {
                    row.0 = place(to);
                }
            }
            Act::Arrive(standing) => self.put(standing),
            Act::Leave { unit, .. } => drop(self.units.remove(unit)),
            Act::Steps { unit, to, .. } => {
                if let Some(row) = self.units.get_mut(unit) {
                    row.1 = Some(*to);
                }
            }
            Act::State { unit, state, on } => {
                if let Some(row) = self.units.get_mut(unit) {
                    if *on {
                        row.2.insert(state.clone())
                    } else {
                        row.2.remove(state)
                    };
                }
            }
            Act::Marker { marker, from, to } => {
                from.iter().for_each(|at| self.mark(marker, at, false));
                to.iter().for_each(|at| self.mark(marker, at, true));
            }
            Act::Declare(_) | Act::Roll { .. } | Act::Points { .. } => {}
        }
    }

    fn at(&mut self, moment: Option<&Moment>) {
        self.moment =
            moment.map(|moment| (moment.turn, moment.phase.clone())).or(self.moment.take());
    }
}

fn place(spot: &Spot) -> String {
    format!("{spot:?}")
}

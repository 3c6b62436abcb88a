//! Hearing a log: its deeds are gathered phase by phase, and judged when the phase ends.

use super::super::court::Trial;
use super::super::world::{At, Unit};
use super::super::{Hearing, Judgement, Overlays, Reach, Ruling, Severity};
use super::{Event, Play, Rulebook, Setting, Unknown};
use crate::deeds::{Act, Deed, Moment, Spot, Standing, UnitId};
use crate::model::Scenario;

/// A referee at work on a log.
pub(super) struct Heard<'a, R: Rulebook> {
    book: &'a R,
    play: Play<'a, R>,
    /// Where readings are tried, once any were.
    trial: Option<Play<'a, R>>,
    /// Deeds of this phase, heard and not yet judged.
    pending: Vec<Event>,
    /// Whether units are still being set up.
    setting_up: bool,
}

/// How much guilt a plan leaves: violations, suspects, then notes.
type Guilt = (usize, usize, usize);

impl<'a, R: Rulebook> Heard<'a, R> {
    pub(super) fn new(
        book: &'a R,
        setting: &'a Setting<'a, R>,
        scenario: Option<&'a Scenario>,
    ) -> Self {
        let play = Play::new(book, setting, scenario, false);
        Heard { book, play, trial: None, pending: Vec::new(), setting_up: false }
    }

    /// The table when the log begins.
    fn sit_down(
        &mut self,
        pieces: &[Standing],
        markers: &[(String, Spot)],
        moment: Option<&Moment>,
        scenario: Option<&str>,
    ) {
        let setting = self.play.setting;
        if let Some(named) = scenario.and_then(|id| setting.game.scenarios.get(id)) {
            let works_out = self.play.works_out;
            self.play = Play::new(self.book, setting, Some(named), false);
            self.play.works_out = works_out;
            self.trial = None;
        }
        let mut strangers = Vec::new();
        for piece in pieces {
            let Some(unit) = setting.roster.find(&piece.unit) else {
                strangers.push(piece.unit.to_string());
                continue;
            };
            if let Some(steps) = piece.steps {
                self.play.position.set_steps(unit, u8::try_from(steps).unwrap_or(u8::MAX));
            }
            self.play.position.set_states(&setting.space, unit, setting.bits(&piece.states));
            self.book.worn(&mut self.play, unit);
            self.play.put(unit, setting.at(&piece.at));
        }
        if !strangers.is_empty() {
            let reason = format!("these are no units of the game: {}", strangers.join(", "));
            self.leave_unchecked(0, "the table at the beginning", Unknown::Piece, reason);
        }
        if let Some(moment) = moment {
            self.play.begin(moment);
        }
        let markers: Vec<(&str, At)> =
            markers.iter().map(|(marker, spot)| (marker.as_str(), setting.at(spot))).collect();
        self.book.begins(&mut self.play, &markers);
        self.play.at_phase_start.copy_from(&self.play.position);
        if self.begins_game() {
            // A table that is not yet as the scenario says is still being set up.
            self.setting_up = !self.is_set_up();
            if !self.setting_up {
                self.judge_set_up(0);
            }
            self.book.opens(&mut self.play);
        }
    }

    /// Whether the game begins with the log, and nobody may have moved yet.
    fn begins_game(&self) -> bool {
        let Some(scenario) = self.play.scenario else { return false };
        self.play.clock.now.is_none_or(|now| {
            let stage = self.play.sequence.stage(now);
            now == (scenario.turns.first, 0) && stage.is_some_and(|stage| !stage.allows("move"))
        })
    }

    /// Whether the table is as the scenario says.
    fn is_set_up(&mut self) -> bool {
        let trial = self.trial.get_or_insert_with(|| self.play.clone());
        trial.copy_from(&self.play);
        let mut said = Judgement::default();
        self.book.set_up(trial, &mut said);
        said.is_legal()
    }

    fn judge_set_up(&mut self, step: usize) {
        let mut said = Judgement::default();
        self.book.set_up(&mut self.play, &mut said);
        self.play.say(step, "the set-up", said);
        self.play.at_phase_start.copy_from(&self.play.position);
    }

    /// After how many deeds the set-up last was what the scenario says: of those before the first click, else of those
    /// before any dice. None when the log does not set up.
    pub(super) fn last_set_up(mut self, deeds: &[Deed]) -> Option<usize> {
        self.hear(deeds.first()?, &mut Vec::new());
        if !self.setting_up {
            return None;
        }
        let is_turn = |deed: &Deed| matches!(deed.act, Act::Turn(_));
        let in_phase = 1 + deeds.iter().skip(1).take_while(|deed| !is_turn(deed)).count();
        let mut last = None;
        for (number, deed) in deeds.iter().enumerate().skip(1) {
            let decides = matches!(deed.act, Act::Roll { .. } | Act::Declare(_));
            if number >= in_phase && (last.is_some() || decides) {
                break;
            }
            if is_turn(deed) {
                continue;
            }
            self.hear(deed, &mut Vec::new());
            let events = std::mem::take(&mut self.pending);
            self.play.lay(self.book, &events);
            if self.is_set_up() {
                last = Some(number + 1);
            }
        }
        Some(last.unwrap_or(in_phase))
    }

    /// Judges what was heard since the phase began; `complete` when the phase is over.
    fn judge(&mut self, complete: bool) {
        let events = std::mem::take(&mut self.pending);
        self.book.judge(&mut self.play, &mut self.trial, &events, complete);
    }

    /// Play passes on: the phase is over, and is judged; so are those that the log passes over.
    fn pass(&mut self, moment: &Moment, step: usize) {
        let sequence = self.play.sequence.clone();
        let next = self.play.clock.pass(&sequence, moment);
        self.play.step = step;
        if self.setting_up {
            let events = std::mem::take(&mut self.pending);
            self.play.lay(self.book, &events);
            self.setting_up = false;
            self.judge_set_up(0);
        } else if self.play.clock.now.is_none() {
            self.leave_phase_open();
        } else {
            self.judge(true);
        }
        self.play.pass_on(self.book, next);
    }

    /// Deeds of a phase that the log does not name are taken for granted, and it is said so.
    fn leave_phase_open(&mut self) {
        let events = std::mem::take(&mut self.pending);
        if let Some(first) = events.first() {
            let reason = "the log does not tell the phase in which this was done";
            let subject = "deeds before the first phase";
            self.leave_unchecked(first.step, subject, Unknown::Phase, reason.to_owned());
        }
        self.play.lay(self.book, &events);
    }

    fn leave_unchecked(&mut self, step: usize, subject: &str, unknown: Unknown, reason: String) {
        let rules = self.book.rests_on(unknown);
        let mut said = Judgement::default();
        rules.iter().for_each(|rule| said.leave_unchecked(*rule, reason.clone()));
        if !rules.is_empty() {
            self.play.say(step, subject, said);
        }
    }

    /// The table with everything heard, judged or not.
    fn now(&self) -> Play<'a, R> {
        let mut now = self.play.clone();
        now.lay(self.book, &self.pending);
        now
    }
}

/// Judges a stretch under the plan that leaves the least guilt, and lays everything where the log has it.
pub(super) fn by_plans<'a, R: Rulebook>(
    book: &R,
    play: &mut Play<'a, R>,
    trial: &mut Option<Play<'a, R>>,
    stretch: &[Event],
) {
    if stretch.is_empty() {
        return;
    }
    let trial = trial.get_or_insert_with(|| play.clone());
    let mut best: Option<(Guilt, Play<'a, R>)> = None;
    for plan in book.plans(play, stretch) {
        trial.copy_from(play);
        trial.told.clear();
        for (step, verb) in &plan {
            let mut said = Judgement::default();
            trial.step = *step;
            let subject = book.words(trial, verb);
            book.perform(trial, verb, &mut said);
            trial.say(*step, subject, said);
        }
        let guilt = guilt(&trial.told);
        if best.as_ref().is_none_or(|(least, ..)| guilt < *least) {
            best = Some((guilt, trial.clone()));
        }
        if guilt.0 + guilt.1 == 0 {
            break;
        }
    }
    if let Some((_, mut after)) = best {
        let step = play.step;
        play.told.append(&mut after.told);
        play.copy_from(&after);
        play.step = step;
    }
    play.lay(book, stretch);
}

fn guilt(rulings: &[Ruling]) -> Guilt {
    let count = |severity| {
        let findings = rulings.iter().flat_map(|ruling| &ruling.judgement.findings);
        findings.filter(|finding| finding.severity == severity).count()
    };
    (count(Severity::Violation), count(Severity::Suspect), count(Severity::Note))
}

impl<'t, R: Rulebook> Trial<'t> for Heard<'t, R> {
    fn fork(&self) -> Box<dyn Trial<'t> + 't> {
        Box::new(Heard {
            book: self.book,
            play: self.play.clone(),
            trial: None,
            pending: self.pending.clone(),
            setting_up: self.setting_up,
        })
    }
}

impl<R: Rulebook> Hearing for Heard<'_, R> {
    fn hear(&mut self, deed: &Deed, rulings: &mut Vec<Ruling>) {
        match &deed.act {
            Act::SetUp { pieces, markers, moment, scenario } => {
                self.sit_down(pieces, markers, moment.as_ref(), scenario.as_deref());
            }
            Act::Turn(moment) => self.pass(moment, deed.step),
            _ => self.play.setting.events(deed, |event| self.pending.push(event)),
        }
        rulings.append(&mut self.play.told);
    }

    fn close(&mut self, rulings: &mut Vec<Ruling>) {
        if self.setting_up || self.play.clock.now.is_none() {
            self.leave_phase_open();
        } else if let Some(last) = self.pending.last().map(|event| event.step) {
            self.judge(false);
            let reason =
                "the log ends before the phase does, so what must hold at its end was not checked";
            self.leave_unchecked(last, "the end of the log", Unknown::End, reason.to_owned());
        }
        rulings.append(&mut self.play.told);
    }

    fn work_out(&mut self) {
        self.play.works_out = true;
        self.trial = None;
    }

    fn overlays(&self) -> Overlays {
        self.book.overlays(&self.now())
    }

    fn reach(&self, unit: &UnitId) -> Option<Reach> {
        self.reaches(std::slice::from_ref(unit)).pop()?
    }

    fn reaches(&self, units: &[UnitId]) -> Vec<Option<Reach>> {
        let now = self.now();
        let reach = |unit: &UnitId| {
            let unit: Unit = now.setting.roster.find(unit)?;
            self.book.reach(&now, unit)
        };
        units.iter().map(reach).collect()
    }
}

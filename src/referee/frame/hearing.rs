//! Hearing a log: its deeds are gathered phase by phase, and judged when the phase ends.

use super::super::court::Trial;
use super::super::world::Unit;
use super::super::{Hearing, Judgement, Overlays, Reach, Ruling, Severity};
use super::{Event, Play, Rulebook, Setting, Unknown, What};
use crate::deeds::{Act, Deed, Moment, Standing, UnitId};
use crate::model::Scenario;

/// A referee at work on a log.
pub(super) struct Heard<'a, R: Rulebook> {
    book: &'a R,
    play: Play<'a, R>,
    /// Where readings are tried.
    trial: Play<'a, R>,
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
        Heard { book, trial: play.clone(), play, pending: Vec::new(), setting_up: false }
    }

    fn rule(
        &self,
        rulings: &mut Vec<Ruling>,
        step: usize,
        subject: impl Into<String>,
        judgement: Judgement,
    ) {
        let moment = self.play.clock.moment(&self.play.sequence);
        rulings.push(Ruling { step, moment, subject: subject.into(), judgement });
    }

    /// The table when the log begins.
    fn sit_down(
        &mut self,
        pieces: &[Standing],
        moment: Option<&Moment>,
        scenario: Option<&str>,
        rulings: &mut Vec<Ruling>,
    ) {
        let setting = self.play.setting;
        if let Some(named) = scenario.and_then(|id| setting.game.scenarios.get(id)) {
            let works_out = self.play.works_out;
            self.play = Play::new(self.book, setting, Some(named), false);
            self.play.works_out = works_out;
            self.trial = self.play.clone();
        }
        for piece in pieces {
            let Some(unit) = setting.roster.find(&piece.unit) else { continue };
            if let Some(steps) = piece.steps {
                self.play.position.set_steps(unit, u8::try_from(steps).unwrap_or(u8::MAX));
            }
            let states = Setting::<R>::bits(self.book, &piece.states);
            self.play.position.set_states(&setting.space, unit, states);
            self.book.worn(&mut self.play, unit);
            self.play.put(unit, setting.at(&piece.at));
        }
        if let Some(moment) = moment {
            self.play.begin(moment);
        }
        self.play.at_phase_start.copy_from(&self.play.position);
        let first = self.play.scenario.map(|scenario| (scenario.turns.first, 0));
        if first.is_none() || self.play.clock.now.is_some() && self.play.clock.now != first {
            return;
        }
        // The game begins here. A table that is not yet as the scenario says is still being set up.
        let mut said = Judgement::default();
        self.trial.copy_from(&self.play);
        self.book.set_up(&mut self.trial, &mut said);
        self.setting_up = !said.is_legal();
        if !self.setting_up {
            std::mem::swap(&mut self.play, &mut self.trial);
            self.rule(rulings, 0, "the set-up", said);
        }
        self.book.opens(&mut self.play);
    }

    /// Whatever was done lies on the table now, whether the rules allow it or not.
    fn lay(&mut self, events: &[Event]) {
        for event in events {
            match event.what {
                What::Went(unit, to) => self.play.put(unit, to),
                What::Steps(unit, steps) => {
                    self.play.position.set_steps(unit, steps);
                    self.book.worn(&mut self.play, unit);
                }
                What::State(unit, states, on) => self.play.set(unit, states, on),
                _ => {}
            }
        }
    }

    /// Judges what was heard since the phase began, under the plan that leaves the least guilt.
    fn judge(&mut self, rulings: &mut Vec<Ruling>) {
        let events = std::mem::take(&mut self.pending);
        if events.is_empty() {
            return;
        }
        let mut best: Option<(Guilt, Vec<Ruling>, Play<'a, R>)> = None;
        for plan in self.book.plans(&self.play, &events) {
            self.trial.copy_from(&self.play);
            let mut told = Vec::with_capacity(plan.len());
            for (step, verb) in &plan {
                let mut said = Judgement::default();
                self.trial.step = *step;
                let subject = self.book.words(&self.trial, verb);
                self.book.perform(&mut self.trial, verb, &mut said);
                self.rule(&mut told, *step, subject, said);
            }
            let guilt = guilt(&told);
            if best.as_ref().is_none_or(|(least, ..)| guilt < *least) {
                let after = self.trial.clone();
                best = Some((guilt, told, after));
            }
            if guilt.0 + guilt.1 == 0 {
                break;
            }
        }
        if let Some((_, told, after)) = best {
            rulings.extend(told);
            self.play.copy_from(&after);
        }
        self.lay(&events);
    }

    /// Play passes on: the phase is over, and is judged; so are those that the log passes over.
    fn pass(&mut self, moment: &Moment, step: usize, rulings: &mut Vec<Ruling>) {
        let sequence = self.play.sequence.clone();
        let next = self.play.clock.pass(&sequence, moment);
        if self.setting_up {
            let events = std::mem::take(&mut self.pending);
            self.lay(&events);
            self.setting_up = false;
            let mut said = Judgement::default();
            self.book.set_up(&mut self.play, &mut said);
            self.rule(rulings, step, "the set-up", said);
        } else if self.play.clock.now.is_none() {
            self.leave_open(Unknown::Phase, rulings);
        } else {
            self.judge(rulings);
        }
        let over: Vec<_> = self.play.clock.stages(&sequence).map(|(at, _)| at).collect();
        for stage in over {
            if self.play.clock.now != Some(stage) {
                self.play.open(self.book, Some(stage));
            }
            self.play.step = step;
            let mut said = Judgement::default();
            self.play.close(self.book, &mut said);
            if said != Judgement::default() {
                let words = self.play.clock.words(&sequence, self.play.setting.game);
                self.rule(rulings, step, format!("the end of {words}"), said);
            }
        }
        self.play.open(self.book, next);
    }

    /// Deeds that cannot be judged are taken for granted, and it is said so.
    fn leave_open(&mut self, unknown: Unknown, rulings: &mut Vec<Ruling>) {
        let events = std::mem::take(&mut self.pending);
        let (Some(first), Some(last)) = (events.first(), events.last()) else { return };
        let (step, subject, reason) = match unknown {
            Unknown::Phase => (
                first.step,
                "deeds before the first phase",
                "the log does not tell the phase in which this was done",
            ),
            Unknown::End => (
                last.step,
                "the end of the log",
                "the log ends before the phase does, so what must hold at its end was not checked",
            ),
        };
        let mut said = Judgement::default();
        for rule in self.book.rests_on(unknown) {
            said.leave_unchecked(*rule, reason);
        }
        self.rule(rulings, step, subject, said);
        self.lay(&events);
    }
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
            trial: self.trial.clone(),
            pending: self.pending.clone(),
            setting_up: self.setting_up,
        })
    }
}

impl<R: Rulebook> Hearing for Heard<'_, R> {
    fn hear(&mut self, deed: &Deed, rulings: &mut Vec<Ruling>) {
        match &deed.act {
            Act::SetUp { pieces, moment, scenario, .. } => {
                self.sit_down(pieces, moment.as_ref(), scenario.as_deref(), rulings);
            }
            Act::Turn(moment) => self.pass(moment, deed.step, rulings),
            _ => {
                let (setting, book) = (self.play.setting, self.book);
                setting.events(book, deed, |event| self.pending.push(event));
            }
        }
    }

    fn close(&mut self, rulings: &mut Vec<Ruling>) {
        if self.setting_up || self.play.clock.now.is_none() {
            self.leave_open(Unknown::Phase, rulings);
            return;
        }
        let events = self.pending.clone();
        self.judge(rulings);
        self.pending = events;
        self.leave_open(Unknown::End, rulings);
    }

    fn work_out(&mut self) {
        self.play.works_out = true;
        self.trial.works_out = true;
    }

    fn overlays(&self) -> Overlays {
        self.book.overlays(&self.play)
    }

    fn reach(&self, unit: &UnitId) -> Option<Reach> {
        let unit: Unit = self.play.setting.roster.find(unit)?;
        self.book.reach(&self.play, unit)
    }
}

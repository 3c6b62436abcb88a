//! The deeds of a phase, one after the other.

use super::super::scenarios;
use super::super::table::{Phase, Piece, Table};
use super::super::units::Unit;
use super::Log;
use super::shown::{Event, Place};
use crate::deeds::{Declared, Deed};
use crate::hex::Hex;
use crate::referee::Ruling;
use std::collections::{BTreeSet, HashMap};

/// Pieces that went the same way together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) step: usize,
    pub(super) from: Place,
    pub(super) to: Place,
    pub(super) units: Vec<usize>,
    pub(super) weapons: Vec<usize>,
}

impl Hop {
    fn takes(&mut self, piece: Piece, from: Place, to: Place) -> bool {
        if (self.from, self.to) != (from, to) {
            return false;
        }
        self.add(piece);
        true
    }

    fn add(&mut self, piece: Piece) {
        match piece {
            Piece::Unit(unit) => self.units.push(unit),
            Piece::Weapon(weapon) => self.weapons.push(weapon),
        }
    }

    /// Whether this takes back another.
    fn undoes(&self, other: &Hop) -> bool {
        self.from == other.to
            && self.to == other.from
            && same(&self.units, &other.units)
            && same(&self.weapons, &other.weapons)
    }
}

fn same(a: &[usize], b: &[usize]) -> bool {
    let set = |list: &[usize]| list.iter().copied().collect::<BTreeSet<_>>();
    set(a) == set(b)
}

/// Rolls and results that are being carried out.
#[derive(Debug, Clone, Default)]
pub(super) struct Open {
    pub(super) step: usize,
    pub(super) subject: String,
    /// Units whose fate was rolled for.
    pub(super) units: BTreeSet<usize>,
    /// Weapons that were fired or rolled for.
    pub(super) weapons: BTreeSet<usize>,
    /// Its result hangs on a disputed line of sight, or the attack broke a rule: nothing is compared.
    pub(super) muted: bool,
    /// Rolls that nobody declared.
    pub(super) loose: usize,
    /// Units whose roll was too close to values that no text shows.
    pub(super) vague: BTreeSet<usize>,
    /// Units that have rolled their check.
    pub(super) checked: BTreeSet<usize>,
    /// The units as they were before.
    pub(super) before: HashMap<usize, Unit>,
    /// Where in the phase it began.
    pub(super) at: usize,
}

/// The table, who may have which weapon, and how much had been said.
type Before = (Table, Vec<BTreeSet<usize>>, usize);

/// A phase as far as it was heard.
#[derive(Debug, Default)]
pub(super) struct Scene {
    pub(super) hop: Option<Hop>,
    pub(super) last_hop: Option<Hop>,
    /// The table before it, should the pieces be put back.
    before_hop: Option<Box<Before>>,
    pub(super) said: Option<(usize, Declared)>,
    pub(super) open: Option<Open>,
    pub(super) reasons: HashMap<String, &'static str>,
    /// How units said that they move or rout.
    pub(super) modes: HashMap<usize, String>,
    /// Units that were marked exhausted in this phase.
    pub(super) tired: BTreeSet<usize>,
    /// Where pieces were when the phase began, of those that moved in it.
    pub(super) stood: HashMap<usize, (usize, Place)>,
    pub(super) weapons_stood: HashMap<usize, Place>,
    /// Events to come, for results that are carried out later than they are rolled.
    pub(super) coming: Vec<(usize, Event)>,
    pub(super) at: usize,
    /// The first die of two that belong together.
    pub(super) half_roll: Option<(usize, usize, i32)>,
    pub(super) route: Option<super::rout::Route>,
    pub(super) stayed: BTreeSet<usize>,
    /// Units that were found to have gone too far.
    pub(super) too_far: BTreeSet<usize>,
    /// Steps of rolls that nobody declared.
    pub(super) loose: Vec<usize>,
    /// A launcher was fired in a building: its step, where, and the coloured die.
    pub(super) backblast: Option<(usize, Hex, i32)>,
    /// A Gun that was pushed, and from where to where.
    pub(super) pushed: Option<(Hop, Hex, Hex)>,
}

impl Log<'_> {
    /// Hears the deeds of stages that are over; what was done is taken for the first stage that it fits.
    pub(super) fn hear_stages(
        &mut self,
        stages: &[(i32, usize)],
        deeds: &[Deed],
        over: bool,
        rulings: &mut Vec<Ruling>,
    ) {
        let mut events = self.events(deeds);
        if self.table.phase == Phase::Movement {
            events = super::runs::together(events);
        }
        self.open_scene(&events);
        let mut stage = 0;
        for (index, (step, event)) in events.iter().enumerate() {
            if self.setting_up {
                if !matches!(event, Event::Said(_) | Event::Rolled(_)) {
                    self.show(event);
                    self.note_counter(event);
                    continue;
                }
                self.set_up_is_over(rulings);
            }
            self.scene.at = index;
            if let Some(later) = self.later_stage(stages, stage, event) {
                while stage < later {
                    self.end_phase(true, rulings);
                    stage += 1;
                    self.enter(stages[stage]);
                    self.open_scene(&events);
                    self.scene.at = index;
                }
            }
            self.take(*step, event, rulings);
        }
        if self.setting_up {
            self.set_up_is_over(rulings);
        }
        self.end_phase(over, rulings);
        if over {
            for later in stages.iter().skip(stage + 1) {
                self.enter(*later);
                self.open_scene(&[]);
                self.end_phase(true, rulings);
            }
        }
    }

    fn set_up_is_over(&mut self, rulings: &mut Vec<Ruling>) {
        self.setting_up = false;
        self.follow_all();
        self.guess_possession();
        scenarios::fortify(&mut self.table);
        self.judge_set_up(rulings);
    }

    fn open_scene(&mut self, events: &[(usize, Event)]) {
        self.scene = Scene { coming: events.to_vec(), ..Scene::default() };
        for (_, event) in events {
            if let Event::Marked { piece: Piece::Unit(unit), state, on: true } = event
                && state == "exhausted"
            {
                self.scene.tired.insert(*unit);
            }
        }
    }

    /// The stage among those passed over that a deed belongs to, if it fits none before.
    fn later_stage(&self, stages: &[(i32, usize)], from: usize, event: &Event) -> Option<usize> {
        if stages.len() <= from + 1 {
            return None;
        }
        let fits = |phase: &str| match event {
            Event::Said(declared) => {
                let known = self.game.declarations.get(&declared.id);
                known.is_none_or(|known| {
                    known.phases.is_empty() || known.phases.iter().any(|one| one == phase)
                })
            }
            Event::Went { piece: Piece::Unit(unit), .. } => match phase {
                "rout" => self.table.units[*unit].is_broken(),
                "movement" | "advance" => !self.table.units[*unit].is_broken(),
                _ => false,
            },
            _ => true,
        };
        let id = |at: (i32, usize)| self.sequence.turn(at.0).get(at.1).map(|stage| stage.id());
        (from..stages.len())
            .find(|at| id(stages[*at]).is_some_and(fits))
            .filter(|found| *found > from)
    }

    /// One event.
    fn take(&mut self, step: usize, event: &Event, rulings: &mut Vec<Ruling>) {
        if let Event::Went { piece, from, to } = event {
            if !self.scene.hop.as_mut().is_some_and(|hop| hop.takes(*piece, *from, *to)) {
                self.end_hop(rulings);
                self.end_selection();
                if self.table.phase == Phase::Movement {
                    // What was done to the units before they go on is compared where they still stand.
                    self.settle(rulings);
                }
                let (units, weapons) = (Vec::new(), Vec::new());
                let mut hop = Hop { step, from: *from, to: *to, units, weapons };
                hop.add(*piece);
                self.scene.hop = Some(hop);
            }
            self.show(event);
            match piece {
                Piece::Unit(unit) => {
                    self.scene.stood.entry(*unit).or_insert((step, *from));
                }
                Piece::Weapon(weapon) => {
                    self.scene.weapons_stood.entry(*weapon).or_insert(*from);
                }
            }
            return;
        }
        self.end_hop(rulings);
        if let Event::Became { unit, .. }
        | Event::Lost(Piece::Unit(unit))
        | Event::Turned { piece: Piece::Unit(unit), .. } = event
        {
            self.feel_backblast(*unit, true, rulings);
        }
        if self.is_elsewhere(event) {
            // The way is judged on the table as it was.
            self.end_route(rulings);
        }
        if matches!(event, Event::Said(_) | Event::Rolled(_)) {
            self.scene.last_hop = None;
        }
        match event {
            Event::Said(declared) => self.listen(step, declared, rulings),
            Event::Rolled(faces) => self.roll(step, faces, rulings),
            Event::Counter { .. } => {
                self.note_counter_judged(step, event, rulings);
            }
            Event::Became { unit, .. } => {
                self.show(event);
                self.take_back(*unit);
            }
            Event::Came(piece, Place::Hex(_)) => {
                self.show(event);
                self.arrived(*piece);
            }
            Event::Lost(Piece::Unit(unit)) => {
                self.show(event);
                let open = self.scene.open.as_ref();
                if !open.is_some_and(|open| open.units.contains(unit)) {
                    self.follow_place(*unit);
                }
            }
            _ => self.show(event),
        }
    }

    /// Pieces have stopped for something else to happen.
    pub(super) fn end_hop(&mut self, rulings: &mut Vec<Ruling>) {
        let Some(hop) = self.scene.hop.take() else { return };
        let back = self.scene.last_hop.as_ref().is_some_and(|last| hop.undoes(last));
        // A stack put back before anything else was done never moved.
        let before = self.scene.before_hop.take();
        if back && let Some(before) = before {
            let (table, carriers, count) = *before;
            self.table = table;
            self.carriers = carriers;
            rulings.truncate(count);
            self.scene.last_hop = None;
            return;
        }
        self.scene.before_hop =
            Some(Box::new((self.table.clone(), self.carriers.clone(), rulings.len())));
        self.hop(&hop, rulings);
        self.scene.last_hop = Some(hop);
    }

    fn hop(&mut self, hop: &Hop, rulings: &mut Vec<Ruling>) {
        match self.table.phase {
            Phase::Movement => self.march(hop, rulings),
            Phase::Rout => self.rout_on(hop, rulings),
            // In the other phases only where everybody stands in the end counts.
            _ => {}
        }
    }

    /// The phase is over, or the log is.
    fn end_phase(&mut self, over: bool, rulings: &mut Vec<Ruling>) {
        self.end_hop(rulings);
        self.end_route(rulings);
        self.hang_up(rulings);
        self.settle(rulings);
        match self.table.phase {
            Phase::Advance => self.advances(rulings),
            Phase::Movement => self.missed_residual(&[], rulings),
            Phase::Rout => {}
            _ => self.strays(rulings),
        }
        if over {
            self.duties(rulings);
        }
        self.follow_all();
        self.guess_possession();
    }

    /// A hex by its printed name.
    pub(super) fn hex_name(&self, hex: Hex) -> String {
        self.table.ground.name(hex)
    }
}

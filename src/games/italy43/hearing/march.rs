//! The Movement Phase: where units stood when it began and where they stand when it ends.

use super::super::entry::{self, Entry};
use super::super::ground::{Off, Place};
use super::super::position::Who;
use super::super::words::{Order, Side};
use super::Log;
use super::table::Piece;
use super::trial::{Deed as Do, Item};
use crate::deeds::{Act, Declared, Deed, Spot};
use crate::hex::{Hex, Location};
use crate::referee::Ruling;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What the deeds of a stretch of play come to for each unit.
pub(super) struct Stretch {
    pub(super) before: Vec<Piece>,
    /// The last step in which a unit was touched.
    pub(super) touched: HashMap<Who, usize>,
    /// The last step in which it went somewhere.
    pub(super) went: HashMap<Who, usize>,
    /// Markers in hexes before it.
    pub(super) markers: Vec<(String, Hex)>,
    /// The last step in which a marker was put down in a hex or taken off.
    pub(super) marked: HashMap<Hex, usize>,
}

impl Stretch {
    /// Units that stand elsewhere now, in the order in which they got there.
    pub(super) fn moves(&self, after: &[Piece]) -> Vec<(Who, usize)> {
        let mut moves: Vec<(Who, usize)> = self
            .went
            .iter()
            .filter(|(who, _)| self.before[**who].at != after[**who].at)
            .map(|(who, step)| (*who, *step))
            .collect();
        moves.sort_by_key(|(who, step)| (*step, *who));
        moves
    }

    pub(super) fn step(&self, who: Who) -> usize {
        self.touched.get(&who).copied().unwrap_or_default()
    }
}

impl Log<'_> {
    /// Applies deeds to the table.
    pub(super) fn stretch<'d>(&mut self, deeds: impl IntoIterator<Item = &'d Deed>) -> Stretch {
        let mut stretch = Stretch {
            before: self.table.pieces.clone(),
            touched: HashMap::new(),
            went: HashMap::new(),
            markers: self.table.markers.clone(),
            marked: HashMap::new(),
        };
        for deed in deeds {
            if let Act::Marker { from, to, .. } = &deed.act {
                for (_, at) in [from, to].into_iter().flatten().filter_map(Spot::location) {
                    if let Location::Hex(hex) = at {
                        stretch.marked.insert(hex, deed.step);
                    }
                }
            }
            if let Some(who) = self.unit_of(&deed.act) {
                stretch.touched.insert(who, deed.step);
                if matches!(deed.act, Act::Move { .. } | Act::Leave { .. }) {
                    stretch.went.insert(who, deed.step);
                }
            }
            self.table.apply(self.game, self.map, &self.ground, &deed.act);
        }
        stretch
    }

    /// The unit that a deed is about.
    pub(super) fn unit_of(&self, act: &Act) -> Option<Who> {
        match act {
            Act::Move { unit, .. }
            | Act::Leave { unit, .. }
            | Act::Steps { unit, .. }
            | Act::State { unit, .. } => self.table.who(unit),
            _ => None,
        }
    }

    pub(super) fn movement(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) {
        let mut modes: HashMap<Who, String> = HashMap::new();
        for deed in deeds {
            if let Act::Declare(said) = &deed.act
                && said.id == "mode"
                && let (Some(unit), Some(mode)) = (said.units.first(), said.values.get("mode"))
                && let Some(who) = self.table.who(unit)
            {
                modes.insert(who, mode.clone());
            }
        }
        let mut rest: Vec<Deed> = deeds.to_vec();
        let dawn: Vec<Place> = self.table.pieces.iter().map(|piece| piece.at).collect();
        loop {
            let split = rest.iter().position(|deed| is(&deed.act, "auto-ds"));
            let after = split.map(|at| rest.split_off(at));
            self.march(&rest, &modes, &dawn, rulings);
            let Some(mut after) = after else { break };
            let declared = after.remove(0);
            rest = self.automatic_ds(&declared, after, rulings);
        }
    }

    /// Moves between two automatic DS.
    fn march(
        &mut self,
        deeds: &[Deed],
        modes: &HashMap<Who, String>,
        dawn: &[Place],
        rulings: &mut Vec<Ruling>,
    ) {
        let stretch = self.stretch(deeds);
        let after = self.table.pieces.clone();
        let side = self.play.position.when.side;
        for (who, is) in after.iter().enumerate() {
            let was = &stretch.before[who];
            let own = Some(self.play.position.units[who].side) == side;
            let step = stretch.step(who);
            if own && is.states.contains("truck") && !was.states.contains("truck") {
                let entry = Entry::Truck(entry::Units {
                    unit: Some(self.id(who)),
                    ..entry::Units::default()
                });
                self.judge_one(step, format!("{} is trucked", self.name(who)), entry, rulings);
            }
            if own && is.order() == Order::FullRetreat && was.order() < Order::FullRetreat {
                self.mark(who, Order::FullRetreat, step, rulings);
            }
        }
        let start: Arc<Vec<Place>> =
            Arc::new(stretch.before.iter().map(|piece| piece.at).collect());
        let end: Arc<Vec<Place>> = Arc::new(after.iter().map(|piece| piece.at).collect());
        for (who, step) in stretch.moves(&after) {
            let own = Some(self.play.position.units[who].side) == side;
            let (from, to) = (stretch.before[who].at, after[who].at);
            if to == Place::Off(Off::EliminatedBox) {
                let subject = format!("{} is taken off", self.name(who));
                self.judge(&[vec![Item { step, subject, deed: Do::Gone(who) }]], rulings);
            } else if !to.on_map() || (!own && !from.on_map()) {
                self.play.position.units[who].at = to;
            } else if own {
                let plans = self.readings_of_move(
                    who,
                    step,
                    from,
                    to,
                    modes.get(&who),
                    dawn,
                    [&start, &end],
                );
                self.judge(&plans, rulings);
            } else {
                let subject = format!(
                    "{} retreats {} to {}",
                    self.name(who),
                    self.ground.name(from),
                    self.ground.name(to)
                );
                self.judge(&[vec![Item { step, subject, deed: Do::Retreat(who, to) }]], rulings);
            }
        }
        for (who, is) in after.iter().enumerate() {
            let now = self.play.position.units[who].order;
            if is.order() != now {
                self.mark(who, is.order(), stretch.step(who), rulings);
            }
            self.judge_turned(who, &stretch.before[who], is, stretch.step(who), rulings);
        }
        self.judge_markers(&stretch, &HashSet::new(), rulings);
        self.sync();
    }

    /// Counters turned in a phase that is not for it.
    pub(super) fn judge_turned(
        &mut self,
        who: Who,
        was: &Piece,
        is: &Piece,
        step: usize,
        rulings: &mut Vec<Ruling>,
    ) {
        let unit = &self.play.position.units[who];
        if is.steps <= was.steps || !is.at.on_map() || !was.at.on_map() {
            return;
        }
        let id = Some(unit.id.clone());
        if unit.artillery() {
            let entry =
                entry::Flip { unit: id, to: Some("ready".to_owned()), ..entry::Flip::default() };
            self.judge_one(
                step,
                format!("{} is readied", self.name(who)),
                Entry::Flip(entry),
                rulings,
            );
        } else {
            let entry = entry::Replace { unit: id, ..entry::Replace::default() };
            self.judge_one(
                step,
                format!("{} regains a step", self.name(who)),
                Entry::Replace(entry),
                rulings,
            );
        }
    }

    fn id(&self, who: Who) -> String {
        self.play.position.units[who].id.clone()
    }

    pub(super) fn mark(&mut self, who: Who, order: Order, step: usize, rulings: &mut Vec<Ruling>) {
        let entry = entry::Mark {
            unit: Some(self.id(who)),
            r#as: Some(order.word().to_owned()),
            ..entry::Mark::default()
        };
        let subject = format!("{} is marked {}", self.name(who), order.word());
        self.judge_one(step, subject, Entry::Mark(entry), rulings);
    }

    /// Every way in which a move can have been meant.
    #[allow(clippy::too_many_arguments, reason = "one move, with all that may explain it")]
    fn readings_of_move(
        &self,
        who: Who,
        step: usize,
        from: Place,
        to: Place,
        mode: Option<&String>,
        dawn: &[Place],
        [start, end]: [&Arc<Vec<Place>>; 2],
    ) -> Vec<Vec<Item>> {
        let subject = format!(
            "{} moves {} to {}",
            self.name(who),
            self.ground.name(from),
            self.ground.name(to)
        );
        let item = |deed: Do| Item { step, subject: subject.clone(), deed };
        let entry = |mode: Option<String>| {
            Entry::Move(entry::Move {
                unit: Some(self.id(who)),
                to: Some(self.ground.name(to)),
                mode,
                ..entry::Move::default()
            })
        };
        if from == Place::Off(Off::NotArrived) {
            return self.readings_of_arrival(who, step, to, &subject);
        }
        if !from.on_map() {
            // From beside the map: a unit put where a player found it missing.
            return Vec::new();
        }
        let mut plans = vec![vec![item(Do::Verb(entry(mode.cloned())))]];
        if mode.is_some_and(|mode| mode != "truck") {
            plans.push(vec![item(Do::Verb(entry(None)))]);
        }
        for places in [start, end] {
            plans.push(vec![item(Do::Among(Arc::clone(places), Box::new(entry(None))))]);
        }
        if self.play.phase.progress.contains_key(&who) {
            plans.push(vec![item(Do::Afresh(who, dawn[who], Box::new(entry(None))))]);
        }
        let unit = &self.play.position.units[who];
        if !unit.class.mechanised && !unit.truck && self.play.phase.trucked.len() < 2 {
            plans.push(vec![item(Do::Verb(entry(Some("truck".to_owned()))))]);
        }
        plans
    }

    /// A reinforcement dragged straight from the turn track: placed, then moved.
    fn readings_of_arrival(
        &self,
        who: Who,
        step: usize,
        to: Place,
        subject: &str,
    ) -> Vec<Vec<Item>> {
        let id = self.id(who);
        let name = self.ground.name(to);
        let placed = |at: &str| Item {
            step,
            subject: subject.to_owned(),
            deed: Do::Arrive(who, at.to_owned()),
        };
        let mut plans = vec![vec![placed(&name)]];
        let counter = id.split('#').next().unwrap_or_default();
        if let Some(arrival) = self.play.position.facts.schedule.get(counter) {
            for at in &arrival.at {
                let area = format!("entry-{at}");
                let naples: Vec<String> = match at.as_str() {
                    "naples" => self
                        .play
                        .position
                        .facts
                        .naples
                        .iter()
                        .map(|hex| self.ground.hex_name(*hex))
                        .collect(),
                    _ => vec![if self.ground.place(&area).is_some() { area } else { at.clone() }],
                };
                for place in naples {
                    let going = entry::Move {
                        unit: Some(id.clone()),
                        to: Some(name.clone()),
                        ..entry::Move::default()
                    };
                    let item = Item {
                        step,
                        subject: subject.to_owned(),
                        deed: Do::Verb(Entry::Move(going)),
                    };
                    plans.push(vec![placed(&place), item]);
                }
            }
        }
        plans
    }

    /// An automatic DS with everything that it does to the defenders; the deeds that are left.
    fn automatic_ds(
        &mut self,
        declared: &Deed,
        rest: Vec<Deed>,
        rulings: &mut Vec<Ruling>,
    ) -> Vec<Deed> {
        let Act::Declare(said) = &declared.act else { return rest };
        let Some((attackers, target)) = self.force_of(said) else {
            return rest;
        };
        let enemy = attackers.first().map(|who| self.play.position.units[*who].side.enemy());
        let defenders: Vec<Who> = (0..self.table.pieces.len())
            .filter(|who| {
                self.table.pieces[*who].at == Place::Hex(target)
                    && Some(self.play.position.units[*who].side) == enemy
            })
            .collect();
        let (theirs, others): (Vec<Deed>, Vec<Deed>) = rest
            .into_iter()
            .partition(|deed| self.unit_of(&deed.act).is_some_and(|who| defenders.contains(&who)));
        let (mut maf, mut attached) = (None, Vec::new());
        let others: Vec<Deed> = others
            .into_iter()
            .filter(|deed| match &deed.act {
                Act::Declare(said) if said.id == "main-force" => {
                    maf = said.units.first().map(|unit| unit.to_string());
                    false
                }
                Act::Declare(said) if said.id == "attached" => {
                    attached.extend(said.units.iter().map(|unit| unit.to_string()));
                    false
                }
                _ => true,
            })
            .collect();
        let stretch = self.stretch(&theirs);
        let mut plan = vec![Item {
            step: declared.step,
            subject: format!("automatic DS against {}", self.ground.hex_name(target)),
            deed: Do::Verb(Entry::AutoDs(entry::Attack {
                with: attackers.iter().map(|who| self.id(*who)).collect(),
                maf,
                attached,
                against: Some(self.ground.hex_name(target)),
                ..entry::Attack::default()
            })),
        }];
        plan.extend(self.effects(&stretch, &defenders));
        plan.push(Item {
            step: declared.step,
            subject: String::new(),
            deed: Do::Verb(Entry::EndCombat),
        });
        self.judge(&[plan], rulings);
        self.sync();
        for who in attackers {
            // The marker may come later, or be forgotten.
            self.play.position.units[who].auto_ds = true;
        }
        others
    }

    /// Who attacks whom, in a declaration.
    pub(super) fn force_of(&self, said: &Declared) -> Option<(Vec<Who>, Hex)> {
        let units: Option<Vec<Who>> = said.units.iter().map(|unit| self.table.who(unit)).collect();
        let target = said.places.first()?.location()?.1;
        match target {
            Location::Hex(hex) => Some((units.filter(|units| !units.is_empty())?, hex)),
            Location::Box(_) => None,
        }
    }

    /// Losses, retreats and marks of some units, in that order.
    pub(super) fn effects(&self, stretch: &Stretch, units: &[Who]) -> Vec<Item> {
        let after = &self.table.pieces;
        let mut items = Vec::new();
        for who in units {
            let (was, is) = (&stretch.before[*who], &after[*who]);
            let step = stretch.step(*who);
            let artillery = self.play.position.units[*who].artillery();
            let lost = if artillery { 0 } else { was.steps.saturating_sub(is.steps) };
            for _ in 0..lost {
                items.push(Item {
                    step,
                    subject: format!("{} loses a step", self.name(*who)),
                    deed: Do::Verb(Entry::Lose(entry::Lose {
                        unit: Some(self.id(*who)),
                        ..entry::Lose::default()
                    })),
                });
            }
        }
        for who in units {
            let (was, is) = (&stretch.before[*who], &after[*who]);
            let step = stretch.went.get(who).copied().unwrap_or_else(|| stretch.step(*who));
            if is.at == was.at {
                continue;
            }
            let (subject, deed) = if is.dead() {
                (format!("{} is taken off", self.name(*who)), Do::Gone(*who))
            } else {
                let way = format!("{} to {}", self.ground.name(was.at), self.ground.name(is.at));
                (format!("{} retreats {way}", self.name(*who)), Do::Retreat(*who, is.at))
            };
            items.push(Item { step, subject, deed });
        }
        for who in units {
            let (was, is) = (&stretch.before[*who], &after[*who]);
            if is.order() != was.order() && !is.dead() {
                items.push(self.mark_item(*who, is.order(), stretch.step(*who)));
            }
        }
        items
    }

    pub(super) fn mark_item(&self, who: Who, order: Order, step: usize) -> Item {
        let entry = entry::Mark {
            unit: Some(self.id(who)),
            r#as: Some(order.word().to_owned()),
            ..entry::Mark::default()
        };
        Item {
            step,
            subject: format!("{} is marked {}", self.name(who), order.word()),
            deed: Do::Verb(Entry::Mark(entry)),
        }
    }

    /// The side that acts.
    pub(super) fn acting(&self) -> Option<Side> {
        self.play.position.when.side
    }
}

/// Whether a deed is this declaration.
pub(super) fn is(act: &Act, id: &str) -> bool {
    matches!(act, Act::Declare(said) if said.id == id)
}

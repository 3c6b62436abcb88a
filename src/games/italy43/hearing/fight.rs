//! A combat: declared, reckoned, rolled for and carried out.

use super::super::entry::{self, Entry};
use super::super::ground::Place;
use super::super::position::Who;
use super::super::tables::Outcome;
use super::super::words::{Crt, Side};
use super::Log;
use super::fights::{Fight, Stand};
use super::march::Stretch;
use super::trial::{Deed as Do, Item};
use crate::deeds::Deed;
use crate::referee::Ruling;
use std::collections::HashSet;

/// What a reading of a combat takes for granted.
#[derive(Debug, Clone, Copy)]
struct Guess {
    /// What the table of the sources gives is what the players found in theirs.
    table: bool,
    /// So are the results of determined defences.
    defence_table: bool,
    /// Losses were taken before any determined defence, whatever the order of the log.
    losses_first: bool,
    /// Artillery of the defender that was turned without a word supported the determined defence.
    defence_support: bool,
    /// The die of several that the attacker applies (25.1).
    applied: Option<u32>,
}

impl Log<'_> {
    pub(super) fn judge_fight(&mut self, fight: &Fight, closing: bool, rulings: &mut Vec<Ruling>) {
        let mut whole = self.stretch([]);
        let stretches: Vec<Stretch> =
            fight.blocks.iter().map(|block| self.stretch(block)).collect();
        for stretch in &stretches {
            whole.touched.extend(&stretch.touched);
            whole.went.extend(&stretch.went);
            whole.marked.extend(&stretch.marked);
        }
        let defended = !fight.stands.is_empty();
        let mut plans = Vec::new();
        // I43 25.1: the attacker applies one of his dice; any of them may be the one.
        let applied: Vec<Option<u32>> = match fight.dice.len() {
            0 | 1 => vec![None],
            _ => fight.dice.iter().map(|die| Some(*die)).collect(),
        };
        for applied in &applied {
            for defence_support in [false, true] {
                for defence_table in [true, false] {
                    for losses_first in [false, true] {
                        let applied = *applied;
                        let guess = Guess {
                            table: true,
                            defence_table,
                            losses_first,
                            defence_support,
                            applied,
                        };
                        if defended || (!losses_first && !defence_support && defence_table) {
                            plans.push(self.plan(fight, &stretches, &whole, guess, closing));
                        }
                    }
                }
            }
        }
        if fight.result.is_none() {
            let guess = Guess {
                table: false,
                defence_table: false,
                losses_first: true,
                defence_support: false,
                applied: None,
            };
            plans.push(self.plan(fight, &stretches, &whole, guess, closing));
        }
        self.judge(&plans, rulings);
        self.judge_markers(&whole, &HashSet::new(), rulings);
        let used: Vec<Who> = (0..self.table.pieces.len())
            .filter(|who| {
                let unit = &self.play.position.units[*who];
                unit.artillery() && unit.fired && self.table.pieces[*who].steps > 0
            })
            .collect();
        self.sync();
        for who in used {
            self.play.position.units[who].fired = true;
        }
    }

    /// Support of the attacker and of the defender: what was said, and what was turned without a word.
    fn support(
        &self,
        fight: &Fight,
        whole: &Stretch,
        guess: Guess,
    ) -> (Vec<String>, Vec<String>, Vec<String>) {
        let side =
            fight.attackers.first().map_or(Side::German, |who| self.play.position.units[*who].side);
        let mut lists: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        for word in &fight.said.support {
            let defends = match self.play.position.who(word) {
                Some(who) => self.play.position.units[who].side != side,
                None => side == Side::German,
            };
            lists[usize::from(defends)].push(word.clone());
        }
        let mut stand = Vec::new();
        let said = |word: &String| {
            fight.said.support.contains(word)
                || fight.stands.iter().any(|stand| stand.support.contains(word))
        };
        for who in 0..self.table.pieces.len() {
            let unit = &self.play.position.units[who];
            let turned = whole.before[who].steps == 1 && self.table.pieces[who].steps == 0;
            if !unit.artillery() || !turned || said(&unit.id) || self.table.pieces[who].dead() {
                continue;
            }
            if unit.side == side {
                lists[0].push(unit.id.clone());
            } else if guess.defence_support {
                stand.push(unit.id.clone());
            } else {
                lists[1].push(unit.id.clone());
            }
        }
        let [attacker, defender] = lists;
        (attacker, defender, stand)
    }

    fn plan(
        &self,
        fight: &Fight,
        stretches: &[Stretch],
        whole: &Stretch,
        guess: Guess,
        closing: bool,
    ) -> Vec<Item> {
        let name = self.ground.hex_name(fight.target);
        let (attacker, defender, unsaid) = self.support(fight, whole, guess);
        let attack = entry::Attack {
            with: fight
                .attackers
                .iter()
                .map(|who| self.play.position.units[*who].id.clone())
                .collect(),
            maf: fight.said.maf.clone(),
            attached: fight.said.attached.clone(),
            against: Some(name.clone()),
            support: Some(entry::Support { attacker, defender }),
            announced_column: fight.said.column.clone(),
            ..entry::Attack::default()
        };
        let (entry, word) = match fight.kind {
            super::super::combat::CombatKind::Breakthrough => {
                (Entry::Breakthrough(attack), "breakthrough")
            }
            _ => (Entry::Attack(attack), "attack"),
        };
        let mut plan = vec![Item {
            step: fight.step,
            subject: format!("{word} on {name}"),
            deed: Do::Verb(entry),
        }];
        let mut say = |step: usize, subject: &str, deed: Do| {
            plan.push(Item { step, subject: format!("{subject} {name}"), deed });
        };
        if let Some(extra_dice) = fight.said.more_dice {
            let entry = entry::MajorAssault { extra_dice, spend: None };
            say(fight.step, "major assault on", Do::Verb(Entry::MajorAssault(entry)));
        }
        if let Some(step) = fight.rolled {
            let roll = Entry::Roll(entry::Roll { dice: fight.dice.clone() });
            say(step, "dice of the attack on", Do::Verb(roll));
            if let Some(die) = guess.applied {
                say(step, "die applied to", Do::Verb(Entry::Apply(entry::Apply { die })));
            }
        }
        match &fight.result {
            Some((step, text)) => {
                let (crt, advance) = text
                    .split_once(" Adv ")
                    .map_or((text.as_str(), None), |(crt, adv)| (crt, Some(adv)));
                let announced = entry::Announced {
                    crt: Crt::read(crt),
                    advance: advance.map(str::to_owned),
                    ..entry::Announced::default()
                };
                say(*step, "result of the attack on", Do::Verb(Entry::Result(announced)));
            }
            None if guess.table => {
                say(fight.rolled.unwrap_or(fight.step), "result of the attack on", Do::ReadTable);
            }
            None => {
                say(fight.rolled.unwrap_or(fight.step), "result of the attack on", Do::ResultUntold)
            }
        }
        plan.extend(self.aftermath(fight, stretches, whole, guess, unsaid));
        if closing {
            plan.push(Item {
                step: fight.step,
                subject: String::new(),
                deed: Do::Verb(Entry::EndCombat),
            });
        }
        plan
    }

    /// Losses, determined defences, retreats, marks and advances.
    fn aftermath(
        &self,
        fight: &Fight,
        stretches: &[Stretch],
        whole: &Stretch,
        guess: Guess,
        unsaid: Vec<String>,
    ) -> Vec<Item> {
        let side = fight.attackers.first().map(|who| self.play.position.units[*who].side);
        let defends = |who: &Who| {
            whole.before[*who].at == Place::Hex(fight.target)
                && Some(self.play.position.units[*who].side) != side
        };
        let everybody: Vec<Who> = (0..self.table.pieces.len()).collect();
        let defenders: Vec<Who> = everybody.iter().filter(|who| defends(who)).copied().collect();
        let mut items = Vec::new();
        let mut blocks: Vec<Vec<Item>> = Vec::new();
        for (index, stretch) in stretches.iter().enumerate() {
            let after = stretches.get(index + 1).map_or(&self.table.pieces, |next| &next.before);
            let mut losses = Vec::new();
            for who in defenders.iter().chain(everybody.iter().filter(|who| !defends(who))) {
                losses.extend(self.losses(*who, &stretch.before[*who], &after[*who], stretch));
            }
            blocks.push(losses);
        }
        let stands = fight.stands.iter().filter(|stand| !stand.dice.is_empty());
        for (index, stand) in stands.enumerate() {
            let mut due = std::mem::take(&mut blocks[index.min(stretches.len() - 1)]);
            if guess.losses_first && index == 0 && due.is_empty() {
                // One loss of the combat result, taken late.
                if let Some(later) = blocks.iter_mut().find(|block| !block.is_empty()) {
                    due.push(later.remove(0));
                }
            }
            items.append(&mut due);
            items.push(self.defence_item(fight, stand, index, &blocks, guess, &unsaid, &defenders));
        }
        for block in &mut blocks {
            items.append(block);
        }
        items.extend(self.departures(fight, whole));
        items
    }

    fn losses(
        &self,
        who: Who,
        was: &super::Piece,
        is: &super::Piece,
        stretch: &Stretch,
    ) -> Vec<Item> {
        let unit = &self.play.position.units[who];
        let lost = if unit.artillery() { 0 } else { was.steps.saturating_sub(is.steps) };
        let lose = entry::Lose { unit: Some(unit.id.clone()), ..entry::Lose::default() };
        let mut items: Vec<Item> = (0..lost)
            .map(|_| Item {
                step: stretch.step(who),
                subject: format!("{} loses a step", self.name(who)),
                deed: Do::Verb(Entry::Lose(lose.clone())),
            })
            .collect();
        if is.dead() && !was.dead() {
            let subject = format!("{} is taken off", self.name(who));
            items.push(Item { step: stretch.step(who), subject, deed: Do::Gone(who) });
        }
        items
    }

    #[allow(clippy::too_many_arguments, reason = "a determined defence hangs on all of the combat")]
    fn defence_item(
        &self,
        fight: &Fight,
        stand: &Stand,
        index: usize,
        later: &[Vec<Item>],
        guess: Guess,
        unsaid: &[String],
        defenders: &[Who],
    ) -> Item {
        let mut support = stand.support.clone();
        if index == 0 {
            support.extend(unsaid.iter().cloned());
        }
        let last = index + 1 == fight.stands.iter().filter(|stand| !stand.dice.is_empty()).count();
        let mut entry = entry::Defence {
            at: Some(self.ground.hex_name(fight.target)),
            lead: stand.lead.clone(),
            dice: stand.dice.clone(),
            rerolls: stand.rerolls.clone(),
            support,
            ..entry::Defence::default()
        };
        if !guess.defence_table {
            // What the players did tells what they found in their table.
            let stays =
                defenders.iter().any(|who| self.table.pieces[*who].at == Place::Hex(fight.target));
            let marked = self
                .table
                .markers
                .iter()
                .any(|(marker, hex)| marker == "battle" && *hex == fight.target)
                && !self.play.position.facts.battle_markers.contains_key(&fight.target);
            entry.outcome = Some(match (last && stays, marked) {
                (false, _) => Outcome::Fail,
                (true, true) => Outcome::Partial,
                (true, false) => Outcome::Hold,
            });
            let count = |attacking: bool| {
                let theirs = |item: &&Item| {
                    let who = match &item.deed {
                        Do::Gone(who) => Some(*who),
                        Do::Verb(Entry::Lose(lose)) => {
                            lose.unit.as_deref().and_then(|id| self.play.position.who(id))
                        }
                        _ => None,
                    };
                    who.is_some_and(|who| fight.attackers.contains(&who) == attacking)
                };
                later.iter().flatten().filter(theirs).count().min(1)
            };
            if last {
                entry.losses = Some(format!("{}/{}", count(true), count(false)));
            }
        }
        let name = self.ground.hex_name(fight.target);
        Item {
            step: stand.step,
            subject: format!("determined defence of {name}"),
            deed: Do::Verb(Entry::Defence(entry)),
        }
    }

    /// Retreats first, then marks, then advances.
    fn departures(&self, fight: &Fight, whole: &Stretch) -> Vec<Item> {
        let after = &self.table.pieces;
        let side = fight.attackers.first().map(|who| self.play.position.units[*who].side);
        let mut moves = whole.moves(after);
        // A remnant that is put down takes the place of its parent (10.4.1).
        moves.retain(|(who, _)| {
            whole.before[*who].at.on_map() || !self.play.position.units[*who].remnant
        });
        let mut items = Vec::new();
        for (who, step) in &moves {
            let (from, to) = (whole.before[*who].at, after[*who].at);
            let theirs = Some(self.play.position.units[*who].side) != side;
            if theirs && !after[*who].dead() && to.on_map() {
                let way = format!("{} to {}", self.ground.name(from), self.ground.name(to));
                let subject = format!("{} retreats {way}", self.name(*who));
                items.push(Item { step: *step, subject, deed: Do::Retreat(*who, to) });
            }
        }
        for (who, is) in after.iter().enumerate() {
            if is.order() != whole.before[who].order() && !is.dead() {
                items.push(self.mark_item(who, is.order(), whole.step(who)));
            }
        }
        for marker in self.marker_items(fight) {
            items.push(marker);
        }
        for (who, step) in &moves {
            let to = after[*who].at;
            let ours = Some(self.play.position.units[*who].side) == side;
            if ours && !after[*who].dead() && to.on_map() {
                items.push(self.advance_item(*who, to, *step));
            }
        }
        items
    }

    fn advance_item(&self, who: Who, to: Place, step: usize) -> Item {
        let advance = entry::Advance {
            unit: Some(self.play.position.units[who].id.clone()),
            to: Some(self.ground.name(to)),
            ..entry::Advance::default()
        };
        let subject = format!("{} advances to {}", self.name(who), self.ground.name(to));
        Item { step, subject, deed: Do::Verb(Entry::Advance(advance)) }
    }

    /// Battle markers put down or taken off. The log does not show which side is up: the one that is due is.
    fn marker_items(&self, fight: &Fight) -> Vec<Item> {
        let lies = self
            .table
            .markers
            .iter()
            .any(|(marker, hex)| marker == "battle" && *hex == fight.target);
        let lay = self.play.position.facts.battle_markers.contains_key(&fight.target);
        let deed = match (lay, lies) {
            (false, true) => Do::BattleMarker(fight.target),
            (true, false) => Do::Verb(Entry::Remove(entry::Remove {
                marker: Some("battle".to_owned()),
                at: Some(self.ground.hex_name(fight.target)),
                unit: None,
            })),
            (true, true) => Do::BattleMarker(fight.target),
            _ => return Vec::new(),
        };
        let subject = format!("Battle marker in {}", self.ground.hex_name(fight.target));
        vec![Item { step: fight.step, subject, deed }]
    }

    pub(super) fn judge_disengagement(
        &mut self,
        step: usize,
        units: &[Who],
        roll: Option<u32>,
        deeds: &[Deed],
        rulings: &mut Vec<Ruling>,
    ) {
        let (theirs, others): (Vec<Deed>, Vec<Deed>) = deeds
            .iter()
            .cloned()
            .partition(|deed| self.unit_of(&deed.act).is_some_and(|who| units.contains(&who)));
        let stretch = self.stretch(&theirs);
        let ids: Vec<String> =
            units.iter().map(|who| self.play.position.units[*who].id.clone()).collect();
        let entry = entry::Disengage {
            units: ids,
            roll: roll.and_then(|die| i32::try_from(die).ok()),
            ..entry::Disengage::default()
        };
        let names: Vec<String> = units.iter().map(|who| self.name(*who)).collect();
        let subject = format!("{} try to disengage", names.join(", "));
        let mut plan = vec![Item { step, subject, deed: Do::Verb(Entry::Disengage(entry)) }];
        plan.extend(self.effects(&stretch, units));
        self.judge(&[plan], rulings);
        self.sync();
        self.judge_loose(&others, rulings);
    }

    /// Changes before anything was declared: advances after automatic DS, and what nothing explains.
    pub(super) fn judge_loose(&mut self, deeds: &[Deed], rulings: &mut Vec<Ruling>) {
        let stretch = self.stretch(deeds);
        let after = self.table.pieces.clone();
        for (who, step) in stretch.moves(&after) {
            let unit = &self.play.position.units[who];
            let to = after[who].at;
            if after[who].dead() || !to.on_map() || !stretch.before[who].at.on_map() {
                continue;
            }
            let item = if unit.auto_ds {
                self.advance_item(who, to, step)
            } else {
                self.move_item(who, to, step)
            };
            self.judge(&[vec![item]], rulings);
        }
        self.judge_markers(&stretch, &HashSet::new(), rulings);
        self.sync();
    }

    pub(super) fn move_item(&self, who: Who, to: Place, step: usize) -> Item {
        let going = entry::Move {
            unit: Some(self.play.position.units[who].id.clone()),
            to: Some(self.ground.name(to)),
            ..entry::Move::default()
        };
        let from = self.ground.name(self.play.position.units[who].at);
        let subject = format!("{} moves {from} to {}", self.name(who), self.ground.name(to));
        Item { step, subject, deed: Do::Verb(Entry::Move(going)) }
    }

    /// Artillery that supported and still shows its ready side when the phase ends.
    pub(super) fn unturned(&mut self, step: usize, rulings: &mut Vec<Ruling>) {
        for who in 0..self.table.pieces.len() {
            let unit = &self.play.position.units[who];
            if unit.artillery()
                && unit.fired
                && self.table.pieces[who].steps > 0
                && !self.table.pieces[who].dead()
            {
                let entry = entry::Observe {
                    unit: Some(unit.id.clone()),
                    shows: vec!["ready".to_owned()],
                    ..entry::Observe::default()
                };
                self.judge_one(
                    step,
                    format!("{} supported", self.name(who)),
                    Entry::Observe(entry),
                    rulings,
                );
            }
        }
    }
}

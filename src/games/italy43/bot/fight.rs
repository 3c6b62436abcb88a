//! The bot fights: who attacks whom, with which support, and what the dice say.

use super::super::combat::{AUTO_DS, CombatKind, LOWEST_ODDS, column_name};
use super::super::entry::{self, Entry};
use super::super::ground::Place;
use super::super::position::Who;
use super::super::tables::{Background, Kind};
use super::super::unit::Unit;
use super::super::words::{Advance, Army, Crt, Side};
use super::{Bot, Crime};
use crate::hex::{Hex, distance};
use crate::referee::{Judgement, Severity};
use std::collections::HashSet;

/// A combat that the bot fights.
pub(super) struct Battle {
    pub(super) kind: CombatKind,
    pub(super) side: Side,
    pub(super) with: Vec<Who>,
    pub(super) target: Hex,
    pub(super) defenders: Vec<Who>,
}

impl Battle {
    fn id(&self) -> &'static str {
        if self.kind == CombatKind::Breakthrough { "breakthrough" } else { "attack" }
    }
}

/// An entry of this kind of combat.
pub(super) fn assault(kind: CombatKind, attack: entry::Attack) -> Entry {
    match kind {
        CombatKind::Attack => Entry::Attack(attack),
        CombatKind::AutoDs => Entry::AutoDs(attack),
        CombatKind::Breakthrough => Entry::Breakthrough(attack),
    }
}

impl Bot<'_> {
    pub(super) fn combat(&mut self) {
        let side = self.side();
        self.give_up_exposed(side.enemy());
        let mut fought: HashSet<Who> = HashSet::new();
        if self.dice.chance(50) {
            self.disengagements(side, &fought);
        }
        let mut targets = self.hexes_of(side.enemy());
        self.dice.shuffle(&mut targets);
        for target in targets.into_iter().take(12) {
            if self.dice.chance(60) {
                self.attack(side, target, &mut fought);
            }
        }
        self.disengagements(side, &fought);
        self.combat_crimes(side, &fought);
        self.advances_after_auto_ds(side);
        if !self.work.position.overstacked(side).is_empty() {
            self.cure_stacks(side);
        }
    }

    /// Who could attack a hex, of one army.
    pub(super) fn attackers(
        &self,
        kind: CombatKind,
        side: Side,
        target: Hex,
        fought: &HashSet<Who>,
    ) -> Vec<Who> {
        let mut able: Vec<Who> = Vec::new();
        for (who, unit) in self.work.position.units.iter().enumerate() {
            let near = unit.hex().is_some_and(|hex| distance(hex, target) == 1);
            if unit.side != side
                || !near
                || fought.contains(&who)
                || unit.attack.is_none_or(|a| a <= 0)
            {
                continue;
            }
            let attack = self.attack_of(&[who], target);
            let mut play = self.work.clone();
            play.now = Judgement::default();
            let done = play.perform(assault(kind, attack));
            let only_weak = play.now.findings.iter().all(|f| {
                f.rule == LOWEST_ODDS || f.rule == AUTO_DS || f.severity == Severity::Note
            });
            if done.is_ok() && only_weak {
                able.push(who);
            }
        }
        let army = |who: &Who| self.work.position.units[*who].army();
        let british = able.iter().filter(|who| army(who) == Army::British).count();
        let keep_british = british * 2 > able.len();
        able.retain(|who| side == Side::German || (army(who) == Army::British) == keep_british);
        able
    }

    pub(super) fn attack_of(&self, with: &[Who], target: Hex) -> entry::Attack {
        entry::Attack {
            with: with.iter().map(|who| self.work.position.units[*who].id.clone()).collect(),
            against: Some(self.work.position.ground.hex_name(target)),
            ..entry::Attack::default()
        }
    }

    fn attack(&mut self, side: Side, target: Hex, fought: &mut HashSet<Who>) {
        let with = self.attackers(CombatKind::Attack, side, target, fought);
        // Hexes in the zone are closed to some; leave them alone.
        if with.is_empty() || self.work.position.ground.hex(target).section.is_some() {
            return;
        }
        let defenders: Vec<Who> = self.work.position.side_in_hex(target, side.enemy()).collect();
        let battle = Battle { kind: CombatKind::Attack, side, with, target, defenders };
        let Some((crt, advance)) = self.engage(&battle) else { return };
        fought.extend(&battle.with);
        self.tally("attacks");
        self.resolve(&battle, crt);
        self.exploit(&battle, advance);
    }

    /// Declares a combat and rolls for it; none when it is not lawful.
    pub(super) fn engage(&mut self, battle: &Battle) -> Option<(Crt, Option<Advance>)> {
        let support = self.choose_support(battle)?;
        self.declare(battle, &support);
        Some(self.throw(&support))
    }

    /// Declares a combat in the bot's own game, with support that is lawful; none when nothing is.
    fn choose_support(&mut self, battle: &Battle) -> Option<entry::Support> {
        let plain = self.attack_of(&battle.with, battle.target);
        let entry = |support: &entry::Support| {
            let attack = entry::Attack { support: Some(support.clone()), ..plain.clone() };
            assault(battle.kind, attack)
        };
        let mut support = entry::Support::default();
        if !self.possible(&entry(&support)) {
            return None;
        }
        if battle.kind == CombatKind::Attack {
            for (own, asset) in self.assets(battle.side) {
                let mut more = support.clone();
                if own {
                    more.attacker.push(asset);
                } else {
                    more.defender.push(asset);
                }
                if self.dice.chance(50) && self.possible(&entry(&more)) {
                    support = more;
                }
            }
        }
        self.lawful(&entry(&support)).then_some(support)
    }

    /// Says who attacks whom, with which force and support, and in which column.
    fn declare(&mut self, battle: &Battle, support: &entry::Support) {
        if self.dice.chance(40) {
            self.name_force(battle);
        }
        self.say(battle.id(), &battle.with, Some(Place::Hex(battle.target)), &[]);
        for word in support.attacker.iter().chain(&support.defender) {
            let Some(who) = self.work.position.who(word) else {
                self.say("support-marker", &[], None, &[("marker", word)]);
                self.tally("air and naval support");
                continue;
            };
            if self.dice.chance(60) {
                self.say("support", &[who], None, &[]);
            }
            self.flip(who, 1, 0);
        }
        let column = self.work.combat().and_then(|combat| combat.column).unwrap_or(0);
        let wrong = self.wants(Crime::WrongColumn);
        let shift = match column {
            _ if !wrong => 0,
            ..3 => 2,
            _ => -2,
        };
        self.say("column", &[], None, &[("column", &column_name(column + shift))]);
        if wrong {
            self.guilty();
        }
    }

    /// Names the main assault force that the reckoning took, and what is attached to it.
    fn name_force(&mut self, battle: &Battle) {
        let force = self.work.combat().and_then(|combat| combat.assault.clone());
        let Some(force) = force.map(|assault| assault.main_force) else { return };
        let members: Vec<Who> =
            battle.with.iter().copied().filter(|who| force.contains(who)).collect();
        let named = members.iter().find_map(|first| {
            let formation = &self.work.position.units[*first].formation;
            let attached: Vec<Who> = members
                .iter()
                .copied()
                .filter(|who| who != first)
                .filter(|who| {
                    formation.is_none() || self.work.position.units[*who].formation != *formation
                })
                .collect();
            let id = self.work.position.units[*first].id.clone();
            let declared = self.work.declared_force(&battle.with, Some(&id), &attached)?;
            let mut play = self.work.clone();
            play.now = Judgement::default();
            play.judge_force(&battle.with, &id, &attached);
            (declared == force && play.now.findings.is_empty()).then_some((*first, attached))
        });
        let Some((first, attached)) = named else { return };
        if let Some(combat) = self.work.combat_mut() {
            combat.main_force = Some(force);
        }
        self.say("main-force", &[first], None, &[]);
        for who in attached {
            self.say("attached", &[who], None, &[]);
        }
        self.tally("main forces named");
    }

    /// Rolls for the combat; what the table says.
    fn throw(&mut self, support: &entry::Support) -> (Crt, Option<Advance>) {
        let column = self.work.combat().and_then(|combat| combat.column).unwrap_or(0);
        let more = self.major_assault(support);
        let dice: Vec<u32> = (0..=more).map(|_| self.die()).collect();
        self.roll(&format!("{}d6", dice.len()), &dice);
        self.lawful(&Entry::Roll(entry::Roll { dice: dice.clone() }));
        let die = dice.iter().copied().max().unwrap_or(1);
        if more > 0 {
            self.lawful(&Entry::Apply(entry::Apply { die }));
        }
        let cell = self.work.position.tables.crt(&column_name(column), die);
        let (crt, advance, background) = match cell {
            Some(cell) => (cell.result, cell.advance, cell.background),
            None => (Crt::Ds, Some(Advance::TwoPlus), Background::Plain),
        };
        let length = advance.map(|advance| match advance {
            Advance::TwoPlus => "2+",
            Advance::Two => "2",
            _ => "1",
        });
        let text = match length {
            Some(length) => format!("{} Adv {length}", crt.word()),
            None => crt.word().to_owned(),
        };
        self.say("result", &[], None, &[("result", &text)]);
        let announced = entry::Announced {
            crt: Some(crt),
            advance: length.map(str::to_owned),
            background: Some(background),
            ..entry::Announced::default()
        };
        self.lawful(&Entry::Result(announced));
        (crt, advance)
    }

    /// I43 25.1: more dice for supply points; how many.
    fn major_assault(&mut self, support: &entry::Support) -> u32 {
        let corps = support.attacker.iter().any(|word| {
            let unit = self.work.position.who(word).map(|who| &self.work.position.units[who]);
            unit.is_some_and(|unit| unit.is(Kind::CorpsArtillery))
        });
        let side = self.side();
        let points = self.work.position.facts.supply_points[side as usize].unwrap_or(0);
        let free = self.wants(Crime::FreeDice) && points == 0;
        if !corps || (!free && (points == 0 || !self.dice.chance(50))) {
            return 0;
        }
        let more = if points >= 2 && self.dice.chance(30) { 2 } else { 1 };
        self.say("major-assault", &[], None, &[("dice", &more.to_string())]);
        if free {
            self.guilty();
            return more;
        }
        let entry = entry::MajorAssault { extra_dice: more, spend: None };
        self.lawful(&Entry::MajorAssault(entry));
        let left = points - i32::try_from(more).unwrap_or(0);
        self.show_points(side, left);
        self.tally("major assaults");
        more
    }

    pub(super) fn possible(&self, entry: &Entry) -> bool {
        let mut play = self.work.clone();
        play.now = Judgement::default();
        play.perform(entry.clone()).is_ok()
            && play.now.findings.iter().all(|f| f.severity == Severity::Note)
    }

    /// Artillery, aircraft and ships that might support a combat, and whether they are the attacker's.
    fn assets(&self, side: Side) -> Vec<(bool, String)> {
        let ready = |unit: &&Unit| unit.artillery() && !unit.fired && unit.hex().is_some();
        let guns = self.work.position.units.iter().filter(ready);
        let guns = guns.map(|unit| (unit.side == side, unit.id.clone()));
        let own = side == Side::Allied;
        let markers = ["air-us", "air-british", "naval"].map(|word| (own, word.to_owned()));
        // Who defends says so with his determined defence; the module's markers are the attacker's here.
        guns.chain(markers.into_iter().filter(|_| own)).collect()
    }
}

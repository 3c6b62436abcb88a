//! Small arms and machine guns: prep fire, defensive fire in its four forms, advancing fire (3.2 to 3.5).

use super::super::hearing::entry::Entry;
use super::super::units::{Arm, Size};
use super::{Bot, Crime, Pair};
use crate::deeds::UnitId;
use crate::hex::Hex;

/// What kind of fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Prep,
    First,
    Subsequent,
    Protective,
    Final,
    Advancing,
}

impl Kind {
    /// As players declare it.
    fn words(self, assault: bool) -> &'static str {
        match self {
            Kind::Prep => "prep fire",
            Kind::First => "defensive first fire",
            Kind::Subsequent => "subsequent first fire",
            Kind::Protective => "final protective fire",
            Kind::Final => "final fire",
            Kind::Advancing if assault => "assault fire",
            Kind::Advancing => "advancing fire",
        }
    }

    /// As cases write it.
    fn mode(self) -> Option<&'static str> {
        match self {
            Kind::First => Some("defensive-first"),
            Kind::Subsequent => Some("subsequent-first"),
            Kind::Protective => Some("final-protective"),
            _ => None,
        }
    }
}

/// Those who fire together.
#[derive(Debug, Clone, Default)]
pub(super) struct Volley {
    pub(super) men: Vec<usize>,
    pub(super) weapons: Vec<usize>,
    pub(super) leader: Option<usize>,
}

impl Bot<'_> {
    pub(super) fn prep_fire(&mut self) {
        let side = self.attacker();
        self.fire_crimes(&side, Kind::Prep);
        self.ordnance_fire(&side, Kind::Prep);
        for hex in self.hexes_of(&side) {
            if self.dice.chance(30) {
                self.fire_from(hex, &side, Kind::Prep);
            }
        }
    }

    pub(super) fn final_fire(&mut self) {
        let side = self.defender();
        self.fire_crimes(&side, Kind::Final);
        self.ordnance_fire(&side, Kind::Final);
        for hex in self.hexes_of(&side) {
            if self.dice.chance(70) {
                self.fire_from(hex, &side, Kind::Final);
            }
        }
    }

    pub(super) fn advancing_fire(&mut self) {
        let side = self.attacker();
        self.fire_crimes(&side, Kind::Advancing);
        self.ordnance_fire(&side, Kind::Advancing);
        for hex in self.hexes_of(&side) {
            if self.dice.chance(70) {
                self.fire_from(hex, &side, Kind::Advancing);
            }
        }
    }

    /// The stack in a hex fires at some enemy hex that it surely sees.
    fn fire_from(&mut self, hex: Hex, side: &str, kind: Kind) {
        let enemy = self.enemy_of(side);
        let mut targets: Vec<Hex> = self
            .hexes_of(&enemy)
            .into_iter()
            .filter(|at| *at != hex && !self.contested(*at) && self.sees_surely(hex, *at))
            .collect();
        // Near targets are better ones.
        targets.sort_by_key(|at| self.table.ground.range(hex, *at));
        targets.truncate(4);
        self.dice.shuffle(&mut targets);
        for at in targets {
            if let Some(volley) = self.volley(hex, at, side, kind)
                && (self.fire_with_neighbours(&volley, hex, at, side, kind)
                    || self.fire(&volley, hex, at, kind))
            {
                self.more_shots(&volley, hex, at, kind);
                return;
            }
        }
    }

    /// 3.2.2: a group from two hexes that touch, without leaders.
    fn fire_with_neighbours(
        &mut self,
        volley: &Volley,
        hex: Hex,
        at: Hex,
        side: &str,
        kind: Kind,
    ) -> bool {
        if !self.dice.chance(35) {
            return false;
        }
        let near: Vec<Hex> = self.table.ground.neighbours(hex).filter(|next| *next != at).collect();
        for next in near {
            if self.contested(next) || !self.sees_surely(next, at) {
                continue;
            }
            let Some(others) = self.volley(next, at, side, kind) else { continue };
            let mut group = Volley { leader: None, ..volley.clone() };
            group.men.extend(others.men);
            group.weapons.extend(others.weapons);
            if self.fire(&group, hex, at, kind) {
                self.tally("groups from two hexes");
                return true;
            }
        }
        false
    }

    /// Everybody in a hex who can fire at another, perhaps without some of them.
    pub(super) fn volley(&mut self, hex: Hex, at: Hex, side: &str, kind: Kind) -> Option<Volley> {
        let range = self.table.ground.range(hex, at);
        let mut volley = Volley::default();
        for unit in self.stack(hex, side) {
            let who = &self.table.units[unit];
            if !who.good_order() || who.has("hidden") {
                continue;
            }
            if who.is_leader() {
                let able = !who.has("pinned") && !who.manned_weapon;
                if able && self.dice.chance(60) && volley.leader.is_none() {
                    volley.leader = Some(unit);
                }
                continue;
            }
            let weapons: Vec<usize> = self
                .table
                .weapons_of(unit)
                .filter(|(_, weapon)| weapon.arm.is_machine_gun() && weapon.is_working())
                .filter(|(_, weapon)| range <= 2 * weapon.range && range <= 16)
                .map(|(index, _)| index)
                .collect();
            let reaches = range <= 2 * who.range && who.firepower > 0;
            let half = matches!(who.size, Size::HalfSquad | Size::Crew);
            match (half, weapons.first()) {
                // A half-squad fires its weapon or its own rifles.
                (true, Some(weapon)) => volley.weapons.push(*weapon),
                (_, weapon) => {
                    if reaches {
                        volley.men.push(unit);
                    }
                    volley.weapons.extend(weapon.copied());
                }
            }
        }
        self.fresh(&mut volley, kind, range);
        if volley.men.is_empty() && volley.weapons.is_empty() {
            return None;
        }
        Some(volley)
    }

    /// Leaves out those who have fired.
    fn fresh(&self, volley: &mut Volley, kind: Kind, range: i32) {
        let units = &self.table.units;
        let weapons = &self.table.weapons;
        let marked = |states: &super::super::units::States| {
            (states.contains("first-fired"), states.contains("final-fired"))
        };
        let fits = |states: &super::super::units::States| match (kind, marked(states)) {
            (Kind::First, (first, last)) => !first && !last,
            (Kind::Subsequent, (first, last)) => first && !last,
            (Kind::Protective, (_, last)) => last,
            (Kind::Final, (_, true)) => false,
            (Kind::Final, (true, false)) => range == 1,
            _ => true,
        };
        let unfired = |states: &super::super::units::States| {
            !["prep-fired", "advancing-fired", "intensive-fired", "manhandled"]
                .iter()
                .any(|mark| states.contains(*mark))
        };
        let attacks = matches!(kind, Kind::Prep | Kind::Advancing);
        volley.men.retain(|unit| {
            let unit = &units[*unit];
            fits(&unit.states) && (!attacks || unfired(&unit.states) && !unit.used_inherent)
        });
        volley.weapons.retain(|weapon| {
            let gun = &weapons[*weapon];
            let heavy = matches!(gun.arm, Arm::Mmg | Arm::Hmg);
            let carried = kind == Kind::Advancing && heavy && gun.has("moved");
            let again = gun.shot.is_none_or(|shot| shot.kept);
            fits(&gun.states)
                && (!attacks || unfired(&gun.states))
                && !carried
                && (again || matches!(kind, Kind::Subsequent | Kind::Protective | Kind::Final))
        });
    }

    /// An attack; whether it could be made.
    pub(super) fn fire(&mut self, volley: &Volley, hex: Hex, at: Hex, kind: Kind) -> bool {
        let mut dice = self.pair();
        let mut volley = volley.clone();
        let mut before = self.table.clone();
        let mut done = self.lawful(&self.fire_entry(&volley, at, kind, dice));
        if done.is_none() && volley.leader.take().is_some() {
            dice = self.pair();
            before = self.table.clone();
            done = self.lawful(&self.fire_entry(&volley, at, kind, dice));
        }
        if done.is_none() {
            return false;
        }
        if self.table.attack.as_ref().is_some_and(super::super::table::Attack::mixes_losses) {
            // Nobody could say who is lost: it never was fired.
            self.table = before;
            return false;
        }
        self.tally(kind.words(false));
        self.say_fire(&volley, hex, at, kind);
        self.roll_pair(dice);
        self.show(&before);
        if matches!(kind, Kind::First | Kind::Subsequent | Kind::Protective) {
            self.leave_residual(at);
        }
        let desperate = self.table.attack.as_ref().map(|attack| attack.desperate.clone());
        self.suffer();
        if kind == Kind::Protective {
            self.protective_checks(&desperate.unwrap_or_default(), dice);
        }
        true
    }

    fn fire_entry(
        &self,
        volley: &Volley,
        at: Hex,
        kind: Kind,
        dice: Pair,
    ) -> crate::referee::case::Node {
        let mut with = self.ids(&volley.men);
        with.extend(self.weapon_ids(&volley.weapons));
        let mut note =
            Entry::new("fire").list("with", with).word("at", self.name(at)).list("dice", dice);
        if let Some(leader) = volley.leader {
            note = note.list("led-by", self.ids(&[leader]));
        }
        if let Some(mode) = kind.mode() {
            note = note.word("mode", mode);
        }
        note.node()
    }

    pub(super) fn say_fire(&mut self, volley: &Volley, hex: Hex, at: Hex, kind: Kind) {
        let range = self.table.ground.range(hex, at);
        let assault = volley.men.iter().any(|unit| {
            let unit = &self.table.units[*unit];
            unit.assault_fire && range <= unit.range
        });
        let mut units: Vec<UnitId> = volley.men.iter().map(|unit| self.piece(*unit)).collect();
        units.extend(volley.weapons.iter().map(|weapon| self.weapon_piece(*weapon)));
        units.extend(volley.leader.map(|leader| self.piece(leader)));
        let direction =
            if volley.leader.is_some() { "a leader directs" } else { "no leader directs" };
        let values = [("kind", kind.words(assault)), ("direction", direction)];
        self.say("fire", units, Some(at), &values);
    }

    /// 3.3.1: the marker of what first fire leaves behind.
    pub(super) fn leave_residual(&mut self, at: Hex) {
        let Some(attack) = self.table.attack.as_ref().filter(|attack| attack.leaves_residual)
        else {
            return;
        };
        let left = super::super::tables::residual_lower(
            super::super::tables::residual(attack.residual_column),
            attack.residual_less,
        );
        let there = self.table.residual.get(&at).copied().unwrap_or(0);
        if left <= there {
            return;
        }
        let entry = Entry::new("place-counter")
            .word("counter", "residual")
            .word("at", self.name(at))
            .word("strength", left)
            .node();
        self.do_and_show(&entry);
    }

    /// 3.3.1: the same dice are a morale check of those who used final protective fire.
    fn protective_checks(&mut self, units: &[usize], dice: Pair) {
        for unit in units {
            let before = self.table.clone();
            let entry = Entry::new("morale-check")
                .list("unit", self.ids(&[*unit]))
                .word("kind", "final-protective-fire")
                .list("dice", dice)
                .node();
            if self.lawful(&entry).is_some() {
                self.show(&before);
            }
        }
    }

    /// Machine guns that kept their rate of fire go on, each alone.
    fn more_shots(&mut self, volley: &Volley, hex: Hex, at: Hex, kind: Kind) {
        if kind == Kind::Advancing {
            return;
        }
        for weapon in &volley.weapons {
            let gun = &self.table.weapons[*weapon];
            let kept = gun.is_working() && gun.shot.is_some_and(|shot| shot.kept);
            let targets = self.table.units_in(at).count();
            if kept && targets > 0 && self.dice.chance(60) {
                let alone = Volley { weapons: vec![*weapon], ..Volley::default() };
                self.fire(&alone, hex, at, kind);
            }
        }
        if self.wants(Crime::FiresTwice) {
            self.fire_twice(volley, hex, at, kind);
        }
    }

    pub(super) fn enemy_of(&self, side: &str) -> String {
        if side == self.table.side { self.defender() } else { self.attacker() }
    }
}

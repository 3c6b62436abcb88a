//! Guns, mortars and launchers: To Hit, then effect (3.2.4, 4.4, 6).

use super::super::hearing::entry::Entry;
use super::super::units::Arm;
use super::Bot;
use super::shoot::Kind;
use crate::deeds::UnitId;
use crate::hex::Hex;

impl Bot<'_> {
    /// The ordnance of a side fires, each weapon alone.
    pub(super) fn ordnance_fire(&mut self, side: &str, kind: Kind) {
        for weapon in 0..self.table.weapons.len() {
            if self.is_ready(weapon, side) && self.dice.chance(50) {
                self.ordnance_shots(weapon, side, kind);
            }
        }
    }

    /// 3.3.1: the ordnance in a hex shoots at movers.
    pub(super) fn ordnance_first_fire(&mut self, hex: Hex, at: Hex, side: &str) {
        for weapon in 0..self.table.weapons.len() {
            let here = self.table.weapon_hex(weapon) == Some(hex);
            let launcher = self.table.weapons[weapon].arm.is_latw();
            let fits = !launcher || self.table.ground.terrain(at).is_building();
            // Where some are pinned and some not, one roll may hit some of them only.
            let movers = self.table.movers.iter().filter(|unit| {
                let unit = &self.table.units[**unit];
                unit.hex() == Some(at)
            });
            let pinned: Vec<bool> =
                movers.map(|unit| self.table.units[*unit].has("pinned")).collect();
            let even = pinned.windows(2).all(|pair| pair[0] == pair[1]) && !pinned.is_empty();
            if here && fits && even && self.is_ready(weapon, side) && self.dice.chance(40) {
                self.shoot(weapon, at, Kind::First);
            }
        }
    }

    /// Whether a weapon is ordnance that works, has somebody to serve it, and has not fired.
    fn is_ready(&self, weapon: usize, side: &str) -> bool {
        let gun = &self.table.weapons[weapon];
        let owner = self.table.owner(weapon).map(|unit| &self.table.units[unit]);
        let served = owner.is_some_and(|unit| {
            unit.side == side
                && unit.good_order()
                && !unit.is_leader()
                && !unit.used_inherent
                && !unit.has("moved")
        });
        let marked = ["prep-fired", "first-fired", "final-fired", "advancing-fired", "moved"];
        // Where the ammunition itself is in doubt, it is saved.
        gun.arm.is_ordnance()
            && gun.is_working()
            && served
            && !gun.ammo.contains_key("he")
            && !marked.iter().any(|mark| gun.has(mark))
    }

    fn ordnance_shots(&mut self, weapon: usize, side: &str, kind: Kind) {
        let Some(hex) = self.table.weapon_hex(weapon) else { return };
        let enemy = self.enemy_of(side);
        let launcher = self.table.weapons[weapon].arm.is_latw();
        let mut targets: Vec<Hex> = self
            .hexes_of(&enemy)
            .into_iter()
            .filter(|at| !self.contested(*at) && *at != hex && self.sees_surely(hex, *at))
            .filter(|at| !self.has_gun(*at))
            .filter(|at| !launcher || self.table.ground.terrain(*at).is_building())
            .collect();
        targets.truncate(5);
        for at in targets {
            if !self.shoot(weapon, at, kind) {
                continue;
            }
            for _ in 0..2 {
                let gun = &self.table.weapons[weapon];
                let kept = gun.is_working() && gun.shot.is_some_and(|shot| shot.kept);
                let there = self.table.units_in(at).next().is_some();
                if !kept || !there || kind == Kind::Advancing || !self.dice.chance(60) {
                    break;
                }
                self.shoot(weapon, at, kind);
            }
            return;
        }
    }

    pub(super) fn has_gun(&self, hex: Hex) -> bool {
        (0..self.table.weapons.len()).any(|weapon| {
            self.table.weapons[weapon].arm.is_gun() && self.table.weapon_hex(weapon) == Some(hex)
        })
    }

    /// One To Hit roll, and the effect of a hit; whether the shot could be made.
    fn shoot(&mut self, weapon: usize, at: Hex, kind: Kind) -> bool {
        let arm = self.table.weapons[weapon].arm;
        let area = arm.is_mortar();
        let method = match arm {
            arm if arm.is_latw() => "anti-tank-weapon",
            _ if area => "area-target",
            _ => "infantry-target",
        };
        let dice = self.pair();
        let before = self.table.clone();
        let entry = Entry::new("fire")
            .list("with", self.weapon_ids(&[weapon]))
            .word("at", self.name(at))
            .word("method", method)
            .list("dice", dice)
            .node();
        let Some(judgement) = self.lawful(&entry) else { return false };
        let Some(hit) = judgement.values.get("to-hit").and_then(|value| value["hit"].as_bool())
        else {
            // The chart does not tell this number.
            self.table = before;
            return false;
        };
        let ammo = if arm.is_latw() { "HEAT" } else { "HE" };
        let pieces: [UnitId; 1] = [self.weapon_piece(weapon)];
        let values = [
            ("target", if area { "area" } else { "infantry" }),
            ("ammo", ammo),
            ("arc", "0"),
            ("pace", "ordinary fire"),
        ];
        self.say("shot", pieces, Some(at), &values);
        self.roll_pair(dice);
        self.show(&before);
        self.tally(match kind {
            Kind::Prep => "shots of ordnance in prep fire",
            Kind::Final => "shots of ordnance in final fire",
            Kind::First => "shots of ordnance in first fire",
            _ => "shots of ordnance in advancing fire",
        });
        if hit {
            self.effect(weapon, at);
        }
        if arm.is_latw() {
            self.backblast(weapon, dice[0]);
        }
        true
    }

    fn effect(&mut self, weapon: usize, at: Hex) {
        let dice = self.pair();
        let before = self.table.clone();
        let entry = Entry::new("effect-roll")
            .list("with", self.weapon_ids(&[weapon]))
            .word("at", self.name(at))
            .list("dice", dice)
            .node();
        if self.lawful(&entry).is_none() {
            return;
        }
        self.roll_pair(dice);
        self.show(&before);
        self.tally("hits of ordnance");
        self.leave_residual(at);
        self.suffer();
    }

    /// 4.4.2: a launcher fired in a building hurts those around it.
    fn backblast(&mut self, weapon: usize, coloured: u32) {
        let Some(hex) = self.table.weapon_hex(weapon) else { return };
        if !self.table.ground.terrain(hex).is_building()
            || self.table.weapons[weapon].arm == Arm::LightMortar
        {
            return;
        }
        let before = self.table.clone();
        let entry =
            Entry::new("backblast").word("at", self.name(hex)).word("coloured", coloured).node();
        if self.lawful(&entry).is_some() {
            self.show(&before);
            self.suffer();
        }
    }
}

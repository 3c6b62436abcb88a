//! Strengths, odds, shifts and the column; and what they would be had a rule been forgotten.

use super::super::modifiers as m;
use super::super::position::{Position, Who};
use super::super::words::Quality;
use super::super::{
    breakthrough as bt, disruption, fortifications, options, retreat, supply, weather,
};
use super::rules::*;
use crate::hex::Hex;
use crate::referee::{Evidence, RuleId};
use std::collections::{BTreeMap, HashSet};

/// An attack as far as its column depends on it.
#[derive(Debug, Clone)]
pub(in super::super) struct Assault {
    pub(in super::super) attackers: Vec<Who>,
    pub(in super::super) main_force: HashSet<Who>,
    pub(in super::super) target: Hex,
    pub(in super::super) defenders: Vec<Who>,
    pub(in super::super) breakthrough: bool,
    /// Shifts for support, attacker's less defender's.
    pub(in super::super) support: i32,
}

/// A rule that players forget, or apply where it does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    NoMainForce,
    NoCap,
    NoSupplyHalving,
    NoHalfEffect,
    NoVehicleHalving,
    NoMajorRiverHalving,
    NoMountainHalving,
    NoDisruption,
    NoHillDoubling,
    TanksDoubled,
    NoHexsideDoubling,
    DoubledTwice,
    ArtilleryCounted,
    FullRetreatCounted,
    RetreatedCounted,
    HalvesDown,
    OddsUp,
    EliteClaimed,
    EliteForgotten,
    LowForgotten,
    TankInTerrain,
    TankClaimed,
    TankForgotten,
    DestroyerInFull,
    NoFort,
    NoMud,
    ClampedFirst,
    NoSupport,
}

impl Slip {
    pub(super) const ALL: [(Slip, RuleId); 28] = [
        (Slip::NoMainForce, MAIN_FORCE),
        (Slip::NoCap, TWENTY),
        (Slip::NoSupplyHalving, supply::UNSUPPLIED_COMBAT),
        (Slip::NoHalfEffect, options::HALF_EFFECT),
        (Slip::NoVehicleHalving, m::VEHICLE_HALVED),
        (Slip::NoMajorRiverHalving, m::MAJOR_RIVER_COMBAT),
        (Slip::NoMountainHalving, m::MOUNTAIN_COMBAT),
        (Slip::NoDisruption, m::DISRUPTED_HALVED),
        (Slip::NoHillDoubling, m::HILL_CITY),
        (Slip::TanksDoubled, m::HILL_CITY),
        (Slip::NoHexsideDoubling, m::HEXSIDE_DOUBLING),
        (Slip::DoubledTwice, m::HALVE_ONCE),
        (Slip::ArtilleryCounted, m::PARENTHESISED),
        (Slip::FullRetreatCounted, disruption::FULL_RETREAT_COMBAT),
        (Slip::RetreatedCounted, retreat::RETREATED_BEFORE),
        (Slip::HalvesDown, m::HALVE_ONCE),
        (Slip::OddsUp, ODDS),
        (Slip::EliteClaimed, m::ELITE),
        (Slip::EliteForgotten, m::ELITE),
        (Slip::LowForgotten, m::LOW_QUALITY),
        (Slip::TankInTerrain, m::TANK_TERRAIN),
        (Slip::TankClaimed, m::TANK_ATTACKER),
        (Slip::TankForgotten, m::TANK_DEFENDER),
        (Slip::DestroyerInFull, m::TANK_DESTROYER),
        (Slip::NoFort, fortifications::FORT_COMBAT),
        (Slip::NoMud, m::FIXED),
        (Slip::ClampedFirst, NET_SHIFT),
        (Slip::NoSupport, m::DIVISION_SUPPORT),
    ];
}

impl Slip {
    /// Other rules that forbid the same slip.
    fn also(self, assault: &Assault) -> Vec<RuleId> {
        match self {
            Slip::NoMainForce
            | Slip::NoSupplyHalving
            | Slip::NoHalfEffect
            | Slip::NoVehicleHalving
            | Slip::NoMajorRiverHalving
            | Slip::NoMountainHalving => vec![m::HALVING],
            Slip::RetreatedCounted if assault.breakthrough => vec![bt::RETREATED_DEFENDERS],
            Slip::FullRetreatCounted => vec![m::FIXED],
            Slip::NoFort => vec![m::FIXED],
            Slip::NoMud => vec![weather::GROUND],
            Slip::TankInTerrain => vec![fortifications::FORT_COMBAT],
            Slip::NoSupport if assault.support < 0 => vec![m::DEFENSIVE_ARTILLERY, m::AIR],
            Slip::NoSupport => vec![m::CORPS_SUPPORT, m::AIR, m::NAVAL],
            _ => Vec::new(),
        }
    }
}

/// What comes out.
#[derive(Debug, Clone)]
pub(in super::super) struct Reckoning {
    pub(in super::super) attack: i32,
    pub(in super::super) defence: i32,
    /// Basic column before shifts: 1-1 is 0.
    pub(in super::super) odds: i32,
    pub(in super::super) shifts: BTreeMap<&'static str, i32>,
    pub(in super::super) net: i32,
    /// Column after shifts, as if the table had no ends.
    pub(in super::super) column: i32,
    pub(in super::super) lines: Vec<Evidence>,
}

/// The basic column: 1-1 is 0, 2-1 is 1, 1-2 is −1.
pub(in super::super) fn odds_index(attack: i32, defence: i32) -> i32 {
    match (attack.max(0), defence) {
        // Nobody to defend: better than any odds.
        (_, ..=0) => 19,
        (0, _) => -19,
        (attack, defence) if attack >= defence => attack / defence - 1,
        (attack, defence) => 1 - (defence + attack - 1) / attack,
    }
}

/// `3-1`, `1-2`.
pub(in super::super) fn odds_name(index: i32) -> String {
    if index >= 0 { format!("{}-1", index + 1) } else { format!("1-{}", 1 - index) }
}

/// The column used: between 1-3 and 7-1, `DS` from 10-1 on (8.3.2).
pub(in super::super) fn column_name(index: i32) -> String {
    if index >= 9 { "DS".to_owned() } else { odds_name(index.clamp(-2, 6)) }
}

impl Position<'_> {
    /// Reckons an assault by the rules.
    pub(in super::super) fn reckon_plainly(&self, assault: &Assault) -> Reckoning {
        self.reckon(assault, &[])
    }

    /// Reckons an assault, with some rules forgotten.
    pub(super) fn reckon(&self, assault: &Assault, slips: &[Slip]) -> Reckoning {
        let slip = |slip: Slip| slips.contains(&slip);
        let mut lines = Vec::new();
        let mut attack: i32 = assault
            .attackers
            .iter()
            .map(|who| self.attack_of(*who, assault, slips, &mut lines))
            .sum();
        let mut defence = self.defence_of(assault, slips, &mut lines);
        if !slip(Slip::NoCap) {
            // I43 8.5.
            for (what, strength) in [("attack", &mut attack), ("defence", &mut defence)] {
                if *strength > 20 {
                    lines.push(Evidence::new(
                        format!("{what} in all"),
                        format!("{strength}, counted as 20"),
                    ));
                    *strength = 20;
                }
            }
        }
        let mut odds = odds_index(attack, defence);
        if slip(Slip::OddsUp) && defence > 0 && attack > 0 && attack % defence != 0 {
            odds += 1;
        }
        let mut shifts = BTreeMap::new();
        shifts.insert("quality", self.quality_shift(assault, slips));
        shifts.insert("tank", self.tank_shift(assault, slips));
        let fort = i32::from(self.fort_level(assault.target));
        shifts.insert("fort", if slip(Slip::NoFort) { 0 } else { -fort });
        let mud = self.when.weather.is_some_and(|w| w.mud()) && !slip(Slip::NoMud);
        shifts.insert("mud", -i32::from(mud));
        let support = if slip(Slip::NoSupport) { 0 } else { assault.support };
        let net = shifts.values().sum::<i32>() + support;
        let basic = if slip(Slip::ClampedFirst) { odds.clamp(-2, 6) } else { odds };
        lines.push(Evidence::new("odds", format!("{attack} to {defence}: {}", odds_name(odds))));
        for (name, shift) in &shifts {
            if *shift != 0 {
                lines.push(Evidence::new(format!("{name} shift"), format!("{shift:+}")));
            }
        }
        if support != 0 {
            lines.push(Evidence::new("support", format!("{support:+}")));
        }
        let column = basic + net;
        lines.push(Evidence::new("column", column_name(column)));
        shifts.retain(|_, shift| *shift != 0);
        Reckoning { attack, defence, odds, shifts, net, column, lines }
    }

    /// I43 9.1: halved once, however many reasons there are.
    fn attack_of(
        &self,
        who: Who,
        assault: &Assault,
        slips: &[Slip],
        lines: &mut Vec<Evidence>,
    ) -> i32 {
        let unit = &self.units[who];
        let slip = |slip: Slip| slips.contains(&slip);
        let Some(strength) = unit.attack else { return 0 };
        let mut reasons = Vec::new();
        if !assault.main_force.contains(&who) && !slip(Slip::NoMainForce) {
            reasons.push("not in the main assault force");
        }
        if unit.marked_unsupplied() && !slip(Slip::NoSupplyHalving) {
            reasons.push("out of supply");
        }
        if unit.half_effective && !slip(Slip::NoHalfEffect) {
            reasons.push("half effective");
        }
        if let Some(hex) = unit.hex() {
            let side = self.ground.side(hex, assault.target);
            let marsh = self.ground.terrain(hex) == super::super::ground::Terrain::Marsh;
            if unit.class.vehicle && (side.river() || marsh) && !slip(Slip::NoVehicleHalving) {
                reasons.push(if marsh { "vehicle out of marsh" } else { "vehicle over a river" });
            }
            if side.major_river && !slip(Slip::NoMajorRiverHalving) {
                reasons.push("over a major river");
            }
            if side.mountain && !unit.class.mountain && !slip(Slip::NoMountainHalving) {
                reasons.push("over a mountain side");
            }
        }
        let value = match reasons.is_empty() {
            true => strength,
            false if slip(Slip::HalvesDown) => strength / 2,
            false => (strength + 1) / 2,
        };
        let why = if reasons.is_empty() {
            value.to_string()
        } else {
            format!("{value} (half of {strength}: {})", reasons.join(", "))
        };
        lines.push(Evidence::new(format!("attack of {}", unit.id), why));
        value
    }

    /// Defenders that count at all: not in Full Retreat, and not having retreated here in this phase (12.5).
    fn counting(&self, assault: &Assault, slips: &[Slip]) -> Vec<Who> {
        let counts = |who: &&Who| {
            let unit = &self.units[**who];
            (!unit.full_retreat() || slips.contains(&Slip::FullRetreatCounted))
                && (!unit.retreated
                    || assault.breakthrough
                    || slips.contains(&Slip::RetreatedCounted))
        };
        assault.defenders.iter().filter(counts).copied().collect()
    }

    fn defence_of(&self, assault: &Assault, slips: &[Slip], lines: &mut Vec<Evidence>) -> i32 {
        let slip = |slip: Slip| slips.contains(&slip);
        let counting = self.counting(assault, slips);
        let (guns, troops): (Vec<Who>, Vec<Who>) =
            counting.into_iter().partition(|who| self.units[*who].artillery());
        let terrain = self.ground.terrain(assault.target);
        let ground = (terrain.hill() || terrain.city()) && !slip(Slip::NoHillDoubling);
        let hexside = self.all_across(assault) && !slip(Slip::NoHexsideDoubling);
        let mut value = |who: Who| {
            let unit = &self.units[who];
            let in_ground =
                ground && (!unit.class.silhouette || slip(Slip::TanksDoubled)) && !unit.artillery();
            let mut strength = unit.defence;
            let doubled = in_ground || hexside;
            // Units that retreated in this phase are Disrupted, marked or not (15.3).
            let disrupted = unit.order == super::super::words::Order::Disrupted
                || (unit.retreated && unit.good_order());
            let halved = disrupted && !slip(Slip::NoDisruption);
            match (halved, doubled) {
                (true, false) if slip(Slip::HalvesDown) => strength /= 2,
                (true, false) => strength = (strength + 1) / 2,
                (false, true) => strength *= 2,
                _ => {}
            }
            if slip(Slip::DoubledTwice) && in_ground && hexside {
                strength *= 2;
            }
            let why = match (halved, doubled) {
                (true, true) => format!("{strength} (halved and doubled)"),
                (true, false) => format!("{strength} (half of {}: Disrupted)", unit.defence),
                (false, true) => format!("{strength} (twice {})", unit.defence),
                _ => strength.to_string(),
            };
            lines.push(Evidence::new(format!("defence of {}", unit.id), why));
            strength
        };
        // I43 9.8: artillery counts only alone, and then once.
        if troops.is_empty() {
            return guns.iter().map(|who| value(*who)).max().unwrap_or(0);
        }
        let extra: i32 =
            if slip(Slip::ArtilleryCounted) { guns.iter().map(|who| value(*who)).sum() } else { 0 };
        let values: Vec<i32> = troops.iter().map(|who| value(*who)).collect();
        let total = if assault.breakthrough {
            self.within_stacking(&troops, &values)
        } else {
            values.iter().sum()
        };
        total + extra
    }

    /// I43 15.3: what is over the stacking limit adds nothing to a defence against breakthrough.
    fn within_stacking(&self, troops: &[Who], values: &[i32]) -> i32 {
        let weights = self.stacking_values(troops);
        if weights.iter().sum::<i32>() <= super::super::stacking::LIMIT || troops.len() > 16 {
            return values.iter().sum();
        }
        let best = (0..1_u32 << troops.len()).filter_map(|set| {
            let chosen = |index: &usize| set >> index & 1 == 1;
            let picked: Vec<usize> = (0..troops.len()).filter(chosen).collect();
            let weight: i32 = picked.iter().map(|index| weights[*index]).sum();
            (weight <= super::super::stacking::LIMIT)
                .then(|| picked.iter().map(|index| values[*index]).sum())
        });
        best.max().unwrap_or(0)
    }

    /// I43 9.7: whether every attacker comes over a river or mountain side or out of marsh.
    fn all_across(&self, assault: &Assault) -> bool {
        !assault.attackers.is_empty()
            && assault.attackers.iter().all(|who| self.attacks_across(*who, assault.target))
    }

    fn attacks_across(&self, who: Who, target: Hex) -> bool {
        self.units[who].hex().is_some_and(|hex| {
            let side = self.ground.side(hex, target);
            let marsh = self.ground.terrain(hex) == super::super::ground::Terrain::Marsh;
            side.river() || side.mountain || marsh
        })
    }

    /// I43 9.2.
    fn quality_shift(&self, assault: &Assault, slips: &[Slip]) -> i32 {
        let slip = |slip: Slip| slips.contains(&slip);
        let elite = |who: &Who| self.units[*who].quality == Quality::Elite;
        let force = &assault.main_force;
        let majority = force.iter().filter(|who| elite(who)).count() * 2 > force.len();
        let infantry = force.iter().any(|who| elite(who) && self.units[*who].class.infantry_type);
        let tank = force.iter().any(|who| self.units[*who].tank_unit());
        let earned = majority || (infantry && tank);
        let claimed = slip(Slip::EliteClaimed) && assault.attackers.iter().any(elite);
        if (earned && !slip(Slip::EliteForgotten)) || claimed {
            return 1;
        }
        let low = |who: &Who| self.units[*who].quality == Quality::Low;
        let all_low = !assault.attackers.is_empty() && assault.attackers.iter().all(low);
        -i32::from(all_low && !slip(Slip::LowForgotten))
    }

    /// I43 9.3.
    fn tank_shift(&self, assault: &Assault, slips: &[Slip]) -> i32 {
        let slip = |slip: Slip| slips.contains(&slip);
        let terrain = self.ground.terrain(assault.target);
        let closed = terrain.hill()
            || terrain.city()
            || terrain == super::super::ground::Terrain::Marsh
            || self.fort_level(assault.target) > 0;
        let in_terrain = slip(Slip::TankInTerrain);
        if (closed && !in_terrain) || slip(Slip::TankForgotten) {
            return 0;
        }
        // I43 9.3.4: tank destroyers are one less in attack.
        let rating = |who: &Who| {
            let unit = &self.units[*who];
            let less = i32::from(unit.tank_destroyer && !slip(Slip::DestroyerInFull));
            unit.tank_rating.map(|rating| rating - less)
        };
        let force = || assault.main_force.iter();
        let best = force().filter_map(rating).max();
        let able = force().filter(|who| in_terrain || !self.attacks_across(**who, assault.target));
        let best_able = able.filter_map(rating).max();
        let defenders = self.counting(assault, slips);
        let against = defenders.iter().filter_map(|who| self.units[*who].tank_rating).max();
        let claimed = slip(Slip::TankClaimed)
            && assault.attackers.iter().any(|who| self.units[*who].tank_unit());
        if best_able.is_some_and(|own| against.is_none_or(|other| own > other)) || claimed {
            return 1;
        }
        -i32::from(against.is_some_and(|other| best.is_none_or(|own| own < other)))
    }

    /// Rules whose slip, alone or with one other, would give what was announced.
    pub(super) fn slips_for(
        &self,
        assault: &Assault,
        fits: &dyn Fn(&Reckoning) -> bool,
    ) -> Vec<RuleId> {
        let mut rules: Vec<RuleId> = Vec::new();
        let mut add = |rule| {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        };
        let single: Vec<(Slip, RuleId)> = Slip::ALL
            .into_iter()
            .filter(|(slip, _)| fits(&self.reckon(assault, &[*slip])))
            .collect();
        for (_, rule) in &single {
            add(*rule);
        }
        for rule in single.iter().flat_map(|(slip, _)| slip.also(assault)) {
            add(rule);
        }
        if rules.is_empty() {
            for (i, (first, rule)) in Slip::ALL.iter().enumerate() {
                for (second, other) in &Slip::ALL[i + 1..] {
                    if fits(&self.reckon(assault, &[*first, *second])) {
                        for rule in [*rule, *other] {
                            if !rules.contains(&rule) {
                                rules.push(rule);
                            }
                        }
                    }
                }
            }
        }
        rules
    }
}

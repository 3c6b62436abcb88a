//! 9.4–9.6, 17.6: air, artillery and naval support of a combat.

use super::areas::AREA_PROPERTIES;
use super::artillery as art;
use super::breakthrough as bt;
use super::combat::{AUTO_DS, Combat, CombatKind, STEP_ORDER, SUPPORT_ARMY};
use super::entry::{Commit, Flip, Support};
use super::ground::Place;
use super::modifiers as m;
use super::play::Play;
use super::position::Who;
use super::special::HOWITZER;
use super::tables::Kind;
use super::weather::AVAILABILITY;
use super::words::{Army, Nation, Side};
use crate::hex::{Hex, distance};
use crate::referee::{Problem, RuleId};

/// Something that supports a combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asset {
    AirUs,
    AirBritish,
    Naval,
    Artillery(Who),
}

/// A rule that an asset breaks.
pub(super) type Wrong = (RuleId, Vec<RuleId>, String);

impl Play<'_> {
    fn asset(&self, word: &str) -> Result<Asset, Problem> {
        Ok(match word {
            "air-us" => Asset::AirUs,
            "air-british" => Asset::AirBritish,
            "naval" => Asset::Naval,
            id => Asset::Artillery(self.who(id)?),
        })
    }

    /// Judges the support of both sides of an attack; the net shift.
    pub(super) fn judge_support(&mut self, support: Option<&Support>, combat: &mut Combat) -> i32 {
        let Some(support) = support else { return 0 };
        if combat.kind != CombatKind::Attack {
            let used = !support.attacker.is_empty() || !support.defender.is_empty();
            if used {
                let (rule, also): (_, &[RuleId]) = match combat.kind {
                    CombatKind::AutoDs => (AUTO_DS, &[]),
                    _ => (bt::MODIFIERS, &[m::AIR]),
                };
                let message = "no air, artillery or naval shift counts here".to_owned();
                self.violation_or(rule, also, &combat.attackers.clone(), message);
            }
            return 0;
        }
        let mut shift = 0;
        for (words, units, attacking) in [
            (&support.attacker, combat.attackers.clone(), true),
            (&support.defender, combat.defenders.clone(), false),
        ] {
            let side = units.first().map(|who| self.position.units[*who].side);
            let Some(side) = side else { continue };
            shift += self.judge_assets(words, side, &units, combat.target, attacking);
            for word in words {
                self.use_asset(word);
            }
        }
        combat.attacker_support.clone_from(&support.attacker);
        combat.defender_support.clone_from(&support.defender);
        shift
    }

    /// Judges the assets of one side; its shift.
    fn judge_assets(
        &mut self,
        words: &[String],
        side: Side,
        units: &[Who],
        target: Hex,
        attacking: bool,
    ) -> i32 {
        let (mut air, mut division, mut corps, mut shift) = (0, 0, 0, 0);
        for word in words {
            let asset = match self.asset(word) {
                Ok(asset) => asset,
                Err(_) => {
                    self.violation(art::READY_ONLY, &[], format!("there is no asset `{word}`"));
                    continue;
                }
            };
            let wrong = self.asset_wrongs(asset, word, side, units, target, attacking);
            for (rule, also, message) in wrong {
                self.violation_or(rule, &also, units, message);
            }
            match asset {
                Asset::AirUs | Asset::AirBritish => air += 1,
                Asset::Naval => corps += 1,
                Asset::Artillery(who) => match self.position.units[who].class.kind {
                    Kind::DivisionArtillery => division += 1,
                    // I43 19.4: it gives no shift.
                    Kind::HeavyHowitzer => {
                        self.judge_howitzer(who, words, attacking);
                        continue;
                    }
                    _ => corps += 1,
                },
            }
            shift += 1;
        }
        if air > 1 {
            let message = format!("{air} air markers in one combat");
            self.violation(m::AIR, units, message);
        }
        if attacking && (division > 1 || corps > 1) {
            let message = format!(
                "{division} division and {corps} corps or naval shifts; one of each is allowed"
            );
            self.violation_or(m::TWO_ARTILLERY, &[m::NAVAL], units, message);
        }
        if !attacking && division + corps > 1 {
            let message = "the defender uses more than one artillery or naval shift".to_owned();
            self.violation(m::DEFENSIVE_ARTILLERY, units, message);
        }
        if attacking { shift } else { -shift }
    }

    /// What is wrong with one asset, by itself.
    fn asset_wrongs(
        &self,
        asset: Asset,
        word: &str,
        side: Side,
        units: &[Who],
        target: Hex,
        attacking: bool,
    ) -> Vec<Wrong> {
        match asset {
            Asset::AirUs => self.air_wrongs(word, "US", Army::Us, side, units),
            Asset::AirBritish => self.air_wrongs(word, "British", Army::British, side, units),
            Asset::Naval => self.naval_wrongs(side, target),
            Asset::Artillery(who) => self.artillery_wrongs(who, side, units, target, attacking),
        }
    }

    fn air_wrongs(
        &self,
        word: &str,
        nation: &str,
        army: Army,
        side: Side,
        units: &[Who],
    ) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        if side == Side::German {
            wrong.push((m::AIR, vec![AVAILABILITY], "the Germans have no air support".to_owned()));
            return wrong;
        }
        if let Some(space) = self.position.when.weather
            && !self.position.tables.air(space, nation)
        {
            let message = format!("no {nation} air support on space {}", space.word());
            wrong.push((AVAILABILITY, vec![m::AIR], message));
        }
        if !units.iter().any(|who| self.position.units[*who].army() == army) {
            let message = format!("no unit of the {nation} army takes part");
            wrong.push((SUPPORT_ARMY, vec![m::AIR], message));
        }
        if self.turn.assets_used.contains(word) {
            wrong.push((m::AIR, vec![], format!("{nation} air support was used already")));
        }
        wrong
    }

    fn naval_wrongs(&self, side: Side, target: Hex) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        if side == Side::German {
            wrong.push((m::NAVAL, vec![], "the Germans have no naval support".to_owned()));
            return wrong;
        }
        if let Some(space) = self.position.when.weather
            && !self.position.tables.naval(space)
        {
            let message = format!("no naval support on space {}", space.word());
            wrong.push((AVAILABILITY, vec![m::NAVAL], message));
        }
        if !self.position.ground.near_sea(target, 2) {
            let name = self.position.ground.hex_name(target);
            wrong.push((
                m::NAVAL_RANGE,
                vec![],
                format!("{name} is more than two hexes from the sea"),
            ));
        }
        if self.turn.assets_used.contains("naval") {
            wrong.push((m::NAVAL, vec![], "naval support was used already this turn".to_owned()));
        }
        wrong
    }

    fn artillery_wrongs(
        &self,
        who: Who,
        side: Side,
        units: &[Who],
        target: Hex,
        attacking: bool,
    ) -> Vec<Wrong> {
        let unit = &self.position.units[who];
        let id = &unit.id;
        let mut wrong: Vec<Wrong> = Vec::new();
        let slot = match (attacking, unit.is(Kind::DivisionArtillery)) {
            (true, true) => m::DIVISION_SUPPORT,
            (true, false) => m::CORPS_SUPPORT,
            (false, _) => m::DEFENSIVE_ARTILLERY,
        };
        if !unit.artillery() {
            wrong.push((art::READY_ONLY, vec![slot], format!("{id} is no artillery")));
            return wrong;
        }
        if unit.side != side {
            wrong.push((art::WHOM, vec![slot], format!("{id} is of the other side")));
            return wrong;
        }
        if unit.fired {
            wrong.push((art::READY_ONLY, vec![slot, art::READYING], format!("{id} has fired")));
        }
        if !unit.good_order() {
            let also = vec![slot, super::disruption::DISRUPTED_LIMITS, art::ARTILLERY_MOVED];
            wrong.push((art::READY_ONLY, also, format!("{id} is not in Good Order")));
        }
        if self.phase.hexes_moved.get(&who).is_some_and(|hexes| *hexes > 2) && unit.good_order() {
            let message = format!("{id} moved more than two hexes");
            wrong.push((art::ARTILLERY_MOVED, vec![art::READY_ONLY], message));
        }
        match unit.at {
            Place::Hex(hex) => {
                let far = distance(hex, target);
                if unit.range.is_some_and(|range| far > range) {
                    let message = format!(
                        "{id} is {far} hexes away, its range is {}",
                        unit.range.unwrap_or_default()
                    );
                    wrong.push((art::RANGE, vec![slot, art::READY_ONLY], message));
                }
            }
            Place::Area(_) => {
                let also = vec![art::READY_ONLY];
                wrong.push((AREA_PROPERTIES, also, format!("{id} is in an entry area")));
            }
            Place::Off(_) => {
                wrong.push((art::READY_ONLY, vec![slot], format!("{id} is off the map")))
            }
        }
        let taking_part = |of: &dyn Fn(&super::unit::Unit) -> bool| {
            units.iter().any(|other| of(&self.position.units[*other]))
        };
        if unit.is(Kind::DivisionArtillery) {
            let division = |other: &super::unit::Unit| {
                other.formation.is_some() && other.formation == unit.formation && !other.artillery()
            };
            if !taking_part(&division) {
                let message = format!("no unit of {id}'s division takes part");
                wrong.push((art::WHOM, vec![slot], message));
            }
        } else if unit.side == Side::Allied && !taking_part(&|other| other.army() == unit.army()) {
            let message = format!("no unit of {id}'s army takes part");
            wrong.push((SUPPORT_ARMY, vec![slot, art::WHOM], message));
        }
        wrong
    }

    /// I43 19.4: with US corps artillery in the same hex that gives its shift to this attack.
    fn judge_howitzer(&mut self, who: Who, words: &[String], attacking: bool) {
        let at = self.position.units[who].at;
        let with_corps = words.iter().filter_map(|word| self.position.who(word)).any(|other| {
            let other = &self.position.units[other];
            other.is(Kind::CorpsArtillery) && other.nation == Nation::Us && other.at == at
        });
        if !attacking || !with_corps {
            let message = format!(
                "{} needs US corps artillery in its hex that shifts the same attack",
                self.id(who)
            );
            self.violation(HOWITZER, &[who], message);
        }
    }

    /// What is used is flipped, whether or not the log shows it.
    pub(super) fn use_asset(&mut self, word: &str) {
        match self.asset(word) {
            Ok(Asset::Artillery(who)) => self.position.units[who].fired = true,
            _ => {
                self.turn.assets_used.insert(word.to_owned());
            }
        }
    }

    /// What is wrong with an asset that supports a determined defence (11.3).
    pub(super) fn defence_support_wrongs(
        &self,
        word: &str,
        side: Side,
        lead: Option<Who>,
        units: &[Who],
        target: Hex,
    ) -> Vec<Wrong> {
        let Ok(asset) = self.asset(word) else { return Vec::new() };
        // The army is the lead unit's; a division may be anybody's in the hex.
        let lead: Vec<Who> = lead.map_or_else(|| units.to_vec(), |lead| vec![lead]);
        match asset {
            Asset::Artillery(who) if self.position.units[who].is(Kind::DivisionArtillery) => {
                self.asset_wrongs(asset, word, side, units, target, false)
            }
            Asset::Artillery(who) if self.position.units[who].is(Kind::HeavyHowitzer) => {
                vec![(HOWITZER, vec![], format!("{word} does not support a determined defence"))]
            }
            _ => self.asset_wrongs(asset, word, side, &lead, target, false),
        }
    }

    /// `support`: an asset is committed in some combat of this phase.
    pub(super) fn commit_support(&mut self, entry: &Commit) -> Result<(), Problem> {
        let word = entry.asset.as_deref().ok_or_else(|| Problem::new("which asset?"))?;
        let wrong: Vec<Wrong> = match self.asset(word)? {
            Asset::Naval => {
                let mut wrong = Vec::new();
                if let Some(space) = self.position.when.weather
                    && !self.position.tables.naval(space)
                {
                    let message = format!("no naval support on space {}", space.word());
                    wrong.push((AVAILABILITY, vec![m::NAVAL], message));
                }
                if self.turn.assets_used.contains(word) {
                    wrong.push((
                        m::NAVAL,
                        vec![],
                        "naval support was used already this turn".to_owned(),
                    ));
                }
                wrong
            }
            Asset::AirUs | Asset::AirBritish => {
                let nation = if word == "air-us" { "US" } else { "British" };
                let mut wrong = Vec::new();
                if let Some(space) = self.position.when.weather
                    && !self.position.tables.air(space, nation)
                {
                    let message = format!("no {nation} air support on space {}", space.word());
                    wrong.push((AVAILABILITY, vec![m::AIR], message));
                }
                if self.turn.assets_used.contains(word) {
                    wrong.push((m::AIR, vec![], format!("{nation} air support was used already")));
                }
                wrong
            }
            Asset::Artillery(who) => {
                let unit = &self.position.units[who];
                let mut wrong = Vec::new();
                if unit.fired {
                    wrong.push((art::READY_ONLY, vec![art::READYING], format!("{word} has fired")));
                }
                if !unit.good_order() {
                    wrong.push((art::READY_ONLY, vec![], format!("{word} is not in Good Order")));
                }
                if matches!(unit.at, Place::Area(_)) {
                    wrong.push((
                        AREA_PROPERTIES,
                        vec![art::READY_ONLY],
                        format!("{word} is in an entry area"),
                    ));
                }
                if self.phase.hexes_moved.get(&who).is_some_and(|hexes| *hexes > 2)
                    && unit.good_order()
                {
                    wrong.push((
                        art::ARTILLERY_MOVED,
                        vec![art::READY_ONLY],
                        format!("{word} moved more than two hexes"),
                    ));
                }
                wrong
            }
        };
        for (rule, also, message) in wrong {
            self.violation_or(rule, &also, &[], message);
        }
        self.use_asset(word);
        Ok(())
    }

    /// Artillery is turned to its fired side: it supports the combat under way.
    pub(super) fn fire(&mut self, entry: &Flip) -> Result<(), Problem> {
        let Some(id) = &entry.unit else {
            if let Some(marker) = &entry.marker {
                self.turn.assets_used.insert(marker.clone());
            }
            return Ok(());
        };
        let who = self.who(id)?;
        let side = self.position.units[who].side;
        let Some(combat) = self.combat() else {
            self.position.units[who].fired = true;
            return Ok(());
        };
        let listed = combat.attacker_support.contains(id)
            || combat.defender_support.contains(id)
            || combat.defence.supported.contains(id)
            || combat.howitzer.as_ref() == Some(id);
        let rolled = !combat.dice.is_empty() && combat.defence.rolls == 0;
        let attacking =
            combat.attackers.first().is_none_or(|first| self.position.units[*first].side == side);
        if !listed {
            if rolled {
                let message = format!("{id} is turned to its fired side after the die");
                self.suspect(
                    STEP_ORDER,
                    &[],
                    &[who],
                    message,
                    "the marker shows when support was declared",
                );
            }
            let shift = if attacking { 1 } else { -1 };
            if let Some(combat) = self.combat_mut() {
                if attacking {
                    combat.attacker_support.push(id.clone());
                } else {
                    combat.defender_support.push(id.clone());
                }
                combat.column = combat.column.map(|column| column + shift);
                if let Some(assault) = &mut combat.assault {
                    assault.support += shift;
                }
            }
        }
        self.position.units[who].fired = true;
        Ok(())
    }
}

//! Units and weapons as counters show them (1.2).

use crate::hex::Hex;
use crate::referee::Problem;
use crate::referee::case::Node;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Size {
    Squad,
    HalfSquad,
    Crew,
    Leader,
}

impl Size {
    pub(super) fn word(self) -> &'static str {
        match self {
            Size::Squad => "squad",
            Size::HalfSquad => "half-squad",
            Size::Crew => "crew",
            Size::Leader => "leader",
        }
    }
}

/// Quality of a multi-man counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Class {
    Elite,
    FirstLine,
    SecondLine,
    Green,
    Conscript,
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whereabouts {
    Hex(Hex),
    OffMap,
    Gone,
}

/// The states of a unit or weapon, by the words of the cases.
pub(super) type States = BTreeSet<String>;

/// A unit: squad, half-squad, crew or leader.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) id: String,
    pub(super) side: String,
    pub(super) nation: String,
    pub(super) size: Size,
    pub(super) firepower: i32,
    pub(super) range: i32,
    pub(super) morale: i32,
    pub(super) leadership: i32,
    pub(super) class: Class,
    pub(super) at: Whereabouts,
    pub(super) broken_morale: Option<i32>,
    pub(super) smoke_exponent: Option<i32>,
    pub(super) assault_fire: bool,
    pub(super) states: States,
    // What happened in this player turn.
    /// Exhausted when its movement phase began: no double time then.
    pub(super) was_exhausted: bool,
    /// Moves by assault movement: no FFNAM.
    pub(super) assaults: bool,
    /// Came into its hex over a road hexside at the road's rate.
    pub(super) by_road: bool,
    /// The hex it came from, for the crest exception and put-backs.
    pub(super) came_from: Option<Hex>,
    pub(super) rallied: bool,
    pub(super) acted_in_rally: bool,
    pub(super) smoked: bool,
    /// The rule that ended its movement.
    pub(super) move_ended: Option<&'static str>,
    pub(super) used_inherent: bool,
    pub(super) used_weapons: Vec<usize>,
    /// Firers that a leader has directed, by piece id.
    pub(super) directed: Vec<String>,
    pub(super) manned_weapon: bool,
    pub(super) cowered: bool,
    pub(super) pinned_before: bool,
}

impl Unit {
    pub(super) fn has(&self, state: &str) -> bool {
        self.states.contains(state)
    }

    pub(super) fn set(&mut self, state: &str) {
        self.states.insert(state.to_owned());
    }

    pub(super) fn clear(&mut self, state: &str) {
        self.states.remove(state);
    }

    pub(super) fn hex(&self) -> Option<Hex> {
        match self.at {
            Whereabouts::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    pub(super) fn is_leader(&self) -> bool {
        self.size == Size::Leader
    }

    pub(super) fn is_broken(&self) -> bool {
        self.has("broken")
    }

    /// Not broken and not in melee.
    pub(super) fn good_order(&self) -> bool {
        !self.is_broken() && !self.has("melee") && self.at != Whereabouts::Gone
    }

    /// Morale as it counts now: broken side, wounds.
    pub(super) fn current_morale(&self) -> i32 {
        let wound = i32::from(self.is_leader() && self.has("wounded"));
        if self.is_broken() {
            return self.broken_morale.unwrap_or(self.default_broken_morale()) - wound;
        }
        self.morale - wound
    }

    fn default_broken_morale(&self) -> i32 {
        // Crews broke at 8 where no counter tells.
        if self.size == Size::Crew { 8 } else { self.morale }
    }

    /// Leadership as it counts now.
    pub(super) fn current_leadership(&self) -> i32 {
        self.leadership + i32::from(self.has("wounded"))
    }

    /// The strength printed on its counter, as cases write it.
    pub(super) fn values(&self) -> String {
        if self.is_leader() {
            let (morale, leadership) =
                (self.morale - i32::from(self.has("wounded")), self.current_leadership());
            return match leadership {
                0 => format!("{morale}-0"),
                bad if bad > 0 => format!("{morale}+{bad}"),
                good => format!("{morale}{good}"),
            };
        }
        format!("{}-{}-{}", self.firepower, self.range, self.morale)
    }
}

/// The marks of having fired.
pub(super) const FIRE_MARKS: [&str; 4] =
    ["prep-fired", "first-fired", "final-fired", "intensive-fired"];

/// What a weapon is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Arm {
    Lmg,
    Mmg,
    Hmg,
    LightMortar,
    #[serde(rename = "bazooka-43")]
    Bazooka43,
    #[serde(rename = "bazooka-44")]
    Bazooka44,
    #[serde(rename = "bazooka-45")]
    Bazooka45,
    Panzerschreck,
    Flamethrower,
    DemolitionCharge,
    SupportWeapon,
    AtGun,
    AaGun,
    ArtilleryGun,
    InfantryGun,
    Mortar,
}

impl Arm {
    pub(super) fn is_machine_gun(self) -> bool {
        matches!(self, Arm::Lmg | Arm::Mmg | Arm::Hmg)
    }

    /// On a 5/8-inch counter: crewed, with a covered arc.
    pub(super) fn is_gun(self) -> bool {
        matches!(self, Arm::AtGun | Arm::AaGun | Arm::ArtilleryGun | Arm::InfantryGun | Arm::Mortar)
    }

    pub(super) fn is_mortar(self) -> bool {
        matches!(self, Arm::Mortar | Arm::LightMortar)
    }

    pub(super) fn is_latw(self) -> bool {
        matches!(self, Arm::Bazooka43 | Arm::Bazooka44 | Arm::Bazooka45 | Arm::Panzerschreck)
    }

    /// Needs a To Hit roll.
    pub(super) fn is_ordnance(self) -> bool {
        self.is_gun() || self.is_mortar() || self.is_latw()
    }

    /// Shields its crew.
    pub(super) fn has_shield(self) -> bool {
        matches!(self, Arm::AtGun | Arm::InfantryGun)
    }
}

/// Who has a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Possessor {
    Unit(usize),
    Nobody,
    NotShown,
}

/// What acquisition a weapon has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Acquired {
    /// The hex, or the unit by id.
    pub(super) target: String,
    pub(super) level: i32,
}

/// The last To Hit roll of a weapon.
#[derive(Debug, Clone)]
pub(super) struct LastShot {
    /// What hindered it outside the target's hex.
    pub(super) outside: i32,
    pub(super) method: Method,
    pub(super) hit: bool,
    pub(super) critical: bool,
    pub(super) ammo: String,
    pub(super) targets: Vec<usize>,
}

/// How a weapon attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Method {
    InfantryTarget,
    AreaTarget,
    AntiTankWeapon,
    InfantryEquivalent,
    Flamethrower,
    Inherent,
}

/// A weapon.
#[derive(Debug, Clone)]
pub(super) struct Weapon {
    pub(super) id: String,
    pub(super) nation: String,
    pub(super) arm: Arm,
    pub(super) possessor: Possessor,
    /// Where it lies when nobody has it.
    pub(super) lies_at: Option<Hex>,
    pub(super) firepower: i32,
    pub(super) range: i32,
    pub(super) calibre: String,
    pub(super) rof: Option<i32>,
    /// Its counter shows that it has no rate of fire.
    pub(super) no_rate: bool,
    pub(super) limits: Option<(i32, i32)>,
    pub(super) ife: Option<i32>,
    pub(super) all_round: bool,
    pub(super) arc: Option<(Hex, Hex)>,
    pub(super) manhandling: Option<i32>,
    pub(super) quick_set_up: Option<bool>,
    pub(super) target_size: String,
    pub(super) removal: Option<i32>,
    pub(super) portage: i32,
    pub(super) repair: Option<i32>,
    pub(super) ammo: BTreeMap<String, i32>,
    pub(super) acquired: Option<Acquired>,
    pub(super) states: States,
    // What happened in this player turn.
    pub(super) moved_by: Vec<usize>,
    pub(super) recovered: bool,
    pub(super) repair_tried: bool,
    /// The coloured die of its last shot this phase, and whether it kept its rate of fire.
    pub(super) shot: Option<Shot>,
    pub(super) intensive: bool,
    pub(super) depleted: BTreeSet<String>,
    pub(super) last: Option<LastShot>,
    pub(super) acquisition_lost: Option<&'static str>,
    pub(super) turned: bool,
}

/// A shot and what is left of the rate of fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shot {
    pub(super) coloured: i32,
    pub(super) kept: bool,
    /// The rule that denies another shot.
    pub(super) denied_by: &'static str,
}

impl Weapon {
    pub(super) fn has(&self, state: &str) -> bool {
        self.states.contains(state)
    }

    pub(super) fn set(&mut self, state: &str) {
        self.states.insert(state.to_owned());
    }

    pub(super) fn is_working(&self) -> bool {
        !self.has("malfunctioned") && !self.has("destroyed") && !self.has("eliminated")
    }
}

/// Facts of a unit as a case writes them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct Facts {
    pub(super) side: String,
    pub(super) nation: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) values: String,
    pub(super) class: Option<Class>,
    pub(super) at: String,
    pub(super) broken_morale: Option<i32>,
    pub(super) smoke_exponent: Option<i32>,
    pub(super) assault_fire: bool,
    pub(super) state: Vec<String>,
    pub(super) possessed_by: String,
    pub(super) calibre: String,
    pub(super) rof: Option<String>,
    pub(super) range: String,
    pub(super) ife: Option<i32>,
    pub(super) mount: String,
    pub(super) covered_arc: String,
    pub(super) manhandling: Option<i32>,
    pub(super) quick_set_up: Option<bool>,
    pub(super) target_size: String,
    pub(super) removal: Option<i32>,
    pub(super) portage: i32,
    pub(super) repair: Option<String>,
    pub(super) ammo: BTreeMap<String, i32>,
    pub(super) acquired: Option<AcquiredFacts>,
}

#[derive(Debug, Deserialize)]
pub(super) struct AcquiredFacts {
    pub(super) target: String,
    pub(super) level: i32,
}

impl Facts {
    /// The unit these facts describe; none when they describe a weapon.
    pub(super) fn unit(
        &self,
        id: &str,
        at: Whereabouts,
        node: &Node,
    ) -> Result<Option<Unit>, Problem> {
        let size = match self.kind.as_str() {
            "squad" => Size::Squad,
            "half-squad" => Size::HalfSquad,
            "crew" => Size::Crew,
            "leader" => Size::Leader,
            _ => return Ok(None),
        };
        let wrong =
            || Problem::at(node, format!("`{}` are no values of a {}", self.values, self.kind));
        let (mut firepower, mut range, morale, mut leadership) = (0, 0, 0, 0);
        let mut morale_value = morale;
        if size == Size::Leader {
            let at = self.values.find(['-', '+']).ok_or_else(wrong)?;
            morale_value = self.values[..at].parse().map_err(|_| wrong())?;
            leadership = self.values[at..].trim_start_matches('+').parse().map_err(|_| wrong())?;
        } else if !self.values.is_empty() {
            let parts: Vec<i32> = self
                .values
                .split('-')
                .map(|part| part.parse().map_err(|_| wrong()))
                .collect::<Result<_, _>>()?;
            let [a, b, c] = parts[..] else { return Err(wrong()) };
            (firepower, range, morale_value) = (a, b, c);
        }
        let states: States = self.state.iter().cloned().collect();
        let nation = if self.nation.is_empty() { self.side.clone() } else { self.nation.clone() };
        Ok(Some(Unit {
            id: id.to_owned(),
            side: self.side.clone(),
            nation,
            size,
            firepower,
            range,
            morale: morale_value,
            leadership,
            class: self.class.unwrap_or(Class::Elite),
            at,
            broken_morale: self.broken_morale,
            smoke_exponent: self.smoke_exponent,
            assault_fire: self.assault_fire,
            was_exhausted: states.contains("exhausted"),
            states,
            assaults: false,
            by_road: false,
            came_from: None,
            rallied: false,
            acted_in_rally: false,
            smoked: false,
            move_ended: None,
            used_inherent: false,
            used_weapons: Vec::new(),
            directed: Vec::new(),
            manned_weapon: false,
            cowered: false,
            pinned_before: false,
        }))
    }
}

/// `5-12`: firepower and range of a machine gun or bazooka.
pub(super) fn pair(values: &str) -> Option<(i32, i32)> {
    let (a, b) = values.split_once('-')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}

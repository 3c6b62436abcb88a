//! What a unit is.

use crate::deeds::UnitId;
use crate::model::{Counter, Echelon, Game};
use crate::referee::Problem;
use crate::referee::case::Part;
use crate::referee::ground::Place;
use crate::referee::world::Enrolled;
use serde::Deserialize;

/// Whose troops, as supply, support points and stacking know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Nation {
    Us,
    /// Canadians too.
    Uk,
    German,
    Italian,
}

/// The side of the Allies, by number; the sources name it first.
pub(super) const ALLIED: u8 = 0;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Type {
    Infantry,
    Mechanized,
    Tank,
    Recon,
    Artillery,
    SpArtillery,
    AntiTank,
    Paratroop,
    Glider,
    Ranger,
    Mountain,
    Cavalry,
    MachineGun,
    Coastal,
    Depot,
}

impl Type {
    pub(super) fn is_mechanized(self) -> bool {
        matches!(self, Type::Mechanized | Type::Tank | Type::Recon | Type::SpArtillery)
    }

    pub(super) fn is_artillery(self) -> bool {
        matches!(self, Type::Artillery | Type::SpArtillery)
    }

    /// The column of the terrain effects chart.
    pub(super) fn class(self) -> Class {
        match self {
            Type::Mountain => Class::Mountain,
            _ if self.is_mechanized() => Class::Mechanized,
            _ => Class::Foot,
        }
    }
}

/// A column of the terrain effects chart, in the order of the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Foot,
    Mountain,
    Mechanized,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Size {
    Battalion,
    Regiment,
    Brigade,
}

/// What the rules ask of a unit, for its whole life.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    /// None for units of which a case says no more than their side.
    pub(super) nation: Option<Nation>,
    pub(super) kind: Type,
    pub(super) size: Size,
    /// The printed movement allowance.
    pub(super) movement: u32,
    /// Its division.
    pub(super) formation: Option<String>,
    /// Where or when it comes in, as its counter has it: a hex, a turn, a box, `OPT 8`, `VAR A`, `Port`.
    pub(super) set_up: Option<String>,
    /// The beach for which it waits at sea.
    pub(super) landing: Option<Place>,
    /// Whether it came to Sicily by sea.
    pub(super) by_sea: bool,
    /// Whether it has made its airborne mission already.
    pub(super) mission_used: bool,
    pub(super) optional: bool,
    /// Steps that it has lost, when a case tells that instead of the steps left.
    pub(super) lost: u32,
    /// German air force troops, which may be supplied by air.
    pub(super) luftwaffe: bool,
    pub(super) canadian: bool,
    /// Its number in the division.
    pub(super) regiment: Option<String>,
    /// What it fights with: as printed, or, in a case, with its chit; none when a chit says it.
    pub(super) strength: Option<u32>,
    /// What it fights with on its back.
    pub(super) reduced: Option<u32>,
    /// The letter of its class: 0 is A.
    pub(super) letter: Option<usize>,
    /// Whether the letter stands in brackets: a unit of combined arms.
    pub(super) bracketed: bool,
    /// From which pool it draws its chit.
    pub(super) morale: Option<u8>,
    /// The strength that its chit gave it at first.
    pub(super) chit_strength: Option<u32>,
}

impl Facts {
    /// Regiments and brigades of combat troops have a zone of control.
    fn has_zone(&self) -> bool {
        self.has_cadre()
    }

    /// Regiments and brigades of combat troops: they draw chits and become cadres.
    pub(super) fn has_cadre(&self) -> bool {
        self.size >= Size::Regiment && !self.kind.is_artillery() && self.kind != Type::Depot
    }

    /// Regiments and brigades, as long as they are no cadres.
    pub(super) fn is_regiment(&self) -> bool {
        self.size >= Size::Regiment
    }

    /// Infantry of any kind on foot: what makes end-runs and first waves.
    pub(super) fn is_foot_infantry(&self) -> bool {
        matches!(
            self.kind,
            Type::Infantry | Type::Paratroop | Type::Glider | Type::Ranger | Type::Mountain
        )
    }

    pub(super) fn is_airborne(&self) -> bool {
        matches!(self.kind, Type::Paratroop | Type::Glider)
    }

    /// The turn, the letter, or the like, after a word of its set-up code: `8` of `OPT 8`.
    pub(super) fn code(&self, word: &str) -> Option<&str> {
        self.set_up.as_deref()?.strip_prefix(word).map(str::trim)
    }

    /// The turn from which it may come in; none when its code is no turn.
    pub(super) fn turn(&self) -> Option<i32> {
        let text = self.code("OPT").or(self.set_up.as_deref())?;
        text.parse().ok().filter(|turn| *turn < 100)
    }

    /// Steps at full strength: a regiment is full, then its chit is turned, then it is a cadre.
    fn steps(&self) -> u8 {
        match (self.has_cadre(), self.chit_strength) {
            (false, _) => 1,
            (true, Some(..=2)) => 2,
            (true, _) => 3,
        }
    }

    /// Whether it belongs to a division, by the first word of the division's name.
    pub(super) fn is_of(&self, division: &str) -> bool {
        self.formation.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(division))
    }
}

/// The three units of Hermann Göring that start together, as cases call them.
pub(super) const GOERING: [&str; 3] = ["HG1", "HG2", "HG3"];

/// States of units; the bit is the place in the list.
pub(super) static STATES: &[&str] = &[
    "in-supply",
    "out-of-supply",
    "isolated",
    "cadre",
    "chit",
    "untried",
    "disrupted",
    "pack-transport",
    "crossed-halt-line",
    "landed-by-sea",
    "retreated-this-phase",
];

pub(super) const OUT_OF_SUPPLY: u32 = 1 << 1;
pub(super) const ISOLATED: u32 = 1 << 2;
pub(super) const CADRE: u32 = 1 << 3;
pub(super) const CHIT: u32 = 1 << 4;
pub(super) const UNTRIED: u32 = 1 << 5;
pub(super) const DISRUPTED: u32 = 1 << 6;
pub(super) const PACK: u32 = 1 << 7;
pub(super) const CROSSED: u32 = 1 << 8;
pub(super) const LANDED: u32 = 1 << 9;
pub(super) const RETREATED: u32 = 1 << 10;

/// The number of a class by its letter, brackets or not.
fn letter(class: &str) -> Option<usize> {
    "ABC".find(class.trim_matches(['(', ')']).chars().next()?)
}

/// The unit that a case describes.
pub(super) fn of_case(id: &str, part: &mut Part<'_>) -> Result<Enrolled<Facts>, Problem> {
    let side = part.side("side")?.ok_or_else(|| part.missing("side"))?;
    let morale = part.read("morale")?;
    let chit_strength = part.read("chit-strength")?;
    let states: Vec<String> = part.read("state")?.unwrap_or_default();
    // Whoever has a chit, or will draw one, is a regiment, also when nobody says so.
    let chit = states.iter().any(|state| matches!(state.as_str(), "chit" | "untried" | "cadre"));
    let regiment = chit || morale.is_some() || chit_strength.is_some();
    let class = part.word("class").unwrap_or_default();
    let facts = Facts {
        nation: part.read("nation")?,
        kind: part.read("type")?.unwrap_or(Type::Infantry),
        size: part.read("size")?.unwrap_or(if regiment { Size::Regiment } else { Size::Battalion }),
        movement: part.read("movement")?.unwrap_or(0),
        formation: part.word("formation").map(str::to_owned),
        set_up: part.word("set-up").map(str::to_owned),
        landing: part.place("landing")?,
        by_sea: part.word("entered-by") == Some("sea"),
        mission_used: part.is("mission-used")?,
        optional: part.is("optional")?,
        lost: part.read("steps-lost")?.unwrap_or(0),
        luftwaffe: GOERING.contains(&id),
        canadian: false,
        regiment: part.word("regiment").map(str::to_owned),
        strength: part.read("strength")?,
        reduced: None,
        letter: letter(class),
        bracketed: class.starts_with('('),
        morale,
        chit_strength,
    };
    let has_zone = facts.has_zone();
    let steps = facts.steps();
    Ok(Enrolled { has_zone, steps, ..Enrolled::new(UnitId::new(id), side, facts) })
}

/// The unit that a counter makes.
pub(super) fn of_counter(game: &Game, counter: &Counter, id: UnitId) -> Option<Enrolled<Facts>> {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};
    fn word<'w, T: Deserialize<'w>>(word: &'w str) -> Option<T> {
        let word: StrDeserializer<'w, Error> = word.into_deserializer();
        T::deserialize(word).ok()
    }
    let kind = word(&game.unit_types[counter.unit_type?].id)?;
    let set_up = counter.value("setup").filter(|text| !text.is_empty());
    let branch = counter.value("branch");
    let division = counter.formation.map(|id| game.formations[id].id.as_str());
    let facts = Facts {
        nation: counter.nationality.and_then(|id| word(&game.nationalities[id].id)),
        kind,
        size: match counter.echelon {
            Some(Echelon::Regiment) => Size::Regiment,
            Some(Echelon::Brigade) => Size::Brigade,
            _ => Size::Battalion,
        },
        movement: counter.value("movement").and_then(|text| text.parse().ok()).unwrap_or(0),
        formation: division.map(|id| id.split_once('-').map_or(id, |(_, own)| own).to_owned()),
        set_up: set_up.map(str::to_owned),
        landing: None,
        by_sea: false,
        mission_used: false,
        lost: 0,
        optional: set_up.is_some_and(|text| text.starts_with("OPT")),
        luftwaffe: branch == Some("luftwaffe"),
        canadian: branch == Some("canadian"),
        regiment: counter.value("designation").map(str::to_owned),
        strength: counter.value("attack").and_then(|text| text.parse().ok()),
        reduced: counter.back_face.value("attack").and_then(|text| text.parse().ok()),
        letter: counter.value("class").and_then(letter),
        bracketed: counter.value("bracketed").is_some_and(|word| word == "yes"),
        morale: counter.value("morale").and_then(|text| text.parse().ok()),
        chit_strength: None,
    };
    let has_zone = facts.has_zone();
    Some(Enrolled { has_zone, ..Enrolled::of_counter(counter, id, facts)? })
}

//! The words of the game: sides, armies, orders, phases, weather, results.

use serde::Deserialize;
use std::fmt;

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Side {
    German,
    Allied,
}

impl Side {
    pub(super) const BOTH: [Side; 2] = [Side::German, Side::Allied];

    pub(super) fn enemy(self) -> Side {
        match self {
            Side::German => Side::Allied,
            Side::Allied => Side::German,
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Side::German => "german",
            Side::Allied => "allied",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::German => "German",
            Side::Allied => "Allied",
        })
    }
}

/// A nationality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Nation {
    German,
    Us,
    British,
    French,
    Italian,
}

impl Nation {
    pub(super) fn word(self) -> &'static str {
        match self {
            Nation::German => "german",
            Nation::Us => "us",
            Nation::British => "british",
            Nation::French => "french",
            Nation::Italian => "italian",
        }
    }

    /// I43 8.6: the British are an army of their own; Americans, French and Italians are one.
    pub(super) fn army(self) -> Army {
        match self {
            Nation::German => Army::German,
            Nation::British => Army::British,
            Nation::Us | Nation::French | Nation::Italian => Army::Us,
        }
    }
}

/// An army: those who may attack together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Army {
    German,
    Us,
    British,
}

/// Troop quality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Quality {
    Elite,
    #[default]
    Normal,
    Low,
}

/// The three orders that a unit can be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::enum_variant_names, reason = "the rulebook's own words")]
pub(super) enum Order {
    #[default]
    GoodOrder,
    Disrupted,
    FullRetreat,
}

impl Order {
    pub(super) fn word(self) -> &'static str {
        match self {
            Order::GoodOrder => "good-order",
            Order::Disrupted => "disrupted",
            Order::FullRetreat => "full-retreat",
        }
    }

    /// I43 13.1.3: disrupted twice is full retreat.
    pub(super) fn worse(self) -> Order {
        match self {
            Order::GoodOrder => Order::Disrupted,
            Order::Disrupted | Order::FullRetreat => Order::FullRetreat,
        }
    }

    /// I43 13.4: one level at a time.
    pub(super) fn better(self) -> Order {
        match self {
            Order::FullRetreat => Order::Disrupted,
            Order::Disrupted | Order::GoodOrder => Order::GoodOrder,
        }
    }
}

/// The supply marker on a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) enum SupplyMark {
    #[default]
    None,
    /// White.
    OutOfSupply,
    /// Red.
    Isolated,
}

impl SupplyMark {
    pub(super) fn word(self) -> &'static str {
        match self {
            SupplyMark::None => "in supply",
            SupplyMark::OutOfSupply => "out-of-supply",
            SupplyMark::Isolated => "isolated",
        }
    }
}

/// A phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Phase {
    Weather,
    Initial,
    Movement,
    Combat,
    Recovery,
    Supply,
    VictoryCheck,
}

impl Phase {
    pub(super) fn read(word: &str) -> Option<Phase> {
        Some(match word {
            "weather" => Phase::Weather,
            "initial" => Phase::Initial,
            "movement" => Phase::Movement,
            "combat" => Phase::Combat,
            "recovery" => Phase::Recovery,
            "supply" => Phase::Supply,
            "victory-check" => Phase::VictoryCheck,
            _ => return None,
        })
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Phase::Weather => "Weather",
            Phase::Initial => "Initial",
            Phase::Movement => "Movement",
            Phase::Combat => "Combat",
            Phase::Recovery => "Recovery",
            Phase::Supply => "Supply",
            Phase::VictoryCheck => "Victory Check",
        }
    }
}

/// A space of the weather track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub(super) enum Weather {
    A,
    B,
    C,
    D,
    E,
    F,
}

impl Weather {
    pub(super) const ALL: [Weather; 6] =
        [Weather::A, Weather::B, Weather::C, Weather::D, Weather::E, Weather::F];

    pub(super) fn index(self) -> usize {
        self as usize
    }

    pub(super) fn word(self) -> &'static str {
        ["A", "B", "C", "D", "E", "F"][self.index()]
    }

    /// I43 23.4: rain on the last two spaces.
    pub(super) fn rain(self) -> bool {
        matches!(self, Weather::E | Weather::F)
    }

    pub(super) fn mud(self) -> bool {
        self == Weather::F
    }

    pub(super) fn clear(self) -> bool {
        matches!(self, Weather::A | Weather::B)
    }
}

/// A combat result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub(super) enum Crt {
    #[serde(rename = "DS")]
    Ds,
    #[serde(rename = "DR4")]
    Dr4,
    #[serde(rename = "D1")]
    D1,
    #[serde(rename = "A1/D1")]
    A1D1,
    #[serde(rename = "DR2")]
    Dr2,
    #[serde(rename = "DRX")]
    Drx,
    #[serde(rename = "A1/DR2")]
    A1Dr2,
    #[serde(rename = "EX")]
    Ex,
    #[serde(rename = "A1")]
    A1,
}

impl Crt {
    const WORDS: [(&'static str, Crt); 9] = [
        ("DS", Crt::Ds),
        ("DR4", Crt::Dr4),
        ("D1", Crt::D1),
        ("A1/D1", Crt::A1D1),
        ("DR2", Crt::Dr2),
        ("DRX", Crt::Drx),
        ("A1/DR2", Crt::A1Dr2),
        ("EX", Crt::Ex),
        ("A1", Crt::A1),
    ];

    pub(super) fn read(word: &str) -> Option<Crt> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, crt)| *crt)
    }

    pub(super) fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, crt)| *crt == self).map_or("", |(word, _)| word)
    }

    pub(super) fn attacker_loses(self) -> bool {
        matches!(self, Crt::A1D1 | Crt::Drx | Crt::A1Dr2 | Crt::Ex | Crt::A1)
    }

    pub(super) fn defender_loses(self) -> bool {
        matches!(self, Crt::Ds | Crt::D1 | Crt::A1D1 | Crt::Drx | Crt::Ex)
    }

    /// How far survivors retreat.
    pub(super) fn retreat(self) -> Option<u32> {
        match self {
            Crt::Ds | Crt::Dr4 => Some(4),
            Crt::D1 | Crt::A1D1 | Crt::Dr2 | Crt::Drx | Crt::A1Dr2 => Some(2),
            Crt::Ex | Crt::A1 => None,
        }
    }

    /// Whether a determined defence may cancel the retreat.
    pub(super) fn allows_defence(self) -> bool {
        self.retreat() == Some(2)
    }
}

/// How far the attacker may advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Advance {
    /// Only into the vacated hex.
    Limited,
    One,
    Two,
    TwoPlus,
}

impl Advance {
    pub(super) fn read(word: &str) -> Option<Advance> {
        Some(match word {
            "limited" => Advance::Limited,
            "1" => Advance::One,
            "2" => Advance::Two,
            "2+" => Advance::TwoPlus,
            _ => return None,
        })
    }

    pub(super) fn hexes(self) -> u32 {
        match self {
            Advance::Limited | Advance::One => 1,
            Advance::Two => 2,
            Advance::TwoPlus => 3,
        }
    }
}

/// A kind of road.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Road {
    Minor,
    Major,
}

/// A kind of replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ReplacementType {
    Infantry,
    Special,
    Tank,
}

/// A section of the Eighth Army zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Section {
    E1,
    E2,
    E3,
}

impl Section {
    pub(super) fn read(word: &str) -> Option<Section> {
        Some(match word {
            "e1" | "zone-e1" => Section::E1,
            "e2" | "zone-e2" => Section::E2,
            "e3" | "zone-e3" => Section::E3,
            _ => return None,
        })
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Section::E1 => "E1",
            Section::E2 => "E2",
            Section::E3 => "E3",
        }
    }

    /// I43 5.8.1: the turn from which it is Allied.
    pub(super) fn lost_on(self) -> i32 {
        match self {
            Section::E1 => 8,
            Section::E2 => 11,
            Section::E3 => 15,
        }
    }

    /// Where its German units go; none for the northern section, which stays German.
    pub(super) fn next(self) -> Option<Section> {
        match self {
            Section::E1 => Some(Section::E2),
            Section::E2 => Some(Section::E3),
            Section::E3 => None,
        }
    }
}

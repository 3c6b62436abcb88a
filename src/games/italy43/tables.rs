//! The tables of the game, looked up in its sources: unit classes, terrain costs, results, weather.

use super::ground::Terrain;
use super::words::{Advance, Crt, Road, Weather};
use crate::model::{Chart, Cost, Costs, Game, Id, MovementClass, MovementPoints, Provenance};

/// What a unit type is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) kind: Kind,
    pub(super) mechanised: bool,
    /// Marked with a dagger in the rulebook's list of types.
    pub(super) infantry_type: bool,
    pub(super) vehicle: bool,
    /// A tank drawn as a silhouette: stacks for free once a hex, never doubled in hills and cities.
    pub(super) silhouette: bool,
    pub(super) artillery: bool,
    pub(super) mountain: bool,
    /// No white outline: may form a bond.
    pub(super) bonds: bool,
}

/// A unit type of the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Infantry,
    Airborne,
    Glider,
    Commando,
    MountainInfantry,
    SpecialServiceForce,
    Panzergrenadier,
    MotorizedInfantry,
    Recon,
    Tank,
    ArmoredBrigade,
    DivisionArtillery,
    CorpsArtillery,
    Nebelwerfer,
    HeavyHowitzer,
}

impl Kind {
    const WORDS: [(&'static str, Kind); 15] = [
        ("infantry", Kind::Infantry),
        ("airborne", Kind::Airborne),
        ("glider", Kind::Glider),
        ("commando", Kind::Commando),
        ("mountain-infantry", Kind::MountainInfantry),
        ("special-service-force", Kind::SpecialServiceForce),
        ("panzergrenadier", Kind::Panzergrenadier),
        ("motorized-infantry", Kind::MotorizedInfantry),
        ("recon", Kind::Recon),
        ("tank", Kind::Tank),
        ("armored-brigade", Kind::ArmoredBrigade),
        ("division-artillery", Kind::DivisionArtillery),
        ("corps-artillery", Kind::CorpsArtillery),
        ("nebelwerfer", Kind::Nebelwerfer),
        ("heavy-howitzer", Kind::HeavyHowitzer),
    ];

    pub(super) fn read(word: &str) -> Option<Kind> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind)
    }

    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        Self::WORDS.iter().map(|(word, _)| *word)
    }
}

/// A cell of the combat results table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CrtCell {
    pub(super) result: Crt,
    pub(super) advance: Option<Advance>,
    pub(super) background: Background,
    pub(super) provenance: Provenance,
}

/// The colour behind a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Background {
    #[default]
    Plain,
    Orange,
    Red,
}

/// How a determined defence came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    Fail,
    Hold,
    Partial,
}

impl Outcome {
    pub(super) fn word(self) -> &'static str {
        match self {
            Outcome::Fail => "fail",
            Outcome::Hold => "hold",
            Outcome::Partial => "partial",
        }
    }
}

/// The column of the determined defence table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DefenceColumn {
    Clear,
    Other,
    CityOrFort,
}

impl DefenceColumn {
    pub(super) fn word(self) -> &'static str {
        match self {
            DefenceColumn::Clear => "clear",
            DefenceColumn::Other => "other",
            DefenceColumn::CityOrFort => "city-or-fort",
        }
    }

    fn heading(self) -> &'static str {
        match self {
            DefenceColumn::Clear => "Clear without town",
            DefenceColumn::Other => "Other",
            DefenceColumn::CityOrFort => "City or fortification",
        }
    }
}

/// A cell of the determined defence table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DefenceCell {
    pub(super) attacker: u32,
    pub(super) lead: u32,
    pub(super) outcome: Outcome,
    pub(super) provenance: Provenance,
}

/// The tables of the loaded game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tables<'a> {
    game: &'a Game,
    mechanised: Option<Id<MovementClass>>,
    foot: Option<Id<MovementClass>>,
    rates: Rates,
}

/// Points, in sixths, and where they come from.
type Rate = (i64, Provenance);

/// What steps cost, on foot and mechanised: searches ask for it more often than for anything.
#[derive(Debug, Clone, Copy, Default)]
struct Rates {
    hexes: [[Rate; 2]; Terrain::ALL.len()],
    roads: [[Rate; 2]; 2],
    minor_river: [Rate; 2],
    pass: [Rate; 2],
}

impl<'a> Tables<'a> {
    pub(super) fn of(game: &'a Game) -> Self {
        let mut tables = Tables {
            game,
            mechanised: game.movement_classes.find("mechanized"),
            foot: game.movement_classes.find("non-mechanized"),
            rates: Rates::default(),
        };
        let both = |rate: &dyn Fn(bool) -> Rate| [rate(false), rate(true)];
        let sides = |word: &str| both(&|mechanised| tables.read_side(word, mechanised));
        tables.rates = Rates {
            hexes: Terrain::ALL
                .map(|terrain| both(&|mechanised| tables.read_hex(terrain, mechanised))),
            roads: ["road-minor", "road-major"]
                .map(|word| both(&|mechanised| tables.read_road(word, mechanised))),
            minor_river: sides("river-minor"),
            pass: sides("pass"),
        };
        tables
    }

    /// What a unit type is, by the flags of the game's sources.
    pub(super) fn class(&self, word: &str) -> Option<Class> {
        let kind = Kind::read(word)?;
        let unit_type = &self.game.unit_types[self.game.unit_types.find(word)?];
        let flag = |name: &str| unit_type.flags.iter().any(|flag| flag == name);
        Some(Class {
            kind,
            mechanised: unit_type.class.is_some() && unit_type.class == self.mechanised,
            infantry_type: flag("infantry-type"),
            vehicle: flag("vehicle"),
            silhouette: flag("silhouette"),
            artillery: flag("asu"),
            mountain: flag("mountain-unit"),
            bonds: !flag("no-bond"),
        })
    }

    fn cost(&self, costs: &Costs, mechanised: bool) -> Option<(i64, Provenance)> {
        let class = if mechanised { self.mechanised } else { self.foot };
        let cost = costs.of(class?)?;
        match cost.value {
            Cost::Points(points) | Cost::Add(points) => Some((sixths(points)?, cost.provenance)),
            _ => None,
        }
    }

    /// Points, in sixths, to enter a hex of this terrain off the road.
    pub(super) fn hex_cost(&self, terrain: Terrain, mechanised: bool) -> Rate {
        self.rates.hexes[terrain as usize][usize::from(mechanised)]
    }

    /// Points, in sixths, on top of the hex to cross a minor river.
    pub(super) fn river_cost(&self, mechanised: bool) -> Rate {
        self.rates.minor_river[usize::from(mechanised)]
    }

    /// Points, in sixths, on top of the hex to cross a pass.
    pub(super) fn pass_cost(&self, mechanised: bool) -> Rate {
        self.rates.pass[usize::from(mechanised)]
    }

    /// Points, in sixths, along a road far from the enemy.
    pub(super) fn road_cost(&self, road: Road, mechanised: bool) -> Rate {
        self.rates.roads[usize::from(road == Road::Major)][usize::from(mechanised)]
    }

    fn read_hex(&self, terrain: Terrain, mechanised: bool) -> Rate {
        let found = self.game.terrain.find(terrain.word());
        found
            .and_then(|id| self.cost(&self.game.terrain[id].costs, mechanised))
            .unwrap_or((6, Provenance::Reconstructed))
    }

    fn read_side(&self, hexside: &str, mechanised: bool) -> Rate {
        let found = self.game.hexsides.find(hexside);
        found
            .and_then(|id| self.cost(&self.game.hexsides[id].costs, mechanised))
            .unwrap_or((0, Provenance::Reconstructed))
    }

    fn read_road(&self, word: &str, mechanised: bool) -> Rate {
        let found = self.game.paths.find(word);
        let (cost, printed) = found
            .and_then(|id| self.cost(&self.game.paths[id].costs, mechanised))
            .unwrap_or((6, Provenance::Reconstructed));
        // The text gives the rates of mechanised units only.
        (cost, if mechanised { printed } else { Provenance::Reconstructed })
    }

    fn chart(&self, id: &str) -> Option<&'a Chart> {
        self.game.charts.find(id).map(|id| &self.game.charts[id])
    }

    /// The result at a column (`3-1`) and a die.
    pub(super) fn crt(&self, column: &str, die: u32) -> Option<CrtCell> {
        let chart = self.chart("crt")?;
        let row = die.to_string();
        let cell = chart.cell(&row, column)?;
        let (result, advance) = match cell.split_once(" Adv ") {
            Some((result, advance)) => (result, Advance::read(advance)),
            None => (cell, None),
        };
        let mark = |of: &dyn Fn(&crate::model::ChartMark) -> bool| {
            chart.marks.iter().any(|mark| mark.row == row && mark.column == column && of(mark))
        };
        let background = if mark(&|m| m.colour.as_deref() == Some("red")) {
            Background::Red
        } else if mark(&|m| m.colour.as_deref() == Some("orange")) {
            Background::Orange
        } else {
            Background::Plain
        };
        let known = chart
            .marks
            .iter()
            .find(|mark| mark.row == row && mark.column == column)
            .and_then(|mark| mark.provenance);
        let provenance = known.unwrap_or(chart.provenance);
        Some(CrtCell { result: Crt::read(result)?, advance, background, provenance })
    }

    /// The determined defence at a column and a total.
    pub(super) fn defence(&self, column: DefenceColumn, total: i32) -> Option<DefenceCell> {
        let chart = self.chart("determined-defence")?;
        let in_row = |label: &str| {
            let number = label.split(' ').next().and_then(|n| n.parse::<i32>().ok());
            number.is_some_and(|number| match label {
                _ if label.ends_with("or less") => total <= number,
                _ if label.ends_with("or more") => total >= number,
                _ => total == number,
            })
        };
        let row = chart.rows.iter().find(|row| in_row(&row.label))?;
        let cell = chart.cell(&row.label, column.heading())?;
        let (losses, outcome) = cell.rsplit_once(' ').unwrap_or(("0/0", cell));
        let (attacker, lead) = losses.split_once('/')?;
        let outcome = match outcome {
            "F" => Outcome::Fail,
            "H" => Outcome::Hold,
            "P" => Outcome::Partial,
            _ => return None,
        };
        let known = chart
            .marks
            .iter()
            .find(|mark| mark.row == row.label && mark.column == column.heading())
            .and_then(|mark| mark.provenance);
        // Between two totals that the text calls failures nothing else can stand.
        let between = column == DefenceColumn::Other && (3..=6).contains(&total);
        let provenance =
            known.unwrap_or(if between { Provenance::Example } else { chart.provenance });
        Some(DefenceCell {
            attacker: attacker.trim_end_matches('*').parse().ok()?,
            lead: lead.parse().ok()?,
            outcome,
            provenance,
        })
    }

    fn weather_row(&self, label: &str, space: Weather) -> Option<&'a str> {
        self.chart("weather-track")?.cell(label, space.word())
    }

    /// Whether the US or the British air marker may be used on a space.
    pub(super) fn air(&self, space: Weather, nation: &str) -> bool {
        self.weather_row("Air support", space)
            .is_some_and(|cell| cell.split(", ").any(|word| word == nation))
    }

    /// Whether naval support is available on a space.
    pub(super) fn naval(&self, space: Weather) -> bool {
        self.weather_row("Naval support", space) == Some("yes")
    }

    /// Supply points that a space gives to the Germans and to the Allies.
    pub(super) fn supply_points(&self, space: Weather) -> Option<[i32; 2]> {
        let row = |label| self.weather_row(label, space)?.parse().ok();
        Some([row("German supply points")?, row("Allied supply points")?])
    }

    /// Spaces that the weather marker moves on a die.
    pub(super) fn weather_steps(&self, die: u32) -> Option<usize> {
        let chart = self.chart("weather-table")?;
        let row = chart.rows.iter().find(|row| in_range(&row.label, die))?;
        row.cells.first()?.parse().ok()
    }

    /// Whether a roll chart's row for a total reads so.
    pub(super) fn roll(&self, chart: &str, total: u32) -> Option<&'a str> {
        let chart = self.chart(chart)?;
        let row = chart.rows.iter().find(|row| in_range(&row.label, total))?;
        row.cells.first().map(String::as_str)
    }

    /// The benchmark of a turn.
    pub(super) fn benchmark(&self, turn: i32) -> Option<i32> {
        self.chart("turn-record")?.cell(&turn.to_string(), "Benchmark")?.parse().ok()
    }

    /// The most supply points that a side may hold.
    pub(super) fn most_supply_points(&self) -> i32 {
        let kind = self.game.points.find("supply-points").map(|id| &self.game.points[id]);
        kind.and_then(|kind| kind.most).unwrap_or(19)
    }
}

/// Whether a row label (`3`, `2–4`) covers a number.
fn in_range(label: &str, number: u32) -> bool {
    let (first, last) = label.split_once('–').unwrap_or((label, label));
    matches!((first.parse::<u32>(), last.parse::<u32>()), (Ok(a), Ok(b)) if (a..=b).contains(&number))
}

/// Points as sixths, the common measure of halves and thirds.
fn sixths(points: MovementPoints) -> Option<i64> {
    let (top, bottom) = points.parts();
    (6 % bottom == 0).then(|| top * (6 / bottom))
}

/// Sixths as a rulebook writes them: `2 1/3`.
pub(super) fn points(sixths: i64) -> MovementPoints {
    let sixths = i32::try_from(sixths).unwrap_or(i32::MAX);
    MovementPoints::fraction(sixths, 6).unwrap_or(MovementPoints::ZERO)
}

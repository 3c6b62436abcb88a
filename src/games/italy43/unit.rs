//! A combat unit and its markers.

use super::ground::{Ground, Place};
use super::tables::{Class, Kind, Tables};
use super::words::{Army, Nation, Order, Quality, Side, SupplyMark};
use crate::referee::Problem;
use crate::referee::case::Node;
use serde::Deserialize;

/// Why a unit may not move (S2.3, S3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Restriction {
    #[serde(rename = "15-pzgren-frozen")]
    FifteenthFrozen,
    #[serde(rename = "3-pzgren-turn-1")]
    ThirdOnTurnOne,
    #[serde(rename = "naples-garrison")]
    NaplesGarrison,
    #[serde(rename = "formia-recon")]
    FormiaRecon,
    #[serde(rename = "formia-garrison")]
    FormiaGarrison,
}

/// A combat unit.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) id: String,
    pub(super) side: Side,
    pub(super) nation: Nation,
    pub(super) class: Class,
    /// None for artillery.
    pub(super) attack: Option<i32>,
    pub(super) defence: i32,
    /// In sixths of a point.
    pub(super) allowance: i64,
    pub(super) formation: Option<String>,
    pub(super) quality: Quality,
    pub(super) tank_rating: Option<i32>,
    pub(super) tank_destroyer: bool,
    pub(super) stacking: Option<i32>,
    pub(super) steps: u32,
    pub(super) full_steps: u32,
    pub(super) range: Option<u32>,
    pub(super) remnant: bool,
    pub(super) remnant_of: Option<String>,
    pub(super) nisei: bool,
    pub(super) restriction: Option<Restriction>,
    pub(super) at: Place,
    pub(super) order: Order,
    pub(super) supply: SupplyMark,
    pub(super) fired: bool,
    pub(super) truck: bool,
    pub(super) replacement: bool,
    pub(super) half_effective: bool,
    pub(super) auto_ds: bool,
    /// Retreated in this Combat Phase.
    pub(super) retreated: bool,
    /// A restriction ended for good.
    pub(super) released: bool,
    /// Killed by isolation attrition: never to be replaced (16.5.6).
    pub(super) lost_to_attrition: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Facts {
    side: Side,
    nation: Option<Nation>,
    r#type: String,
    values: Option<String>,
    formation: Option<String>,
    #[serde(default)]
    quality: Quality,
    tank_rating: Option<i32>,
    #[serde(default)]
    tank_destroyer: bool,
    stacking: Option<i32>,
    steps: Option<String>,
    range: Option<u32>,
    #[serde(default)]
    remnant: bool,
    remnant_of: Option<String>,
    special: Option<String>,
    restriction: Option<Restriction>,
    at: String,
    #[serde(default)]
    state: Vec<String>,
}

impl Unit {
    pub(super) fn read(
        id: &str,
        node: &Node,
        tables: &Tables<'_>,
        ground: &Ground,
    ) -> Result<Unit, Problem> {
        let facts: Facts = node.read()?;
        let class = tables.class(&facts.r#type).ok_or_else(|| {
            let problem = Problem::at(node, format!("`{}` is no unit type", facts.r#type));
            match crate::diagnostic::nearest(&facts.r#type, Kind::words()) {
                Some(near) => problem.help(near),
                None => problem,
            }
        })?;
        let wrong = |what: &str| Problem::at(node, format!("{id}: {what}"));
        let (attack, defence, allowance) = match facts.values.as_deref() {
            None => (None, 0, 0),
            Some(values) => read_values(values)
                .ok_or_else(|| wrong(&format!("`{values}` is not attack-defence-movement")))?,
        };
        let (steps, full_steps) = match facts.steps.as_deref() {
            None => (1, 1),
            Some(text) => {
                read_steps(text).ok_or_else(|| wrong(&format!("`{text}` are no steps")))?
            }
        };
        let at = ground
            .place(&facts.at)
            .ok_or_else(|| wrong(&format!("there is no place `{}`", facts.at)))?;
        let nation = match (facts.side, facts.nation) {
            (Side::German, _) => Nation::German,
            (Side::Allied, Some(nation)) => nation,
            (Side::Allied, None) => Nation::Us,
        };
        let mut unit = Unit {
            id: id.to_owned(),
            side: facts.side,
            nation,
            class,
            attack,
            defence,
            allowance: i64::from(allowance) * 6,
            formation: facts.formation,
            quality: facts.quality,
            tank_rating: facts.tank_rating,
            tank_destroyer: facts.tank_destroyer,
            stacking: facts.stacking,
            steps,
            full_steps,
            range: facts.range,
            remnant: facts.remnant,
            remnant_of: facts.remnant_of,
            nisei: facts.special.as_deref() == Some("nisei"),
            restriction: facts.restriction,
            at,
            order: Order::GoodOrder,
            supply: SupplyMark::None,
            fired: false,
            truck: false,
            replacement: false,
            half_effective: false,
            auto_ds: false,
            retreated: false,
            released: false,
            lost_to_attrition: false,
        };
        for word in &facts.state {
            match word.as_str() {
                "good-order" | "ready" | "in-supply" => {}
                "disrupted" => unit.order = Order::Disrupted,
                "full-retreat" => unit.order = Order::FullRetreat,
                "out-of-supply" => unit.supply = SupplyMark::OutOfSupply,
                "isolated" => unit.supply = SupplyMark::Isolated,
                "fired" => unit.fired = true,
                "truck" => unit.truck = true,
                "replacement" => unit.replacement = true,
                "half-effective" => unit.half_effective = true,
                "auto-ds" => unit.auto_ds = true,
                "retreated-this-phase" => unit.retreated = true,
                other => return Err(wrong(&format!("`{other}` is no state of a unit"))),
            }
        }
        Ok(unit)
    }

    pub(super) fn hex(&self) -> Option<crate::hex::Hex> {
        self.at.hex()
    }

    pub(super) fn army(&self) -> Army {
        self.nation.army()
    }

    pub(super) fn is(&self, kind: Kind) -> bool {
        self.class.kind == kind
    }

    pub(super) fn good_order(&self) -> bool {
        self.order == Order::GoodOrder
    }

    pub(super) fn full_retreat(&self) -> bool {
        self.order == Order::FullRetreat
    }

    pub(super) fn artillery(&self) -> bool {
        self.class.artillery
    }

    /// I43 2.3.3: a unit with a tank rating.
    pub(super) fn tank_unit(&self) -> bool {
        self.tank_rating.is_some()
    }

    pub(super) fn marked_unsupplied(&self) -> bool {
        self.supply != SupplyMark::None
    }

    /// The order and markers in words, for messages.
    pub(super) fn shows(&self, word: &str) -> bool {
        match word {
            "good-order" => self.order == Order::GoodOrder,
            "disrupted" => self.order == Order::Disrupted,
            "full-retreat" => self.order == Order::FullRetreat,
            "out-of-supply" => self.supply == SupplyMark::OutOfSupply,
            "isolated" => self.supply == SupplyMark::Isolated,
            "in-supply" => self.supply == SupplyMark::None,
            "fired" => self.fired,
            "ready" => !self.fired,
            "truck" => self.truck,
            "replacement" => self.replacement,
            "half-effective" => self.half_effective,
            "auto-ds" => self.auto_ds,
            _ => false,
        }
    }
}

/// `6-6-3`, or `S-(1)-5` for artillery.
fn read_values(text: &str) -> Option<(Option<i32>, i32, i32)> {
    let mut parts = text.split('-');
    let (attack, defence, movement) = (parts.next()?, parts.next()?, parts.next()?);
    let attack = match attack {
        "S" | "s" => None,
        number => Some(number.parse().ok()?),
    };
    let defence = defence.trim_start_matches('(').trim_end_matches(')').parse().ok()?;
    let known = parts.next().is_none();
    // Artillery on its fired side prints a zero.
    let attack = if text.contains('(') { None } else { attack };
    known.then_some((attack, defence, movement.parse().ok()?))
}

/// `2/3`, or a bare number of steps left.
fn read_steps(text: &str) -> Option<(u32, u32)> {
    match text.split_once('/') {
        Some((left, full)) => Some((left.parse().ok()?, full.parse().ok()?)),
        None => {
            let left = text.parse().ok()?;
            Some((left, left))
        }
    }
}

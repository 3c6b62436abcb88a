//! Units from the game's counters: the values of the side that shows.

use super::ground::{Off, Place};
use super::tables::{Kind, Tables};
use super::unit::{Restriction, Unit};
use super::words::{Nation, Order, Quality, Side, SupplyMark};
use crate::model::{Counter, Face, Game};

impl Unit {
    /// The unit that a counter is, at full strength and off the map; none for markers.
    pub(super) fn of_counter(
        game: &Game,
        tables: &Tables<'_>,
        id: &str,
        counter: &Counter,
    ) -> Option<Unit> {
        let side = match game.sides[counter.side?].id.as_str() {
            "german" => Side::German,
            "allied" => Side::Allied,
            _ => return None,
        };
        let nation = counter.nationality.map(|id| game.nationalities[id].id.as_str());
        let nation = match (side, nation) {
            (Side::German, _) => Nation::German,
            (Side::Allied, Some("british")) => Nation::British,
            (Side::Allied, Some("french")) => Nation::French,
            (Side::Allied, Some("italian")) => Nation::Italian,
            (Side::Allied, _) => Nation::Us,
        };
        let class = tables.class(&game.unit_types[counter.unit_type?].id)?;
        let steps = counter.steps.max(1);
        let mut unit = Unit {
            id: id.to_owned(),
            side,
            nation,
            class,
            attack: None,
            defence: 0,
            allowance: 0,
            formation: None,
            quality: Quality::Normal,
            tank_rating: None,
            tank_destroyer: false,
            stacking: None,
            steps,
            full_steps: steps,
            range: number(&counter.front, "range").and_then(|range| u32::try_from(range).ok()),
            remnant: is_remnant(game, counter),
            remnant_of: None,
            nisei: counter.value("special") == Some("nisei"),
            restriction: counter.value("restriction").and_then(restriction),
            at: Place::Off(Off::NotArrived),
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
        unit.show(game, tables, counter, steps);
        Some(unit)
    }

    /// Turns the unit to the side that it shows with so many steps.
    pub(super) fn show(&mut self, game: &Game, tables: &Tables<'_>, counter: &Counter, steps: u32) {
        self.steps = steps;
        let remnant = counter.remnant.as_deref().and_then(|id| game.counters.get(id));
        let (shown, face) = match (remnant, counter.steps.saturating_sub(steps)) {
            // The third step of a three-step unit is its remnant (10.4.1).
            (Some(remnant), 2..) => (remnant, &remnant.front),
            (_, 1..) if counter.steps > 1 => (counter, &counter.back_face),
            _ => (counter, &counter.front),
        };
        let kind = shown.unit_type.map(|id| game.unit_types[id].id.as_str());
        if let Some(class) = kind.and_then(|kind| tables.class(kind)) {
            // A remnant loses what its parent could do in the mountains (10.4.1).
            self.class = class;
        }
        self.attack = number(face, "attack").filter(|_| !self.class.artillery);
        self.defence = number(face, "defence").unwrap_or(0);
        self.allowance = i64::from(number(face, "movement").unwrap_or(0)) * 6;
        self.formation = shown.formation.map(|id| game.formations[id].id.clone());
        self.quality = match face.value("quality") {
            Some("elite") => Quality::Elite,
            Some("low") => Quality::Low,
            _ => Quality::Normal,
        };
        let tank = self.class.silhouette || self.class.kind == Kind::ArmoredBrigade;
        self.tank_rating = number(face, "rating").filter(|_| tank);
        self.tank_destroyer = face.value("destroyer") == Some("yes");
        self.stacking = number(face, "stacking");
    }
}

fn number(face: &Face, column: &str) -> Option<i32> {
    face.value(column)?.parse().ok()
}

/// A counter that another one becomes on its last step.
fn is_remnant(game: &Game, counter: &Counter) -> bool {
    game.counters.iter().any(|other| other.remnant.as_deref() == Some(counter.id.as_str()))
}

fn restriction(word: &str) -> Option<Restriction> {
    Some(match word {
        "15-pzgren-frozen" => Restriction::FifteenthFrozen,
        "3-pzgren-turn-1" => Restriction::ThirdOnTurnOne,
        "naples-garrison" => Restriction::NaplesGarrison,
        "formia-recon" => Restriction::FormiaRecon,
        "formia-garrison" => Restriction::FormiaGarrison,
        _ => return None,
    })
}

//! Duties: what a deed asks for, and whether it was done by the time play passes on.

use super::ground::{Off, Place};
use super::position::{Position, Who};
use super::words::Order;
use crate::hex::Hex;
use crate::referee::RuleId;

/// What must come true.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Want {
    /// The unit is at least in this order.
    Order(Order),
    /// The unit is off the map for good.
    Gone,
    /// The unit is no longer in this hex.
    Left(Hex),
    /// The unit is there.
    At(Place),
    /// The unit carries a replacement marker.
    ReplacementMarker,
    /// The unit carries a half-effectiveness marker.
    HalfEffective,
    /// The unit has no more steps than this.
    Steps(u32),
    /// No battle marker lies in the hex.
    NoBattleMarker(Hex),
    /// No fort stands in the hex.
    NoFort(Hex),
}

/// A duty.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub(super) rule: RuleId,
    pub(super) also: Vec<RuleId>,
    pub(super) unit: Option<Who>,
    pub(super) want: Want,
    pub(super) message: String,
    /// Asked for by a combat: due when that is over.
    pub(super) combat: bool,
}

impl Pending {
    pub(super) fn satisfied(&self, position: &Position<'_>) -> bool {
        let unit = self.unit.map(|who| &position.units[who]);
        let gone = unit.is_some_and(|unit| {
            matches!(
                unit.at,
                Place::Off(
                    Off::EliminatedBox | Off::Removed | Off::RemnantDisplay | Off::Withdrawn
                )
            )
        });
        match self.want {
            Want::Gone => gone,
            Want::At(place) => unit.is_some_and(|unit| unit.at == place),
            Want::Order(order) => gone || unit.is_some_and(|unit| unit.order >= order),
            Want::Left(hex) => unit.is_some_and(|unit| unit.at != Place::Hex(hex)),
            // The marker itself is taken off the list when it is placed.
            Want::ReplacementMarker | Want::HalfEffective => gone,
            Want::Steps(most) => gone || unit.is_some_and(|unit| unit.steps <= most),
            Want::NoBattleMarker(hex) => !position.facts.battle_markers.contains_key(&hex),
            Want::NoFort(hex) => !position.facts.forts.contains_key(&hex),
        }
    }
}

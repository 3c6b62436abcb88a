//! 24.2 The army boundary, the halt line, and the front line that releases both.

use super::Sicily;
use super::look::{accuse, name, turn};
use super::state::Scenario;
use super::units::ALLIED;
use crate::referee::frame::Play;
use crate::referee::ground::{OFF, Place};
use crate::referee::world::{At, Unit};
use crate::referee::{Judgement, rules};

rules! {
    pub(super) static SECTION_24_BOUNDARY = [
        /// There is always an army boundary that splits the island, and it changes only in Bookkeeping.
        ///
        /// Breaks it: the boundary is moved to column 41 in the Allied Movement Phase. Put right: it waits for Bookkeeping.
        DIVIDES = "SIC-24.22", "An army boundary exists and divides the island", "24.22", State;
        /// At first the boundary is column 45, until the front line is continuous.
        ///
        /// Breaks it: on turn 4, with no continuous front line yet, the boundary is moved to column 41.
        /// Put right: it stays in column 45.
        OPENING = "SIC-24.24", "The opening boundary", "24.24", State;
        /// The front line is continuous when hexes that Allied units hold or control join the US coast to the east coast.
        FRONT = "SIC-24.25", "The continuous front line", "24.25", State,
            not_of_play "it says what a front line is: who disregards it is judged under 24.24 and 24.27";
        /// On the first turn of the front line the towns taken decide: column 45 and the halt line for three turns
        /// when none of Syracuse, Augusta and Catania is; 3806–3819–4422–4430 and two turns when Syracuse or Augusta
        /// is; column 41, and no halt line any more, when Catania is.
        ///
        /// Breaks it: Augusta is taken, Catania is not, and the boundary goes to column 41.
        /// Put right: it goes to 3806–3819–4422–4430.
        STAGES = "SIC-24.27", "The first boundary after the front line", "24.27", State;
    ];
}

/// Where the army boundary runs. Its own hexes belong to the UK.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frontier {
    /// Along a column.
    Column(u8),
    /// As the map draws this stage.
    Stage(u8),
}

/// The columns in which the boundary of each stage runs, row by row.
#[derive(Debug, Clone, Default)]
pub(super) struct Stages(Vec<Vec<(u8, u8)>>);

impl Stages {
    /// From the hexes of each stage, as printed columns and rows.
    pub(super) fn new(stages: impl IntoIterator<Item = Vec<(u8, u8)>>) -> Self {
        let by_row = |hexes: Vec<(u8, u8)>| {
            let mut rows: Vec<(u8, u8)> = Vec::new();
            for (column, row) in hexes {
                match rows.iter_mut().find(|(known, _)| *known == row) {
                    Some((_, first)) => *first = column.min(*first),
                    None => rows.push((row, column)),
                }
            }
            rows.sort_unstable();
            rows
        };
        Stages(stages.into_iter().map(by_row).collect())
    }

    /// The column from which on a row is the UK's.
    pub(super) fn column(&self, frontier: Frontier, row: u8) -> u8 {
        let stage = match frontier {
            Frontier::Column(column) => return column,
            Frontier::Stage(stage) => usize::from(stage).checked_sub(1),
        };
        let Some(rows) = stage.and_then(|stage| self.0.get(stage)) else { return u8::MAX };
        let found = rows.iter().rev().find(|(known, _)| *known <= row).or(rows.first());
        found.map_or(u8::MAX, |(_, column)| *column)
    }
}

/// The boundary that the towns taken ask for on the first turn of the front line.
pub(super) fn asked_for(play: &Play<'_, Sicily>) -> Frontier {
    let known = &play.state.known;
    let taken = |town| known.has_taken(town, play.setting.land.places.town(town));
    if taken("Catania") {
        Frontier::Stage(3)
    } else if taken("Augusta") || taken("Syracuse") {
        Frontier::Stage(2)
    } else {
        Frontier::Stage(1)
    }
}

/// Rows of the map.
const LAST_ROW: u8 = 32;

/// Whether two ways to write a boundary mean the same one.
fn is_same(play: &Play<'_, Sicily>, a: Frontier, b: Frontier) -> bool {
    let stages = &play.setting.land.stages;
    (0..=LAST_ROW).all(|row| stages.column(a, row) == stages.column(b, row))
}

/// Whether a hex lies in the part of the other army.
pub(super) fn is_abroad(play: &Play<'_, Sicily>, nation: super::units::Nation, at: Place) -> bool {
    use super::units::Nation::{Uk, Us};
    let Some(frontier) = play.state.boundary else { return false };
    matches!(nation, Us | Uk) && play.setting.land.is_uk(at, frontier) != (nation == Uk)
}

/// The Allied player sets the boundary.
pub(super) fn set(play: &mut Play<'_, Sicily>, to: Frontier, said: &mut Judgement) {
    let variable = super::look::scenario(play) == Scenario::VariableCampaign;
    if !play.clock.allows(&play.sequence, "set-boundary", ALLIED) && turn(play) > 1 {
        let message = "the army boundary changes outside Bookkeeping".to_owned();
        accuse(play, said, DIVIDES, &[], None, message);
    } else if play.state.known.front_line_is_new && !variable {
        let asked = asked_for(play);
        if !is_same(play, to, asked) {
            let message = format!(
                "the boundary goes to {}, and the towns taken ask for {}",
                words(to),
                words(asked)
            );
            accuse(play, said, STAGES, &[], None, message);
        }
    } else if !variable && !play.state.known.had_front_line {
        let opening = Frontier::Stage(1);
        if !is_same(play, to, opening) && play.exact {
            let message = format!(
                "the boundary goes to {}, and before a continuous front line it stays in column 45",
                words(to)
            );
            super::look::accuse_or(play, said, (OPENING, DIVIDES), &[], None, message);
        } else if !is_same(play, to, opening) {
            let why = "whether the front line was continuous by now was not said";
            said.leave_unchecked(OPENING, why);
        }
    }
    play.state.boundary = Some(to);
}

/// The Allied player says that the front line is continuous.
pub(super) fn front_line(play: &mut Play<'_, Sicily>, said: &mut Judgement) {
    let new = !play.state.known.had_front_line;
    play.state.known.front_line_is_new = new;
    play.state.known.had_front_line = true;
    if new {
        let stage = asked_for(play);
        play.state.known.halt_line_until = match stage {
            Frontier::Stage(1) => Some(turn(play).saturating_add(2)),
            Frontier::Stage(2) => Some(turn(play).saturating_add(1)),
            _ => Some(turn(play).saturating_sub(1)),
        };
        if !is_continuous(play) {
            let why =
                "whether hexes without a unit are controlled depends on who went through them last";
            said.leave_unchecked(OPENING, why);
        }
    }
}

/// Whether the hexes that Allied units hold or control join the US coast to the east coast.
pub(super) fn is_continuous(play: &Play<'_, Sicily>) -> bool {
    if let Some(chain) = play.state.known.chain {
        return !chain.has_gap || chain.gap_in_zone;
    }
    let (space, places) = (&play.setting.space, &play.setting.land.places);
    let ours = |place: Place| {
        super::look::holds(play, ALLIED, place) || play.position.in_own_zone(ALLIED, place)
    };
    let coast = |place: Place| places.is_coastal(space, place);
    let of = |place: Place, nation| {
        play.position.stack(place).any(|unit| play.unit(unit).nation == Some(nation))
    };
    use super::units::Nation::{Uk, Us};
    let mut open: Vec<Place> =
        space.lattice.places().filter(|place| coast(*place) && of(*place, Us)).collect();
    let mut seen = vec![false; space.lattice.len()];
    while let Some(here) = open.pop() {
        if std::mem::replace(&mut seen[here as usize], true) {
            continue;
        }
        // The east coast begins at Cape Passero, in the south-east corner.
        if coast(here) && of(here, Uk) && play.setting.land.column(here) >= EAST {
            return true;
        }
        let around = space.lattice.around(here).iter().copied();
        open.extend(around.filter(|to| *to != OFF && ours(*to) && !seen[*to as usize]));
    }
    false
}

/// The east coast lies in these columns.
const EAST: u8 = 51;

/// A boundary in words.
pub(super) fn words(frontier: Frontier) -> String {
    match frontier {
        Frontier::Column(column) => format!("column {column}"),
        Frontier::Stage(1) => "column 45".to_owned(),
        Frontier::Stage(2) => "3806–3819–4422–4430".to_owned(),
        Frontier::Stage(_) => "column 41".to_owned(),
    }
}

/// Whether a unit is one of the three of Hermann Göring that start in 4121.
pub(super) fn thrusts(unit: &super::units::Facts, id: &str) -> bool {
    use super::units::{GOERING, Type};
    let starts = unit.set_up.as_deref() == Some(START);
    GOERING.contains(&id) || unit.is_of("HG") && unit.kind != Type::Artillery && starts
}

/// The three units of Hermann Göring that start in 4121 end the second Axis movement of turn 1 next to US units that
/// landed.
pub(super) fn judge_counterthrust(play: &Play<'_, Sicily>, said: &mut Judgement) {
    use super::units::{LANDED, Nation};
    let lattice = &play.setting.space.lattice;
    let start = lattice.parse(START);
    for (unit, known) in play.setting.roster.iter() {
        let Some(place) = play.position.place(unit) else { continue };
        if !thrusts(known, &known.id.0) {
            continue;
        }
        let landed = |other| {
            let other_is = play.unit(other);
            let from_sea = play.is(other, LANDED) || !other_is.is_airborne() && !play.exact;
            other_is.nation == Some(Nation::Us) && from_sea
        };
        if super::look::nearest(play, place, landed).is_some_and(|far| far <= 1) {
            continue;
        }
        // Only who could have come there did wrong. Who moved may have been unable to in his first phase.
        let stayed = play.at_phase_start.at(unit) == At::Map(place) && start == Some(place);
        if play.exact || stayed && could_strike(play, unit, place, landed) {
            let message = format!(
                "{} ends the second Axis Movement Phase in {}, next to no US unit that landed",
                known.words(),
                name(play, place)
            );
            accuse(play, said, super::special::COUNTERTHRUST, &[unit], Some(place), message);
        } else {
            let why = "it may have been unable to get there";
            said.leave_unchecked(super::special::COUNTERTHRUST, why);
        }
    }
}

/// Whether a unit could have gone next to one of these in this phase.
fn could_strike(
    play: &Play<'_, Sicily>,
    unit: Unit,
    from: Place,
    at: impl Fn(Unit) -> bool,
) -> bool {
    let lattice = &play.setting.space.lattice;
    let near = super::look::troops(play)
        .filter(|(other, there)| at(*other) && super::look::distance(play, from, *there) <= THRUST);
    let mut around = near.flat_map(|(_, there)| lattice.around(there).iter().copied());
    around.any(|to| to != OFF && super::movement::cheapest(play, unit, from, to).is_some())
}

/// No halved allowance leads further.
const THRUST: u32 = 12;

/// Where the counterthrust starts, as the counters have it.
const START: &str = "4121";

//! The table of a case: its patch of map, its units, its moment.

use super::super::Problem;
use super::super::world::{At, Enrolled, Position, Roster, Space, Unit};
use super::file::Situation;
use super::node::Node;
use super::part::{Names, Part, unknown};
use super::patch::Patch;
use crate::deeds::Moment;
use crate::model::{Game, Id, Map, Side};

/// The patch of map that a case is played on; none when it is played on the game's own.
pub fn read_patch(game: &Game, situation: &Situation) -> Result<Option<(Patch, Map)>, Problem> {
    let Some(node) = &situation.map else { return Ok(None) };
    let patch = Patch::read(node, game.maps.iter().next().map(|map| &map.grid))?;
    if let Some(geometry) = &situation.geometry {
        patch.assert_geometry(geometry)?;
    }
    let map = patch.to_map(game)?;
    Ok(Some((patch, map)))
}

/// How a unit of a case stands.
#[derive(Debug, Clone, Copy)]
pub struct Stands {
    unit: Unit,
    at: Option<At>,
    steps: u8,
    states: u32,
}

impl Stands {
    /// Puts it on the table.
    pub fn lay(self, space: &Space<'_>, position: &mut Position) {
        position.set_steps(self.unit, self.steps);
        position.set_states(space, self.unit, self.states);
        if let Some(at) = self.at {
            position.put(space, self.unit, at);
        }
    }
}

/// The units of a case: `read` reads what the game knows of one; where it is, its states and its steps left are the
/// same for every game.
pub fn read_units<F>(
    units: &Node,
    names: Names<'_>,
    states: &[&str],
    mut read: impl FnMut(&str, &mut Part<'_>) -> Result<Enrolled<F>, Problem>,
) -> Result<(Roster<F>, Vec<Stands>), Problem> {
    let (mut roster, mut stands) = (Roster::default(), Vec::new());
    for (id, node) in units.pairs() {
        let mut part = Part::new(node, "a unit", names);
        let at = part.at("at")?;
        let states = part.bits("state", states)?;
        let steps = part.steps("steps")?;
        let mut member = read(id, &mut part)?;
        part.finish()?;
        if let Some((_, Some(all))) = steps {
            member.steps = all;
        }
        let left = steps.map_or(member.steps, |(left, _)| left);
        let unit = roster.add(member).ok_or_else(|| Problem::at(node, "too many units"))?;
        stands.push(Stands { unit, at, steps: left, states });
    }
    Ok((roster, stands))
}

impl Part<'_> {
    /// A side of the game.
    pub fn whose(&mut self, key: &'static str) -> Result<Option<Id<Side>>, Problem> {
        let sides = self.game().sides.entries().map(|(id, _)| id);
        let number = self.side(key)?.map(usize::from);
        Ok(sides.into_iter().find(|id| Some(id.index()) == number))
    }

    /// The moment at which a phase of the sequence of play begins; `phase` is its id, read from `node`.
    pub fn moment_of(&mut self, node: &Node, phase: &str, turn: i32) -> Result<Moment, Problem> {
        let leaves = self.game().leaf_phases();
        if !leaves.iter().any(|leaf| leaf.id == phase) {
            return Err(unknown(node, "phase", leaves.iter().map(|leaf| leaf.id.as_str())));
        }
        let turn = self.read("turn")?.unwrap_or(turn);
        Ok(Moment { turn, phase: vec![phase.to_owned()], side: self.whose("side")? })
    }
}

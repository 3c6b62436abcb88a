//! The movement phase: hops of stacks, entry, exit; and pieces that stand elsewhere at the end of other phases.

use super::super::table::{Phase, Piece};
use super::super::units::Whereabouts;
use super::Log;
use super::act::{Act, Verdict};
use super::entry::Entry;
use super::scene::Hop;
use super::shown::{Place, names};
use crate::hex::Hex;
use crate::model::Provenance;
use crate::referee::{Finding, Judgement, Ruling};
use std::collections::BTreeMap;

impl Log<'_> {
    /// 3.3.1: residual firepower attacks before anybody else moves, or the phase ends.
    pub(super) fn missed_residual(&mut self, except: &[usize], rulings: &mut Vec<Ruling>) {
        let late: Vec<(usize, Hex)> = self
            .table
            .residual_due
            .iter()
            .copied()
            .filter(|(unit, _)| !except.contains(unit))
            .collect();
        self.table.residual_due.retain(|(unit, _)| except.contains(unit));
        let Some((unit, hex)) = late.first().copied() else { return };
        let Some(step) = self.scene.last_hop.as_ref().map(|hop| hop.step).or(self.last_step) else {
            return;
        };
        // Dice that nobody declared may have been the attack.
        if !self.scene.loose.is_empty() {
            return;
        }
        let name = self.name(Piece::Unit(unit));
        let place = self.hex_name(hex);
        let message = format!("the residual firepower in {place} did not attack {name}");
        let finding = Finding::violation("SK2-3.3.1-RES-ATTACK", message)
            .units(late.iter().map(|(unit, _)| self.table.units[*unit].id.clone()))
            .hexes([place])
            .rests_on(Provenance::Reconstructed);
        let mut judgement = Judgement::default();
        judgement.report(finding);
        self.rule(rulings, step, &format!("{name} moves on"), judgement);
    }

    /// A hop in the movement phase.
    pub(super) fn march(&mut self, hop: &Hop, rulings: &mut Vec<Ruling>) {
        self.missed_residual(&hop.units, rulings);
        if hop.units.is_empty() {
            self.weapons_alone(hop, rulings);
            return;
        }
        let manhandled =
            self.mode_of(&hop.units).is_some_and(|mode| mode.starts_with("manhandling"));
        match (hop.from, hop.to) {
            (Place::Hex(from), Place::Hex(to)) if manhandled => self.push(hop, from, to),
            (Place::Hex(from), Place::Hex(to)) => {
                let told = self.table.ground.range(from, to) == 1;
                let entry = self.moving("move", hop);
                let entry = if told {
                    entry.list("path", [self.hex_name(from), self.hex_name(to)])
                } else {
                    entry.word("from", self.hex_name(from)).word("to", self.hex_name(to))
                };
                let subject = format!(
                    "{} moves {} to {}",
                    self.names(&hop.units, &hop.weapons),
                    self.hex_name(from),
                    self.hex_name(to)
                );
                self.judge_hop(hop, subject, vec![entry], vec![from, to], rulings);
            }
            (Place::Off | Place::Gone, Place::Hex(to)) => self.enter_board(hop, to, rulings),
            (Place::Hex(from), Place::Off | Place::Gone) => self.leave_board(hop, from, rulings),
            _ => {}
        }
        self.arrange(hop);
    }

    /// How a group said that it moves.
    fn mode_of(&self, units: &[usize]) -> Option<&String> {
        units.iter().find_map(|unit| self.scene.modes.get(unit))
    }

    /// The words that every kind of movement has: who, with what, how.
    fn moving(&self, verb: &str, hop: &Hop) -> Entry {
        let mode = self.mode_of(&hop.units).map(String::as_str).unwrap_or_default();
        let tired = hop
            .units
            .iter()
            .any(|unit| self.scene.tired.contains(unit) && !self.table.units[*unit].was_exhausted);
        let double = mode.contains("double time") || tired;
        let entry = Entry::new(verb)
            .list("units", names(&self.table, &hop.units, &[]))
            .list("carries", names(&self.table, &[], &hop.weapons));
        let entry = if mode.contains("assault") { entry.word("mode", "assault") } else { entry };
        if double { entry.word("exhausted-counter", "placed") } else { entry }
    }

    fn judge_hop(
        &mut self,
        hop: &Hop,
        subject: String,
        entries: Vec<Entry>,
        hexes: Vec<Hex>,
        rulings: &mut Vec<Ruling>,
    ) -> Verdict {
        let act = Act {
            step: hop.step,
            subject,
            entries,
            weapons: &hop.weapons,
            units: hop.units.clone(),
            hexes,
        };
        let verdict = self.act(act, rulings);
        if verdict == Verdict::Breach {
            self.once_too_far(hop, rulings);
        }
        verdict
    }

    /// Who has gone too far is told so once, however far he goes on.
    fn once_too_far(&mut self, hop: &Hop, rulings: &mut [Ruling]) {
        let Some(findings) = rulings.last_mut().map(|ruling| &mut ruling.judgement.findings) else {
            return;
        };
        let too_far = !findings.is_empty()
            && findings.iter().all(|finding| finding.rule == "SK2-3.3-MF-COST");
        if !too_far {
            return;
        }
        if hop.units.iter().all(|unit| self.scene.too_far.contains(unit)) {
            findings.clear();
        }
        self.scene.too_far.extend(&hop.units);
    }

    /// Everybody is where the log shows them, and so are their weapons.
    fn arrange(&mut self, hop: &Hop) {
        for unit in &hop.units {
            self.follow_place(*unit);
        }
        for weapon in &hop.weapons {
            self.table.weapons[*weapon].lies_at = hop.to.hex();
        }
        self.carried_by(&hop.weapons, &hop.units);
        self.left_behind(&hop.units, &hop.weapons);
    }

    pub(super) fn follow_place(&mut self, unit: usize) {
        let Some(seen) = self.shown.units.get(unit) else { return };
        self.table.units[unit].at = match seen.at {
            Place::Hex(hex) => Whereabouts::Hex(hex),
            Place::Off => Whereabouts::OffMap,
            Place::Gone => Whereabouts::Gone,
        };
    }

    /// Units come on to the board.
    fn enter_board(&mut self, hop: &Hop, to: Hex, rulings: &mut Vec<Ruling>) {
        let subject =
            format!("{} enters in {}", self.names(&hop.units, &hop.weapons), self.hex_name(to));
        if !self.table.ground.is_edge(to) {
            let reason = "the log does not tell by which hexes they came in";
            self.unchecked(rulings, hop.step, &subject, "SK2-3.3-ENTRY", reason);
            return;
        }
        let entries =
            self.ways_over(to, self.moving("enter", hop).list("path", [self.hex_name(to)]));
        self.judge_hop(hop, subject, entries, vec![to], rulings);
    }

    /// Units leave the board: over an edge, for victory.
    fn leave_board(&mut self, hop: &Hop, from: Hex, rulings: &mut Vec<Ruling>) {
        let subject = format!(
            "{} leaves the board from {}",
            self.names(&hop.units, &hop.weapons),
            self.hex_name(from)
        );
        if !self.table.ground.is_edge(from) {
            // Taken from the middle of the board: lost to something that the log tells elsewhere, or does not tell.
            let reason = "units were taken from the board, and the log does not tell why";
            self.unchecked(rulings, hop.step, &subject, "SK2-3.3-EXIT", reason);
            return;
        }
        let entry = Entry::new("exit")
            .list("units", names(&self.table, &hop.units, &[]))
            .word("at", self.hex_name(from));
        let entries = self.ways_over(from, entry);
        self.judge_hop(hop, subject, entries, vec![from], rulings);
    }

    /// The same entry over every edge and by every group that it may be.
    fn ways_over(&self, hex: Hex, entry: Entry) -> Vec<Entry> {
        let mut ways = Vec::new();
        for edge in self.edges(hex) {
            let entry = entry.clone().word("edge", edge);
            // Groups of one nation that enter in different places are not told apart on the counters.
            for group in [None, Some("flank"), Some("2nd-battalion")] {
                ways.push(entry.clone().perhaps("group", group));
            }
        }
        ways
    }

    /// The edges of the board, by the card's points of the compass, that a hex lies on.
    fn edges(&self, hex: Hex) -> Vec<&'static str> {
        let ground = &self.table.ground;
        let inside: Vec<(i32, i32)> = ground
            .grid
            .hexes()
            .filter(|one| ground.is_playable(*one))
            .filter_map(|one| ground.grid.column_row(one))
            .collect();
        let Some((column, row)) = ground.grid.column_row(hex) else { return Vec::new() };
        let columns = inside.iter().map(|(column, _)| *column);
        let rows = || inside.iter().filter(|(other, _)| *other == column).map(|(_, row)| *row);
        let [left, right, up, down] = match self.table.scenario.as_deref() {
            // On the card of S14 the hexes numbered 0 lie in the south.
            Some("S14") => ["west", "east", "south", "north"],
            // On that of S11 north is on the left.
            Some("S11") => ["north", "south", "east", "west"],
            _ => ["west", "east", "north", "south"],
        };
        let mut edges = Vec::new();
        if columns.clone().min() == Some(column) {
            edges.push(left);
        }
        if columns.max() == Some(column) {
            edges.push(right);
        }
        if rows().min() == Some(row) {
            edges.push(up);
        }
        if rows().max() == Some(row) {
            edges.push(down);
        }
        edges
    }

    /// Weapons dragged after their units, or put right in the stack.
    fn weapons_alone(&mut self, hop: &Hop, rulings: &mut Vec<Ruling>) {
        let Place::Hex(to) = hop.to else { return };
        let side = self.table.side.clone();
        let porters: Vec<usize> = self
            .table
            .units_in(to)
            .filter(|(_, unit)| unit.side == side && unit.has("moved"))
            .map(|(unit, _)| unit)
            .collect();
        let reason = "a weapon was moved by itself: the log does not tell who carried it, or along which way";
        let subject = format!("{} is moved", self.names(&[], &hop.weapons));
        self.unchecked(rulings, hop.step, &subject, "SK2-4.0-IPC", reason);
        if porters.is_empty() {
            for weapon in &hop.weapons {
                self.table.weapons[*weapon].lies_at = Some(to);
            }
            self.guess_possession();
        } else {
            self.carried_by(&hop.weapons, &porters);
        }
    }

    /// Units stand elsewhere at the end of a phase in which nobody moves.
    pub(super) fn strays(&mut self, rulings: &mut Vec<Ruling>) {
        for hop in self.moved_in_all() {
            let (Place::Hex(_), Place::Hex(_)) = (hop.from, hop.to) else {
                self.came_or_went(&hop, rulings);
                continue;
            };
            self.march(&hop, rulings);
        }
    }

    fn came_or_went(&mut self, hop: &Hop, rulings: &mut Vec<Ruling>) {
        if let (Place::Off, Place::Hex(_)) = (hop.from, hop.to) {
            self.march(hop, rulings);
        } else {
            self.arrange(hop);
        }
    }

    /// Who stands elsewhere than when the phase began, by way.
    pub(super) fn moved_in_all(&self) -> Vec<Hop> {
        let key = |from: Place, to: Place| (from.key(), to.key());
        let mut found = BTreeMap::new();
        let hop = |step: usize, from: Place, to: Place| Hop {
            step,
            from,
            to,
            units: Vec::new(),
            weapons: Vec::new(),
        };
        let mut stood: Vec<(usize, (usize, Place))> =
            self.scene.stood.iter().map(|(unit, from)| (*unit, *from)).collect();
        stood.sort_by_key(|(unit, (step, _))| (*step, *unit));
        for (unit, (step, from)) in stood {
            let Some(to) = self.shown.units.get(unit).map(|seen| seen.at) else { continue };
            if from != to {
                let group = found.entry(key(from, to)).or_insert_with(|| hop(step, from, to));
                group.units.push(unit);
            }
        }
        let mut weapons: Vec<(usize, Place)> =
            self.scene.weapons_stood.iter().map(|(weapon, from)| (*weapon, *from)).collect();
        weapons.sort_by_key(|(weapon, _)| *weapon);
        for (weapon, from) in weapons {
            let Some(to) = self.shown.weapons.get(weapon).map(|seen| seen.at) else { continue };
            if let Some(group) = found.get_mut(&key(from, to)) {
                group.weapons.push(weapon);
            }
        }
        found.into_values().collect()
    }

    /// A unit came on to the ground from the palette.
    pub(super) fn arrived(&mut self, piece: Piece) {
        if let Piece::Unit(unit) = piece {
            self.follow_place(unit);
        }
        self.guess_possession();
    }

    /// The advance phase, when it is over: each unit one hex.
    pub(super) fn advances(&mut self, rulings: &mut Vec<Ruling>) {
        debug_assert_eq!(self.table.phase, Phase::Advance);
        for hop in self.moved_in_all() {
            let (from, to) = (hop.from, hop.to);
            if hop.units.is_empty() {
                continue;
            }
            let (Place::Hex(a), Place::Hex(b)) = (from, to) else {
                if let (Place::Hex(a), Place::Off) = (from, to) {
                    self.leave_board(&hop, a, rulings);
                }
                self.arrange(&hop);
                continue;
            };
            let names_of = names(&self.table, &hop.units, &[]);
            let tired = hop.units.iter().any(|unit| self.scene.tired.contains(unit));
            let entry = Entry::new("advance")
                .list("units", names_of)
                .list("path", [self.hex_name(a), self.hex_name(b)])
                .list("carries", names(&self.table, &[], &hop.weapons))
                .word("exhausted-counter", if tired { "placed" } else { "not-placed" });
            let subject = format!(
                "{} advances {} to {}",
                self.names(&hop.units, &hop.weapons),
                self.hex_name(a),
                self.hex_name(b)
            );
            self.judge_hop(&hop, subject, vec![entry], vec![a, b], rulings);
            self.arrange(&hop);
        }
    }

    /// A Gun is pushed: the roll that follows decides.
    fn push(&mut self, hop: &Hop, from: Hex, to: Hex) {
        self.scene.pushed = Some((hop.clone(), from, to));
    }
}

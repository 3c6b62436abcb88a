//! 18.0 Fortifications.

use super::entry::Build;
use super::ground::{Gustav, Terrain};
use super::play::Play;
use super::position::Fort;
use super::scenarios::VOLTURNO;
use super::words::{Phase, Side};
use crate::hex::Hex;
use crate::referee::{Problem, rules};

rules! {
    pub(crate) static FORTIFICATIONS = [
        /// In his Initial Phase the German player starts one fort or completes one, in any land hex.
        BUILD_ONE = "I43-18.1.1", "One build a turn", "18.1.1, 3.0", Budget;
        /// Level 2 is built on a completed level 1, whose marker then returns.
        LEVEL_TWO = "I43-18.1.2", "Level 2", "18.1.2", Transition;
        /// There are eight level 1 and four level 2 markers.
        MARKERS = "I43-18.1.3a", "Marker limit", "18.1.3", Budget;
        /// The hex is in supply, outside enemy zones unless a German unit is there, and without a Battle marker.
        WHERE = "I43-18.1.3b", "Where to build", "18.1.3", Transition;
        /// No level 1 is completed before all eight have been started.
        EIGHT_STARTED = "I43-18.1.3c", "Eight started first", "18.1.3", Sequence;
        /// Level 2 stands on or behind the Gustav Line.
        GUSTAV = "I43-18.1.3d", "Level 2 and the Gustav Line", "18.1.3", Transition;
        /// Next to an enemy a die of 1 or 2 fails, and the build of the turn is lost.
        CONTESTED = "I43-18.1.4", "Building next to the enemy", "18.1.4", Resolution;
        /// A vacant fort is not attacked and delays nobody, but it blocks Allied lines.
        VACANT_FORT = "I43-18.2.1", "Vacant forts", "18.2.1", Transition;
        /// A completed, occupied fort shifts one or two left, denies tank shifts and uses the city column.
        FORT_COMBAT = "I43-18.2.2", "Forts in combat", "18.2.2", Resolution;
        /// The German player may remove forts in his turn; an Allied unit that enters removes one.
        FORT_REMOVAL = "I43-18.2.3", "Removing forts", "18.2.3", Transition;
    ];
}

/// Markers of level 1 and level 2.
const MARKER_COUNT: [u32; 2] = [8, 4];

impl Play<'_> {
    pub(super) fn build(&mut self, entry: &Build) -> Result<(), Problem> {
        let hex = self.hex_at(entry.at.as_ref())?;
        let level = entry.level.unwrap_or(1);
        let starting = match entry.action.as_deref() {
            Some("start") => true,
            Some("complete") => false,
            _ => return Err(Problem::new("`start` or `complete`?")),
        };
        if self.position.when.scenario("S1") {
            let message = "no forts are built in this scenario".to_owned();
            self.violation_or(VOLTURNO, &[BUILD_ONE], &[], message);
            return Ok(());
        }
        self.judge_build_time();
        self.judge_site(hex);
        if starting {
            self.judge_start(hex, level);
        } else {
            self.judge_completion(hex, level);
        }
        let contested = self.position.adjacent_to(hex, Side::Allied);
        let failed = contested
            && entry.roll.is_some_and(|roll| {
                self.position
                    .tables
                    .roll("contested-building", roll)
                    .is_some_and(|row| row.starts_with("fails"))
            });
        if failed && entry.result.is_some() {
            let name = self.position.ground.hex_name(hex);
            let message = format!(
                "a die of {} next to the enemy fails in {name}",
                entry.roll.unwrap_or_default()
            );
            self.violation(CONTESTED, &[], message);
        }
        self.turn.built = true;
        if !failed {
            self.raise(hex, level, starting);
        }
        Ok(())
    }

    fn judge_build_time(&mut self) {
        let when = self.position.when.clone();
        let german = when.side.is_none_or(|side| side == Side::German);
        match when.phase {
            None | Some(Phase::Initial) if german => {}
            phase if german => {
                let reading = match phase {
                    Some(Phase::Movement) => "A-01: the example builds after moving",
                    _ => "A-01: the phase of building",
                };
                let message = "forts are built in the Initial Phase".to_owned();
                self.suspect(BUILD_ONE, &[super::sequence::INITIAL_MENU], &[], message, reading);
            }
            _ => {
                let message = "forts are built in the German Initial Phase".to_owned();
                self.violation(BUILD_ONE, &[], message);
            }
        }
        if self.turn.built {
            let message = "one fort is started or completed in a turn".to_owned();
            self.violation(BUILD_ONE, &[], message);
        }
    }

    fn judge_site(&mut self, hex: Hex) {
        let name = self.position.ground.hex_name(hex);
        if self.position.ground.terrain(hex) == Terrain::Sea {
            self.violation(BUILD_ONE, &[], format!("{name} is no land hex"));
        }
        if !self.position.hex_supplied(hex, Side::German) {
            self.violation(WHERE, &[], format!("{name} is not in supply"));
        }
        if self.position.in_zone_of(hex, Side::Allied) && !self.position.holds(hex, Side::German) {
            self.violation(
                WHERE,
                &[],
                format!("{name} is in an enemy zone and no German unit is there"),
            );
        }
        if self.position.holds(hex, Side::Allied) {
            self.violation(WHERE, &[], format!("an Allied unit is in {name}"));
        }
        if self.position.facts.battle_markers.contains_key(&hex) {
            self.violation(WHERE, &[], format!("a Battle marker lies in {name}"));
        }
    }

    fn judge_start(&mut self, hex: Hex, level: u8) {
        let name = self.position.ground.hex_name(hex);
        let fort = self.position.facts.forts.get(&hex).copied();
        if level == 2 {
            match fort {
                Some(Fort { level: 1, building: None }) => {}
                Some(Fort { level: 0, building: Some(1) }) => {
                    let message = format!("level 1 in {name} is still under construction");
                    self.suspect(
                        LEVEL_TWO,
                        &[],
                        &[],
                        message,
                        "A-25: only a completed level 1 is upgraded",
                    );
                }
                _ => {
                    self.violation(LEVEL_TWO, &[], format!("no level 1 fort to upgrade in {name}"))
                }
            }
            match self.position.ground.hex(hex).gustav {
                Some(Gustav::On | Gustav::Behind) => {}
                Some(Gustav::Ahead) => {
                    let message = format!("{name} lies ahead of the Gustav Line");
                    self.violation(GUSTAV, &[], message);
                }
                None => self.now.leave_unchecked(
                    GUSTAV,
                    "the map does not say where the hex lies to the Gustav Line",
                ),
            }
        } else if fort.is_some() {
            self.violation_or(BUILD_ONE, &[LEVEL_TWO], &[], format!("a fort is in {name} already"));
        }
        let slot = usize::from(level == 2);
        if self.markers_in_use(level) >= MARKER_COUNT[slot] {
            let message = format!("all {} level {level} markers are in use", MARKER_COUNT[slot]);
            self.violation(MARKERS, &[], message);
        }
    }

    fn markers_in_use(&self, level: u8) -> u32 {
        let slot = usize::from(level == 2);
        if let Some(count) = self.position.facts.markers_in_use[slot] {
            return count;
        }
        let uses = |fort: &&Fort| match level {
            1 => fort.level == 1 || fort.building == Some(1),
            _ => fort.level == 2 || fort.building == Some(2),
        };
        self.position.facts.forts.values().filter(uses).count() as u32
    }

    fn judge_completion(&mut self, hex: Hex, level: u8) {
        let name = self.position.ground.hex_name(hex);
        let building = self.position.facts.forts.get(&hex).and_then(|fort| fort.building);
        if building != Some(level) {
            let message = format!("no level {level} fort is under construction in {name}");
            self.violation_or(BUILD_ONE, &[LEVEL_TWO], &[], message);
        }
        if level == 1
            && self.position.facts.forts_started.is_some_and(|started| started < MARKER_COUNT[0])
        {
            let started = self.position.facts.forts_started.unwrap_or_default();
            let message = format!("only {started} of eight level 1 forts have been started");
            self.violation(EIGHT_STARTED, &[], message);
        }
    }

    fn raise(&mut self, hex: Hex, level: u8, starting: bool) {
        let facts = &mut self.position.facts;
        let fort = facts.forts.entry(hex).or_insert(Fort { level: 0, building: None });
        if starting {
            fort.building = Some(level);
            if level == 1 {
                facts.forts_started = facts.forts_started.map(|started| started + 1);
            }
        } else {
            fort.level = level;
            fort.building = None;
        }
        let [first, second] = &mut facts.markers_in_use;
        match (starting, level) {
            (true, 1) => *first = first.map(|count| count + 1),
            (true, _) => *second = second.map(|count| count + 1),
            (false, 2) => *first = first.map(|count| count.saturating_sub(1)),
            _ => {}
        }
    }

    /// A fort marker is taken off.
    pub(super) fn remove_fort(&mut self, hex: Hex) {
        let allied = self.position.holds(hex, Side::Allied);
        let german_turn =
            self.position.when.side == Some(Side::German) || self.position.when.side.is_none();
        let name = self.position.ground.hex_name(hex);
        if !self.position.facts.forts.contains_key(&hex) {
            self.violation(FORT_REMOVAL, &[], format!("no fort is in {name}"));
        } else if !allied && !german_turn {
            let message = format!(
                "the fort in {name} goes only in the German turn, or when an Allied unit enters"
            );
            self.violation(FORT_REMOVAL, &[], message);
        }
        self.position.facts.forts.remove(&hex);
    }
}

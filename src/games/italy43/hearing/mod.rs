//! Logs of games: deeds become the verbs that rule cases use, phase by phase.
//!
//! A phase is judged when it is over, because players move in hops, take back and put things right. What a log
//! does not tell is tried in every way ([`trial`]); only what no reading makes legal is a violation. After each
//! phase the position is set to what the table shows: one mistake, one finding.

mod fight;
mod fights;
mod initial;
mod march;
mod markers;
mod muster;
mod overlays;
mod table;
mod trial;
mod upkeep;

use super::ground::{Ground, Off, Place};
use super::play::Play;
use super::position::{Arrival, Facts, Fort, Position, When, Who};
use super::tables::Tables;
use super::unit::{Restriction, Unit};
use super::words::{Nation, Phase, ReplacementType, Side};
use crate::deeds::{Act, Deed, Moment, Standing, UnitId};
use crate::hex::Hex;
use crate::model::{Game, Id, Map, Placement, Provenance, Scenario};
use crate::referee::sequence::Sequence;
use crate::referee::{Hearing, Judgement, Overlays, Reach, Ruling};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use table::{Piece, Table};

/// A referee of Italy '43 at work on a log.
pub(super) struct Log<'a> {
    game: &'a Game,
    map: Id<Map>,
    ground: Arc<Ground>,
    scenario: Option<&'a Scenario>,
    sequence: Sequence,
    play: Play<'a>,
    table: Table,
    /// The phase being heard: turn, and its number in the turn.
    now: Option<(i32, usize)>,
    moment: Option<Moment>,
    /// Deeds of this phase.
    deeds: Vec<Deed>,
    /// Everything is legal in hindsight while play is set up or the phase is not known.
    seated: bool,
    /// Hexes beyond the Volturno.
    beyond_volturno: HashSet<Hex>,
    /// Units whose arrival or departure rests on a reconstructed card.
    doubtful: HashSet<String>,
}

impl<'a> Log<'a> {
    /// Begins to hear a log; none when the game has no map of this game's words.
    pub(super) fn new(game: &'a Game, scenario: Option<&str>) -> Option<Self> {
        let map = game.maps.first()?;
        let ground = Arc::new(Ground::of_map(game, &game.maps[map]).ok()?);
        let scenario = scenario.and_then(|id| game.scenarios.get(id));
        let position = Position {
            tables: Tables::of(game),
            when: When::default(),
            ground: Arc::clone(&ground),
            units: Vec::new(),
            facts: Facts::default(),
        };
        Some(Log {
            game,
            map,
            beyond_volturno: beyond_volturno(&game.maps[map], &ground),
            ground,
            scenario,
            sequence: Sequence::new(game, scenario.and_then(|s| s.first_side)),
            play: Play::new(position),
            table: Table::default(),
            now: None,
            moment: None,
            deeds: Vec::new(),
            seated: false,
            doubtful: HashSet::new(),
        })
    }

    /// The game as far as it was heard.
    pub(super) fn play(&self) -> &Play<'a> {
        &self.play
    }

    /// Where a unit stood when the phase began.
    pub(super) fn place_of(&self, who: Who) -> Place {
        self.table.pieces.get(who).map_or(Place::Off(Off::Elsewhere), |piece| piece.at)
    }

    /// The stages of a turn, in their order.
    pub(super) fn moments(&self, turn: i32) -> Vec<Moment> {
        (0..self.sequence.turn(turn).len())
            .filter_map(|at| self.sequence.moment((turn, at)))
            .collect()
    }

    // The table at the beginning

    fn sit_down(
        &mut self,
        pieces: &[Standing],
        markers: &[(String, crate::deeds::Spot)],
        moment: Option<&Moment>,
        scenario: Option<&str>,
    ) {
        if self.scenario.is_none() {
            self.scenario = scenario.and_then(|id| self.game.scenarios.get(id));
            self.sequence = Sequence::new(self.game, self.scenario.and_then(|s| s.first_side));
        }
        let tables = Tables::of(self.game);
        let mut units = Vec::new();
        self.table = Table::default();
        for standing in pieces {
            let Some(counter) = self.game.counters.get(standing.unit.counter()) else { continue };
            let Some(unit) = Unit::of_counter(self.game, &tables, &standing.unit.0, counter) else {
                continue;
            };
            let piece = Table::piece(self.game, self.map, &self.ground, standing, &unit);
            self.table.add(standing.unit.clone(), piece);
            units.push(unit);
        }
        for (marker, at) in markers {
            self.table.marker(self.game, self.map, marker, None, Some(at));
        }
        let mut facts = self.facts_at_start();
        let first = self.scenario.map(|scenario| scenario.turns.first);
        if first.is_some() && moment.map(|moment| moment.turn) == first {
            facts.forts_started = u32::try_from(facts.forts.len()).ok();
        }
        let when = When {
            scenario: self.scenario.map(|scenario| scenario.id.clone()),
            weather: self.table.weather,
            ..When::default()
        };
        let position = Position { tables, when, ground: Arc::clone(&self.ground), units, facts };
        let sketches = self.play.sketches;
        self.play = Play::new(position);
        self.play.sketches = sketches;
        self.set_restrictions();
        self.sync();
        self.seated = true;
        if let Some(moment) = moment {
            self.begin(moment);
        }
    }

    fn facts_at_start(&mut self) -> Facts {
        let map = &self.game.maps[self.map];
        let area = |id: &str| map.areas.get(id).map(|area| area.hexes.clone()).unwrap_or_default();
        let mut facts = Facts {
            trace: true,
            naples: area("naples"),
            formia: area("formia").first().copied(),
            supply_points: self.table.supply,
            vp: self.table.victory,
            ..Facts::default()
        };
        facts.vp_hexes = map.victory.iter().map(|victory| (victory.hex, victory.points)).collect();
        facts.control.extend(facts.naples.iter().map(|hex| (*hex, Side::Allied)));
        let Some(scenario) = self.scenario else { return facts };
        self.doubtful.clear();
        for set_up in scenario.set_ups.iter().filter(|set_up| set_up.turn.is_some()) {
            let name = |at: &crate::hex::Location| {
                let name = map.location_name(*at);
                name.strip_prefix("entry-").map(str::to_owned).unwrap_or(name)
            };
            let at: Vec<String> = match &set_up.placement {
                Placement::At(_, at) => vec![name(at)],
                Placement::AnyOf(_, all) => all.iter().map(name).collect(),
                Placement::Area(_, area) => vec![map.areas[*area].id.clone()],
                Placement::Entry(_, entry) => {
                    let id = &map.boxes[*entry].id;
                    vec![id.strip_prefix("entry-").unwrap_or(id).to_owned()]
                }
                Placement::Within(..) | Placement::Free(_) => Vec::new(),
            };
            for unit in &set_up.units {
                let id = self.game.counters[unit.counter].id.clone();
                if set_up.provenance == Provenance::Reconstructed {
                    self.doubtful.insert(id.to_string());
                }
                facts
                    .schedule
                    .insert(id.to_string(), Arrival { turn: set_up.turn, at: at.clone() });
            }
        }
        for (marker, hex) in &self.table.markers {
            let level = if marker == "level-2" { 2 } else { 1 };
            if marker == "battle" {
                facts.battle_markers.insert(*hex, 1);
                continue;
            }
            let at_start = scenario.set_ups.iter().find(|set_up| {
                set_up.units.iter().any(|unit| self.game.counters[unit.counter].id == *marker)
                    && matches!(&set_up.placement, Placement::At(_, at) if *at == crate::hex::Location::Hex(*hex))
            });
            let built = at_start.is_some_and(|set_up| !set_up.reduced);
            let fort = if built {
                Fort { level, building: None }
            } else {
                Fort { level: level - 1, building: Some(level) }
            };
            facts.forts.insert(*hex, fort);
        }
        facts
    }

    /// I43 S2.3, S3.3: whom the scenario holds in place.
    fn set_restrictions(&mut self) {
        for unit in &mut self.play.position.units {
            let counter = unit.id.split('#').next().unwrap_or_default();
            let held = self.scenario.is_some_and(|scenario| {
                scenario.set_ups.iter().any(|set_up| {
                    set_up.units.iter().any(|one| self.game.counters[one.counter].id == counter)
                        && (set_up
                            .states
                            .iter()
                            .any(|state| state.starts_with("frozen") || state == "garrison")
                            || unit.restriction == Some(Restriction::FormiaGarrison))
                })
            });
            if !held {
                unit.restriction = None;
            }
        }
    }

    // When

    fn stage_of(&self, at: (i32, usize)) -> Option<(Option<Side>, Phase)> {
        let stage = self.sequence.turn(at.0).get(at.1)?;
        let side = stage.side().and_then(|side| match self.game.sides[side].id.as_str() {
            "german" => Some(Side::German),
            "allied" => Some(Side::Allied),
            _ => None,
        });
        Some((side, Phase::read(stage.id())?))
    }

    /// Play is at this moment: the first that the log tells.
    fn begin(&mut self, moment: &Moment) {
        self.now = self.sequence.find(moment);
        self.moment = Some(moment.clone());
        if let Some(now) = self.now {
            self.enter(now);
        }
    }

    /// The position is at a stage that nothing was heard of yet.
    fn enter(&mut self, at: (i32, usize)) {
        let Some((side, phase)) = self.stage_of(at) else { return };
        let when = &mut self.play.position.when;
        when.turn = Some(at.0);
        when.side = side;
        when.phase = Some(phase);
        self.due_this_turn();
    }

    /// Replacements, removals and withdrawals of the turn.
    fn due_this_turn(&mut self) {
        let Some(turn) = self.play.position.when.turn else { return };
        let facts = &mut self.play.position.facts;
        facts.replacements = replacements(self.game, turn);
        facts.removals_due.clear();
        facts.withdrawals_due.clear();
        let Some(scenario) = self.scenario else { return };
        for withdrawal in scenario.withdrawals.iter().filter(|withdrawal| withdrawal.turn == turn) {
            for unit in &withdrawal.units {
                let id = self.game.counters[unit.counter].id.clone();
                if withdrawal.provenance == Provenance::Reconstructed {
                    self.doubtful.insert(id.to_string());
                }
                match withdrawal.returns {
                    Some(_) => facts.withdrawals_due.push(id.to_string()),
                    None => facts.removals_due.push(id.to_string()),
                }
            }
        }
    }

    /// Play passes on: the phases up to the new moment are over, and are judged.
    fn pass(&mut self, moment: &Moment, step: usize, rulings: &mut Vec<Ruling>) {
        let next = self.sequence.find(moment);
        let deeds = std::mem::take(&mut self.deeds);
        let judged = match (self.now, next) {
            (Some(now), Some(next)) if now < next => {
                let mut stages = vec![now];
                stages.extend(self.sequence.between(now, next));
                self.judge_stages(&stages, deeds, step, rulings)
            }
            _ => {
                self.leave_alone(deeds, rulings);
                false
            }
        };
        if let Some(next) = next {
            if judged {
                self.pass_to(next, step, rulings);
            } else {
                self.play.phase = Default::default();
                self.play.pending.clear();
                self.play.combats.clear();
                self.play.current = None;
                self.enter(next);
            }
        }
        self.moment = Some(moment.clone());
        self.now = next;
    }

    /// Deeds that cannot be judged: the log names no phase, or play went back to one that was over.
    fn leave_alone(&mut self, deeds: Vec<Deed>, rulings: &mut Vec<Ruling>) {
        if let Some(first) = deeds.first() {
            let mut judgement = Judgement::default();
            judgement.leave_unchecked(
                super::sequence::TURN,
                "the log does not tell the phase in which this was done, or goes back to one that was over",
            );
            self.rule(
                rulings,
                first.step,
                "deeds outside the sequence of play".to_owned(),
                judgement,
            );
        }
        for deed in &deeds {
            self.table.apply(self.game, self.map, &self.ground, &deed.act);
        }
        self.sync();
    }

    /// Sets the position to what the table shows.
    fn sync(&mut self) {
        let tables = Tables::of(self.game);
        for (who, piece) in self.table.pieces.iter().enumerate() {
            self.play.position.units[who].take(self.game, &tables, piece);
        }
        let across = self.play.position.units.iter().any(|unit| {
            unit.side == Side::Allied
                && unit.hex().is_some_and(|hex| self.beyond_volturno.contains(&hex))
        });
        if across {
            let turn = self.play.position.when.turn.unwrap_or(0);
            self.play.position.facts.volturno_crossed.get_or_insert(turn);
        }
        self.play.position.when.weather = self.table.weather;
        self.play.release_frozen();
    }

    fn rule(&self, rulings: &mut Vec<Ruling>, step: usize, subject: String, judgement: Judgement) {
        rulings.push(Ruling { step, moment: self.moment.clone(), subject, judgement });
    }

    /// A unit as texts call it.
    fn name(&self, who: Who) -> String {
        let id = &self.play.position.units[who].id;
        let counter = id.split('#').next().unwrap_or_default();
        match (self.game.counters.get(counter), id.split_once('#')) {
            (Some(counter), None) => counter.name.to_string(),
            (Some(counter), Some((_, number))) => format!("{} #{number}", counter.name),
            _ => id.clone(),
        }
    }
}

impl Unit {
    /// Shows what the table shows.
    fn take(&mut self, game: &Game, tables: &Tables<'_>, piece: &Piece) {
        let counter = self.id.split('#').next().and_then(|id| game.counters.get(id));
        // A withdrawn unit waits on the turn track as reinforcements do.
        let withdrawn =
            self.at == Place::Off(Off::Withdrawn) && piece.at == Place::Off(Off::NotArrived);
        if !withdrawn {
            self.at = piece.at;
        }
        if self.artillery() {
            self.fired = piece.steps == 0;
            self.steps = u32::from(!piece.dead());
        } else if piece.dead() {
            self.steps = 0;
        } else if let Some(counter) = counter {
            self.show(game, tables, counter, piece.steps);
        }
        self.order = piece.order();
        self.supply = piece.supply();
        self.truck = piece.states.contains("truck");
        self.replacement = piece.states.contains("replacement");
        self.half_effective = piece.states.contains("half-effective");
        self.auto_ds = piece.states.contains("auto-ds");
    }
}

/// What the turn record grants (20.1).
fn replacements(game: &Game, turn: i32) -> HashMap<Nation, Vec<ReplacementType>> {
    let Some(chart) = game.charts.get("turn-record") else { return HashMap::new() };
    let columns = [
        ("German", Nation::German),
        ("US", Nation::Us),
        ("British", Nation::British),
        ("French", Nation::French),
        ("Italian", Nation::Italian),
    ];
    let kind = |word: &str| match word.trim() {
        "infantry" => Some(ReplacementType::Infantry),
        "special" => Some(ReplacementType::Special),
        "tank" => Some(ReplacementType::Tank),
        _ => None,
    };
    columns
        .into_iter()
        .filter_map(|(column, nation)| {
            let cell = chart.cell(&turn.to_string(), column)?;
            Some((nation, cell.split(',').filter_map(kind).collect()))
        })
        .collect()
}

/// Land on the German side of the Volturno, west of its source: an Allied unit there has crossed it (S3.3).
fn beyond_volturno(map: &Map, ground: &Ground) -> HashSet<Hex> {
    let banks: HashSet<crate::hex::Hexside> = map
        .lines
        .iter()
        .filter(|line| line.name == "Volturno")
        .flat_map(|line| line.sides.iter().copied())
        .collect();
    let source = banks
        .iter()
        .flat_map(|side| side.hexes())
        .filter_map(|hex| map.grid.column_row(hex))
        .max_by_key(|(column, row)| (-row, *column))
        .map_or(i32::MAX, |(column, _)| column);
    let inside = |hex: &Hex| map.grid.column_row(*hex).is_some_and(|(column, _)| column <= source);
    let first = map.boxes.get("entry-N1").and_then(|entry| {
        entry.touches.iter().find(|hex| ground.terrain(**hex) != super::ground::Terrain::Sea)
    });
    let mut found: HashSet<Hex> = first.copied().into_iter().collect();
    let mut open: Vec<Hex> = first.copied().into_iter().collect();
    while let Some(hex) = open.pop() {
        for near in ground.neighbours(hex).filter(inside) {
            let river =
                crate::hex::Hexside::between(hex, near).is_some_and(|side| banks.contains(&side));
            if !river && !ground.sea_between(hex, near) && found.insert(near) {
                open.push(near);
            }
        }
    }
    found
}

impl Hearing for Log<'_> {
    fn hear(&mut self, deed: &Deed, rulings: &mut Vec<Ruling>) {
        match &deed.act {
            Act::SetUp { pieces, markers, moment, scenario } => {
                self.sit_down(pieces, markers, moment.as_ref(), scenario.as_deref());
                self.judge_set_up(rulings);
            }
            Act::Turn(moment) => self.pass(moment, deed.step, rulings),
            Act::Arrive(standing) => self.arrive(standing),
            _ => self.deeds.push(deed.clone()),
        }
    }

    fn work_out(&mut self) {
        self.play.sketches = true;
    }

    fn overlays(&self) -> Overlays {
        self.look()
    }

    fn reach(&self, unit: &UnitId) -> Option<Reach> {
        self.look_around(std::slice::from_ref(unit)).pop().flatten()
    }

    fn reaches(&self, units: &[UnitId]) -> Vec<Option<Reach>> {
        self.look_around(units)
    }

    fn close(&mut self, rulings: &mut Vec<Ruling>) {
        let deeds = std::mem::take(&mut self.deeds);
        let Some(now) = self.now else { return self.leave_alone(deeds, rulings) };
        let Some(last) = deeds.last().map(|deed| deed.step) else { return };
        if self.ahead_of_the_tracker(now, &deeds) {
            return self.leave_alone(deeds, rulings);
        }
        self.judge_stage(now, &deeds, false, rulings);
        let mut judgement = Judgement::default();
        judgement.leave_unchecked(super::sequence::TURN, "the log ends before the phase does");
        self.rule(rulings, last, "the end of the phase".to_owned(), judgement);
    }
}

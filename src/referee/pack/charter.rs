//! The rulebook that declarative rules make.

use super::super::case::{Part, Patch, unknown};
use super::super::court::{Fit, Matter};
use super::super::frame::{Event, Rulebook, Setting, Unknown};
use super::super::ground::Scale;
use super::super::sequence::Stage;
use super::super::walk::Search;
use super::super::world::{At, Enrolled, Position, Space, Unit};
use super::super::{Judgement, Overlays, Problem, Reach, Rule, RuleId};
use super::Play;
use super::board::states_that;
use super::book::Book;
use super::case::{self, Verb};
use super::combat::Table;
use super::court::State;
use super::land::{Land, fractions};
use super::roster::{Facts, of_counter};
use super::supply::Supply;
use crate::deeds::{Act, Declared, Deed, Moment, UnitId};
use crate::model::{Counter, Game, MovementPoints, Rules, Topic};
use std::sync::Arc;

/// The rules of a pack.
#[derive(Debug)]
pub(crate) struct Charter {
    book: Arc<Book>,
    table: Option<Arc<Table>>,
    states: Vec<String>,
    /// The states, as bits, whose units have no zone of control.
    quiet: u32,
    fractions: Vec<MovementPoints>,
    pub(crate) scale: Scale,
    demolishes: bool,
    matters: Vec<(Matter, Vec<RuleId>)>,
    rests_on: Vec<(Unknown, Vec<RuleId>)>,
}

/// Buffers of searches.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) search: Search<bool>,
    pub(crate) supply: Supply,
}

impl Charter {
    /// The rulebook of a game; none when its sources have no rules to judge by.
    pub(crate) fn new(game: &Game) -> Option<Self> {
        if is_empty(&game.rules) {
            return None;
        }
        let book = Book::new(game);
        let ids = |topics: &[Topic]| topics.iter().map(|topic| book.id(*topic)).collect();
        let counters = [Topic::Units, Topic::Reinforcements, Topic::Sequence, Topic::SetUp];
        let matters = vec![
            (Matter::Order, ids(&[Topic::Sequence])),
            (Matter::Dice, ids(&[Topic::Results, Topic::Attacks])),
            (Matter::Counters, ids(&counters)),
            (Matter::Declarations, ids(&[Topic::Attacks])),
        ];
        let rests_on = vec![
            (Unknown::Piece, ids(&[Topic::Units])),
            (Unknown::Phase, ids(&[Topic::Sequence, Topic::Movement, Topic::Combat])),
            (Unknown::End, ids(&[Topic::Stacking])),
        ];
        let fractions = fractions(game);
        Some(Charter {
            table: Table::new(game).map(Arc::new),
            states: game.rules.states.names().map(str::to_owned).collect(),
            quiet: states_that(game, |state| state.no_zone),
            scale: Scale::of_game(game, fractions.iter().copied()),
            fractions,
            demolishes: game.rules.demolition.is_some(),
            matters,
            rests_on,
            book: Arc::new(book),
        })
    }

    /// The rule that findings about a topic cite.
    pub(crate) fn rule(&self, topic: Topic) -> RuleId {
        self.book.id(topic)
    }
}

fn is_empty(rules: &Rules) -> bool {
    rules.stacking.is_none()
        && rules.zones.is_none()
        && rules.movement.is_none()
        && rules.combat.is_none()
        && rules.supply.is_none()
}

fn of<K: PartialEq>(list: &[(K, Vec<RuleId>)], wanted: K) -> &[RuleId] {
    list.iter().find(|(key, _)| *key == wanted).map_or(&[], |(_, rules)| rules)
}

impl Rulebook for Charter {
    type Facts = Facts;
    type Land = Land;
    type State = State;
    type Verb = Verb;
    type Due = ();
    type Account = ();
    type Scratch = Scratch;

    fn sections(&self) -> Vec<&[Rule]> {
        vec![&self.book.rules]
    }

    fn states(&self) -> Vec<&str> {
        self.states.iter().map(String::as_str).collect()
    }

    fn state(&self, empty: &Position) -> State {
        State::new(empty)
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn fractions(&self) -> Vec<MovementPoints> {
        self.fractions.clone()
    }

    fn land(
        &self,
        game: &Game,
        space: &mut Space<'_>,
        patch: Option<&Patch>,
    ) -> Result<Land, Problem> {
        Land::new(game, space, patch, &self.book, self.table.as_ref())
    }

    fn counter(&self, game: &Game, counter: &Counter, id: UnitId) -> Option<Enrolled<Facts>> {
        of_counter(game, self.scale, counter, id)
    }

    fn unit(&self, id: &str, part: &mut Part<'_>) -> Result<Enrolled<Facts>, Problem> {
        case::read_unit(self.scale, id, part)
    }

    fn moment(&self, when: &mut Part<'_>) -> Result<Option<Moment>, Problem> {
        let game = when.game();
        if let Some(node) = when.node("scenario")
            && game.scenarios.get(node.text().unwrap_or_default()).is_none()
        {
            return Err(unknown(node, "scenario", game.scenarios.names()));
        }
        let Some(node) = when.node("phase") else { return Ok(None) };
        when.moment_of(node, node.text().unwrap_or_default(), 1).map(Some)
    }

    fn situation(
        &self,
        play: &mut Play<'_>,
        _: &mut Part<'_>,
        state: &mut Part<'_>,
    ) -> Result<(), Problem> {
        case::read_state(play, state)
    }

    fn verb(&self, play: &Play<'_>, entry: &mut Part<'_>) -> Result<Verb, Problem> {
        case::read_verb(play, entry)
    }

    fn perform(&self, play: &mut Play<'_>, verb: &Verb, said: &mut Judgement) {
        case::perform(self, play, verb, said);
    }

    fn begins(&self, play: &mut Play<'_>, markers: &[(&str, At)]) {
        play.sit_down(markers);
    }

    fn opens(&self, play: &mut Play<'_>) {
        if !play.passing {
            play.state.continues = false;
            play.new_phase();
        }
    }

    fn closes(&self, play: &mut Play<'_>, _: &mut Judgement) {
        play.judge_stage();
    }

    fn outstanding(&self, play: &mut Play<'_>) {
        play.close_engagement(false);
    }

    fn judge<'a>(
        &self,
        play: &mut Play<'a>,
        _: &mut Option<Play<'a>>,
        stretch: &[Event],
        complete: bool,
    ) {
        play.judge_stretch(stretch, complete);
    }

    fn set_up(&self, play: &mut Play<'_>, said: &mut Judgement) {
        play.judge_set_up(said);
    }

    fn rests_on(&self, unknown: Unknown) -> &[RuleId] {
        of(&self.rests_on, unknown)
    }

    fn overlays(&self, play: &Play<'_>) -> Overlays {
        play.look()
    }

    fn reach(&self, play: &Play<'_>, unit: Unit) -> Option<Reach> {
        play.look_around(unit)
    }

    fn matters(&self, about: Matter) -> &[RuleId] {
        of(&self.matters, about)
    }

    fn fit(
        &self,
        setting: &Setting<'_, Self>,
        deed: &Deed,
        stage: &Stage,
        own: bool,
    ) -> Option<Fit> {
        match &deed.act {
            Act::Steps { from, to, .. } if to < from && !stage.allows("step-loss") => {
                Some(Fit::Never)
            }
            Act::Steps { .. } => Some(Fit::Anywhere),
            Act::State { state, on, .. } => {
                Some(fit_of_state(&setting.game.rules, state, *on, stage, own))
            }
            Act::Declare(declared) if declared.id == "attack" => {
                Some(if stage.allows("attack") && own { Fit::Proper } else { Fit::Never })
            }
            Act::Declare(_) => Some(Fit::Anywhere),
            _ => None,
        }
    }

    fn needs_dice(&self, declared: &Declared) -> bool {
        declared.id == "attack" || declared.id == "demolition" && self.demolishes
    }
}

fn fit_of_state(rules: &Rules, state: &str, on: bool, stage: &Stage, own: bool) -> Fit {
    let Some(known) = rules.states.find(state) else { return Fit::Anywhere };
    let supply = rules.supply.as_ref().filter(|supply| supply.state == Some(known));
    if let Some(supply) = supply {
        let here = supply.moments.iter().any(|moment| moment == stage.id());
        return if own && here || supply.moments.is_empty() { Fit::Proper } else { Fit::Never };
    }
    match (on, &rules.states[known].ends) {
        (true, _) if stage.allows("retreat") => Fit::Proper,
        (false, Some(ends)) if own && ends == stage.id() => Fit::Proper,
        (false, None) => Fit::Anywhere,
        _ => Fit::Never,
    }
}

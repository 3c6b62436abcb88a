//! Marches: walks of a unit that are judged and told.
//!
//! A rulebook often lets a unit move in one of several manners, and a log rarely says in which: each manner is a
//! march of its own, and a move is legal when one of them is. If none is, rules are left out one after the other,
//! and what then makes the move legal is named; the first is accused, the others are its alternatives.

use super::ground::{Fine, Place};
use super::tell::{Clause, Clauses};
use super::walk::{Culprit, Leg, Search, Stand, Walk, follow};
use super::world::Space;
use super::{Evidence, Finding, Mark, MarkKind, Route, RouteKind, RuleId, Shade, Sketch, Waypoint};
use crate::model::Provenance;

/// A walk of a unit, with the words that findings need.
pub trait March: Walk {
    /// The rule that a march is longer than the allowance.
    const TOO_FAR: Clause;

    /// The map.
    fn space(&self) -> &Space<'_>;

    /// Where it begins.
    fn begin(&self) -> Stand<Self::State>;

    /// How many points it may cost, for the arithmetic.
    fn allowance(&self) -> Fine;

    /// The unit in words.
    fn unit(&self) -> String;

    /// The unit's id.
    fn id(&self) -> String;

    /// What is left out to name a culprit, the likeliest first.
    fn relaxed(&self) -> &'static [Clauses];

    /// The rule behind a clause.
    fn rule(&self, clause: Clause) -> RuleId;

    /// What the unit's values rest on.
    fn provenance(&self) -> Provenance;

    /// Enemy zones around these places.
    fn zones(&self, near: &[Place]) -> Vec<Shade>;

    /// A place in words.
    fn name(&self, place: Place) -> String {
        self.space().lattice.name(place)
    }

    /// The place where it begins, as a map names it.
    fn first(&self) -> String {
        self.name(self.begin().place)
    }

    /// How far from legal a culprit's route is: the least is accused first.
    fn weight(&self, culprit: &Culprit<Self::State>) -> u32 {
        let _ = culprit;
        0
    }

    /// What is wrong about a route that breaks these rules.
    fn finding(&self, broken: Clauses, route: &[Leg<Self::State>]) -> Finding {
        let rule = broken.first().unwrap_or(Self::TOO_FAR);
        let breaks = |leg: &&Leg<Self::State>| leg.barred.but(broken) != leg.barred;
        let leg = route.iter().find(breaks);
        let mut said = leg.into_iter().flat_map(|leg| &leg.said);
        let words = said.find(|said| said.clause == Some(rule) && said.bars);
        let message = match words.filter(|said| !said.words.is_empty()) {
            Some(said) => said.words.clone(),
            None => self.too_long(route),
        };
        let mut finding = Finding::violation(self.rule(rule), message)
            .units([self.id()])
            .hexes(leg.map(|leg| self.name(leg.to.place)))
            .evidence(self.lines(route))
            .sketch(self.drawn(route))
            .rests_on(self.provenance());
        for more in broken.but(rule.into()).iter() {
            also(&mut finding, self.rule(more));
        }
        match route.iter().take_while(|leg| leg.barred.is_empty()).last() {
            Some(leg) => finding.remedy(format!(
                "On this way it may go as far as {}, for {}.",
                self.name(leg.to.place),
                self.space().scale.points(leg.spent)
            )),
            None => finding.remedy("It may not take the first step of this way."),
        }
    }

    /// Says that a route costs more than there is.
    fn too_long(&self, route: &[Leg<Self::State>]) -> String {
        let scale = self.space().scale;
        let to = route.last().map_or(self.begin(), |leg| leg.to);
        format!(
            "{} moves from {} to {} for {} movement points; it has {}",
            self.unit(),
            self.name(self.begin().place),
            self.name(to.place),
            scale.points(route.last().map_or(0, |leg| leg.spent)),
            scale.points(self.allowance()),
        )
    }

    /// A route line by line: each step, its items and the sum.
    fn lines(&self, route: &[Leg<Self::State>]) -> Vec<Evidence> {
        let scale = self.space().scale;
        let line = |leg: &Leg<Self::State>| {
            let items: Vec<&str> =
                leg.said.iter().filter(|said| !said.bars).map(|said| said.words.as_str()).collect();
            let what = format!(
                "{} → {}{}{}",
                self.name(leg.from.place),
                self.name(leg.to.place),
                if items.is_empty() { "" } else { ": " },
                items.join(", ")
            );
            let value = format!(
                "{} (total {} of {})",
                scale.points(leg.cost),
                scale.points(leg.spent),
                scale.points(self.allowance())
            );
            Evidence::new(what, value)
        };
        route.iter().map(line).collect()
    }

    /// A route as it looks on the map, with the enemy zones along it.
    fn drawn(&self, route: &[Leg<Self::State>]) -> Sketch {
        let scale = self.space().scale;
        let mut steps = vec![Waypoint::at(self.first())];
        let mut near = Vec::with_capacity(route.len() + 1);
        let begins = self.begin().place;
        if (begins as usize) < self.space().lattice.len() {
            near.push(begins);
        }
        for leg in route {
            near.push(leg.to.place);
            steps.push(Waypoint {
                at: self.name(leg.to.place),
                cost: scale.points(leg.cost).to_string(),
                total: scale.points(leg.spent).to_string(),
                breaks: !leg.barred.is_empty(),
            });
        }
        let mut marks = Vec::new();
        if let Some(wrong) = steps.iter().position(|step| step.breaks) {
            marks.push(Mark::new(MarkKind::Offence, steps[wrong].at.clone(), ""));
            if wrong > 1 {
                marks.push(Mark::new(MarkKind::Limit, steps[wrong - 1].at.clone(), ""));
            }
        }
        let allowance = scale.points(self.allowance()).to_string();
        let unit = Some(self.id());
        Sketch {
            routes: vec![Route { kind: RouteKind::Move, unit, allowance, steps }],
            zones: self.zones(&near),
            marks,
            ..Sketch::default()
        }
    }
}

fn also(finding: &mut Finding, rule: RuleId) {
    if rule != finding.rule && !finding.alternatives.contains(&rule) {
        finding.alternatives.push(rule);
    }
}

/// What the log tells of a way.
#[derive(Debug, Clone, Copy)]
pub enum Way<'w> {
    /// Its end.
    To(Place),
    /// Every hex after the first.
    Along(&'w [Place]),
}

/// The cheapest legal march.
#[derive(Debug, Clone)]
pub struct Fair<State> {
    /// Its number among those that were tried.
    pub march: usize,
    /// What it costs.
    pub cost: Fine,
    /// Every step.
    pub route: Vec<Leg<State>>,
}

/// The route of one march with these rules left out, when they are all that it breaks.
fn route<M: March>(
    march: &M,
    search: &mut Search<M::State>,
    way: Way<'_>,
    left_out: Clauses,
) -> Option<Vec<Leg<M::State>>> {
    match way {
        Way::To(to) => {
            let goal = |stand: Stand<M::State>| stand.place == to;
            let found = search.cheapest(march, march.begin(), left_out, goal)?;
            Some(search.route(march, found, left_out))
        }
        Way::Along(path) => {
            let (legs, whole) = follow(march, march.begin(), path, left_out);
            let broken = legs.iter().fold(Clauses::NONE, |all, leg| all.and(leg.barred));
            (whole && broken.but(left_out).is_empty()).then_some(legs)
        }
    }
}

/// Whether one of these marches is legal. Nothing is put into words or allocated.
pub fn is_fair<M: March>(marches: &[M], search: &mut Search<M::State>, to: Place) -> bool {
    let goal = |stand: Stand<M::State>| stand.place == to;
    marches.iter().any(|m| search.cheapest(m, m.begin(), Clauses::NONE, goal).is_some())
}

/// The cheapest legal march, worked out.
pub fn fairest<M: March>(
    marches: &[M],
    search: &mut Search<M::State>,
    way: Way<'_>,
) -> Option<Fair<M::State>> {
    let fair = marches.iter().enumerate().filter_map(|(march, walk)| {
        let route = route(walk, search, way, Clauses::NONE)?;
        Some(Fair { march, cost: route.last().map_or(0, |leg| leg.spent), route })
    });
    fair.min_by_key(|fair| fair.cost)
}

/// What a move breaks for which no march is legal; none when there is no way at all.
pub fn accuse<M: March>(
    marches: &[M],
    search: &mut Search<M::State>,
    way: Way<'_>,
) -> Option<Finding> {
    let mut culprits = Vec::new();
    for (number, march) in marches.iter().enumerate() {
        for (rank, &broken) in march.relaxed().iter().enumerate() {
            if let Some(route) = route(march, search, way, broken) {
                let culprit = Culprit { broken, route };
                culprits.push((march.weight(&culprit), rank, number, culprit));
            }
        }
    }
    culprits.sort_by_key(|(weight, rank, number, _)| (*weight, *rank, *number));
    if let Some((.., number, nearest)) = culprits.first() {
        let mut finding = marches[*number].finding(nearest.broken, &nearest.route);
        for (.., number, other) in &culprits[1..] {
            for clause in other.broken.iter() {
                also(&mut finding, marches[*number].rule(clause));
            }
        }
        return Some(finding);
    }
    marches.iter().find_map(|march| {
        let every = march.relaxed().iter().fold(Clauses::NONE, |all, rules| all.and(*rules));
        let route = route(march, search, way, every)?;
        let broken = route.iter().fold(Clauses::NONE, |all, leg| all.and(leg.barred));
        Some(march.finding(broken, &route))
    })
}

/// Where a unit can get in one of these marches with some rules left out, each place once.
pub fn reach<M: March>(
    marches: &[M],
    search: &mut Search<M::State>,
    left_out: Clauses,
) -> Vec<Place> {
    let mut places = Vec::new();
    for march in marches {
        let begin = march.begin();
        search.flood(march, begin, left_out, |found| {
            if found.stand.place != begin.place {
                places.push(found.stand.place);
            }
        });
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// Where it gets only by breaking these rules: how a bot learns to commit exactly this crime.
pub fn only_without<M: March>(
    marches: &[M],
    search: &mut Search<M::State>,
    broken: Clauses,
) -> Vec<Place> {
    let lawful = reach(marches, search, Clauses::NONE);
    let mut places = reach(marches, search, broken);
    places.retain(|place| lawful.binary_search(place).is_err());
    places
}

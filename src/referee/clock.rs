//! The clock: which stage of the sequence of play is on, and which ones play passes over.

use super::sequence::{Sequence, Stage};
use crate::deeds::Moment;
use crate::model::Game;
use smallvec::{SmallVec, smallvec};

/// A stage of a turn: the turn, and the number of the stage in it.
pub type When = (i32, usize);

/// Where play is.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    /// The stage that is on; none as long as nobody has told.
    pub now: Option<When>,
    /// The stages that the deeds being judged belong to: the one that is on, and those that are passed over.
    covers: SmallVec<[When; 2]>,
}

impl Clock {
    /// Play is in the stage of this moment, wherever it was before.
    pub fn begin(&mut self, sequence: &Sequence, moment: &Moment) {
        self.enter(sequence.find(moment));
    }

    /// Play is in this stage.
    pub fn enter(&mut self, stage: Option<When>) {
        self.now = stage;
        self.covers.clear();
        self.covers.extend(stage);
    }

    /// Play passes on to a moment: what is judged before [`Clock::enter`] belongs to the stage that is on, and to
    /// those between.
    pub fn pass(&mut self, sequence: &Sequence, moment: &Moment) -> Option<When> {
        let next = sequence.find(moment);
        if let (Some(now), Some(next)) = (self.now, next) {
            self.covers = smallvec![now];
            if now < next {
                self.covers.extend(sequence.between(now, next));
            }
        }
        next
    }

    /// The turn that is played.
    pub fn turn(&self) -> Option<i32> {
        self.now.map(|(turn, _)| turn)
    }

    /// The stage that is on.
    pub fn stage<'s>(&self, sequence: &'s Sequence) -> Option<&'s Stage> {
        sequence.stage(self.now?)
    }

    /// The moment at which the stage began.
    pub fn moment(&self, sequence: &Sequence) -> Option<Moment> {
        sequence.moment(self.now?)
    }

    /// The stages that the deeds being judged belong to.
    pub fn stages<'s>(&'s self, sequence: &'s Sequence) -> impl Iterator<Item = (When, &'s Stage)> {
        self.covers.iter().filter_map(|at| Some((*at, sequence.stage(*at)?)))
    }

    /// Whether one of the stages judged allows something to a side; everything is allowed as long as nobody has told.
    pub fn allows(&self, sequence: &Sequence, action: &str, side: u8) -> bool {
        self.now.is_none()
            || self.stages(sequence).any(|(_, stage)| {
                let own = stage.side().is_none_or(|own| own.index() == usize::from(side));
                stage.allows(action) && own
            })
    }

    /// The side that acts.
    pub fn acting(&self, sequence: &Sequence) -> Option<u8> {
        let mut sides = self.stages(sequence).filter_map(|(_, stage)| stage.side());
        sides.next().map(|side| side.index() as u8)
    }

    /// The side to which one of the stages judged allows something.
    pub fn side_that_may(&self, sequence: &Sequence, action: &str) -> Option<u8> {
        let found = self.stages(sequence).find(|(_, stage)| stage.allows(action))?;
        found.1.side().map(|side| side.index() as u8)
    }

    /// The stage in words: `the Movement Phase of Lorn`.
    pub fn words(&self, sequence: &Sequence, game: &Game) -> String {
        match self.stage(sequence) {
            None => "this phase".to_owned(),
            Some(stage) => match stage.side() {
                Some(side) => format!("the {} of {}", stage.name, game.sides[side].name),
                None => format!("the {}", stage.name),
            },
        }
    }
}

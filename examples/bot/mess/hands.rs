//! Both players' hands: whoever sits at the screen moves, rolls and turns over for both.

use hexwright::bots::Dice;
use hexwright::deeds::{Act, Deed};
use hexwright::model::{Id, Side};

pub fn of_anybody(deeds: &[Deed], dice: &mut Dice) -> Vec<Deed> {
    let mut sides: Vec<Id<Side>> = Vec::new();
    for deed in deeds {
        if let Act::Turn(moment) = &deed.act
            && let Some(side) = moment.side
            && !sides.contains(&side)
        {
            sides.push(side);
        }
    }
    let mut hand = |deed: &Deed| Deed { by: dice.pick(&sides), ..deed.clone() };
    deeds.iter().map(&mut hand).collect()
}

//! What is owed, what is counted, and whose turn it is.

use hexwright::deeds::Moment;
use hexwright::referee::RuleId;
use hexwright::referee::duty::{Claim, Duties, Duty};
use hexwright::referee::ledger::{Ledgers, Scope};
use hexwright::referee::sequence::Sequence;

const LOSS: RuleId = RuleId::declared("X-9");

fn duty(what: u8) -> Duty<u8> {
    Duty { rule: LOSS, what, step: 4, due: (1, 2), latest: (1, 5) }
}

#[test]
fn what_is_met_in_time_is_fine_and_what_comes_later_is_late() {
    let mut duties = Duties::default();
    assert_eq!(duties.owe(duty(7)), None);
    assert_eq!(duties.owe(duty(8)), None);
    let met = duties.done(Some((1, 2)), 5, 7, |what| *what == 7).unwrap();
    assert!(!met.late);
    assert_eq!(duties.unmet((1, 4)), None, "it may still be made good");
    assert!(duties.done(Some((1, 3)), 9, 8, |what| *what == 8).unwrap().late);
    assert_eq!(duties.unmet((1, 5)), None);
}

#[test]
fn what_nobody_made_good_is_unmet_once() {
    let mut duties = Duties::default();
    duties.owe(duty(7));
    assert_eq!(duties.unmet((1, 5)), Some(duty(7)));
    assert_eq!(duties.unmet((1, 6)), None);
}

#[test]
fn a_loss_taken_before_its_dice_is_a_claim_that_its_duty_finds() {
    let mut duties = Duties::default();
    assert_eq!(duties.done(None, 3, 7, |what| *what == 7), None);
    assert_eq!(duties.owe(duty(7)), Some(Claim { what: 7, step: 3 }));
    assert!(!duties.owes(|_| true));
    duties.done(None, 6, 9, |what| *what == 9);
    assert_eq!(duties.unasked().map(|claim| claim.step).collect::<Vec<_>>(), [6]);
}

#[test]
fn an_account_counts_until_its_scope_ends() {
    let mut ledgers = Ledgers::default();
    assert_eq!(ledgers.add('a', Scope::Phase, 1), 1);
    assert_eq!(ledgers.add('a', Scope::Phase, 1), 2);
    ledgers.add('p', Scope::Turn, -3);
    ledgers.end(Scope::Phase);
    assert_eq!((ledgers.of('a'), ledgers.get('a'), ledgers.of('p')), (0, None, -3));
    ledgers.end(Scope::PlayerTurn);
    assert_eq!(ledgers.of('p'), -3);
    ledgers.end(Scope::Turn);
    assert_eq!(ledgers.iter().count(), 0);
}

#[test]
fn each_side_plays_its_phases_in_turn() {
    super::with_bridgehead(|game| {
        let sequence = Sequence::new(game, None);
        let stages = sequence.turn(1);
        assert_eq!(stages.len(), 9);
        let kess = game.sides.find("kess");
        assert_eq!((stages[5].id(), stages[5].side()), ("movement", kess));
        assert!(stages[5].allows("move") && !stages[5].allows("attack"));
        let moment = Moment { turn: 1, phase: vec!["movement".to_owned()], side: kess };
        assert_eq!(sequence.find(&moment).map(|(_, stage)| stage), Some(5));
    });
}

#[test]
fn a_leap_names_the_stages_it_passed_over() {
    super::with_bridgehead(|game| {
        let sequence = Sequence::new(game, None);
        assert_eq!(sequence.between((1, 7), (2, 0)), [(1, 8)]);
        assert_eq!(sequence.between((1, 2), (1, 3)), []);
        assert_eq!(sequence.between((1, 3), (1, 1)), []);
    });
}

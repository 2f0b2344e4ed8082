//! Lives of jackpots by chance: at every moment every millionth of a dollar is somewhere,
//! and what a display shows can be paid. `cargo xtask prove` plays a million wagers.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use progressive::{
    AdjustReason, Change, Jackpot, Micros, Movements, Parameters, Place, Pot, Refused, RoundId,
    Terms,
};
use rules::settings::{FromMeter, Policy};
use rules::{Class, Money, Percent, ShareHand, Spot};
use testkit::Dice;

fn percent(hundredths: u32) -> Percent {
    Percent::of_hundredths(hundredths).unwrap()
}

fn jackpot(policy: Policy, seed: i64, rates: [u32; 2]) -> (Jackpot, Movements) {
    let terms = Terms { policy, from_meter: FromMeter::PercentagesOnly, unit: 100 };
    let [meter, reserve] = rates.map(percent);
    Jackpot::new(terms, Parameters::new(Money::cents(seed), meter, reserve).unwrap())
}

fn round_of(table: u32, round: u64) -> RoundId {
    RoundId { table, round }
}

fn winner(seat: u8, percent: u8) -> ShareHand {
    ShareHand { seat, spot: Spot::Progressive, hand: Class::FourSameColour, percent }
}

/// The wagers a test makes.
fn wagers() -> u64 {
    testkit::rounds(2_000, 40_000, 1_000_000)
}

#[test]
fn p_02_a_million_wagers_do_not_drift() {
    let (mut jackpot, _) = jackpot(Policy::InTurn, 0, [1_533, 301]);
    let mut house = Micros::ZERO;
    for round in 1..=wagers() {
        let (shares, _) = jackpot.contribute(round_of(1, round), &[1], 7).unwrap();
        assert_eq!(shares.whole(), Money::cents(100).into());
        house += shares.house;
        jackpot.end(round_of(1, round)).unwrap();
    }
    let turnover = wagers() as i64 * 100;
    let holds = jackpot.holds();
    assert_eq!(
        [holds.meter.0, holds.reserve.0, house.0],
        [1_533, 301, 8_166].map(|it| it * turnover)
    );
    assert_eq!(jackpot.shown(), holds.meter.money());
}

/// A jackpot with a ledger that knows nothing but its movements.
struct Life {
    jackpot: Jackpot,
    balances: BTreeMap<Place, Micros>,
    rounds: [u64; 3],
    wagers: u64,
    awards: Micros,
}

impl Life {
    fn new(dice: &mut Dice) -> Life {
        let policy = dice.pick(&[Policy::Share, Policy::InTurn]);
        let seed = dice.below(300_000) as i64;
        let meter = dice.below(5_000) as u32;
        let (jackpot, moved) = jackpot(policy, seed, [meter, dice.below(1_000) as u32]);
        let (balances, rounds) = (BTreeMap::new(), [0; 3]);
        let mut life = Life { jackpot, balances, rounds, wagers: 0, awards: Micros::ZERO };
        life.book(&moved);
        life
    }

    fn book(&mut self, moved: &Movements) {
        for it in moved.iter() {
            assert!(it.micros > Micros::ZERO && it.from != it.to);
            *self.balances.entry(it.from).or_default() -= it.micros;
            *self.balances.entry(it.to).or_default() += it.micros;
        }
    }

    fn balance(&self, place: Place) -> Micros {
        self.balances.get(&place).copied().unwrap_or_default()
    }

    fn check(&self) {
        let holds = self.jackpot.holds();
        assert_eq!(self.balance(Place::Meter), holds.meter);
        assert_eq!(self.balance(Place::Reserve), holds.reserve);
        assert!(holds.meter >= Micros::ZERO && holds.reserve >= Micros::ZERO);
        // meter + reserve + house + awards - seeds - loans = wagers.
        let inside = [Place::House, Place::Pending, Place::Seed, Place::Loan];
        let inside: Micros = inside.into_iter().map(|place| self.balance(place)).sum();
        let wagers = Micros::from(Money::cents(self.wagers as i64 * 100));
        assert_eq!(holds.meter + holds.reserve + inside + self.awards, wagers);
    }

    /// Something happens at one of three tables.
    fn step(&mut self, dice: &mut Dice) -> Result<(), Refused> {
        let table = dice.below(3);
        let round = self.rounds[table];
        let this = round_of(table as u32, round);
        let seat = 1 + dice.below(7) as u8;
        match dice.below(12) {
            0..4 => self.start(table, dice)?,
            4..6 => {
                let percent = dice.pick(&[100, 100, 10]);
                self.jackpot.claim(this, winner(seat, percent))?;
            }
            6 => {
                let moved = self.jackpot.withdraw(this, seat)?;
                self.book(&moved);
            }
            7 | 8 => drop(self.jackpot.confirm(this)?),
            9 | 10 => self.post(this, seat, dice)?,
            _ if dice.once_in(8) => {
                let (shares, moved) = self.jackpot.void(this)?;
                self.wagers -= (shares.whole().money().in_cents() / 100) as u64;
                self.book(&moved);
            }
            _ => self.jackpot.end(this)?,
        }
        Ok(())
    }

    fn start(&mut self, table: usize, dice: &mut Dice) -> Result<(), Refused> {
        let lit: Vec<u8> = (1..=7).filter(|_| !dice.once_in(3)).collect();
        let this = round_of(table as u32, self.rounds[table] + 1);
        let (_, moved) = self.jackpot.contribute(this, &lit, 7)?;
        self.rounds[table] += 1;
        self.wagers += lit.len() as u64;
        self.book(&moved);
        Ok(())
    }

    fn post(&mut self, this: RoundId, seat: u8, dice: &mut Dice) -> Result<(), Refused> {
        let due = self.jackpot.group(this).and_then(|group| group.due()).map(|it| it.winner.seat);
        let seat = due.filter(|_| !dice.once_in(5)).unwrap_or(seat);
        let (award, moved) = self.jackpot.post(this, seat)?;
        self.book(&moved);
        *self.balances.entry(Place::Pending).or_default() -= award.amount.into();
        self.awards += award.amount.into();
        Ok(())
    }

    /// What the next winner would get, if all open claims were paid, or withdrawn.
    fn payable(&self, are_paid: bool) -> Money {
        let mut jackpot = self.jackpot.clone();
        loop {
            let Some(group) = jackpot.groups().next().cloned() else { break };
            if are_paid {
                let _ = jackpot.confirm(group.round);
                let seat = jackpot.group(group.round).unwrap().due().unwrap().winner.seat;
                jackpot.post(group.round, seat).unwrap();
            } else {
                for claim in group.claims {
                    jackpot.withdraw(group.round, claim.seat).unwrap();
                }
            }
        }
        jackpot.holds().meter.money()
    }
}

#[test]
fn p_06_p_07_p_18_p_19_p_20_lives_by_chance() {
    let mut made = 0;
    let mut seed = 0;
    let (mut awards, mut refused) = (0, 0);
    while made < wagers() {
        seed += 1;
        let mut dice = Dice::new(seed);
        let mut life = Life::new(&mut dice);
        for step in 0..600 {
            let before = life.jackpot.clone();
            if life.step(&mut dice).is_err() {
                refused += 1;
                assert_eq!(
                    life.jackpot, before,
                    "seed {seed} step {step}: a refusal changes nothing"
                );
            }
            life.check();
            if step % 40 == 0 {
                let shown = life.jackpot.shown();
                assert!(shown <= life.payable(true), "seed {seed} step {step}");
                let is_posted = life.jackpot.groups().any(|group| group.posted > 0);
                assert!(is_posted || shown <= life.payable(false), "seed {seed} step {step}");
            }
        }
        made += life.wagers;
        awards += u64::from(life.awards > Micros::ZERO);
    }
    assert!(awards > 0 && refused > 0);
}

#[test]
fn p_06_p_07_whatever_the_meter_holds() {
    for seed in 0..wagers() / 40 {
        let mut dice = Dice::new(seed);
        let policy = dice.pick(&[Policy::Share, Policy::InTurn]);
        let start = dice.below(5_000_000) as i64;
        let (mut jackpot, _) =
            jackpot(policy, start, [dice.below(9_000) as u32, dice.below(1_000) as u32]);
        let lit: Vec<u8> = (1..=7).collect();
        for round in 1..=dice.below(20) as u64 {
            jackpot.contribute(round_of(1, round), &lit, 7).unwrap();
            jackpot.end(round_of(1, round)).unwrap();
        }
        let this = round_of(2, 1);
        jackpot.contribute(this, &lit, 7).unwrap();
        let Pot { meter, reserve } = jackpot.holds();
        let count = 1 + dice.below(7) as u8;
        for seat in 1..=count {
            jackpot.claim(this, winner(seat, 100)).unwrap();
        }
        jackpot.confirm(this).unwrap();
        let mut paid = Vec::new();
        for seat in (1..=count).rev() {
            paid.push(jackpot.post(this, seat).unwrap().0.amount);
        }
        let seed_money = Money::cents(start);
        if policy == Policy::Share {
            assert_eq!(paid.iter().copied().sum::<Money>(), meter.money());
            let (most, least) = (paid.iter().max().unwrap(), paid.iter().min().unwrap());
            assert!((*most - *least).in_cents() <= 1);
            assert!(paid.is_sorted_by(|a, b| a >= b), "odd cents in paying order");
        } else {
            assert_eq!(paid[0], meter.money());
            let rest = Micros(meter.0 % 10_000);
            if count > 1 {
                assert_eq!(paid[1], (Micros::from(seed_money) + reserve + rest).money());
            }
            // Only fractions of a cent are left over to those behind.
            assert!(paid.iter().skip(2).all(|it| (*it - seed_money).in_cents() <= 1));
        }
    }
}

#[test]
fn p_19_claim_contribute_withdraw_is_contribute() {
    for seed in 0..wagers() / 40 {
        let mut dice = Dice::new(seed);
        let policy = dice.pick(&[Policy::Share, Policy::InTurn]);
        let (mut claimed, _) = jackpot(policy, 1_000, [dice.below(9_000) as u32, 77]);
        claimed.contribute(round_of(1, 1), &[1, 2, 3], 7).unwrap();
        let mut quiet = claimed.clone();
        for seat in [2, 1] {
            claimed.claim(round_of(1, 1), winner(seat, dice.pick(&[10, 100]))).unwrap();
        }
        if dice.once_in(2) {
            claimed.confirm(round_of(1, 1)).unwrap();
        }
        for round in 1..=20 {
            for jackpot in [&mut claimed, &mut quiet] {
                jackpot.contribute(round_of(2, round), &[1, 5], 7).unwrap();
                jackpot.end(round_of(2, round)).unwrap();
            }
        }
        for seat in [1, 2] {
            claimed.withdraw(round_of(1, 1), seat).unwrap();
        }
        assert_eq!(claimed.holds(), quiet.holds());
        assert_eq!(claimed.shown(), quiet.shown());
        assert_eq!(claimed.funded(), quiet.funded());
    }
}

#[test]
fn p_09_a_successor_may_owe_and_is_lent_only_what_is_missing() {
    let (mut jackpot, _) = jackpot(Policy::InTurn, 0, [5_000, 1_000]);
    jackpot.contribute(round_of(1, 1), &[1], 7).unwrap();
    jackpot.contribute(round_of(2, 1), &[1, 2], 7).unwrap();
    jackpot.claim(round_of(1, 1), winner(1, 100)).unwrap();
    // The voided round's contributions are in the frozen pot; the successor owes them.
    let (_, moved) = jackpot.void(round_of(2, 1)).unwrap();
    assert_eq!(moved.net(Place::Loan), Micros::ZERO);
    assert_eq!(jackpot.shown(), Money::ZERO);
    jackpot.confirm(round_of(1, 1)).unwrap();
    let (award, moved) = jackpot.post(round_of(1, 1), 1).unwrap();
    // The frozen meter is paid as it was; seed and reserve do not cover what was owed.
    assert_eq!(award.amount, Money::cents(150));
    assert_eq!(moved.net(Place::Loan), -Micros::from(Money::cents(90)));
    assert_eq!(jackpot.holds(), Pot::default());
}

#[test]
fn p_10_p_15_p_30_what_two_persons_may_change() {
    let (mut jackpot, _) = jackpot(Policy::InTurn, 100, [5_000, 1_000]);
    jackpot.contribute(round_of(1, 1), &[1], 7).unwrap();
    let other = Parameters::new(Money::ZERO, percent(1), percent(1)).unwrap();
    assert_eq!(jackpot.set_parameters(other), Err(Refused::NotIdle));
    assert_eq!(jackpot.retire(), Err(Refused::NotIdle));
    jackpot.claim(round_of(1, 1), winner(1, 10)).unwrap();
    let take = jackpot.adjust(AdjustReason::Malfunction, Change::Take, Micros(1));
    assert_eq!(take, Err(Refused::ClaimOpen));
    jackpot.withdraw(round_of(1, 1), 1).unwrap();
    jackpot.end(round_of(1, 1)).unwrap();
    let moved =
        jackpot.adjust(AdjustReason::NonDisplayedToGross, Change::Take, Micros(100_000)).unwrap();
    assert_eq!(
        (moved.net(Place::Reserve), moved.net(Place::House)),
        (Micros(-100_000), Micros(100_000))
    );
    jackpot.set_parameters(other).unwrap();
    jackpot.retire().unwrap();
    assert_eq!(jackpot.contribute(round_of(1, 2), &[1], 7), Err(Refused::Retired));
    assert_eq!(jackpot.holds().meter, Money::cents(150).into(), "it stays owed");
}

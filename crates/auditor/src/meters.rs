//! What leaves a progressive meter, winner by winner.

use std::collections::BTreeMap;

use crate::case::Meter;
use crate::objection::Objection;
use crate::paytables::{ProgressivePay, SeveralWinners};

/// A progressive wager: its stake, and what its cards win.
pub(crate) struct Claim {
    pub(crate) stake: i64,
    pub(crate) pay: Option<ProgressivePay>,
}

/// What each claim returns; claims stand in paying order (A1, A2, A3).
pub(crate) fn pay(
    spot: &'static str,
    claims: &[Claim],
    several: SeveralWinners,
    meters: &mut BTreeMap<String, Meter>,
) -> Result<Vec<i64>, Objection> {
    let winners = claims.iter().filter(|one| one.pay == Some(ProgressivePay::WholeMeter)).count();
    let sharers = match several {
        SeveralWinners::Share => winners,
        SeveralWinners::InTurn => 1,
    };
    // The shares of a meter that has been taken and not yet handed out.
    let mut shares = Vec::new().into_iter();
    let mut returns = Vec::with_capacity(claims.len());
    for claim in claims {
        returns.push(match claim.pay {
            None => 0,
            // A6: "for 1" comes from the tray and keeps the stake.
            Some(ProgressivePay::For(times)) => claim.stake * times,
            Some(ProgressivePay::PercentOfMeter(percent)) => {
                take_percent(meter(spot, meters)?, percent).ok_or(Objection::TooLarge { spot })?
            }
            Some(ProgressivePay::WholeMeter) => {
                if shares.len() == 0 {
                    let won = take_all(meter(spot, meters)?).ok_or(Objection::TooLarge { spot })?;
                    shares = equal_shares(won, sharers).into_iter();
                }
                shares.next().unwrap_or(0)
            }
        });
    }
    Ok(returns)
}

fn meter<'a>(
    spot: &'static str,
    meters: &'a mut BTreeMap<String, Meter>,
) -> Result<&'a mut Meter, Objection> {
    meters.get_mut(spot).ok_or(Objection::MeterMissing { spot })
}

/// P-01, A36: everything on the display is paid, the reserve joins the new seed.
fn take_all(meter: &mut Meter) -> Option<i64> {
    let won = meter.meter;
    meter.meter = meter.seed.checked_add(meter.reserve)?;
    meter.reserve = 0;
    Some(won)
}

/// P-05: a part is rounded down to the cent and the rest stays; no new seed.
fn take_percent(meter: &mut Meter, percent: i64) -> Option<i64> {
    let won = meter.meter.checked_mul(percent)? / 100;
    meter.meter -= won;
    Some(won)
}

/// P-07: equal shares in paying order; odd cents go one by one to the first.
fn equal_shares(amount: i64, winners: usize) -> Vec<i64> {
    let number = winners as i64;
    (0..number).map(|place| amount / number + i64::from(place < amount % number)).collect()
}

#[cfg(test)]
mod tests {
    use super::ProgressivePay::{For, PercentOfMeter, WholeMeter};
    use super::*;

    fn check(
        several: SeveralWinners,
        pays: &[Option<ProgressivePay>],
        before: [i64; 3],
        returns: &[i64],
        after: [i64; 3],
    ) {
        let [meter, reserve, seed] = before;
        let mut meters =
            BTreeMap::from([("progressive".to_owned(), Meter { meter, reserve, seed })]);
        let claims: Vec<Claim> = pays.iter().map(|&pay| Claim { stake: 100, pay }).collect();
        assert_eq!(pay("progressive", &claims, several, &mut meters), Ok(returns.to_vec()));
        let [meter, reserve, seed] = after;
        assert_eq!(meters["progressive"], Meter { meter, reserve, seed });
    }

    #[test]
    fn a1_p_07_shares_differ_by_a_cent_and_seed_once() {
        let pays = [Some(WholeMeter), None, Some(WholeMeter), Some(For(10)), Some(WholeMeter)];
        let returns = [3334, 0, 3334, 1000, 3333];
        check(SeveralWinners::Share, &pays, [10001, 70, 5000], &returns, [5070, 0, 5000]);
    }

    #[test]
    fn a1_p_06_in_turn_the_second_takes_seed_and_reserve_and_the_third_the_seed() {
        let pays = [Some(WholeMeter); 3];
        let returns = [10001, 5070, 5000];
        check(SeveralWinners::InTurn, &pays, [10001, 70, 5000], &returns, [5000, 0, 5000]);
    }

    #[test]
    fn a2_p_05_each_tenth_is_of_what_is_left_and_rounded_down() {
        let pays = [Some(PercentOfMeter(10)); 2];
        check(SeveralWinners::InTurn, &pays, [9999, 70, 5000], &[999, 900], [8100, 70, 5000]);
    }

    #[test]
    fn a3_p_08_paying_order_decides_between_all_and_a_tenth() {
        let tenth = Some(PercentOfMeter(10));
        let before = [100000, 70, 5000];
        let all_first = [Some(WholeMeter), tenth];
        check(SeveralWinners::InTurn, &all_first, before, &[100000, 507], [4563, 0, 5000]);
        let tenth_first = [tenth, Some(WholeMeter)];
        check(SeveralWinners::InTurn, &tenth_first, before, &[10000, 90000], [5070, 0, 5000]);
        // A2: shared, the whole meter goes at the turn of its first winner.
        let between = [Some(WholeMeter), tenth, Some(WholeMeter)];
        check(SeveralWinners::Share, &between, before, &[50000, 507, 50000], [4563, 0, 5000]);
    }

    #[test]
    fn an_award_without_its_meter_is_refused() {
        let claims = [Claim { stake: 100, pay: Some(WholeMeter) }];
        let refused = pay("progressive", &claims, SeveralWinners::Share, &mut BTreeMap::new());
        assert_eq!(refused, Err(Objection::MeterMissing { spot: "progressive" }));
    }
}

//! Plays for the bots of one table, one command after the other.

use std::collections::BTreeMap;
use std::time::Duration;

use table::{Actor, Ask, Body, Phase, PlayerView, Posted, Role, TableId, View};
use tokio::sync::broadcast::error::RecvError;

use super::{CHIPS, bots_at, fund, give, id_at, is_bot};
use crate::app::App;
use rules::{Rules, Spot};

/// Plays until no bot is left, or the server stops.
pub(super) async fn run(app: &App, table: TableId) {
    let Some(mut happened) = app.floor.subscribe(table) else { return };
    let mut stopping = app.stopping.subscribe();
    loop {
        let Some(view) = app.floor.view(table, Actor::HOUSE) else { return };
        if bots_at(&view).next().is_none() {
            return;
        }
        if let Some(turn) = next(app, table, &view).await {
            let think = think(&view, turn.seat);
            tokio::select! {
                _ = stopping.wait_for(|stopping| *stopping) => return,
                () = tokio::time::sleep(think) => {}
            }
            // A refusal means that the table has gone on meanwhile; it is looked at again.
            if let Some((_, bot)) = bots_at(&view).find(|(seat, _)| *seat == turn.seat) {
                for (next, body) in turn.bodies.into_iter().enumerate() {
                    let Some(id) = id_at(table, view.version, next) else { return };
                    // What the house bets starts nobody's clock.
                    let is_bet = matches!(body, Body::Bet { .. });
                    let role = if is_bet { Role::House } else { Role::Player };
                    let by = Actor { account: bot.account, role };
                    if let Body::BuyIn { cents, .. } = body {
                        let _ = fund(app, by, &bot.name, cents, id.clone()).await;
                    }
                    let _ = give(app, table, by, &bot.name, body, id).await;
                }
            }
        }
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => return,
            heard = happened.recv() => {
                if matches!(heard, Err(RecvError::Closed)) {
                    return;
                }
            }
        }
        // What has happened meanwhile is all in the next view.
        while happened.try_recv().is_ok() {}
    }
}

/// What a bot does next: commands of which a refused one does not stop the others.
struct Turn {
    seat: u8,
    bodies: Vec<Body>,
}

async fn next(app: &App, table: TableId, view: &View) -> Option<Turn> {
    let asked = match &view.ask {
        Some(Ask::Insurance { seat, .. } | Ask::Action { seat, .. }) => Some(*seat),
        None => None,
    };
    match (asked, view.phase) {
        (Some(seat), _) => {
            bots_at(view).find(|(of, _)| *of == seat)?;
            let body = answer(app, table, view).await?;
            Some(Turn { seat, bodies: vec![body] })
        }
        (None, Phase::Betting { .. }) => bet(app, table, view).await,
        _ => None,
    }
}

async fn answer(app: &App, table: TableId, view: &View) -> Option<Body> {
    match view.ask.as_ref()? {
        Ask::Insurance { seat, .. } => Some(Body::Insure { seat: *seat, cents: 0 }),
        Ask::Action { seat, hand, .. } => {
            let action = app.strategies.play(&app.floor, table, view).await?;
            Some(Body::Act { seat: *seat, hand: *hand, action })
        }
    }
}

/// What is next before the deal, and for which bot's seat.
enum Before {
    Leave(u8),
    Ready(u8),
    Bet(u8, i64),
}

/// Bots bet at once, so that nobody plays without company who does not wait for it, and say
/// that they are ready when a person has. They leave when no person is left.
fn before_deal(view: &View) -> Option<Before> {
    let players = view.seats.iter().filter_map(|seat| seat.player.as_ref());
    let people: Vec<&PlayerView> = players.filter(|it| !is_bot(it)).collect();
    if people.is_empty() {
        return bots_at(view).next().map(|(seat, _)| Before::Leave(seat));
    }
    if people.iter().all(|it| it.away) {
        // Nobody plays for those who are away; they come back, or their seats are freed.
        return None;
    }
    let has_bet = |seat: u8| view.seats.iter().any(|it| it.seat == seat && !it.bets.is_empty());
    if let Some((seat, bot)) = bots_at(view).find(|(seat, _)| !has_bet(*seat)) {
        return Some(Before::Bet(seat, bot.chips));
    }
    let mut late = bots_at(view).filter(|(_, bot)| !bot.ready);
    late.next().filter(|_| people.iter().any(|it| it.ready)).map(|(seat, _)| Before::Ready(seat))
}

async fn bet(app: &App, table: TableId, view: &View) -> Option<Turn> {
    let (seat, chips) = match before_deal(view)? {
        Before::Leave(seat) => return Some(Turn { seat, bodies: vec![Body::Leave { seat }] }),
        Before::Ready(seat) => return Some(Turn { seat, bodies: vec![Body::Ready {}] }),
        Before::Bet(seat, chips) => (seat, chips),
    };
    let rules = app.strategies.rules(&app.floor, table).await?;
    let main = rules.wager(Spot::Main)?.least;
    let stakes = |side: Option<(Spot, u32)>| {
        let all = [(Spot::Main, main)].into_iter().chain(side);
        all.collect::<BTreeMap<_, _>>()
    };
    let mut bodies = Vec::new();
    if chips < i64::from(main) * 20 {
        let cents = CHIPS.clamp(view.posted.buy_in.0, view.posted.buy_in.1);
        bodies.push(Body::BuyIn { seat, cents });
    }
    bodies.push(Body::Bet { seat, bets: stakes(None) });
    // A side wager now and then; a table that refuses it keeps the bet without it.
    let pick = (view.round as usize + usize::from(seat)) % 4;
    if let Some(spot) = side_wagers(&view.posted, &rules).nth(pick)
        && let Some(wager) = rules.wager(spot)
    {
        bodies.push(Body::Bet { seat, bets: stakes(Some((spot, wager.least))) });
    }
    Some(Turn { seat, bodies })
}

/// The side wagers a bot may bet: of those that need the main wager alone. Never a progressive:
/// a meter is fed by people and won by people.
fn side_wagers(posted: &Posted, rules: &Rules) -> impl Iterator<Item = Spot> {
    let alone = move |spot: &Spot| {
        rules.wager(*spot).is_some_and(|wager| wager.requires.is_none_or(|it| it == Spot::Main))
    };
    let offered = move |spot: &Spot| posted.spots.contains(spot) && !spot.is_progressive();
    Spot::side().filter(offered).filter(alone)
}

/// How long a bot thinks about its hand: not always the same, and never long. Its bets lie at
/// once.
fn think(view: &View, seat: u8) -> Duration {
    if matches!(view.phase, Phase::Betting { .. }) {
        return Duration::ZERO;
    }
    let spread = (view.version * 7 + u64::from(seat) * 13) % 6;
    Duration::from_millis(500 + spread * 80)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{House, LinkId};

    #[test]
    fn s_07_bots_never_bet_a_progressive() {
        let mut with_meter = 0;
        for text in games::GAMES {
            let game = text.file().game(None, &[]).unwrap();
            let profile = game.profile(None, &[]).unwrap();
            let posted = House::sign_on("Test", &game, &profile, LinkId(1));
            with_meter += usize::from(posted.spots.iter().any(|spot| spot.is_progressive()));
            let bets: Vec<Spot> = side_wagers(&posted, &profile.rules).collect();
            assert!(bets.iter().all(|spot| !spot.is_progressive()), "{}: {bets:?}", text.id);
        }
        assert!(with_meter > 0, "some game has a progressive");
    }
}

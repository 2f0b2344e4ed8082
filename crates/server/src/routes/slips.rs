//! The win page, which sheet 003 calls the money bag: one award as a slip to be printed,
//! signed and kept with the money (P-24, O-03).

use askama::Template;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use table::{AccountId, Actor, Signature, Slip, TableId, Time};

use super::links::{find_slip, read_link, staff_only, unknown_link};
use super::pages::html;
use super::read::At;
use crate::app::App;
use crate::error::ApiError;
use crate::session::Signed;
use crate::words;

#[derive(Template)]
#[template(path = "slip.html")]
struct SlipPage {
    link: u32,
    number: u64,
    /// What is written across it, whoever looks at it. Only the page that has just had a printing
    /// counted shows the original, or the number of the reprint, for as long as it prints.
    mark: String,
    /// Whether it is void or of an exhibition: then printing changes nothing of its mark.
    void: bool,
    amount: String,
    in_words: String,
    facts: Vec<(&'static str, String)>,
    /// Who signs, and what the record has of it; what it has not is signed on the paper.
    signatures: Vec<(&'static str, String)>,
}

/// A slip. No address gives an unmarked one: looked at it says that it is none, and a printing is
/// counted by a command before it is made (P-24).
pub(crate) async fn page(
    State(app): State<App>,
    Signed(session, _): Signed,
    At((link, slip)): At<(String, String)>,
) -> Result<Response, ApiError> {
    staff_only(session.role)?;
    let slip = find_slip(&app, &link, &slip)?;
    let id = read_link(&link)?;
    let view = app.floor.link_view(id, session.actor()).ok_or_else(unknown_link)?;
    let names = Names::of(&app, &slip).await?;
    let page = SlipPage {
        link: id.0,
        number: slip.award.slip,
        void: slip.backed_out.is_some() || view.exhibition,
        mark: mark(&slip, view.exhibition).to_owned(),
        amount: rules::Money::cents(slip.award.cents).to_string(),
        in_words: words::amount(slip.award.cents),
        facts: facts(&app, &view.name, &slip, &names),
        signatures: signatures(&slip, &names),
    };
    Ok(html(StatusCode::OK, &page))
}

/// What is written across a slip that is looked at.
fn mark(slip: &Slip, exhibition: bool) -> &'static str {
    match slip.backed_out {
        _ if exhibition => "EXHIBITION: play money, pays nothing",
        Some(_) => "VOID: this award was backed out",
        None => "NOT A SLIP: only looked at",
    }
}

/// The names behind the numbers of a record.
struct Names {
    player: String,
    dealer: String,
}

impl Names {
    async fn of(app: &App, slip: &Slip) -> Result<Names, ApiError> {
        let claim = &slip.award.claim;
        Ok(Names { player: name(app, claim.player).await?, dealer: name(app, claim.dealer).await? })
    }
}

async fn name(app: &App, account: Option<AccountId>) -> Result<String, ApiError> {
    let Some(id) = account else { return Ok("—".to_owned()) };
    let row = app.people.account(id).await.map_err(|error| ApiError::inside(&error))?;
    Ok(row.map_or_else(|| format!("account {id}"), |row| format!("{} (account {id})", row.name)))
}

/// The name of a table, where it is on this floor.
fn table_name(app: &App, table: TableId) -> String {
    let view = app.floor.view(table, Actor::HOUSE);
    view.map_or(String::new(), |view| format!(" “{}”", view.posted.name))
}

fn facts(app: &App, link: &str, slip: &Slip, names: &Names) -> Vec<(&'static str, String)> {
    let award = &slip.award;
    let claim = &award.claim;
    let cents = |cents: i64| rules::Money::cents(cents).to_string();
    let at = |moment: Time| app.settings.room.local_time(moment);
    let pot = |pot: &table::Pot| {
        format!("meter ${}, reserve ${}", exact(pot.meter.0), exact(pot.reserve.0))
    };
    let cards: Vec<String> = claim.cards.iter().map(ToString::to_string).collect();
    let yes = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
    let mut facts = vec![
        ("Jackpot", format!("{link}, {}", claim.won.spot.name())),
        ("Gaming day", award.day.to_string()),
        (
            "Table, round, seat",
            format!(
                "{}{}, round {}, seat {}",
                claim.table,
                table_name(app, claim.table),
                claim.round,
                claim.won.seat
            ),
        ),
        ("Player", names.player.clone()),
        (
            "Winning hand",
            format!("{} ({}% of the meter)", claim.won.hand.label(), claim.won.percent),
        ),
        ("Cards", format!("{} (player, player, up-card, hole card)", cards.join(" "))),
        ("Wager", cents(award.wager.into())),
        (
            "Order of payment",
            format!(
                "{} of group {}{}",
                award.order,
                award.group,
                if award.shared { ", shared" } else { "" }
            ),
        ),
        ("Before", pot(&award.before)),
        ("After", pot(&award.after)),
    ];
    if let Some(seed) = award.seed {
        let reserve = award.from_reserve.map_or(0, |micros| micros.0);
        facts.push(("New meter", format!("seed {}, reserve ${}", cents(seed), exact(reserve))));
    }
    facts.extend([
        ("Claimed", format!("{} by dealer {}", at(claim.at), names.dealer)),
        ("Confirmed", format!("{} by {}", at(award.confirmed_at), person(&award.confirmed_by))),
    ]);
    if !award.evidence.is_empty() {
        facts.push(("Evidence", award.evidence.clone()));
    }
    facts.extend([
        ("Posted", format!("{} by {}", at(award.posted_at), person(&award.posted_by))),
        ("Tax form", yes(award.tax)),
        ("Notice to the regulator", yes(award.notice)),
        (
            "Handed out",
            match award.in_chips {
                true => "in chips at the table, with the posting",
                false => "at the cage, against this slip",
            }
            .to_owned(),
        ),
    ]);
    facts.extend(became(app, slip));
    facts
}

/// Whose signatures the paper needs, by name where the record knows it. Only a card counts as a
/// signature that was given: who is merely known signs on the paper, and whoever has not paid it yet
/// is not named.
fn signatures(slip: &Slip, names: &Names) -> Vec<(&'static str, String)> {
    let award = &slip.award;
    let on_paper = |name: &str| format!("{name}: signs here");
    let by_card = |signature: &Signature| match signature.card {
        Some(card) => format!("{}: signed with card {card}", signature.name),
        None => on_paper(&signature.name),
    };
    let winner = match &slip.winner {
        Some(winner) => on_paper(&winner.name),
        None if award.claim.player.is_some() => on_paper(&names.player),
        None => "signs here".to_owned(),
    };
    let mut signatures = vec![
        ("Winner", winner),
        ("Dealer", on_paper(&names.dealer)),
        ("Confirmed", by_card(&award.confirmed_by)),
        ("Posted", by_card(&award.posted_by)),
    ];
    if !award.in_chips {
        let paid = slip.paid.as_ref().map(|(by, _)| by_card(by));
        signatures.push(("Cage", paid.unwrap_or_else(|| "not paid yet".to_owned())));
    }
    signatures
}

/// What became of a slip: paid to whom, owed, printed.
fn became(app: &App, slip: &Slip) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let cents = |cents: i64| rules::Money::cents(cents).to_string();
    let at = |moment: Time| app.settings.room.local_time(moment);
    if let Some((by, paid)) = &slip.paid {
        let place = match slip.award.in_chips {
            true => "Paid at the table",
            false => "Paid at the cage",
        };
        facts.push((place, format!("{} by {}", at(*paid), person(by))));
    }
    if let Some(table::Winner { name, identity, tax_form }) = &slip.winner {
        facts.push(("Paid to", name.clone()));
        let notes = [("Identity", identity), ("Number of the tax form", tax_form)];
        let noted = notes.into_iter().filter(|(_, note)| !note.is_empty());
        facts.extend(noted.map(|(what, note)| (what, note.clone())));
    }
    if let Some(owed) = &slip.owed {
        facts.push((
            "Owed by the winner",
            format!("{} of {}", cents(owed.open()), cents(owed.cents)),
        ));
    }
    facts.push(("Printed", format!("{} times", slip.copies)));
    facts
}

fn person(person: &Signature) -> String {
    let card = person.card.map(|card| format!(", card {card}")).unwrap_or_default();
    format!("{} ({}{card})", person.name, person.role)
}

/// Micro-dollars with all their places.
fn exact(micros: i64) -> String {
    format!("{}.{:06}", micros / 1_000_000, micros.unsigned_abs() % 1_000_000)
}

/// The script of the slip.
pub(crate) async fn script() -> Response {
    let kind = "text/javascript; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], include_str!("../../assets/slip.js")).into_response()
}

/// The style of the slip.
pub(crate) async fn style() -> Response {
    let kind = "text/css; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], include_str!("../../assets/slip.css")).into_response()
}

//! `bahama jackpot`: the links of a record and what is done to them in the office.

use std::io::{BufRead as _, Write as _};

use clap::{Args, Subcommand, ValueEnum};
use rules::{Money, Spot, Word as _};
use serde_json::{Value, json};
use server::RoomTime;
use server::office::{self, Office, OfficeRefused};
use store::Options;
use table::report::dollars;
use table::{
    AccountId, Actor, AdjustReason, Change, Funds, Link, LinkBody, LinkId, LinkParameters,
    LinkView, Role,
};

use super::Failed;
use super::data::{AtData, room};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama jackpot list
  bahama jackpot show 1 --json
  bahama jackpot adjust 1 --take 250.00 --why malfunction --reason \"sensor 3 stuck\" < cards.txt
  bahama jackpot parameters 1 --seed 2500.00 --reason \"agreed on Monday\" < cards.txt
  bahama jackpot back-out 1 17 --reason \"wrong seat\" < cards.txt

list and show work beside a running server. What changes a link is done on the office's page
while the server runs; from here only while it does not, or beside servers on one database. The
cards come from standard input, one
a line: the number on the card, a space, the PIN. Two persons are two lines.";

#[derive(Args)]
pub(crate) struct JackpotArgs {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    at: AtData,
}

#[derive(Subcommand)]
enum What {
    /// List the links with their meters.
    #[command(after_help = "Example:\n  bahama jackpot list --json")]
    List,
    /// Everything about a link: meters, reserve, bank, open claims, slips.
    #[command(after_help = "Example:\n  bahama jackpot show 1")]
    Show {
        /// The link's number.
        link: u32,
    },
    /// Add to a meter or take from it, for one of the few reasons there are: two cards.
    #[command(after_help = "Example:\n  bahama jackpot adjust 1 --take 250.00 --why malfunction \
                      --reason \"sensor 3 stuck\" < cards.txt")]
    Adjust {
        /// The link's number.
        link: u32,
        /// The jackpot's sensor.
        #[arg(long, default_value = "progressive")]
        spot: String,
        /// Dollars to add.
        #[arg(
            long,
            value_name = "DOLLARS",
            required_unless_present = "take",
            conflicts_with = "take"
        )]
        add: Option<String>,
        /// Dollars to take.
        #[arg(long, value_name = "DOLLARS")]
        take: Option<String>,
        /// Which of the reasons.
        #[arg(long, value_enum)]
        why: Why,
        /// Why, in words.
        #[arg(long)]
        reason: String,
    },
    /// Change seed and rates between games: two cards, one of them an executive's.
    #[command(after_help = "Example:\n  bahama jackpot parameters 1 --contribution 12.5 --reason \
                      \"agreed on Monday\" < cards.txt")]
    Parameters {
        /// The link's number.
        link: u32,
        /// The jackpot's sensor.
        #[arg(long, default_value = "progressive")]
        spot: String,
        /// The seed in dollars; as it is without it.
        #[arg(long, value_name = "DOLLARS")]
        seed: Option<String>,
        /// The meter's share of a wager in percent.
        #[arg(long, value_name = "PERCENT")]
        contribution: Option<String>,
        /// The reserve's share of a wager in percent.
        #[arg(long, value_name = "PERCENT")]
        reserve: Option<String>,
        /// Why, in words.
        #[arg(long)]
        reason: String,
        /// Do it although sheet 003 advises against it.
        #[arg(long)]
        override_advice: bool,
    },
    /// Back a posted award out by a further entry: two cards.
    #[command(
        after_help = "Example:\n  bahama jackpot back-out 1 17 --reason \"wrong seat\" < cards.txt"
    )]
    BackOut {
        /// The link's number.
        link: u32,
        /// The number of the award's slip.
        slip: u64,
        /// Why, in words.
        #[arg(long)]
        reason: String,
    },
    /// Take no more wagers.
    #[command(
        after_help = "Example:\n  bahama jackpot stop 1 --reason \"funds short\" < cards.txt"
    )]
    Stop {
        /// The link's number.
        link: u32,
        /// Why, in words.
        #[arg(long)]
        reason: String,
    },
    /// Take wagers again.
    #[command(after_help = "Example:\n  bahama jackpot resume 1 < cards.txt")]
    Resume {
        /// The link's number.
        link: u32,
    },
    /// Note a deposit into the jackpots' bank account: a card of the cage or of an executive.
    #[command(after_help = "Example:\n  bahama jackpot deposit 1 1250.00 < cards.txt")]
    Deposit {
        /// The link's number.
        link: u32,
        /// The amount in dollars.
        dollars: String,
    },
    /// Take a deposit back that was noted wrongly, by a further entry: an executive's card.
    #[command(after_help = "Example:\n  bahama jackpot reverse-deposit 1 3 --reason \
                      \"noted twice\" < cards.txt")]
    ReverseDeposit {
        /// The link's number.
        link: u32,
        /// The deposit's number, as `bahama jackpot show` lists it.
        deposit: u64,
        /// Why, in words.
        #[arg(long)]
        reason: String,
    },
    /// Pay a slip at the cage: once, not after a back-out, and by a card.
    #[command(after_help = "Example:\n  bahama jackpot pay 1 17 --winner \"Ann Winner\" \
                      --identity \"WA licence\" --tax-form W-2G-17 < cards.txt")]
    Pay {
        /// The link's number.
        link: u32,
        /// The slip's number.
        slip: u64,
        /// The winner's name.
        #[arg(long)]
        winner: String,
        /// What the winner showed of himself; needed from the posted amount on.
        #[arg(long)]
        identity: Option<String>,
        /// The number of the tax form; needed where the award is flagged for the tax.
        #[arg(long)]
        tax_form: Option<String>,
        /// Let the house lend what the bank account lacks: an executive's card besides.
        #[arg(long)]
        lend: bool,
    },
    /// Note what a winner gave back of an award that was paid and backed out: two cards.
    #[command(after_help = "Example:\n  bahama jackpot recover 1 17 500.00 --reason \
                      \"paid back in cash\" < cards.txt")]
    Recover {
        /// The link's number.
        link: u32,
        /// The slip's number.
        slip: u64,
        /// How much, in dollars.
        dollars: String,
        /// Why or how, in words.
        #[arg(long)]
        reason: String,
    },
    /// Give up what a winner still owes: two cards, one of them an executive's.
    #[command(after_help = "Example:\n  bahama jackpot write-off 1 17 --reason \
                      \"not to be found\" < cards.txt")]
    WriteOff {
        /// The link's number.
        link: u32,
        /// The slip's number.
        slip: u64,
        /// Why, in words.
        #[arg(long)]
        reason: String,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Why {
    Malfunction,
    OverLimit,
    NonDisplayedToGross,
    SeedRecovery,
}

impl From<Why> for AdjustReason {
    fn from(why: Why) -> AdjustReason {
        match why {
            Why::Malfunction => AdjustReason::Malfunction,
            Why::OverLimit => AdjustReason::OverLimit,
            Why::NonDisplayedToGross => AdjustReason::NonDisplayedToGross,
            Why::SeedRecovery => AdjustReason::SeedRecovery,
        }
    }
}

/// Somebody of the staff looks.
const STAFF: Actor = Actor { account: AccountId::HOUSE, role: Role::Auditor };

pub(crate) fn run(args: &JackpotArgs) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(act(args))
}

async fn act(args: &JackpotArgs) -> Result<(), Failed> {
    match &args.what {
        What::List => look(args, None).await,
        What::Show { link } => look(args, Some(LinkId(*link))).await,
        what => change(args, what).await,
    }
}

async fn look(args: &JackpotArgs, only: Option<LinkId>) -> Result<(), Failed> {
    let record = args.at.record.open().await?;
    let links = office::links(&*record.journal()).await?;
    let room = room(&*record.people(), &args.at.record).await?;
    record.close().await;
    let links: Vec<&Link> =
        links.iter().filter(|link| only.is_none_or(|only| only == link.id())).collect();
    if let (Some(only), true) = (only, links.is_empty()) {
        return Err(OfficeRefused::NoLink(only).into());
    }
    let views: Vec<LinkView> = links.iter().map(|link| link.view(STAFF)).collect();
    let mut out = anstream::stdout();
    if args.at.json {
        let document = if only.is_some() { json!(views.first()) } else { json!(views) };
        return Ok(writeln!(out, "{document:#}")?);
    }
    for view in &views {
        write!(out, "{}", line(view))?;
        if only.is_some() {
            write!(out, "{}", details(view, &room))?;
        }
    }
    Ok(())
}

fn line(view: &LinkView) -> String {
    let mut text = format!("{} {}", view.link, view.name);
    if let Some(reason) = &view.stopped {
        text.push_str(&format!(" (stopped: {reason})"));
    }
    for jackpot in &view.jackpots {
        text.push_str(&format!(
            "\n  {:<24} {:>14}",
            jackpot.name,
            Money::cents(jackpot.cents).to_string()
        ));
        for (place, pending) in jackpot.pending.iter().enumerate() {
            let (table, frozen) = (pending.table, Money::cents(pending.frozen));
            // What a later claim is worth depends on the earlier ones.
            text.push_str(&match place {
                0 => format!(", {frozen} pending at {table}"),
                _ => format!(", then at {table}"),
            });
        }
        if jackpot.cents < jackpot.seed && !jackpot.pending.is_empty() {
            text.push_str(" (certain for the next winner, whichever claims are paid)");
        }
    }
    let tables: Vec<String> = view.tables.iter().map(|(table, _)| table.0.to_string()).collect();
    text.push_str(&format!("\n  tables {}\n", tables.join(" ")));
    text
}

fn details(view: &LinkView, room: &RoomTime) -> String {
    let mut text = String::new();
    if let Some(held) = &view.office {
        for (spot, pot, parameters) in &held.holds {
            text.push_str(&format!(
                "  {}: meter {} and reserve {}; seed {}, contribution {}.{:02} %, reserve \
                 {}.{:02} %\n",
                spot,
                dollars(pot.meter),
                dollars(pot.reserve),
                Money::cents(parameters.seed.into()),
                parameters.contribution / 100,
                parameters.contribution % 100,
                parameters.reserve / 100,
                parameters.reserve % 100,
            ));
        }
        if let Some(funds) = &held.funds {
            text.push_str(&format!(
                "  bank account {} of {} required{}\n",
                Money::cents(held.bank.cents()),
                Money::cents(held.required_bank.cents()),
                short_words(funds, room)
            ));
        }
    }
    let ladder = view.office.iter().flat_map(|held| &held.ladder);
    ladder.for_each(|rung| text.push_str(&format!("  {rung}\n")));
    text.push_str(&open_matters(view));
    for hit in &view.hits {
        text.push_str(&format!(
            "  slip {}: {} at {}, round {}, seat {}{}\n",
            hit.slip,
            Money::cents(hit.cents),
            hit.table,
            hit.round,
            hit.won.seat,
            if hit.backed_out { ", backed out" } else { "" }
        ));
    }
    text
}

/// What an account is short of, since when, and when that stops the progressive.
fn short_words(funds: &Funds, room: &RoomTime) -> String {
    if funds.short <= 0 {
        return String::new();
    }
    let since = funds.since.map(|at| format!(" since {}", room.local_minute(at)));
    let since = since.unwrap_or_default();
    let stops = match funds.never_funded {
        true => "never funded, so no wagers are taken".to_owned(),
        false => format!("this stops the progressive at {}", room.local_minute(funds.stops_at)),
    };
    format!(": funds short of {}{since}; {stops}", Money::cents(funds.short))
}

/// What the office still has to see to: claims in paying order, slips, what is owed, deposits.
fn open_matters(view: &LinkView) -> String {
    let Some(held) = &view.office else { return String::new() };
    let mut lines: Vec<String> = Vec::new();
    for claim in &held.claims {
        let (seat, cents) = (claim.won.seat, Money::cents(claim.cents));
        let state = if claim.confirmed { "confirmed" } else { "claimed" };
        let (table, needs) = (claim.table, claim.needs);
        lines.push(format!("{state}: {cents} at {table}, seat {seat}; needs a card: {needs}"));
    }
    lines.extend(held.unpaid.iter().map(|slip| format!("slip {slip} is not paid")));
    for (slip, owed) in &held.owed {
        lines.push(format!("slip {slip}: its winner owes {}", Money::cents(owed.open())));
    }
    for made in &held.deposits {
        let back = if made.reversed.is_some() { ", taken back" } else { "" };
        let (number, cents) = (made.number, Money::cents(made.cents));
        lines.push(format!("deposit {number}: {cents} on {}{back}", made.day));
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

async fn change(args: &JackpotArgs, what: &What) -> Result<(), Failed> {
    let mut settings = args.at.record.settings()?;
    let cards = cards(2)?;
    let record = args.at.record.open_used(Options::SERVE).await?;
    record.started().await;
    let done = async {
        settings.take_kept_room(&*record.people()).await?;
        let link = LinkId(link_of(what));
        let office = Office::open(record.journal(), record.people(), &settings, link).await?;
        let body = body(what, &office.link())?;
        Ok(office.give(body, &cards).await?)
    };
    let done = done.await;
    record.close().await;
    let json = done.map_err(|failed: Failed| failed.told(args.at.json))?;
    let mut out = anstream::stdout();
    if args.at.json {
        return Ok(writeln!(out, "{json}")?);
    }
    let entry: Value = serde_json::from_str(&json).unwrap_or_default();
    Ok(writeln!(out, "done, as version {} of link {}", entry["version"], link_of(what))?)
}

/// The cards that are shown, from standard input, one a line: secrets do not stand on a command line.
pub(super) fn cards(most: usize) -> Result<Vec<(String, String)>, Failed> {
    let mut cards = Vec::new();
    for line in std::io::stdin().lock().lines().take(most) {
        let line = line?;
        let Some((number, pin)) = line.trim().split_once(char::is_whitespace) else { continue };
        cards.push((number.to_owned(), pin.trim().to_owned()));
    }
    Ok(cards)
}

fn link_of(what: &What) -> u32 {
    match what {
        What::List => 0,
        What::Show { link }
        | What::Adjust { link, .. }
        | What::Parameters { link, .. }
        | What::BackOut { link, .. }
        | What::Stop { link, .. }
        | What::Resume { link }
        | What::Deposit { link, .. }
        | What::ReverseDeposit { link, .. }
        | What::Recover { link, .. }
        | What::WriteOff { link, .. }
        | What::Pay { link, .. } => *link,
    }
}

fn body(what: &What, link: &Link) -> Result<LinkBody, Failed> {
    Ok(match what {
        What::List | What::Show { .. } => unreachable!("looking changes nothing"),
        What::Adjust { spot, add, take, why, reason, .. } => {
            let (change, dollars) = match (add, take) {
                (Some(dollars), _) => (Change::Add, dollars),
                (None, Some(dollars)) => (Change::Take, dollars),
                (None, None) => return Err(Failed::Usage("name --add or --take".to_owned())),
            };
            let micros = hundredths(dollars)? * 10_000;
            let (spot, why) = (spot_of(spot)?, (*why).into());
            LinkBody::Adjust { spot, change, micros, why, reason: reason.clone() }
        }
        What::Parameters { spot, seed, contribution, reserve, reason, override_advice, .. } => {
            let spot = spot_of(spot)?;
            let view = link.view(STAFF);
            let now = view.office.iter().flat_map(|held| &held.holds).find(|it| it.0 == spot);
            let mut parameters: LinkParameters = now
                .map(|it| it.2)
                .ok_or_else(|| Failed::Refused(format!("the link has no {spot} jackpot")))?;
            for (given, value) in [
                (seed, &mut parameters.seed),
                (contribution, &mut parameters.contribution),
                (reserve, &mut parameters.reserve),
            ] {
                if let Some(text) = given {
                    *value = small(text)?;
                }
            }
            let (reason, override_advice) = (reason.clone(), *override_advice);
            LinkBody::SetParameters { spot, parameters, reason, override_advice }
        }
        What::BackOut { slip, reason, .. } => {
            LinkBody::BackOut { slip: *slip, reason: reason.clone() }
        }
        What::Stop { reason, .. } => LinkBody::Stop { reason: reason.clone() },
        What::Resume { .. } => LinkBody::Resume {},
        What::Deposit { dollars, .. } => LinkBody::Deposit { cents: small(dollars)? },
        What::ReverseDeposit { deposit, reason, .. } => {
            LinkBody::ReverseDeposit { deposit: *deposit, reason: reason.clone() }
        }
        What::Pay { slip, winner, identity, tax_form, lend, .. } => LinkBody::PaySlip {
            slip: *slip,
            winner: winner.clone(),
            identity: identity.clone().unwrap_or_default(),
            tax_form: tax_form.clone().unwrap_or_default(),
            lend: *lend,
        },
        What::Recover { slip, dollars, reason, .. } => {
            LinkBody::Recover { slip: *slip, cents: small(dollars)?, reason: reason.clone() }
        }
        What::WriteOff { slip, reason, .. } => {
            LinkBody::WriteOff { slip: *slip, reason: reason.clone() }
        }
    })
}

/// The same where an amount has 32 bits.
fn small(text: &str) -> Result<u32, Failed> {
    u32::try_from(hundredths(text)?).map_err(|_| Failed::Usage(format!("“{text}” is too much")))
}

fn spot_of(word: &str) -> Result<Spot, Failed> {
    let spot = Spot::from_word(word).filter(|spot| spot.is_progressive());
    spot.ok_or_else(|| Failed::Usage(format!("“{word}” is no progressive sensor")))
}

/// A number with at most two places, in hundredths: dollars as cents, percent as the
/// parameters count them.
fn hundredths(text: &str) -> Result<i64, Failed> {
    let wrong = || Failed::Usage(format!("“{text}” is not a number such as 1250 or 12.50"));
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 2 {
        return Err(wrong());
    }
    let part: i64 = format!("{part:0<2}").parse().map_err(|_| wrong())?;
    let whole: i64 = whole.parse().map_err(|_| wrong())?;
    whole.checked_mul(100).and_then(|it| it.checked_add(part)).ok_or_else(wrong)
}

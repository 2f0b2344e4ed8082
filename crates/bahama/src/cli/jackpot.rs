//! `bahama jackpot`: the links of a data directory and what is done to them in the office.

use std::io::{BufRead as _, Write as _};
use std::sync::Arc;

use clap::{Args, Subcommand, ValueEnum};
use rules::{Money, Spot, Word as _};
use serde_json::{Value, json};
use server::office::{self, Office, OfficeRefused};
use server::{Said, Settings};
use store::{DataDir, Journal, Options, People, Store};
use table::{
    AccountId, Actor, AdjustReason, Change, Link, LinkBody, LinkId, LinkParameters, LinkView, Role,
};

use super::Failed;
use super::data::{AtData, used};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama jackpot list
  bahama jackpot show 1 --json
  bahama jackpot adjust 1 --take 250.00 --why malfunction --reason \"sensor 3 stuck\" < cards.txt
  bahama jackpot parameters 1 --seed 2500.00 --reason \"agreed on Monday\" < cards.txt
  bahama jackpot back-out 1 17 --reason \"wrong seat\" < cards.txt

list and show work beside a running server. What changes a link is done on the supervisor's page
while the server runs; from here only while it does not. The cards come from standard input, one
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
    /// Note a deposit into the jackpots' bank account: an executive's card.
    #[command(after_help = "Example:\n  bahama jackpot deposit 1 1250.00 < cards.txt")]
    Deposit {
        /// The link's number.
        link: u32,
        /// The amount in dollars.
        dollars: String,
    },
    /// Pay a slip at the cage: once, and not after a back-out.
    #[command(after_help = "Example:\n  bahama jackpot pay 1 17 < cards.txt")]
    Pay {
        /// The link's number.
        link: u32,
        /// The slip's number.
        slip: u64,
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
    let data = used(&args.at.data)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(act(args, &data))
}

async fn act(args: &JackpotArgs, data: &DataDir) -> Result<(), Failed> {
    match &args.what {
        What::List => look(args, data, None).await,
        What::Show { link } => look(args, data, Some(LinkId(*link))).await,
        what => change(args, data, what).await,
    }
}

async fn look(args: &JackpotArgs, data: &DataDir, only: Option<LinkId>) -> Result<(), Failed> {
    let store = Store::open(data, Options::BESIDE).await?;
    let links = office::links(&store).await?;
    store.close().await;
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
            write!(out, "{}", details(view))?;
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
        for pending in &jackpot.pending {
            let frozen = Money::cents(pending.frozen);
            text.push_str(&format!(", {frozen} pending at {}", pending.table));
        }
    }
    let tables: Vec<String> = view.tables.iter().map(|(table, _)| table.0.to_string()).collect();
    text.push_str(&format!("\n  tables {}\n", tables.join(" ")));
    text
}

fn details(view: &LinkView) -> String {
    let mut text = String::new();
    if let Some(held) = &view.office {
        for (spot, pot, parameters) in &held.holds {
            text.push_str(&format!(
                "  {}: meter {} and reserve {} micro-dollars; seed {}, contribution {}.{:02} %, \
                 reserve {}.{:02} %\n",
                spot,
                pot.meter.0,
                pot.reserve.0,
                Money::cents(parameters.seed.into()),
                parameters.contribution / 100,
                parameters.contribution % 100,
                parameters.reserve / 100,
                parameters.reserve % 100,
            ));
        }
        if held.deposit_due.is_some() {
            let short = if held.bank < held.required_bank { ": funds short" } else { "" };
            text.push_str(&format!(
                "  bank account {} of {} required{short}\n",
                Money::cents(held.bank.cents()),
                Money::cents(held.required_bank.cents())
            ));
        }
    }
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

async fn change(args: &JackpotArgs, data: &DataDir, what: &What) -> Result<(), Failed> {
    let settings = Settings::resolve(&args.at.data, &Said::default())?;
    let cards = cards(2)?;
    let store = Arc::new(Store::open(data, Options::SERVE).await?);
    let (journal, people): (Arc<dyn Journal>, Arc<dyn People>) = (store.clone(), store.clone());
    let done = async {
        let link = LinkId(link_of(what));
        let office = Office::open(journal, people, &settings, link).await?;
        let body = body(what, &office.link())?;
        Ok(office.give(body, &cards).await?)
    };
    let done = done.await;
    store.close().await;
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
        What::Pay { slip, .. } => LinkBody::PaySlip { slip: *slip },
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

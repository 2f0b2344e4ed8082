//! `bahama staff`: who works here, also while the server runs.

use std::fs::OpenOptions;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use server::RoomTime;
use server::staff::Staff;
use table::{AccountId, Role, Time};

use super::Failed;
use super::data::{AtData, Done, with_staff};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama staff add dealer-2 --role dealer
  bahama staff add floor-1 --role supervisor --role executive --password-stdin < password.txt
  bahama staff reset dealer-2
  bahama staff revoke dealer-2
  bahama staff list --json
  bahama staff card add floor-1 --level supervisor --pin-stdin < pin.txt
  bahama staff card revoke 3

add and reset print a one-time link, to be opened at the server's address, unless a password is
given. revoke takes effect at once, also for browsers that are open.";

#[derive(Args)]
pub(crate) struct StaffArgs {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    at: AtData,
}

#[derive(Subcommand)]
enum What {
    /// Add somebody.
    #[command(after_help = "Example:\n  bahama staff add dealer-2 --role dealer")]
    Add {
        /// The name.
        name: String,
        /// A role; may be given several times.
        #[arg(long, value_enum, required = true)]
        role: Vec<StaffRole>,
        #[command(flatten)]
        way: WayIn,
    },
    /// Give somebody a new way in; open sessions end.
    #[command(after_help = "Example:\n  bahama staff reset dealer-2")]
    Reset {
        /// The name.
        name: String,
        #[command(flatten)]
        way: WayIn,
    },
    /// Take somebody's access away at once.
    #[command(after_help = "Example:\n  bahama staff revoke dealer-2")]
    Revoke {
        /// The name.
        name: String,
    },
    /// List everybody.
    #[command(after_help = "Example:\n  bahama staff list --json")]
    List,
    /// Cards that confirm awards, adjustments and parameters and move the house's money: issue,
    /// revoke, list.
    #[command(after_help = CARD_EXAMPLES)]
    Card {
        #[command(subcommand)]
        what: CardWhat,
    },
}

const CARD_EXAMPLES: &str = "\
Examples:
  bahama staff card add floor-1 --level supervisor --pin-stdin < pin.txt
  bahama staff card revoke 3
  bahama staff card list --json

add prints the number to be written on the card, for a stripe, a reader that types, or a QR code
(--qr FILE); it is kept nowhere. A card is shown with its
PIN for one award, adjustment, fill, credit, void, deposit or change of parameters, and proves
nothing else.";

#[derive(Subcommand)]
enum CardWhat {
    /// Issue a card to somebody; its PIN is read from standard input.
    #[command(
        after_help = "Example:\n  bahama staff card add floor-1 --level supervisor --pin-stdin < pin.txt"
    )]
    Add {
        /// Whose card it is.
        name: String,
        /// What it opens; it must go with one of the owner's roles.
        #[arg(long, value_enum)]
        level: CardLevel,
        /// Read the PIN from standard input: 4 to 12 digits.
        #[arg(long, required = true)]
        pin_stdin: bool,
        /// Also write the number as a QR code to this SVG file, which must not be there yet.
        #[arg(long, value_name = "FILE")]
        qr: Option<PathBuf>,
    },
    /// Take a card out of use at once, also where it has just been shown.
    #[command(after_help = "Example:\n  bahama staff card revoke 3")]
    Revoke {
        /// The card's id, as `bahama staff card list` shows it.
        card: u32,
    },
    /// List all cards.
    #[command(after_help = "Example:\n  bahama staff card list --json")]
    List,
}

#[derive(Clone, Copy, ValueEnum)]
enum CardLevel {
    Cage,
    Supervisor,
    Executive,
}

#[derive(Args)]
struct WayIn {
    /// Read a password from standard input instead of printing a link.
    #[arg(long)]
    password_stdin: bool,
    /// The server's address, for the link.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum StaffRole {
    Dealer,
    Cage,
    Supervisor,
    Executive,
    Auditor,
}

impl From<StaffRole> for Role {
    fn from(role: StaffRole) -> Role {
        match role {
            StaffRole::Dealer => Role::Dealer,
            StaffRole::Cage => Role::Cage,
            StaffRole::Supervisor => Role::Supervisor,
            StaffRole::Executive => Role::Executive,
            StaffRole::Auditor => Role::Auditor,
        }
    }
}

pub(crate) fn run(args: &StaffArgs) -> Result<(), Failed> {
    let adds = matches!(args.what, What::Add { .. });
    with_staff(&args.at, adds, async |staff, room| act(staff, room, &args.what).await)
}

async fn act(staff: &Staff, room: &RoomTime, what: &What) -> Result<Done, Failed> {
    match what {
        What::Add { name, role, way } => {
            let roles: Vec<Role> = role.iter().copied().map(Role::from).collect();
            let password = password(way)?;
            let account = staff.add(name, &roles, password.as_deref()).await?;
            match password {
                Some(_) => Ok(done(name, account, None)),
                None => link(staff, room, name, way).await,
            }
        }
        What::Reset { name, way } => match password(way)? {
            Some(password) => {
                let account = staff.set_password(name, &password).await?;
                Ok(done(name, account, None))
            }
            None => link(staff, room, name, way).await,
        },
        What::Revoke { name } => {
            let account = staff.revoke(name).await?;
            let words = format!("{name} has no access any more.\n");
            Ok(Done { document: json!({"name": name, "account": account, "revoked": true}), words })
        }
        What::List => {
            let lines = staff.list().await?;
            let words = lines.iter().map(|line| {
                let roles: Vec<&str> = line.roles.iter().map(|role| role.word()).collect();
                let state = match (line.revoked, line.password) {
                    (Some(_), _) => "revoked",
                    (None, true) => "password",
                    (None, false) => "links only",
                };
                format!("{:<32} {:<32} {state}\n", line.name, roles.join(" "))
            });
            Ok(Done { words: words.collect(), document: json!(lines) })
        }
        What::Card { what } => card(staff, what).await,
    }
}

async fn card(staff: &Staff, what: &CardWhat) -> Result<Done, Failed> {
    match what {
        CardWhat::Add { name, level, qr, .. } => {
            let level = match level {
                CardLevel::Cage => Role::Cage,
                CardLevel::Supervisor => Role::Supervisor,
                CardLevel::Executive => Role::Executive,
            };
            let (card, number) = staff.issue_card(name, level, &line_of_stdin()?).await?;
            if let Some(path) = qr {
                write_qr(path, number.reveal())?;
            }
            let words = format!(
                "Card {card}, {level}, for {name}. Write this number on it; it is shown only now:\n  {}\n",
                number.reveal()
            );
            let document =
                json!({"card": card, "name": name, "level": level, "number": number.reveal()});
            Ok(Done { document, words })
        }
        CardWhat::Revoke { card } => {
            let line = staff.revoke_card(*card).await?;
            let words = format!("Card {card} of {} is out of use.\n", line.name);
            Ok(Done { document: json!(line), words })
        }
        CardWhat::List => {
            let lines = staff.cards().await?;
            let words = lines.iter().map(|line| {
                let state = if line.revoked.is_some() { "revoked" } else { "good" };
                format!("{:>4} {:<32} {:<12} {state}\n", line.card, line.name, line.level.word())
            });
            Ok(Done { words: words.collect(), document: json!(lines) })
        }
    }
}

/// Writes the number of a card as a QR code, for its owner's eyes only.
fn write_qr(path: &Path, number: &str) -> Result<(), Failed> {
    let code = qrcode::QrCode::new(number).map_err(|error| Failed::Refused(error.to_string()))?;
    let drawn = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(240, 240).build();
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    Ok(file.write_all(drawn.as_bytes())?)
}

async fn link(staff: &Staff, room: &RoomTime, name: &str, way: &WayIn) -> Result<Done, Failed> {
    let (account, token) = staff.way_in(name).await?;
    let address = format!("{}/enter/{}", way.server.trim_end_matches('/'), token.reveal());
    let ends = staff.link_ends();
    Ok(done(name, account, Some((&address, ends, room.local_minute(ends)))))
}

fn done(name: &str, account: AccountId, link: Option<(&str, Time, String)>) -> Done {
    let words = match &link {
        Some((link, _, until)) => format!("{name} comes in once, until {until}, by\n  {link}\n"),
        None => format!("{name} can sign in with the password.\n"),
    };
    let (link, ends) = link.map(|(link, ends, _)| (link, ends)).unzip();
    Done { document: json!({"name": name, "account": account, "link": link, "ends": ends}), words }
}

fn password(way: &WayIn) -> Result<Option<String>, Failed> {
    if !way.password_stdin {
        return Ok(None);
    }
    Ok(Some(line_of_stdin()?))
}

/// A secret that must not stand on the command line.
fn line_of_stdin() -> Result<String, Failed> {
    let mut text = String::new();
    std::io::stdin().lock().take(1024).read_to_string(&mut text)?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

//! `bahama display`: screens that show meters or tables, also while the server runs.

use clap::{Args, Subcommand};
use serde_json::json;
use server::RoomTime;
use server::displays::Shows;
use server::staff::Staff;
use table::{LinkId, TableId};

use super::Failed;
use super::data::{AtData, Done, with_staff};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama display add bar-wall --link 1
  bahama display add pit-2 --table 4 --server https://floor.example
  bahama display list
  bahama display revoke bar-wall

add prints a link that is opened once on the screen, which then stays signed in until it is revoked.
A name that is there already gets a new link, and the screen that had it goes dark. revoke takes
effect at once. A display shows, and can do nothing else.";

#[derive(Args)]
pub(crate) struct DisplayArgs {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    at: AtData,
}

#[derive(Subcommand)]
enum What {
    /// Make the link of a display.
    #[command(after_help = "Example:\n  bahama display add bar-wall --link 1")]
    Add {
        /// Its name, such as the wall it hangs on.
        name: String,
        /// The link whose meters it shows.
        #[arg(long, value_name = "LINK", default_value_t = 1)]
        link: u32,
        /// The table it shows, instead of a link.
        #[arg(long, value_name = "TABLE", conflicts_with = "link")]
        table: Option<u32>,
        /// The server's address, for the link.
        #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
        server: String,
    },
    /// Turn a display off for good.
    #[command(after_help = "Example:\n  bahama display revoke bar-wall")]
    Revoke {
        /// Its name.
        name: String,
    },
    /// List the displays.
    #[command(after_help = "Example:\n  bahama display list --json")]
    List,
}

pub(crate) fn run(args: &DisplayArgs) -> Result<(), Failed> {
    let adds = matches!(args.what, What::Add { .. });
    with_staff(&args.at, adds, async |staff, room| act(staff, room, &args.what).await)
}

async fn act(staff: &Staff, room: &RoomTime, what: &What) -> Result<Done, Failed> {
    Ok(match what {
        What::Add { name, link, table, server } => {
            let of_link = Shows::Link(LinkId(*link));
            let shows = table.map_or(of_link, |table| Shows::Table(TableId(table)));
            let (account, token) = staff.add_display(name, shows).await?;
            let address = format!("{}/enter/{}", server.trim_end_matches('/'), token.reveal());
            let ends = staff.link_ends();
            let (page, until) = (shows.page(), room.local_minute(ends));
            let words = format!("{name} shows {page} by\n  {address}\nonce, until {until}.\n");
            let document = json!({"name": name, "account": account, "page": page,
                "link": address, "ends": ends});
            Done { document, words }
        }
        What::Revoke { name } => {
            let off = staff.revoke_display(name).await?;
            Done { document: json!(off), words: format!("{name} is off.\n") }
        }
        What::List => {
            let all = staff.displays().await?;
            let words = all.iter().map(|it| {
                let state = if it.revoked.is_some() { "revoked" } else { "good" };
                format!("{:<32} {state}\n", it.name)
            });
            Done { document: json!(all), words: words.collect() }
        }
    })
}

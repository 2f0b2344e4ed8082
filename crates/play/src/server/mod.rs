//! A running server: a guest signs in, looks for a table, and follows it.

mod address;
mod client;
mod line;
mod pick;
mod remote;
mod wire;

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use rules::Profile;
use table::{LinkView, Posted, TableId, View};
use tokio::runtime::{Builder, Runtime};

pub use address::{Address, NotAnAddress};
use client::{Client, NoAnswer};
use line::{Line, Reports};
pub use pick::{Misfit, Wanted};
use remote::{Ends, Remote};
use wire::{Lobby, Summary};

/// Why nobody sits down at a server.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ServerRefused {
    #[error("{address} cannot be reached: {why}")]
    Unreachable { address: String, why: String },
    #[error("{address} refuses: {why}")]
    Refused { address: String, why: String },
    #[error("there is no table {wanted} at {address}; there are {}", listed(tables))]
    NoTable { wanted: u32, address: String, tables: Vec<(String, String)> },
    #[error("table {table} does not fit: it {misfit}")]
    Misfit { table: u32, misfit: Misfit },
    #[error("no table of {game} at {address} fits: {}", listed(tables))]
    NoneFits { game: String, address: String, tables: Vec<(String, String)> },
    #[error(
        "table {table} plays {game} by other rules than this program's game file has (profile \
         {posted} there, {made} here); play with the server's version of the program, or name its \
         game files with --games"
    )]
    Profile { table: u32, game: String, posted: String, made: String },
    #[error("there is no thread for the connection: {0}")]
    Thread(std::io::Error),
}

impl ServerRefused {
    /// Whether something was asked for that cannot be, rather than not now.
    pub fn is_wrong_usage(&self) -> bool {
        match self {
            ServerRefused::NoTable { .. } => true,
            ServerRefused::Misfit { misfit, .. } => misfit.is_wrong_usage(),
            _ => false,
        }
    }
}

/// Tables with what is to be said of each: `table 1 (Bahama Bonus) is closed`.
fn listed(tables: &[(String, String)]) -> String {
    let said: Vec<String> = tables.iter().map(|(table, what)| format!("{table} {what}")).collect();
    if said.is_empty() { "no tables".to_owned() } else { said.join("; ") }
}

/// A server, with a guest signed in.
pub struct Server {
    runtime: Runtime,
    client: Client,
}

impl Server {
    /// Signs in as a new guest.
    ///
    /// # Errors
    /// If the server cannot be reached or lets nobody in.
    pub fn enter(address: Address) -> Result<Server, ServerRefused> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(ServerRefused::Thread)?;
        let named = address.to_string();
        let mut client = Client::new(address).map_err(|no| refused(&named, &no))?;
        runtime.block_on(client.enter()).map_err(|no| refused(&named, &no))?;
        Ok(Server { runtime, client })
    }

    /// Looks for a table.
    ///
    /// # Errors
    /// If there is none that fits.
    pub fn find(mut self, wanted: &Wanted) -> Result<Joined, ServerRefused> {
        let address = self.client.address().to_string();
        let Lobby { tables } = self.get("/api/tables")?;
        let mut misfits = Vec::new();
        for summary in &tables {
            let table = summary.table;
            if wanted.table.is_some_and(|number| number != table.0) {
                continue;
            }
            let misfit = match wanted.misfit(summary) {
                Some(misfit) => misfit,
                None => {
                    let view: View = self.get(&format!("/api/tables/{}", table.0))?;
                    match wanted.misfit_of_sign(&view.posted) {
                        Some(misfit) => misfit,
                        None => return Ok(Joined { server: self, view }),
                    }
                }
            };
            if wanted.table.is_some() {
                return Err(ServerRefused::Misfit { table: table.0, misfit });
            }
            misfits.push((named(summary), misfit.to_string()));
        }
        let game = wanted.game.clone();
        Err(match wanted.table {
            None => ServerRefused::NoneFits { game, address, tables: misfits },
            Some(wanted) => {
                let plays = |it: &Summary| (named(it), format!("plays {}", it.game));
                let tables = tables.iter().map(plays).collect();
                ServerRefused::NoTable { wanted, address, tables }
            }
        })
    }

    fn get<T: serde::de::DeserializeOwned>(&mut self, path: &str) -> Result<T, ServerRefused> {
        let got = self.runtime.block_on(self.client.get(path));
        got.map_err(|no| refused(&self.client.address().to_string(), &no))
    }
}

fn named(summary: &Summary) -> String {
    format!("{} ({})", summary.table, summary.name)
}

fn refused(address: &str, no_answer: &NoAnswer) -> ServerRefused {
    let (address, why) = (address.to_owned(), no_answer.to_string());
    match no_answer {
        NoAnswer::Unreachable(_) => ServerRefused::Unreachable { address, why },
        _ => ServerRefused::Refused { address, why },
    }
}

/// A table of a server that fits.
pub struct Joined {
    server: Server,
    view: View,
}

impl Joined {
    /// The table's number.
    pub fn table(&self) -> TableId {
        self.view.table
    }

    /// The table's sign: game, configuration, decks, pay tables.
    pub fn sign(&self) -> &Posted {
        &self.view.posted
    }

    /// Follows the table from now on.
    ///
    /// # Errors
    /// If the table's rules are not those of this profile: coach and screens rely on them.
    pub(crate) fn follow(mut self, profile: &Profile) -> Result<Remote, ServerRefused> {
        let (table, posted) = (self.view.table, &self.view.posted);
        if posted.profile != profile.hash {
            let (game, posted) = (posted.game.clone(), posted.profile.clone());
            let made = profile.hash.clone();
            return Err(ServerRefused::Profile { table: table.0, game, posted, made });
        }
        let link: Option<LinkView> = match posted.link {
            Some(on) => Some(self.server.get(&format!("/api/links/{}", on.link.0))?),
            None => None,
        };
        let host = format!("{table} of {}", self.server.client.address());
        // The account is new, so its number makes the ids its own.
        let name = format!("terminal-{}", self.view.you.account);
        let ends = self.server.call(self.view.clone(), link.clone())?;
        Ok(Remote::new(host, name, (self.view, link), ends))
    }
}

impl Server {
    /// Puts the line to a table on a thread of its own.
    fn call(self, view: View, link: Option<LinkView>) -> Result<Ends, ServerRefused> {
        let (commands, orders) = tokio::sync::mpsc::unbounded_channel();
        let (sender, reports) = std::sync::mpsc::channel();
        let bell = Arc::new(OnceLock::new());
        let line = Line {
            client: self.client,
            table: view.table,
            last: view.version,
            view,
            seen: line::now(),
            link,
            commands: orders,
            reports: Reports { sender, bell: Arc::clone(&bell) },
            pending: None,
            entries: VecDeque::new(),
        };
        let runtime = self.runtime;
        let thread = std::thread::Builder::new().name("line".to_owned());
        let line =
            thread.spawn(move || runtime.block_on(line.run())).map_err(ServerRefused::Thread)?;
        Ok(Ends { commands, reports, bell, line })
    }
}

//! `bahama analyze`: the exact value of every wager.

mod csv;
mod effects;
mod json;
mod main_json;
mod main_page;
mod main_text;
mod text;

use std::io::Write;

use cards::Card;
use clap::{Args, ValueEnum};
use odds::{Analysis, Fraction, Removal, SideWager};
use rules::{Game, Profile, Spot};

pub(crate) use json::fraction;
use main_page::MainPage;

use super::{BetArgs, Failed, GameArgs, ThreadArgs, warn_beyond};
use crate::library::Library;
use crate::provenance::Provenance;
use crate::simulate::{KNOWN_SHOES, Knowledge, Known, SEED};

pub(crate) const EXAMPLES: &str = "\
Examples:
  bahama analyze wsgc-bahama-bonus
  bahama analyze players-edge-21 --wagers main --bet 2500 --players 5
  bahama analyze bahamas-bonus --configuration s17 --wagers main --strategy-class cdz-
  bahama analyze bahamas-bonus --wagers side --decks 8 --paytable trilux=TRI-04
  bahama analyze blackjack-bonus --removed \"7s 7s 7d\"
  bahama analyze players-edge-21 --vulnerability
  bahama analyze bahama-bonus --effects
  bahama analyze bahama-bonus --json

House edge, expected value and standard deviation are per unit staked; those of the main wager
per unit of the original wager. Side wagers are exact counts over the physical cards of the shoe:
the text shows them rounded, --json and --csv give numerators and denominators. The main wager
is played by its best strategy, which the output names. Without --bet no limit on doubling binds
and prizes of fixed dollars are left out.";

#[derive(Args)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Which wagers to analyse.
    #[arg(long, value_enum, default_value = "all")]
    wagers: Wagers,
    #[command(flatten)]
    bet: BetArgs,
    /// The play of the main wager: the best (optimal), the best chart (chart), the best chart by
    /// totals alone (totals), or a file that `bahama strategy --format json` wrote.
    #[arg(long, value_name = "optimal|chart|totals|FILE", default_value = "optimal")]
    strategy: String,
    /// Players at the table, each with one seat: envy is paid among them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    players: u8,
    /// Cards that are no longer in the shoe, such as "7s 7s Kd".
    #[arg(long, value_name = "CARDS", value_parser = cards)]
    removed: Option<CardList>,
    /// Also show what removing each card does to every wager, and the best count.
    #[arg(long)]
    vulnerability: bool,
    /// The share of the shoe that has been dealt where --vulnerability looks at 2,000 shoes for
    /// somebody who knows every card.
    #[arg(long, value_name = "SHARE", default_value = "0.75", requires = "vulnerability")]
    #[arg(value_parser = super::simulate::penetration)]
    penetration: f64,
    /// Also work out the exact variance of a round, splits included; takes seconds.
    #[arg(long, conflicts_with_all = ["removed", "effects"])]
    law: bool,
    /// What every single rule change does to the house edge of the main wager, instead.
    #[arg(long, conflicts_with_all = ["removed", "vulnerability", "strategy", "wagers", "players"])]
    effects: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// One JSON document instead of text.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// One line per class as comma-separated values.
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Wagers {
    /// Side wagers, insurance, special bonus and the progressive.
    Side,
    /// The main wager under its best strategy.
    Main,
    /// All of them.
    All,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct CardList(pub(crate) Vec<Card>);

pub(crate) fn cards(text: &str) -> Result<CardList, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map(CardList)
        .map_err(|error: cards::UnknownCard| error.to_string())
}

/// Everything a page about a game's wagers shows.
pub(crate) struct Page {
    pub(crate) game: Game,
    pub(crate) profile: Profile,
    pub(crate) removed: Vec<Card>,
    pub(crate) analysis: Analysis,
    /// Whether the wagers besides the main one are shown.
    pub(crate) shows_side: bool,
    pub(crate) main: Option<MainPage>,
    pub(crate) vulnerability: Vec<Vulnerable>,
    /// The share of the shoe that has been dealt where perfect knowledge is looked at.
    pub(crate) penetration: f64,
    pub(crate) provenance: Provenance,
}

/// What a card counter can know about one wager.
pub(crate) struct Vulnerable {
    pub(crate) spot: Spot,
    pub(crate) paytable: String,
    /// For the progressive: the meter, in cents, at which it was looked at.
    pub(crate) meter: Option<u64>,
    pub(crate) removal: Removal,
    /// What somebody who knows every dealt card finds; the progressive at its seed, too.
    pub(crate) known: Vec<Known>,
}

pub(crate) fn run(library: &Library, args: &AnalyzeArgs) -> Result<(), Failed> {
    args.threads.start()?;
    let choice = args.game.choice();
    let (game, profile) = library.profile(&choice)?;
    let question = args.bet.question(&profile.rules)?;
    let strategy = super::strategy::read(&args.strategy)?;
    let provenance = |schema| {
        let of = Provenance::of(library, &choice, (&game, &profile), schema);
        of.playing_by(&strategy, question.class)
    };
    if args.effects {
        let provenance = provenance("effects-1");
        let form = effects::Form::of(args.json, args.csv);
        return effects::run(
            library.file(&choice.game)?,
            &choice,
            (game, profile),
            question,
            form,
            provenance,
        );
    }
    let shows_side = args.wagers != Wagers::Main;
    if args.vulnerability && !shows_side {
        return Err(Failed::Usage(
            "--vulnerability looks at the wagers besides the main one: not with --wagers main"
                .into(),
        ));
    }
    let removed = args.removed.clone().unwrap_or_default().0;
    let analysis = Analysis::of(&game, profile.rules.decks, &choice.paytables, &removed)?;
    let main = match args.wagers {
        Wagers::Side => None,
        Wagers::Main | Wagers::All => {
            Some(MainPage::of(question, &strategy, &analysis, &removed, args.players, args.law)?)
        }
    };
    let mut provenance = provenance("analyze-1");
    if args.vulnerability || main.as_ref().is_some_and(|main| main.variance.se.is_some()) {
        provenance = provenance.seeded(SEED);
    }
    let vulnerability = match args.vulnerability {
        true => vulnerability(&game, &analysis, profile.rules.decks, args.penetration),
        false => Vec::new(),
    };
    let penetration = args.penetration;
    let page = Page {
        game,
        profile,
        removed,
        analysis,
        shows_side,
        main,
        vulnerability,
        penetration,
        provenance,
    };
    let mut out = anstream::stdout();
    if args.json {
        writeln!(out, "{:#}", json::document(&page))?;
    } else if args.csv {
        write!(out, "{}", csv::lines(&page))?;
    } else {
        write!(out, "{}", text::page(&page))?;
    }
    warn_beyond(&page.game);
    Ok(())
}

/// The effects of removal for every wager analysed; the progressive at its
/// break-even meter, where a counter would start to look.
fn vulnerability(game: &Game, analysis: &Analysis, decks: u8, penetration: f64) -> Vec<Vulnerable> {
    let deck = game.rules().deck;
    let shoes = (KNOWN_SHOES, SEED);
    let knowledge = Knowledge::of(game, decks, &analysis.counts, penetration, shoes);
    let known = |spot: Spot, paytable: &str| -> Vec<Known> {
        let wagers = knowledge.wagers.iter();
        wagers.filter(|known| known.spot == spot && known.paytable == paytable).cloned().collect()
    };
    let ev = |spot: Spot, id: &str, meter: Option<(u64, u32)>| {
        let table =
            game.tables_of(spot).iter().find(|named| named.id == id).map(|named| named.table);
        move |counts: &cards::Counts| -> Fraction {
            let side =
                table.and_then(|table| SideWager::with_cards(spot, "", &table, counts, deck));
            match (side, meter) {
                (None, _) => Fraction::ZERO,
                (Some(side), None) => side.ev,
                (Some(side), Some((meter, unit))) => {
                    odds::ProgressiveWager::of(side, unit).return_at(meter) - Fraction::ONE
                }
            }
        }
    };
    let mut all = Vec::new();
    for side in &analysis.side {
        let removal = Removal::of(&analysis.counts, deck, ev(side.spot, &side.paytable, None));
        all.push(Vulnerable {
            spot: side.spot,
            paytable: side.paytable.clone(),
            meter: None,
            removal,
            known: known(side.spot, &side.paytable),
        });
    }
    for wager in &analysis.progressive {
        let meter = wager.break_even_meter().map_or(0, |meter| (meter.num() / meter.den()) as u64);
        let (spot, id) = (wager.side.spot, &wager.side.paytable);
        let removal = Removal::of(&analysis.counts, deck, ev(spot, id, Some((meter, wager.unit))));
        let known = known(spot, id);
        all.push(Vulnerable { spot, paytable: id.clone(), meter: Some(meter), removal, known });
    }
    all
}

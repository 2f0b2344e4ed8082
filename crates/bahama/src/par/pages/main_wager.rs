//! The pages of the main wager.

use odds::main_wager::Outcome;
use rules::Spot;

use super::{facts, heading, text};
use crate::par::chart;
use crate::par::document::{Block, Section, Table};
use crate::par::main_wager::{Form, MainSheet};
use crate::par::sheet::ParSheet;
use crate::par::show;
use crate::simulate::Variance;
use crate::wording::{ALL_IN_VARIANCE, SPLIT, bet_note, end_name};

/// What the hit frequency and the results leave out.
pub(in crate::par) const WITHOUT_SPLIT: &str = "Rounds with a split are not in the hit frequency and the \
results: their hands meet the same dealer and share the shoe, and only what they win on \
average is worked out. \
Everything else on this page counts them.";

pub(super) fn section(sheet: &ParSheet) -> Result<Section, askama::Error> {
    let id = "main".to_owned();
    let title = Spot::Main.name().to_owned();
    let warning = warning(sheet).map(|text| Block::Note { text });
    let Ok(main) = &sheet.main else {
        return Ok(Section { id, title, own_page: true, blocks: warning.into_iter().collect() });
    };
    let mut blocks = vec![facts(about(sheet, main))];
    blocks.extend(warning);
    blocks.extend([Block::Table(figures(main)), Block::Table(ends(&main.form))]);
    blocks.push(Block::Charts {
        caption: "Contribution of each end to the expected value, doubled or not".to_owned(),
        charts: vec![chart::contribution(&id, &main.form.contributions())?],
    });
    blocks.extend([heading("Results without a split"), text(WITHOUT_SPLIT)]);
    blocks.push(Block::Table(results(&main.form)));
    blocks.extend([heading("Decks and configurations"), Block::Table(forms(sheet, main))]);
    Ok(Section { id, title, own_page: true, blocks })
}

/// What nobody must overlook: a wager that favours the player or is not worked out.
pub(in crate::par) fn warning(sheet: &ParSheet) -> Option<String> {
    match &sheet.main {
        Err(reason) => Some(format!("The main wager is not worked out: {reason}.")),
        Ok(main) if main.form.ev > 0.0 => Some(format!(
            "The player has the edge: {} of every main wager.",
            show::percent(main.form.ev, 4)
        )),
        Ok(_) => None,
    }
}

/// The bet and what it limits.
pub(in crate::par) fn bet(main: &MainSheet) -> String {
    let Some(bet) = main.bet else { return bet_note(None) };
    let stakes: Vec<String> = main.doubled.iter().map(|&stake| show::money(stake.into())).collect();
    let doubled = match stakes.is_empty() {
        true => "the limit leaves no double".to_owned(),
        false => format!("doubles bring a hand to {}", stakes.join(", ")),
    };
    format!("{}; {doubled}", show::money(bet.into()))
}

fn about(sheet: &ParSheet, main: &MainSheet) -> Vec<(&'static str, String)> {
    let alone = match main.all_in() {
        Some(_) => "the main wager alone; all in also special bonus and envy",
        None => "the main wager alone, no other wager and no prize of fixed dollars",
    };
    let mut rows = vec![
        ("Counted", alone.to_owned()),
        ("Strategy", main.strategy.clone()),
        ("Bet", bet(main)),
    ];
    if let Some(limits) = &sheet.main_limits {
        rows.push(("Limits", show::limits(limits)));
    }
    if let Some(probability) = sheet.special_bonus {
        let always = format!(
            "{} (exactly {}), for a seat whose suited 7-7 against a seven is always hit",
            show::one_in(probability.to_f64()),
            show::exact(probability),
        );
        rows.push(("Special bonus", always));
        if main.bet.is_some() {
            let adds = show::percent(main.form.prize, 6);
            rows.push((
                "It adds",
                format!("{adds} of the main wager under this strategy, counted in what is all in"),
            ));
        }
    }
    rows
}

fn figures(main: &MainSheet) -> Table {
    let MainSheet { form, variance, .. } = main;
    let outcomes = &form.outcomes;
    let players = match main.players {
        1 => "special bonus counted, one player alone".to_owned(),
        players => format!("special bonus counted, and envy among {players} players"),
    };
    let mut all = Vec::new();
    if let Some(edge) = main.all_in() {
        all.push(("House edge, all in", show::percent(edge, 6), players.as_str()));
        let with_prize = variance.with_prize.map(|value| show::decimal(value, 9));
        all.extend(with_prize.map(|value| ("Variance, all in", value, ALL_IN_VARIANCE)));
    }
    let rows = [
        ("House edge", show::percent(form.house_edge(), 6), "of the main wager alone"),
        ("Return", show::percent(1.0 + form.ev, 6), "of the main wager"),
        ("Expected value", show::signed(form.ev, 10), "in main wagers"),
        (
            "Average wager",
            show::decimal(outcomes.average_wager, 8),
            "in main wagers; doubles and splits counted",
        ),
        (
            "Element of risk",
            show::percent(form.element_of_risk(), 6),
            "house edge divided by the average wager",
        ),
        ("Rounds with a split", show::percent(outcomes.split, 6), "of all rounds"),
        (
            "Hit frequency",
            show::percent(form.won() / (1.0 - outcomes.split), 6),
            "rounds won, of those without a split",
        ),
        ("Variance", show_variance(variance), variance.method.as_str()),
        ("Standard deviation", show::decimal(variance.value.sqrt(), 4), "of all rounds"),
        (
            "Variance without a split",
            show::decimal(outcomes.variance_without_split(), 6),
            "of rounds without a split, exact",
        ),
    ];
    let row = |(name, value, meaning): (&str, String, &str)| {
        vec![name.to_owned(), value, meaning.to_owned()]
    };
    let rows = all.into_iter().chain(rows).map(row).collect();
    Table::new("Figures of the main wager", &["figure", "#value", "meaning"], rows)
}

/// A simulated figure never stands without its standard error.
fn show_variance(variance: &Variance) -> String {
    match variance.se {
        Some(se) => format!("{} ± {}", show::decimal(variance.value, 4), show::decimal(se, 4)),
        None => show::decimal(variance.value, 9),
    }
}

fn ends(form: &Form) -> Table {
    let line = |name: &str, doubles: String, [staked, net, chance]: [f64; 3]| {
        vec![
            name.to_owned(),
            doubles,
            show::decimal(staked, 4),
            show::signed(net, 4),
            show::decimal(chance, 9),
            show::one_in(chance),
            show::signed(chance * net, 8),
        ]
    };
    let whole = |end: &Outcome| {
        line(end_name(end.end), end.doubles.to_string(), [end.staked, end.net, end.chance])
    };
    let mut rows: Vec<Vec<String>> = form.outcomes.whole.iter().map(whole).collect();
    if let Some((staked, net)) = form.split() {
        rows.push(line(SPLIT, "any".to_owned(), [staked, net, form.outcomes.split]));
    }
    let heads =
        ["end", "#doubles", "#staked", "#net", "#probability", "#frequency", "#contribution"];
    let caption =
        "How rounds end, in main wagers; of rounds with a split, stake and net on average";
    let mut table = Table::new(caption, &heads, rows);
    table.foot = Some(vec![
        "all".to_owned(),
        String::new(),
        show::decimal(form.outcomes.average_wager, 4),
        String::new(),
        show::decimal(1.0, 9),
        String::new(),
        show::signed(form.ev, 8),
    ]);
    table
}

fn results(form: &Form) -> Table {
    let whole = 1.0 - form.outcomes.split;
    let row = |(net, chance): (f64, f64)| {
        vec![
            show::signed(net, 4),
            show::decimal(chance, 9),
            show::one_in(chance),
            show::decimal(chance / whole, 9),
        ]
    };
    let rows = form.outcomes.results().into_iter().map(row).collect();
    let heads = ["#net", "#probability", "#frequency", "#among rounds without a split"];
    let mut table = Table::new("Net result of a round without a split", &heads, rows);
    table.foot =
        Some(vec!["all".to_owned(), show::decimal(whole, 9), String::new(), show::decimal(1.0, 9)]);
    table
}

fn forms(sheet: &ParSheet, main: &MainSheet) -> Table {
    let row = |form: &Form| {
        let own = form.configuration == sheet.configuration && form.decks == sheet.decks;
        vec![
            format!("{}{}", form.configuration, if own { " \u{2021}" } else { "" }),
            form.decks.to_string(),
            show::percent(form.house_edge(), 6),
            show::percent(form.element_of_risk(), 6),
            show::decimal(form.outcomes.average_wager, 6),
        ]
    };
    let heads = ["configuration", "#decks", "#house edge", "#element of risk", "#average wager"];
    let caption = "The main wager under everything the game offers; \u{2021} this sheet";
    Table::new(caption, &heads, main.forms.iter().map(row).collect())
}

//! PAR sheets: figures, reproducibility, form, and what is refused.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, Mutex};

use bahama::library::{Choice, Library};
use bahama::par::{
    ALL_IN_VARIANCE, CONFIDENCE, Form, Format, MainSheet, ParSheet, SPLIT, SPLIT_CLASS, Stated,
    WagerSheet, end_name, forms, hash,
};
use bahama::provenance::Provenance;
use bahama::simulate::Variance;
use calamine::{Data, Range, Reader, Xlsx};
use jiff::civil::{Date, date};
use odds::main_wager::{NotModelled, Question, Solution, Table};
use odds::{Analysis, Fraction};

use crate::program::{Folder, bahama, text};

const DAY: Date = date(2026, 11, 15);

fn choice(game: &str) -> Choice {
    Choice { game: game.to_owned(), ..Choice::default() }
}

fn analysis(choice: &Choice) -> Analysis {
    let (game, profile) = Library::default().profile(choice).unwrap();
    Analysis::of(&game, profile.rules.decks, &choice.paytables, &[]).unwrap()
}

/// The forms of a game by its settings, without a bet: each is solved once for all
/// tests.
type Solved = BTreeMap<Choice, Result<Vec<Form>, NotModelled>>;
static SOLVED: Mutex<Solved> = Mutex::new(BTreeMap::new());

fn main_sheet(choice: &Choice, bet: Option<u32>) -> Result<MainSheet, NotModelled> {
    let library = Library::default();
    let (_, profile) = library.profile(choice).unwrap();
    if bet.is_some() {
        return MainSheet::of(&profile, Vec::new(), bet);
    }
    let settings = Choice { set: choice.set.clone(), ..self::choice(&choice.game) };
    let mut solved = SOLVED.lock().unwrap();
    let of_game = solved.entry(settings).or_insert_with_key(|it| forms(&library, it, None));
    MainSheet::of(&profile, of_game.clone()?, None)
}

fn sheet(choice: &Choice, day: Date) -> ParSheet {
    sheet_at(choice, None, day)
}

fn sheet_at(choice: &Choice, bet: Option<u32>, day: Date) -> ParSheet {
    let library = Library::default();
    let (game, profile) = library.profile(choice).unwrap();
    let from = Provenance::of(&library, choice, (&game, &profile), "par-test");
    let command = format!("bahama par {} --out FILE", choice.game);
    // The executable of a test is large; the command's own sheets state its hash.
    let from = Provenance { version: "test", program_hash: None, command, ..from };
    let stated = Stated { date: day, from };
    let main = main_sheet(choice, bet);
    ParSheet::of(&game, &profile, &analysis(choice), main, choice, stated)
}

fn html(sheet: &ParSheet) -> String {
    String::from_utf8(Format::Html.render(sheet).unwrap()).unwrap()
}

/// Every game with every configuration and deck count it offers.
fn choices() -> Vec<Choice> {
    let library = Library::default();
    let mut all = Vec::new();
    for id in library.ids() {
        let game = library.game(&choice(id)).unwrap();
        for configuration in &game.configurations {
            for &decks in &game.decks {
                let configuration = Some(configuration.clone());
                all.push(Choice { configuration, decks: Some(decks), ..choice(id) });
            }
        }
    }
    all
}

/// The page of a wager in the HTML.
fn section<'a>(html: &'a str, wager: &WagerSheet) -> &'a str {
    page(html, &format!("{}-{}", wager.spot, wager.paytable))
}

/// One page of the HTML.
fn page<'a>(html: &'a str, id: &str) -> &'a str {
    let start = format!("<section id=\"{id}\"");
    let from = html.find(&start).unwrap_or_else(|| panic!("no {start}"));
    &html[from..from + html[from..].find("</section>").unwrap()]
}

fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

#[test]
fn probabilities_sum_to_one_and_contributions_to_the_expected_value() {
    for choice in choices() {
        for wager in sheet(&choice, DAY).wagers {
            let probability: Fraction = wager.rows.iter().map(|row| row.probability).sum();
            let contribution: Fraction = wager.rows.iter().map(|row| row.contribution).sum();
            assert_eq!((probability, contribution), (Fraction::ONE, wager.ev), "{choice:?}");
            assert_eq!(wager.rows.iter().map(|row| row.ways).sum::<u64>(), wager.of);
            assert_eq!(wager.spreads.len(), 3);
            for spread in &wager.spreads {
                let shown: f64 = spread.bars.iter().map(|bar| bar.probability).sum();
                assert!((shown + spread.outside - 1.0).abs() < 1e-9);
                assert!(shown > 0.9, "{} {} {shown}", wager.spot, spread.wagers);
                // No bar holds results on both sides of nothing.
                assert!(spread.bars.iter().all(|bar| bar.from >= 0.0 || bar.to <= 1e-9));
            }
        }
    }
}

#[test]
fn the_html_shows_the_figures_of_the_analysis() {
    for choice in choices().iter().filter(|choice| choice.decks == Some(6)) {
        let (sheet, analysis) = (sheet(choice, DAY), analysis(choice));
        let html = html(&sheet);
        assert_eq!(sheet.wagers.len(), analysis.side.len() + analysis.progressive.len());
        for (wager, side) in sheet.wagers.iter().zip(&analysis.side) {
            let page = section(&html, wager);
            let has = |text: String| assert!(page.contains(&text), "{} lacks {text}", side.spot);
            has(minus(&format!(">{:.6} %<", side.house_edge().to_f64() * 100.0)));
            has(minus(&format!(">{}<", side.ev)));
            has(format!(">{:.6}<", side.sd()));
            has(format!(">{:.6} % (1 in ", side.hit_rate.to_f64() * 100.0));
            for row in &side.rows {
                has(format!(">{}<", row.class.label()));
                has(format!(">{}<", row.pay));
                has(format!(">{:.9}<", row.probability.to_f64()));
                has(minus(&format!("{:.8}<", row.contribution.to_f64())));
            }
        }
        for (wager, progressive) in
            sheet.wagers[analysis.side.len()..].iter().zip(&analysis.progressive)
        {
            let (page, meter) = (section(&html, wager), wager.meter.as_ref().unwrap());
            let seed = u64::from(meter.preset.as_ref().unwrap().seed);
            let break_even = progressive.break_even_meter().unwrap();
            let has = |text: String| assert!(page.contains(&text), "{} lacks {text}", wager.spot);
            assert_eq!(meter.cents, seed);
            has(format!(
                "{:.6} % (exactly {})",
                progressive.fixed_return.to_f64() * 100.0,
                progressive.fixed_return
            ));
            has(format!("in cents exactly {break_even}"));
            has(format!(">{:.6} %<", progressive.return_at(seed).to_f64() * 100.0));
            for at in [seed, (break_even.num() / break_even.den()) as u64] {
                has(format!(">{:.4}<", progressive.variance_at(at)));
            }
            for level in &progressive.levels {
                has(format!(">{}<", level.probability));
            }
        }
    }
}

#[test]
fn the_ends_of_the_main_wager_sum_to_one_and_to_its_expected_value() {
    for choice in choices() {
        let game = Library::default().game(&choice).unwrap();
        let main = main_sheet(&choice, None).unwrap();
        assert_eq!(main.forms.len(), game.configurations.len() * game.decks.len());
        assert_eq!(Some(&main.form.configuration), choice.configuration.as_ref());
        assert_eq!(Some(main.form.decks), choice.decks);
        let Form { ev, outcomes, .. } = &main.form;
        let (staked, net) = main.form.split().unwrap();
        let sum = |of: fn(&odds::main_wager::Outcome) -> f64| -> f64 {
            outcomes.whole.iter().map(|end| end.chance * of(end)).sum()
        };
        let near = |sum: f64, all: f64| assert!((sum - all).abs() < 1e-12, "{choice:?} {sum}");
        near(sum(|_| 1.0) + outcomes.split, 1.0);
        near(sum(|end| end.net) + outcomes.split * net, *ev);
        near(sum(|end| end.staked) + outcomes.split * staked, outcomes.average_wager);
        near(main.form.contributions().iter().map(|(_, value)| value).sum(), *ev);
        near(outcomes.results().iter().map(|(_, chance)| chance).sum(), 1.0 - outcomes.split);
    }
}

#[test]
fn the_html_shows_the_figures_of_the_solution() {
    for choice in choices().iter().filter(|choice| choice.decks == Some(6)) {
        let (_, profile) = Library::default().profile(choice).unwrap();
        let rules = profile.rules;
        let shoe = cards::Counts::of(rules.deck, rules.decks);
        let table = Arc::new(Table::new(&shoe, rules.soft_17));
        let question = Question { rules, bet: None, class: SPLIT_CLASS };
        let solution = Solution::of(&table, question).unwrap();
        let outcomes = solution.outcomes();
        let html = html(&sheet(choice, DAY));
        let has = |id: &str, text: String| {
            assert!(page(&html, id).contains(&text), "{choice:?} {id} lacks {text}");
        };
        let percent = |value: f64, decimals| minus(&format!(">{:.decimals$} %<", value * 100.0));
        let element_of_risk = -solution.ev / outcomes.average_wager;
        for (id, decimals) in [("summary", 4), ("main", 6)] {
            has(id, percent(-solution.ev, decimals));
            has(id, percent(1.0 + solution.ev, decimals));
            has(id, percent(element_of_risk, decimals));
        }
        has("main", minus(&format!(">{:.10}<", solution.ev)));
        has("main", format!(">{:.8}<", outcomes.average_wager));
        has("main", format!(">{:.6}<", outcomes.variance_without_split()));
        let Variance { value, se, method, .. } = Variance::exact(&solution.law());
        assert_eq!((se, method.as_str()), (None, "exact"));
        has("main", format!(">{value:.9}<"));
        has("main", format!(">{method}<"));
        has("main", percent(outcomes.split, 6));
        has("main", minus(&format!("{:.8}<", outcomes.split_ev)));
        has("main", format!(">{SPLIT}<"));
        for end in &outcomes.whole {
            has("main", format!(">{}<", end_name(end.end).replace('\'', "&#39;")));
            has("main", format!(">{:.9}<", end.chance));
            has("main", minus(&format!("{:.8}<", end.chance * end.net)));
        }
        for (net, chance) in outcomes.results() {
            has("main", minus(&format!("{net:.4}<")));
            has("main", format!(">{:.9}<", chance / (1.0 - outcomes.split)));
        }
        has("main", "best by pair: composition-dependent on a fresh shoe".to_owned());
        has("main", "no limit on doubling binds".to_owned());
        has("main", "Rounds with a split are not in the hit frequency".to_owned());
    }
}

#[test]
fn a_bet_brings_its_limits_and_the_special_bonus() {
    // Where the prize is small, suited 7-7 against a seven is better split; in 003 split hands
    // win it, too (A22).
    for (game, bet, is_won, said) in [
        ("players-edge-21", 20_000, true, "$200; doubles bring a hand to $400, $800, $1,300<"),
        ("bahama-bonus", 50_000, false, "$500; doubles bring a hand to $1,000<"),
        ("wsgc-bahama-bonus", 30_000, true, "$300; the limit leaves no double<"),
    ] {
        let choice = choice(game);
        let [free, bound] = [None, Some(bet)].map(|bet| main_sheet(&choice, bet).unwrap());
        assert!(bound.form.house_edge() > free.form.house_edge(), "{game}");
        assert_eq!((bound.form.prize > 0.0, free.form.prize > 0.0), (is_won, false), "{game}");
        let html = html(&sheet_at(&choice, Some(bet), DAY));
        assert!(page(&html, "main").contains(said), "{game} does not say: {said}");
        let adds = format!(
            "{:.6} % of the main wager under this strategy, counted in what is all in",
            bound.form.prize * 100.0
        );
        assert!(page(&html, "main").contains(&adds), "{game} does not say: {adds}");
    }
}

/// 000 for $5 among five players: the sheet's house edge has special bonus and envy in it, on the
/// page and in the workbook.
#[test]
fn the_edge_of_everything_is_on_page_and_workbook() {
    const ALL_IN: f64 = 0.3829;
    let mut sheet = sheet_at(&choice("bahama-bonus"), Some(500), DAY);
    let main = sheet.main.as_mut().unwrap();
    main.players = 5;
    let edge = main.all_in().unwrap();
    assert_eq!(format!("{:.4}", 100.0 * edge), format!("{ALL_IN:.4}"));
    let html = html(&sheet);
    let summary = page(&html, "summary");
    assert!(summary.contains("house edge, all in"), "{summary}");
    assert!(summary.contains(&format!(">{ALL_IN:.4} %<")), "{summary}");
    let exact = format!(">{:.6} %<", 100.0 * edge);
    assert!(page(&html, "main").contains(&exact), "the page of the main wager lacks {exact}");
    let mut file = Xlsx::new(Cursor::new(Format::Xlsx.render(&sheet).unwrap())).unwrap();
    for name in ["Summary", "Main wager"] {
        let book = Worksheet::of(&mut file, name);
        let kept = book.number(book.row("House edge, all in"), 1);
        assert_eq!(format!("{:.4}", 100.0 * kept), format!("{ALL_IN:.4}"), "{name}");
    }
    // What the formula takes off is in the cells above it.
    let book = Worksheet::of(&mut file, "Main wager");
    let [alone, prize, envy] = ["House edge", "Special bonus adds", "Envy adds, 5 players"]
        .map(|label| book.number(book.row(label), 1));
    book.is_live(book.row("House edge, all in"), 1, alone - prize - envy);
    // The variance counts the prize, and says in the words of all outputs what it does with envy.
    let variance = sheet.main.as_ref().unwrap().variance.with_prize.unwrap();
    assert!(variance > sheet.main.as_ref().unwrap().variance.value);
    let row = book.row("Variance, all in");
    assert_eq!(book.number(row, 1), variance);
    assert_eq!(book.values.get_value((row, 2)), Some(&Data::String(ALL_IN_VARIANCE.to_owned())));
    let main = page(&html, "main");
    assert!(main.contains(&format!(">{variance:.9}<")) && main.contains(ALL_IN_VARIANCE), "{main}");
}

#[test]
fn a_player_edge_and_rules_outside_the_analysis_are_said_plainly() {
    let set = |key: &str, value: &str| {
        let set = vec![(key.to_owned(), value.to_owned())];
        sheet(&Choice { set, ..choice("blackjack-bonus") }, DAY)
    };
    let generous = set("natural-pays", "2 to 1");
    assert!(generous.main.as_ref().unwrap().form.ev > 0.0);
    let by_rank = set("split", "same-rank");
    assert_eq!(by_rank.main.as_ref().err(), Some(&NotModelled::PairsByRank));
    for (sheet, said) in [
        (&generous, "The player has the edge: "),
        (&by_rank, "The main wager is not worked out: split = same-rank is not modelled"),
    ] {
        let html = html(sheet);
        assert!(page(&html, "summary").contains(said) && page(&html, "main").contains(said));
        assert_eq!(html.contains("Main wager: expected value"), sheet.main.is_ok());
        let file = Xlsx::new(Cursor::new(Format::Xlsx.render(sheet).unwrap())).unwrap();
        let has_page = file.sheet_names().contains(&"Main wager".to_owned());
        assert_eq!(has_page, sheet.main.is_ok());
    }
}

/// A worksheet: the values kept in its cells and the formulas behind them.
struct Worksheet {
    values: Range<Data>,
    formulas: Range<String>,
}

impl Worksheet {
    fn of(book: &mut Xlsx<Cursor<Vec<u8>>>, name: &str) -> Worksheet {
        let values = book.worksheet_range(name).unwrap();
        Worksheet { values, formulas: book.worksheet_formula(name).unwrap() }
    }

    /// The row whose first cell has this text.
    fn row(&self, label: &str) -> u32 {
        let found = (0..self.values.end().unwrap().0 + 1).find(|&row| {
            matches!(self.values.get_value((row, 0)), Some(Data::String(text)) if text == label)
        });
        found.unwrap_or_else(|| panic!("no row {label}"))
    }

    fn number(&self, row: u32, column: u32) -> f64 {
        match self.values.get_value((row, column)) {
            Some(Data::Float(value)) => *value,
            other => panic!("row {row} column {column}: {other:?}"),
        }
    }

    fn formula(&self, row: u32, column: u32) -> &str {
        self.formulas.get_value((row, column)).map_or("", String::as_str)
    }

    /// A cell with a live formula whose kept value is this one.
    fn is_live(&self, row: u32, column: u32, value: f64) {
        assert!(!self.formula(row, column).is_empty(), "row {row} column {column}");
        let kept = self.number(row, column);
        assert!((kept - value).abs() <= 1e-12 * value.abs().max(1.0), "{kept} is not {value}");
    }
}

#[test]
fn the_workbook_keeps_the_values_of_the_analysis_behind_live_formulas() {
    for id in Library::default().ids() {
        let sheet = sheet(&choice(id), DAY);
        let mut file = Xlsx::new(Cursor::new(Format::Xlsx.render(&sheet).unwrap())).unwrap();
        let names: Vec<String> = file.sheet_names();
        assert_eq!(names[..5], ["Summary", "Rules", "Settings", "Methods", "Main wager"]);
        assert_eq!(names.len(), 5 + sheet.wagers.len());
        let summary = Worksheet::of(&mut file, "Summary");
        let first = summary.row("wager") + 1;
        for ((wager, name), line) in sheet.wagers.iter().zip(&names[5..]).zip(first..) {
            let book = Worksheet::of(&mut file, name);
            let top = book.row("class") + 1;
            for (row, at) in wager.rows.iter().zip(top..) {
                assert_eq!((book.number(at, 6), book.formula(at, 6)), (row.ways as f64, ""));
                book.is_live(at, 5, row.result.to_f64());
                book.is_live(at, 7, row.probability.to_f64());
                book.is_live(at, 9, row.contribution.to_f64());
            }
            let all = top + wager.rows.len() as u32;
            book.is_live(all, 6, wager.of as f64);
            book.is_live(all, 7, 1.0);
            book.is_live(all, 9, wager.ev.to_f64());
            let figures = [
                ("Expected value", wager.ev.to_f64()),
                ("House edge", -wager.ev.to_f64()),
                ("Hit frequency", wager.hit_rate.to_f64()),
                ("Variance", wager.variance),
                ("Standard deviation", wager.variance.sqrt()),
            ];
            for (label, value) in figures {
                book.is_live(book.row(label), 1, value);
            }
            let z = book.row("z");
            for (column, (_, value)) in (1..).zip(CONFIDENCE) {
                book.is_live(z, column, value);
                book.is_live(z + 1, column, value * wager.sd() / 1000f64.sqrt());
            }
            summary.is_live(line, 2, wager.house_edge().to_f64());
            summary.is_live(line, 6, wager.sd());
        }
    }
}

#[test]
fn the_workbook_works_the_main_wager_out_from_its_ends() {
    for (id, bet) in
        [("bahama-bonus", None), ("blackjack-bonus", None), ("players-edge-21", Some(20_000))]
    {
        let sheet = sheet_at(&choice(id), bet, DAY);
        let main = sheet.main.as_ref().unwrap();
        let (form, outcomes) = (&main.form, &main.form.outcomes);
        let mut file = Xlsx::new(Cursor::new(Format::Xlsx.render(&sheet).unwrap())).unwrap();
        let book = Worksheet::of(&mut file, "Main wager");
        let top = book.row("end") + 1;
        let split = top + outcomes.whole.len() as u32;
        for (end, row) in outcomes.whole.iter().zip(top..) {
            assert_eq!((book.number(row, 2), book.number(row, 3)), (end.staked, end.net));
            assert_eq!((book.number(row, 4), book.formula(row, 4)), (end.chance, ""));
            book.is_live(row, 7, end.chance * end.net * end.net);
        }
        // What the formulas come to, from the numbers that stand in the cells.
        let sum = |last: u32, of: &dyn Fn(u32) -> f64| (top..=last).map(of).sum::<f64>();
        for row in top..=split {
            let line = row + 1;
            assert_eq!(book.formula(row, 6), format!("E{line}*D{line}"));
            book.is_live(row, 6, book.number(row, 4) * book.number(row, 3));
        }
        assert_eq!(book.row(SPLIT), split);
        let column =
            |letter: char, last: u32| format!("${letter}${}:${letter}${}", top + 1, last + 1);
        let (all, ev) = (split + 1, sum(split, &|row| book.number(row, 6)));
        book.is_live(all, 4, sum(split, &|row| book.number(row, 4)));
        book.is_live(all, 6, ev);
        assert_eq!(book.formula(all, 6), format!("SUM({})", column('G', split)));
        let wager = sum(split, &|row| book.number(row, 4) * book.number(row, 2));
        let whole = sum(split - 1, &|row| book.number(row, 4));
        let square = sum(split - 1, &|row| book.number(row, 7)) / whole;
        let mean = sum(split - 1, &|row| book.number(row, 6)) / whole;
        let won = sum(split - 1, &|row| {
            if book.number(row, 3) > 0.0 { book.number(row, 4) } else { 0.0 }
        });
        for (label, value) in [
            ("Expected value", ev),
            ("House edge", -ev),
            ("Return", 1.0 + ev),
            ("Average wager", wager),
            ("Element of risk", -ev / wager),
            ("Without a split", whole),
            ("Hit frequency", won / whole),
            ("Variance without a split", square - mean * mean),
            ("Standard deviation", main.variance.value.sqrt()),
        ] {
            book.is_live(book.row(label), 1, value);
        }
        assert_eq!(book.number(book.row("Variance"), 1), main.variance.value);
        let results = book.row("net") + 1;
        for ((net, chance), row) in outcomes.results().into_iter().zip(results..) {
            assert_eq!(book.number(row, 0), net);
            book.is_live(row, 1, chance);
            let cells = |row| {
                if (book.number(row, 3) - net).abs() < 1e-6 { book.number(row, 4) } else { 0.0 }
            };
            book.is_live(row, 1, sum(split - 1, &cells));
        }
        let offered = book.row("configuration") + 1;
        for (form, row) in main.forms.iter().zip(offered..) {
            assert_eq!(book.number(row, 2), form.house_edge());
            book.is_live(row, 4, form.element_of_risk());
        }
        let summary = Worksheet::of(&mut file, "Summary");
        summary.is_live(summary.row("House edge"), 1, form.house_edge());
        summary.is_live(summary.row("Average wager"), 1, outcomes.average_wager);
    }
}

#[test]
fn the_same_sheet_gives_the_same_bytes_but_for_its_date() {
    for id in Library::default().ids() {
        let (one, other) = (sheet(&choice(id), DAY), sheet(&choice(id), date(2027, 1, 2)));
        for format in [Format::Html, Format::Xlsx] {
            let bytes = format.render(&one).unwrap();
            assert!(bytes == format.render(&sheet(&choice(id), DAY)).unwrap(), "{id} {format:?}");
            assert!(bytes != format.render(&other).unwrap());
        }
        assert_eq!(html(&one).replace("2026-11-15", "2027-01-02"), html(&other));
    }
}

#[test]
fn the_page_stands_alone_and_can_be_read_aloud() {
    for id in Library::default().ids() {
        let html = html(&sheet(&choice(id), DAY));
        let plain = html.replace("http://www.w3.org/2000/svg", "");
        for outside in ["http", "<script", "<link", "<img", "@import", "url("] {
            assert!(!plain.contains(outside), "{id} has {outside}");
        }
        let count = |text: &str| html.matches(text).count();
        assert!(count("<svg") > 0);
        for part in ["<title id=", "<desc id=", "</svg>", "role=\"img\""] {
            assert_eq!(count(part), count("<svg"), "{id} {part}");
        }
        assert_eq!(count("<table"), count("<caption>"));
        assert_eq!(count("<th "), count("<th scope="));
        assert_eq!(count("<th>"), 0);
        for tag in ["section", "table", "figure", "dl", "ul", "tr", "th", "td"] {
            let open = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
            assert_eq!(open, count(&format!("</{tag}>")), "{id} {tag}");
        }
        let mut ids: Vec<&str> =
            html.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "{id}: an id stands twice");
        for said in [
            "Play money and laboratory use; no certification is claimed.",
            "All hands are played backwards from their last card",
            "Exact law of one wager, convolved",
        ] {
            assert!(html.contains(said), "{id} does not say: {said}");
        }
    }
}

#[test]
fn the_command_writes_whole_files_and_says_what_it_wrote() {
    let folder = Folder::new();
    let (one, two) = (folder.path("one.html"), folder.path("two.html"));
    std::fs::write(&two, "an older sheet").unwrap();
    for out in [&one, &two] {
        let output =
            bahama(&["par", "bahama-bonus", "--out", out, "--date", "2026-11-15", "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let bytes = std::fs::read(out).unwrap();
        assert_eq!(said["bytes"], bytes.len());
        assert_eq!(said["sha256"], hash(&bytes));
    }
    assert!(std::fs::read(&one).unwrap() == std::fs::read(&two).unwrap());
    assert_eq!(folder.names(), ["one.html", "two.html"]);
    let today = bahama(&["par", "bahama-bonus", "--out", &folder.path("sheet.XLSX")]);
    assert_eq!(today.status.code(), Some(0), "{}", text(&today.stderr));
}

#[test]
fn what_cannot_be_written_is_refused_and_leaves_nothing_behind() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("taken.html")).unwrap();
    let there = |name: &str| folder.path(name);
    for (game, out, date, code, what) in [
        ("bahama-bonus", there("sheet.doc"), "2026-11-15", 2, "none of .html, .xlsx and .pdf"),
        ("bahama-bonus", there("sheet"), "2026-11-15", 2, "none of .html, .xlsx and .pdf"),
        ("bahama-bonus", there("no/sheet.html"), "2026-11-15", 1, "there is no such folder"),
        ("bahama-bonus", there("taken.html"), "2026-11-15", 1, "taken.html: "),
        ("bahama-bonus", there("sheet.html"), "2026-13-15", 2, "YYYY-MM-DD"),
        ("bahama-bonus", there("sheet.html"), "1815-06-18", 2, "from 1900 on"),
        ("bahama", there("sheet.html"), "2026-11-15", 2, "there are bahama-bonus"),
    ] {
        let output = bahama(&["par", game, "--out", &out, "--date", date]);
        assert_eq!(output.status.code(), Some(code), "{out} {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
    for (bet, what) in [("100", "takes $5 to $500"), ("1050", "goes in steps of")] {
        let out = there("sheet.html");
        let output = bahama(&["par", "bahama-bonus", "--out", &out, "--bet", bet]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
    }
    assert_eq!(folder.names(), ["taken.html"]);
}

#[test]
fn choices_and_what_ifs_stand_on_the_sheet() {
    let paytables = vec![("trilux".to_owned(), "TRI-04".to_owned())];
    let chosen = Choice { paytables, decks: Some(8), ..choice("wsgc-bahama-bonus") };
    let sheet_of = sheet(&chosen, DAY);
    let trilux: Vec<&str> = sheet_of
        .wagers
        .iter()
        .filter(|wager| wager.spot == rules::Spot::Trilux)
        .map(|wager| wager.paytable.as_str())
        .collect();
    assert_eq!(trilux, ["TRI-04"]);
    let page = html(&sheet_of);
    assert!(page.contains("bahama par wsgc-bahama-bonus --out FILE"));
    let set = vec![("soft-17".to_owned(), "stand".to_owned())];
    let page = html(&sheet(&Choice { set, ..choice("bahama-bonus") }, DAY));
    assert!(page.contains("this sheet holds for soft-17 = stand"));
    assert!(page.contains("Beyond the rule sheets: "));
    let help = bahama(&["par", "--help"]);
    assert!(text(&help.stdout).contains("Examples:"));
}

#[test]
fn the_ending_says_what_is_written() {
    let format = |name: &str| Format::of(Path::new(name));
    assert_eq!(format("a/b.html"), Some(Format::Html));
    assert_eq!(format("b.HTM"), Some(Format::Html));
    assert_eq!(format("b.xlsx"), Some(Format::Xlsx));
    assert_eq!(format("b.pdf"), Some(Format::Pdf));
    assert_eq!((format("b.xls"), format("html"), format("")), (None, None, None));
}

#[cfg(not(feature = "pdf"))]
#[test]
fn without_pdf_the_way_to_it_is_said_and_html_is_offered() {
    let folder = Folder::new();
    let output = bahama(&["par", "bahama-bonus", "--out", &folder.path("sheet.pdf")]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("--features pdf") && said.contains("sheet.html"), "{said}");
    assert!(folder.names().is_empty());
    assert!(Format::Pdf.render(&sheet(&choice("bahama-bonus"), DAY)).is_err());
}

#[cfg(feature = "pdf")]
#[test]
fn the_pdf_is_one_and_always_the_same() {
    let sheet = sheet(&choice("wsgc-bahama-bonus"), DAY);
    let bytes = Format::Pdf.render(&sheet).unwrap();
    assert!(bytes.starts_with(b"%PDF-1."));
    assert!(text(&bytes[bytes.len() - 10..]).contains("%%EOF"));
    assert!(text(&bytes).contains("Bahama Bonus Blackjack (Washington): PAR sheet"));
    assert!(bytes == Format::Pdf.render(&sheet).unwrap());
}

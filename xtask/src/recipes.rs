//! The recipes of CONTRIBUTING.md, carried out on a copy of the tree: a sixth game, and a side
//! wager for it.
//!
//! A step of a recipe is a list of edits, and its text must name every file that they touch. So
//! what the copy needs to pass its own suite is what the recipe says, and no more.

use std::fs;
use std::path::{Path, PathBuf};

use crate::parts::Failure;
use crate::root;
use crate::tools::{cargo, run};

/// A recipe: its heading in CONTRIBUTING.md, and the edits of each of its numbered steps.
struct Recipe {
    heading: &'static str,
    steps: &'static [&'static [Edit]],
}

/// What is done to a file, whose path is from the root.
enum Edit {
    /// A new file like another one.
    Copy { from: &'static str, to: &'static str },
    /// A text that stands in the file once, and the one that takes its place.
    Replace { path: &'static str, old: &'static str, new: &'static str },
    /// More below the first line that is this one.
    Under { path: &'static str, line: &'static str, text: &'static str },
    /// More at the end; the file may be new.
    Append { path: &'static str, text: &'static str },
}
use Edit::{Append, Copy, Replace, Under};

const GAME_FILE: &str = "games/sixth-game.toml";
const AUDITOR: &str = "crates/auditor/src/games.rs";
const CLAUSES: &str = "crates/testkit/scenarios/clauses.txt";
const LOOKS: &str = "web/src/style/games.css";
const SCENARIOS: &str = "crates/testkit/scenarios/005-sixth-game.scn";
const EVENINGS: &str = "crates/testkit/scenarios/floor/sixth-game.scn";

/// Bahama Bonus from ten dollars on, with an envy of $25.
const A_GAME: Recipe = Recipe {
    heading: "## Adding a game",
    steps: &[
        &[
            Copy { from: "games/bahama-bonus.toml", to: GAME_FILE },
            Replace { path: GAME_FILE, old: "\"bahama-bonus\"", new: "\"sixth-game\"" },
            Replace { path: GAME_FILE, old: "\"Bahama Bonus\"", new: "\"Sixth Game\"" },
            Replace { path: GAME_FILE, old: "sheet   = \"000\"", new: "sheet   = \"005\"" },
            Replace {
                path: GAME_FILE,
                old: "minimum = { is = \"$5\", from = \"ours\" }",
                new: "minimum = { is = \"$10\", from = \"005 intro.1\" }",
            },
            Replace {
                path: GAME_FILE,
                old: "\"$50\", from = \"000 special-bonus\"",
                new: "\"$25\", from = \"005 envy.1\"",
            },
        ],
        &[
            Replace {
                path: AUDITOR,
                old: "    (\"players-edge-21\", players_edge_21),\n",
                new: "    (\"players-edge-21\", players_edge_21),\n    (\"sixth-game\", sixth_game),\n",
            },
            Replace {
                path: AUDITOR,
                old: "\n#[cfg(test)]\n",
                new: "\n/// Sheet 005.\n\
                      fn sixth_game() -> Sheet {\n\
                      \x20   let special_bonus = SpecialBonus { envy: 25 * DOLLAR, ..thousand_dollars() };\n\
                      \x20   let main = dollars(10, 500);\n\
                      \x20   Sheet { main, special_bonus: Some(special_bonus), ..bahama_bonus() }\n\
                      }\n\n#[cfg(test)]\n",
            },
        ],
        &[
            Append {
                path: CLAUSES,
                text: "\n# Sheet 005, the sixth game\n\
                       005 intro.1 | main wagers from ten dollars | scenario\n\
                       005 envy.1 | the others get twenty-five dollars | scenario\n",
            },
            Append { path: SCENARIOS, text: include_str!("../recipes/sixth-game.scn") },
            Append { path: EVENINGS, text: include_str!("../recipes/sixth-game-evenings.scn") },
        ],
        &[Append { path: LOOKS, text: include_str!("../recipes/sixth-game.css") }],
        &[Under { path: "CHANGELOG.md", line: "### Rules\n", text: "- A sixth game.\n" }],
    ],
};

const SPOT: &str = "crates/rules/src/spot.rs";

/// Three cards with the up-card, at prices of its own.
const A_SIDE_WAGER: Recipe = Recipe {
    heading: "## Adding a side wager",
    steps: &[
        &[
            Replace {
                path: SPOT,
                old: "        /// The progressive wager's sensor.\n",
                new: "        /// The three-card hand of the sixth game.\n\
                      \x20       IslandThree = \"island-three\",\n\
                      \x20       /// The progressive wager's sensor.\n",
            },
            Replace {
                path: SPOT,
                old: "            Spot::Bonus7s => Some(Look::Sevens),\n",
                new: "            Spot::IslandThree => Some(Look::ThreeCard),\n\
                      \x20           Spot::Bonus7s => Some(Look::Sevens),\n",
            },
            Replace {
                path: SPOT,
                old: "            Spot::Bonus7s => \"Bonus 7's\",\n",
                new: "            Spot::Bonus7s => \"Bonus 7's\",\n\
                      \x20           Spot::IslandThree => \"Island Three\",\n",
            },
        ],
        // It looks at what others look at: no look, no class, no ways.
        &[],
        &[],
        &[
            Replace {
                path: "crates/rules/src/book.rs",
                old: "&[Spot::ThreeCard],",
                new: "&[Spot::ThreeCard, Spot::IslandThree],",
            },
            Replace {
                path: GAME_FILE,
                old: "\"progressive\"]",
                new: "\"island-three\", \"progressive\"]",
            },
            Replace {
                path: GAME_FILE,
                old: "\"special-bonus\", \"progressive\",",
                new: "\"special-bonus\", \"three-card\", \"progressive\",",
            },
            Append { path: GAME_FILE, text: include_str!("../recipes/island-three.toml") },
            Replace {
                path: "web/src/table/words.ts",
                old: "  \"bonus-7s\": \"Bonus 7’s\",\n",
                new: "  \"bonus-7s\": \"Bonus 7’s\",\n  \"island-three\": \"Island Three\",\n",
            },
        ],
        &[
            Replace {
                path: AUDITOR,
                old: "    let main = dollars(10, 500);\n",
                new: "    let main = dollars(10, 500);\n\
                      \x20   const ISLAND: Stake = Stake::Between(dollars(1, 10));\n\
                      \x20   const DOWN: SideWager = side(\"match-down\", UP_TO_MAIN, MATCH_DOWN_COMBINED);\n\
                      \x20   const SIDE: &[SideWager] = &[\n\
                      \x20       side(\"match-up\", UP_TO_MAIN, MATCH_UP_COMBINED),\n\
                      \x20       needing(\"match-up\", DOWN),\n\
                      \x20       side(\"island-three\", ISLAND, crate::paytables::ISLAND_THREE),\n\
                      \x20       side(\"progressive\", Stake::Unit(DOLLAR), PROGRESSIVE_STANDARD),\n\
                      \x20   ];\n",
            },
            Replace {
                path: AUDITOR,
                old: "special_bonus: Some(special_bonus), ..bahama_bonus()",
                new: "side: SIDE, special_bonus: Some(special_bonus), ..bahama_bonus()",
            },
            Replace {
                path: "crates/auditor/src/paytables.rs",
                old: "/// 002, Bonus 7's.\n",
                new: "/// 005, Island Three.\n\
                      pub(crate) const ISLAND_THREE: &[PayTable] = &[table(\n\
                      \x20   \"standard\",\n\
                      \x20   Prices::ThreeCards(&[\n\
                      \x20       (ThreeCards::SuitedTrips, 50),\n\
                      \x20       (ThreeCards::StraightFlush, 25),\n\
                      \x20       (ThreeCards::Trips, 20),\n\
                      \x20       (ThreeCards::Straight, 5),\n\
                      \x20       (ThreeCards::Flush, 3),\n\
                      \x20   ]),\n\
                      )];\n\n\
                      /// 002, Bonus 7's.\n",
            },
            Replace {
                path: "crates/testkit/src/slips.rs",
                old: "const SPOTS: [&str; 13] = [\n",
                new: "const SPOTS: [&str; 14] = [\n",
            },
            Replace {
                path: "crates/testkit/src/slips.rs",
                old: "    \"bonus-7s\",\n",
                new: "    \"bonus-7s\",\n    \"island-three\",\n",
            },
            Append {
                path: CLAUSES,
                text: "005 island.1 | Island Three: the best three-card hand with the up-card | scenario\n",
            },
            Append { path: SCENARIOS, text: include_str!("../recipes/island-three.scn") },
        ],
    ],
};

/// What lets a test write what it would compare.
const WRITE_GOLDEN: &str = "BAHAMA_WRITE_GOLDEN";

const RECIPES: [&Recipe; 2] = [&A_GAME, &A_SIDE_WAGER];

/// Carries the recipes out on a copy of the tree and lets it pass its own suite.
///
/// # Errors
/// If an edit does not fit, or the copy does not pass.
pub(crate) fn prove() -> Result<(), Failure> {
    let copy = copy()?;
    // Packages that are built for the tree are built for its copy.
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let built = own.ancestors().nth(2).unwrap_or(&copy);
    let in_copy = |subcommand: &str, words: &[&str]| {
        let mut command = cargo(subcommand);
        command.args(words).current_dir(&copy).env("CARGO_TARGET_DIR", built);
        command
    };
    println!("the recipes are carried out in {}", copy.display());
    run(&mut in_copy("fmt", &["--all"]))?;
    run(&mut in_copy("xtask", &["docs"]))?;
    run(in_copy("test", &["-p", "readers"]).env(WRITE_GOLDEN, "1"))?;
    run(&mut in_copy("xtask", &["test", "--quick"]))?;
    fs::remove_dir_all(&copy).map_err(|error| format!("{}: {error}", copy.display()))
}

/// Writes the copy and carries the recipes out on it. Its own tests of the recipes are left
/// out: they would carry them out twice.
fn copy() -> Result<PathBuf, Failure> {
    let copy = std::env::temp_dir().join(format!("bahama-recipes-{}", std::process::id()));
    for path in crate::tidy::files(root())? {
        let to = copy.join(&path);
        let folder = to.parent().unwrap_or(&copy);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::copy(root().join(&path), &to).map_err(|error| format!("{path}: {error}"))?;
    }
    for recipe in RECIPES {
        for (step, edits) in (1..).zip(recipe.steps) {
            let place = |failure| format!("“{}”, step {step}: {failure}", recipe.heading);
            edits.iter().try_for_each(|edit| edit.make(&copy)).map_err(place)?;
        }
    }
    let own = include_str!("recipes.rs");
    let without_tests = own.split_once("\n#[cfg(test)]").map_or(own, |(before, _)| before);
    let to = copy.join("xtask/src/recipes.rs");
    fs::write(&to, without_tests).map_err(|error| format!("{}: {error}", to.display()))?;
    Ok(copy)
}

impl Edit {
    fn path(&self) -> &'static str {
        match self {
            Copy { to: path, .. }
            | Replace { path, .. }
            | Under { path, .. }
            | Append { path, .. } => path,
        }
    }

    fn make(&self, tree: &Path) -> Result<(), Failure> {
        let path = self.path();
        let read = |path: &str| {
            fs::read_to_string(tree.join(path)).map_err(|error| format!("{path}: {error}"))
        };
        let text = match self {
            Copy { from, .. } => read(from)?,
            Replace { old, new, .. } => {
                let text = read(path)?;
                match text.matches(old).count() {
                    1 => text.replace(old, new),
                    count => return Err(format!("{path} has {count} times {old:?}, not once")),
                }
            }
            Under { line, text, .. } => {
                let whole = read(path)?;
                let below = whole.find(line).map(|at| at + line.len());
                let below = below.ok_or_else(|| format!("{path} has no line {line:?}"))?;
                format!("{}{text}{}", &whole[..below], &whole[below..])
            }
            Append { text, .. } if !tree.join(path).exists() => (*text).to_owned(),
            Append { text, .. } => read(path)? + text,
        };
        fs::write(tree.join(path), text).map_err(|error| format!("{path}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbered steps under a heading.
    fn steps(text: &str, heading: &str) -> Vec<String> {
        let section = text.split_once(heading).unwrap().1.trim_start();
        let list = section.split("\n\n").next().unwrap();
        let mut steps: Vec<String> = Vec::new();
        for line in list.lines() {
            let numbered = line.starts_with(|it: char| it.is_ascii_digit());
            match steps.last_mut() {
                Some(step) if !numbered => *step += line,
                _ => steps.push(line.to_owned()),
            }
        }
        steps
    }

    /// A step names a file by its path, by its name, or by the folder it is new in.
    fn names(step: &str, path: &str) -> bool {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        [path.to_owned(), format!("`{file}`"), format!("`{folder}/`")]
            .iter()
            .any(|name| step.contains(name))
    }

    #[test]
    fn every_step_names_the_files_it_touches() {
        let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
        for recipe in RECIPES {
            let said = steps(&text, recipe.heading);
            assert_eq!(said.len(), recipe.steps.len(), "{}", recipe.heading);
            for (said, edits) in said.iter().zip(recipe.steps) {
                for path in edits.iter().map(Edit::path) {
                    assert!(names(said, path), "{path} is not named in: {said}");
                }
            }
        }
    }

    #[test]
    fn every_edit_fits_the_tree() {
        let copy = copy().unwrap_or_else(|failure| panic!("{failure}"));
        let game = fs::read_to_string(copy.join(GAME_FILE)).unwrap();
        assert!(game.contains("[island-three]"));
        fs::remove_dir_all(copy).unwrap();
    }
}

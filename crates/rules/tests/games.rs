//! The five game files are complete and without fault.

use rules::GameFile;

const GAMES: [(&str, &str); 5] = [
    ("bahama-bonus", include_str!("../../../games/bahama-bonus.toml")),
    ("bahamas-bonus", include_str!("../../../games/bahamas-bonus.toml")),
    ("blackjack-bonus", include_str!("../../../games/blackjack-bonus.toml")),
    ("players-edge-21", include_str!("../../../games/players-edge-21.toml")),
    ("wsgc-bahama-bonus", include_str!("../../../games/wsgc-bahama-bonus.toml")),
];

#[test]
fn the_five_games_have_no_faults() {
    for (id, text) in GAMES {
        let file = GameFile::read(text);
        let faults: Vec<String> = file.faults().iter().map(ToString::to_string).collect();
        assert_eq!(faults, Vec::<String>::new(), "{id}");
        assert_eq!(file.game(None, &[]).unwrap().id, id);
    }
}

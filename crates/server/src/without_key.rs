//! Who may start a server without the key of the shoes, which voids the rounds in play: an
//! executive who shows his card (S-21).

use store::{DataDir, StaffFound, StoreError};
use table::{AccountId, Role};

use crate::card_number::{CardNumber, Misread};
use crate::password;

/// Who gives up the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyGivenUp {
    /// His account.
    pub account: AccountId,
    /// How he proved it, for the security log.
    pub detail: String,
}

/// Why somebody may not give up the key.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum NotGivenUp {
    #[error("--without-key: nobody of the staff is called “{0}”")]
    Nobody(String),
    #[error("--without-key: “{0}” is no executive")]
    Role(String),
    #[error(
        "--without-key needs the card of “{0}”: give the number on it, a space and the PIN on \
         standard input"
    )]
    NoCard(String),
    #[error("--without-key: card or PIN is wrong, or it is not an executive's card of “{0}”")]
    Card(String),
    #[error(
        "--without-key: no executive has a card here, so nobody can show one; add --without-card \
         to go on all the same, and issue cards afterwards"
    )]
    NoCards,
    #[error("--without-card: executives have cards here; show one on standard input")]
    HasCards,
    #[error(transparent)]
    Misread(#[from] Misread),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Whether somebody may give up the key of the shoes, with the card and PIN he shows.
///
/// # Errors
/// If he is no executive, or does not show a good card of his, though there are some.
pub async fn give_up_key(
    data: &DataDir,
    name: &str,
    shown: Option<(&str, &str)>,
    without_card: bool,
) -> Result<KeyGivenUp, NotGivenUp> {
    let nobody = || NotGivenUp::Nobody(name.to_owned());
    if !data.is_used() {
        return Err(nobody());
    }
    let number = shown.map(|(number, _)| CardNumber::read(number)).transpose()?;
    let number = number.map(|number| number.hash());
    let found = store::staff_named(data, name, number.as_ref()).await?;
    let StaffFound { account, shown: card, cards } = found;
    let account = account.ok_or_else(nobody)?;
    if !account.roles.contains(&Role::Executive) {
        return Err(NotGivenUp::Role(name.to_owned()));
    }
    let (account, has_cards) = (account.id, cards.iter().any(|card| card.level == Role::Executive));
    match (shown, has_cards, without_card) {
        (_, true, true) => Err(NotGivenUp::HasCards),
        (_, false, true) => {
            let detail = "serve --without-key --without-card: no executive has a card".to_owned();
            Ok(KeyGivenUp { account, detail })
        }
        (_, false, false) => Err(NotGivenUp::NoCards),
        (None, true, false) => Err(NotGivenUp::NoCard(name.to_owned())),
        (Some((_, pin)), true, false) => {
            let own = card.filter(|it| it.account == account && it.level == Role::Executive);
            let good = own.filter(|card| password::verify(pin, &card.pin));
            let card = good.ok_or_else(|| NotGivenUp::Card(name.to_owned()))?;
            let detail = format!("serve --without-key, card {}, {}", card.id, card.level.word());
            Ok(KeyGivenUp { account, detail })
        }
    }
}

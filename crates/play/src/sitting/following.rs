//! Following a table: what its commands bring about, what comes by itself, and a place that
//! cannot be reached.

use rules::Money;
use table::{Body, Event};

use super::Sitting;
use crate::news::{self, News};
use crate::place::{Arrived, PlaceRefused};

/// What keeps a player from his table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The connection is lost, and tried again.
    Lost,
    /// There is no way back to his seats.
    Over,
}

impl Sitting {
    /// Gives a command to the table, and follows what has happened.
    pub(crate) fn give(&mut self, body: Body) -> Result<(), PlaceRefused> {
        let given = self.place.give(body);
        self.catch_up();
        given
    }

    /// Follows what has come from the table.
    pub fn catch_up(&mut self) {
        let mut is_posted_anew = false;
        for arrived in self.place.news() {
            match arrived {
                Arrived::Happened(event) => {
                    is_posted_anew |=
                        matches!(event, Event::Posted { .. }) && self.host().is_some();
                    self.follow(event);
                }
                Arrived::Lost(why) => self.notice(Some(Trouble::Lost), format!("{why}.")),
                Arrived::Back => {
                    self.notice(None, "The connection is back; play goes on.".to_owned());
                }
                Arrived::Refused(refused) => {
                    let text = news::sentence(&refused.to_string());
                    self.notice(self.trouble, text);
                }
                Arrived::Over(why) => self.notice(Some(Trouble::Over), format!("{why}.")),
            }
        }
        self.view = self.place.view();
        self.link = self.place.link();
        if is_posted_anew {
            self.part();
        }
    }

    /// The table plays by another sign than these screens and this coach know: the seats
    /// are given back. It happens between rounds, so no bet is lost by it.
    fn part(&mut self) {
        let what = match self.leave() {
            Ok(()) => "you have left it, and your chips are in your wallet",
            Err(_) => "your seat is left to the table's idle clock",
        };
        let text =
            format!("The table is posted anew; {what}. Start again to play by its new rules.");
        self.notice(Some(Trouble::Over), text);
    }

    fn notice(&mut self, trouble: Option<Trouble>, text: String) {
        self.trouble = trouble;
        self.news.push(News::notice(text));
    }

    /// Follows an event: the money in the pocket, and the bets in hand.
    fn follow(&mut self, event: Event) {
        let you = self.view.you.account;
        match &event {
            Event::BoughtIn { player, cents } if *player == you => {
                let price = Money::cents(*cents);
                // What is not in the pocket is brought for it.
                let short = (price - self.pocket).max(Money::ZERO);
                self.brought += short;
                self.pocket = self.pocket + short - price;
            }
            Event::CashedOut { player, cents } if *player == you => {
                self.pocket += Money::cents(*cents);
            }
            Event::BetPlaced { seat, bets } if self.seats.contains(seat) => {
                self.laid.retain(|laid| laid != seat);
                self.laid.extend((!bets.is_empty()).then_some(*seat));
            }
            Event::Started { .. } if !self.laid.is_empty() => {
                self.felt.deal();
                self.laid.clear();
            }
            Event::Started { .. } if self.felt.total() > Money::ZERO => {
                let text = "The round begins without your bets: they were still in your hand.";
                self.news.push(News::notice(text.to_owned()));
            }
            Event::Seated { seat, player, .. } if *player == you => {
                self.seats.extend((!self.seats.contains(seat)).then_some(*seat));
            }
            _ => {}
        }
        let news = self.story.tell(event, you, &self.seats);
        if let Some(Event::Left { seat, .. }) = news.event {
            self.laid.retain(|&laid| laid != seat);
            self.seats.retain(|&own| own != seat);
        }
        self.rounds += u64::from(news.ends_round() && self.story.is_about(&self.seats));
        self.news.push(news);
    }

    /// Waits until something has come by itself, and follows it.
    pub(crate) fn wait(&mut self) {
        self.place.wait();
        self.catch_up();
    }

    /// Whether the connection to the table is lost.
    pub fn is_lost(&self) -> bool {
        self.trouble == Some(Trouble::Lost)
    }

    /// Whether the player has no seat to go back to.
    pub fn is_over(&self) -> bool {
        self.trouble == Some(Trouble::Over) || (self.host().is_some() && self.seats.is_empty())
    }

    /// Whether the table can be reached.
    pub(super) fn is_reached(&self) -> Result<(), PlaceRefused> {
        let host = self.host().unwrap_or_default().to_owned();
        if self.trouble.is_some() { Err(PlaceRefused::Lost { host }) } else { Ok(()) }
    }
}

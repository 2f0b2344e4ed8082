//! The kinds of command, in one table: the word of each, who may give it (S-07), and what it
//! concerns. What is not listed is denied.

use crate::command::Body;
use crate::link::LinkBody;
use crate::person::PersonBody;
use crate::role::Role::{self, Cage, Dealer, Executive, House, Player, Supervisor};

/// What is known of a kind of command besides its word and its roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Concern {
    /// It answers the table's open question, so its sender must have seen that.
    Answer,
    /// It belongs to the procedure of the progressive.
    Progressive,
    /// It moves the house's money, so a session alone is not enough (S-21).
    Card,
}

/// What a kind of command is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Addressee {
    Table,
    Link,
    Person,
}

/// Declares the kinds, by what they are given to.
macro_rules! commands {
    (
        Body { $($kind:ident = $word:literal by $roles:expr $(, $concern:ident)*;)+ }
        LinkBody {
            $($of_link:ident = $link_word:literal by $link_roles:expr $(, $link_concern:ident)*;)+
        }
        PersonBody { $($of_person:ident = $person_word:literal by $person_roles:expr;)+ }
    ) => {
        /// A kind of command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Kind { $($kind,)+ $($of_link,)+ $($of_person,)+ }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Kind] =
                &[$(Kind::$kind,)+ $(Kind::$of_link,)+ $(Kind::$of_person,)+];

            /// The word a command of this kind begins with.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Kind::$kind => $word,)+
                    $(Kind::$of_link => $link_word,)+
                    $(Kind::$of_person => $person_word,)+
                }
            }

            /// The roles that may give it.
            pub const fn roles(self) -> &'static [Role] {
                match self {
                    $(Kind::$kind => &$roles,)+
                    $(Kind::$of_link => &$link_roles,)+
                    $(Kind::$of_person => &$person_roles,)+
                }
            }

            /// What it is given to.
            pub const fn addressee(self) -> Addressee {
                match self {
                    $(Kind::$kind => Addressee::Table,)+
                    $(Kind::$of_link => Addressee::Link,)+
                    $(Kind::$of_person => Addressee::Person,)+
                }
            }

            const fn concerns(self) -> &'static [Concern] {
                match self {
                    $(Kind::$kind => &[$(Concern::$concern),*],)+
                    $(Kind::$of_link => &[Concern::Progressive $(, Concern::$link_concern)*],)+
                    $(Kind::$of_person => &[],)+
                }
            }
        }

        impl Body {
            /// The kind of command.
            pub const fn kind(&self) -> Kind {
                match self { $(Body::$kind { .. } => Kind::$kind,)+ }
            }
        }

        impl LinkBody {
            /// The kind of command.
            pub const fn kind(&self) -> Kind {
                match self { $(LinkBody::$of_link { .. } => Kind::$of_link,)+ }
            }
        }

        impl PersonBody {
            /// The kind of command.
            pub const fn kind(&self) -> Kind {
                match self { $(PersonBody::$of_person { .. } => Kind::$of_person,)+ }
            }
        }
    };
}

commands! {
    Body {
        Sit = "sit" by [Player, House];
        Leave = "leave" by [Player];
        BuyIn = "buy-in" by [Player, Dealer, Supervisor];
        Bet = "bet" by [Player, House], Answer;
        Ready = "ready" by [Player], Answer;
        Cut = "cut" by [Player], Answer;
        Insure = "insure" by [Player], Answer;
        Act = "act" by [Player], Answer;
        OnDuty = "on-duty" by [Dealer, Supervisor, Executive];
        OffDuty = "off-duty" by [Dealer, Supervisor, Executive];
        Relieve = "relieve" by [Supervisor, Executive, House];
        OpenBetting = "open-betting" by [Dealer], Answer;
        Deal = "deal" by [Dealer], Answer, Progressive;
        Turn = "turn" by [Dealer], Answer;
        EndGame = "end-game" by [Dealer, Supervisor, Executive], Answer, Progressive;
        CallSupervisor = "call-supervisor" by [Dealer];
        AnswerCall = "answer-call" by [Supervisor, Executive];
        Release = "release" by [Dealer, Supervisor, Executive];
        Fill = "fill" by [Supervisor, Executive], Card;
        Credit = "credit" by [Supervisor, Executive], Card;
        Void = "void" by [Supervisor, Executive], Answer, Progressive, Card;
        Open = "open" by [Supervisor, Executive, House];
        Close = "close" by [Supervisor, Executive, House];
        ReplaceShoe = "replace-shoe" by [House];
        Clock = "clock" by [House];
        Away = "away" by [House];
        Back = "back" by [House];
        Light = "light" by [Dealer, House], Progressive;
        HandButton = "hand-button" by [Dealer], Answer, Progressive;
        Withdraw = "withdraw" by [Supervisor, Executive], Answer, Progressive, Card;
        Confirm = "confirm" by [Supervisor, Executive], Answer, Progressive;
        Swipe = "swipe" by [Dealer, Supervisor, Executive], Answer, Progressive, Card;
        Waive = "waive" by [Supervisor, Executive], Answer, Progressive;
        Post = "post" by [Supervisor, Executive];
        WithdrawPosting = "withdraw-posting" by [Supervisor, Executive];
    }
    LinkBody {
        OpenLink = "open-link" by [Supervisor, Executive, House];
        Join = "join" by [House];
        Part = "part" by [House];
        Adjust = "adjust" by [Supervisor, Executive];
        SetParameters = "set-parameters" by [Executive];
        BackOut = "back-out" by [Supervisor, Executive];
        Retire = "retire" by [Executive];
        Stop = "stop" by [Supervisor, Executive, House];
        Resume = "resume" by [Supervisor, Executive];
        Deposit = "deposit" by [Cage, Executive], Card;
        ReverseDeposit = "reverse-deposit" by [Executive], Card;
        PaySlip = "pay-slip" by [Cage, Supervisor, Executive], Card;
        ReprintSlip = "reprint-slip" by [Cage, Supervisor, Executive];
        Recover = "recover" by [Cage, Supervisor, Executive];
        WriteOff = "write-off" by [Executive];
    }
    PersonBody {
        TopUp = "top-up" by [Player, House];
        Grant = "grant" by [House];
    }
}

impl Kind {
    /// Whether it answers the table's open question, so that its sender must have seen it.
    pub fn is_answer(self) -> bool {
        self.concerns().contains(&Concern::Answer)
    }

    /// Whether it belongs to the procedure of the progressive; all that goes to a link does.
    pub fn is_of_progressive(self) -> bool {
        self.concerns().contains(&Concern::Progressive)
    }

    /// Whether it needs the card of one person besides the session of its sender (S-08, S-21);
    /// small fills, credits and voids do not where the sign says so.
    pub fn is_by_card(self) -> bool {
        self.concerns().contains(&Concern::Card)
    }
}

//! What people may see of a link. Displays and players see the meters; what the house
//! holds besides is for the staff.

use progressive::{Group, Jackpot, Micros, Pot};
use rules::settings::{FromMeter, Policy};
use rules::{ShareHand, Spot};
use serde::{Deserialize, Serialize};

use super::event::{AwardRecord, Claim, StopReason};
use super::ladder::Rung;
use super::news::Shown;
use super::sign::{Approvals, JackpotPosted, LinkParameters, PayLine};
use super::state::{Confirmation, DepositMade, Funds, Link, Owed, Slip, Tally};
use crate::ids::{Actor, LinkId, TableId, Time};
use crate::role::Role;
use crate::share::{Share, ShareState};

/// A link as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LinkView {
    /// The link.
    pub link: LinkId,
    /// The version; entries with higher ones come after it.
    pub version: u64,
    /// The time of the last entry.
    pub at: Time,
    /// The link's name.
    pub name: String,
    /// Whether it belongs to exhibition tables.
    pub exhibition: bool,
    /// Why it takes no wagers, if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// The jackpots.
    pub jackpots: Vec<JackpotView>,
    /// The last awards, newest first.
    pub hits: Vec<Hit>,
    /// The tables with their names.
    pub tables: Vec<(TableId, String)>,
    /// What only the staff see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub office: Option<OfficeView>,
}

/// A jackpot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JackpotView {
    /// The sensor.
    pub spot: Spot,
    /// The spot's name for people.
    pub name: String,
    /// What the meter shows for the next winner, in cents: never more than can be paid,
    /// whatever becomes of the claims that are open (P-20).
    pub cents: i64,
    /// What it restarts from after a whole award, besides the reserve, in cents.
    pub seed: i64,
    /// What a sensor takes, in cents.
    pub unit: u32,
    /// Whether it is out of play.
    pub retired: bool,
    /// How several winners are paid.
    pub policy: Policy,
    /// Which pays leave the meter.
    pub from_meter: FromMeter,
    /// The pay table.
    pub paytable: Vec<PayLine>,
    /// The claims that are open, in the order in which they froze.
    pub pending: Vec<PendingView>,
}

/// The claims of one round that are open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PendingView {
    /// The group's number on this jackpot.
    pub group: u64,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// What the meter showed when it froze, in cents, what earlier groups leave apart.
    pub frozen: i64,
    /// The claims that are not posted; in paying order once they are confirmed.
    pub claims: Vec<Share>,
}

/// An award, for the list of hits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hit {
    /// The slip's number.
    pub slip: u64,
    /// When it was posted.
    pub at: Time,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The seat, the jackpot, the hand and its share.
    #[serde(flatten)]
    pub won: ShareHand,
    /// The amount in cents.
    pub cents: i64,
    /// Whether it was backed out since.
    pub backed_out: bool,
}

/// What the staff see of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OfficeView {
    /// Meter and reserve of every jackpot, exactly, and its parameters.
    pub holds: Vec<(Spot, Pot, LinkParameters)>,
    /// What must lie in the bank account (P-28).
    pub required_bank: Micros,
    /// What lies in it.
    pub bank: Micros,
    /// When it must hold what it must; none for play money, which has no account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit_due: Option<Time>,
    /// What the account is short of, since when, and when that stops the progressive; none for
    /// play money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub funds: Option<Funds>,
    /// Whether nothing is played on it (P-15).
    pub idle: bool,
    /// The meters of every table and jackpot (P-13).
    pub tallies: Vec<Tally>,
    /// The most a table can wager on a jackpot in one round, in cents (P-14).
    pub bounds: Vec<(TableId, Spot, u32)>,
    /// Slips that are not paid.
    pub unpaid: Vec<u64>,
    /// What winners owe of awards that were paid and backed out, by slip (P-33).
    pub owed: Vec<(u64, Owed)>,
    /// The last deposits, newest first.
    pub deposits: Vec<DepositMade>,
    /// The claims that are open, in paying order, with what each is awarded if all of them are
    /// confirmed (T-07): known before anybody confirms.
    pub claims: Vec<OpenClaim>,
    /// From which amounts an award needs more.
    pub approvals: Approvals,
    /// Who signs for what, and from which amount on (O-05).
    pub ladder: Vec<Rung>,
}

/// A claim that is open, as the staff see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpenClaim {
    /// The group's number on its jackpot.
    pub group: u64,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: u64,
    /// The seat, the jackpot, the hand and its share.
    #[serde(flatten)]
    pub won: ShareHand,
    /// What it is awarded, in cents.
    pub cents: i64,
    /// Whose card that needs (P-22).
    pub needs: Role,
    /// Whether it will be flagged for the tax (O-04).
    pub tax: bool,
    /// Whether a supervisor has confirmed it.
    pub confirmed: bool,
    /// When its hand button was pressed.
    pub since: Time,
}

/// How many awards a view lists (O-01).
const HITS: usize = 25;

impl Link {
    /// The link as somebody sees it.
    pub fn view(&self, viewer: Actor) -> LinkView {
        LinkView {
            link: self.id,
            version: self.version,
            at: self.at,
            name: self.sign.name.clone(),
            exhibition: self.sign.exhibition,
            stopped: self.stopped.clone(),
            jackpots: self.sign.jackpots.iter().filter_map(|it| self.jackpot_view(it)).collect(),
            hits: self.slips.iter().rev().take(HITS).map(Slip::hit).collect(),
            tables: self.tables().map(|(table, terms)| (table, terms.name.clone())).collect(),
            office: viewer.role.is_staff().then(|| self.office_view()),
        }
    }

    fn jackpot_view(&self, posted: &JackpotPosted) -> Option<JackpotView> {
        let jackpot = self.jackpot(posted.spot)?;
        let Shown { cents, pending, .. } =
            self.shown.iter().find(|it| it.spot == posted.spot)?.clone();
        let seed = jackpot.parameters().seed.in_cents();
        let retired = jackpot.is_retired();
        Some(JackpotView { cents, pending, seed, retired, ..JackpotView::new(posted) })
    }

    fn office_view(&self) -> OfficeView {
        let holds = self.jackpots().map(|(spot, jackpot)| {
            let parameters = LinkParameters::of(jackpot.parameters());
            (spot, jackpot.holds(), parameters)
        });
        let bounds = self.tables().flat_map(|(table, terms)| {
            let seats = u32::from(terms.seats);
            terms.sensors.iter().map(move |it| (table, it.spot, seats.saturating_mul(it.unit)))
        });
        let unpaid = self.slips.iter().filter(|slip| slip.check_unpaid().is_ok());
        OfficeView {
            holds: holds.collect(),
            required_bank: self.required_bank(),
            bank: self.bank(),
            deposit_due: self.deposit_due(),
            funds: self.funds(),
            idle: self.is_idle(),
            tallies: self.tallies.clone(),
            bounds: bounds.collect(),
            unpaid: unpaid.map(|slip| slip.award.slip).collect(),
            owed: self.receivables().collect(),
            deposits: self.deposits.iter().rev().take(HITS).cloned().collect(),
            claims: self.open_claims(),
            approvals: self.sign.approvals,
            ladder: self.sign.approvals.ladder(),
        }
    }

    /// What winners still owe, by slip.
    fn receivables(&self) -> impl Iterator<Item = (u64, Owed)> {
        let owed = self.slips.iter().filter_map(|slip| Some((slip.award.slip, slip.owed?)));
        owed.filter(|(_, owed)| owed.open() > 0)
    }

    /// The claims that are open, in paying order, with what they are awarded.
    pub(crate) fn open_claims(&self) -> Vec<OpenClaim> {
        let approvals = self.sign.approvals;
        let of = |(spot, jackpot): (Spot, &Jackpot)| {
            let groups = jackpot.prospects().into_iter();
            let each = groups.flat_map(move |(group, id, awards)| {
                let (table, round) = (TableId(id.table), id.round);
                let is_it =
                    |it: &Confirmation| (it.table, it.round, it.spot) == (table, round, spot);
                let confirmed = self.confirmed.iter().any(is_it);
                let unit = jackpot.terms().unit;
                awards.into_iter().map(move |award| {
                    let (won, cents) = (award.winner, award.amount.in_cents());
                    let needs = approvals.card_for(cents);
                    let tax = approvals.is_taxed(cents - i64::from(unit), unit);
                    let since = self.pressed_at(table, round, won);
                    OpenClaim { group, table, round, won, cents, needs, tax, confirmed, since }
                })
            });
            each.collect::<Vec<_>>()
        };
        self.jackpots().flat_map(of).collect()
    }

    /// When the hand button of a claim that is open was pressed.
    fn pressed_at(&self, table: TableId, round: u64, won: ShareHand) -> Time {
        let same = |it: &&Claim| (it.table, it.round, it.won) == (table, round, won);
        self.claims.iter().find(same).map_or(self.at, |claim| claim.at)
    }

    /// Since when a table has claims that are open.
    pub fn claimed_since(&self, table: TableId) -> Option<Time> {
        self.claims.iter().filter(|claim| claim.table == table).map(|claim| claim.at).min()
    }

    /// The parameters in force.
    pub fn parameters(&self, spot: Spot) -> Option<LinkParameters> {
        self.jackpot(spot).map(|jackpot| LinkParameters::of(jackpot.parameters()))
    }
}

impl JackpotView {
    /// A jackpot as it is put up, before its meter shows anything.
    pub(super) fn new(posted: &JackpotPosted) -> JackpotView {
        JackpotView {
            spot: posted.spot,
            name: posted.spot.name().to_owned(),
            cents: 0,
            seed: posted.parameters.seed.into(),
            unit: posted.unit,
            retired: false,
            policy: posted.policy,
            from_meter: posted.from_meter,
            paytable: posted.paytable.clone(),
            pending: Vec::new(),
        }
    }
}

impl PendingView {
    pub(super) fn of(group: &Group, approvals: &Approvals) -> PendingView {
        let claimed = |&won: &ShareHand| Share { won, state: ShareState::Claimed };
        let due = group.awards.iter().skip(group.posted);
        PendingView {
            group: group.number,
            table: TableId(group.round.table),
            round: group.round.round,
            frozen: group.pot.shown().in_cents(),
            claims: match group.is_confirmed() {
                true => due.map(|award| Share::confirmed(award, approvals)).collect(),
                false => group.claims.iter().map(claimed).collect(),
            },
        }
    }
}

impl Hit {
    pub(super) fn of(award: &AwardRecord, backed_out: bool) -> Hit {
        Hit {
            slip: award.slip,
            at: award.posted_at,
            table: award.claim.table,
            round: award.claim.round,
            won: award.claim.won,
            cents: award.cents,
            backed_out,
        }
    }
}

impl Slip {
    fn hit(&self) -> Hit {
        Hit::of(&self.award, self.backed_out.is_some())
    }
}

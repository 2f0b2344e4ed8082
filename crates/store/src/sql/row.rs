//! Numbers and rows, as a database keeps them.

use sqlx::Row as _;
use table::{Account, AccountId, Role, RoundRecord, TableId, Time};

use super::Row;
use crate::chain::{self, Hash, Head};
use crate::error::StoreError;
use crate::journal::TableRound;
use crate::people::{
    AccountKind, AccountRow, Link, SecurityLine, SecurityRow, Session, StaffCardRow,
};
use table::Stream;

/// A database's whole numbers have a sign; the same bits come back as they were.
pub(super) const fn signed(number: u64) -> i64 {
    number as i64
}

/// The number a database gave back.
pub(super) const fn unsigned(number: i64) -> u64 {
    number as u64
}

pub(super) fn number(row: &Row, column: &str) -> Result<u64, StoreError> {
    Ok(unsigned(row.try_get(column)?))
}

pub(super) fn small(row: &Row, column: &str) -> Result<u32, StoreError> {
    let value: i64 = row.try_get(column)?;
    u32::try_from(value).map_err(|_| strange(column, &value.to_string()))
}

pub(super) fn stream(row: &Row) -> Result<Stream, StoreError> {
    let number: i64 = row.try_get("stream")?;
    Stream::of_number(number).ok_or_else(|| strange("stream", &number.to_string()))
}

pub(super) fn hash(row: &Row, column: &str) -> Result<Hash, StoreError> {
    let bytes: Vec<u8> = row.try_get(column)?;
    bytes.try_into().map_err(|_| strange(column, "not a hash"))
}

/// The end of a chain.
pub(super) fn head(row: &Row) -> Result<Head, StoreError> {
    Ok(Head { version: number(row, "version")?, hash: hash(row, "hash")? })
}

pub(super) fn strange(what: &str, value: &str) -> StoreError {
    StoreError::Strange(format!("{what} {value:?}"))
}

pub(super) fn role(word: &str) -> Result<Role, StoreError> {
    Role::ALL.into_iter().find(|role| role.word() == word).ok_or_else(|| strange("role", word))
}

pub(super) fn ledger_account(row: &Row, column: &str) -> Result<Account, StoreError> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|_| strange(column, &text))
}

pub(super) fn player(account: Account) -> Option<i64> {
    match account {
        Account::Player(player) => Some(signed(player.0)),
        _ => None,
    }
}

pub(super) fn chain_row(row: &Row) -> Result<chain::Row, StoreError> {
    Ok(chain::Row {
        version: number(row, "version")?,
        at: number(row, "at")?,
        account: number(row, "account")?,
        role: row.try_get("role")?,
        command: row.try_get("command")?,
        body: row.try_get("body")?,
        json: row.try_get("json")?,
        previous: row.try_get("previous")?,
        hash: row.try_get("hash")?,
    })
}

pub(super) fn round(row: &Row) -> Result<TableRound, StoreError> {
    let players: String = row.try_get("players")?;
    let players: Vec<(u64, i64, i64)> =
        serde_json::from_str(&players).map_err(|_| strange("players", &players))?;
    let round = RoundRecord {
        round: number(row, "round")?,
        day: small(row, "day")?,
        started: Time(number(row, "started")?),
        ended: Time(number(row, "ended")?),
        first: number(row, "first_version")?,
        last: number(row, "last_version")?,
        voided: row.try_get::<i64, _>("voided")? != 0,
        players: players
            .into_iter()
            .map(|(id, staked, back)| (AccountId(id), staked, back))
            .collect(),
    };
    Ok(TableRound { table: TableId(small(row, "table_id")?), round })
}

/// What [`round`] reads as the players.
pub(super) fn players_text(round: &RoundRecord) -> String {
    let players: Vec<String> = round
        .players
        .iter()
        .map(|(id, staked, returned)| format!("[{},{staked},{returned}]", id.0))
        .collect();
    format!("[{}]", players.join(","))
}

pub(super) fn account(row: &Row) -> Result<AccountRow, StoreError> {
    let kind: String = row.try_get("kind")?;
    let roles: String = row.try_get("roles")?;
    Ok(AccountRow {
        id: AccountId(number(row, "id")?),
        name: row.try_get("name")?,
        kind: AccountKind::ALL
            .into_iter()
            .find(|it| it.word() == kind)
            .ok_or_else(|| strange("kind", &kind))?,
        roles: roles.split_whitespace().map(role).collect::<Result<_, _>>()?,
        password: row.try_get("password")?,
        created: Time(number(row, "created")?),
        revoked: row.try_get::<Option<i64>, _>("revoked")?.map(|at| Time(unsigned(at))),
    })
}

/// What [`account`] reads as the roles.
pub(super) fn roles_text(roles: &[Role]) -> String {
    roles.iter().map(|role| role.word()).collect::<Vec<_>>().join(" ")
}

pub(super) fn session(row: &Row) -> Result<Session, StoreError> {
    Ok(Session {
        token: hash(row, "token_hash")?,
        account: AccountId(number(row, "account")?),
        role: role(row.try_get("role")?)?,
        csrf: row.try_get("csrf")?,
        created: Time(number(row, "created")?),
        seen: Time(number(row, "seen")?),
        ends: Time(number(row, "ends")?),
    })
}

pub(super) fn link(row: &Row) -> Result<Link, StoreError> {
    Ok(Link {
        token: hash(row, "token_hash")?,
        account: row.try_get::<Option<i64>, _>("account")?.map(|id| AccountId(unsigned(id))),
        role: role(row.try_get("role")?)?,
        page: row.try_get("page")?,
        ends: Time(number(row, "ends")?),
    })
}

pub(super) fn card(row: &Row) -> Result<StaffCardRow, StoreError> {
    Ok(StaffCardRow {
        id: small(row, "id")?,
        account: AccountId(number(row, "account")?),
        name: row.try_get("name")?,
        level: role(row.try_get("level")?)?,
        pin: row.try_get("pin")?,
        issued: Time(number(row, "issued")?),
        revoked: row.try_get::<Option<i64>, _>("revoked")?.map(|at| Time(unsigned(at))),
    })
}

pub(super) fn security(row: &Row) -> Result<SecurityRow, StoreError> {
    Ok(SecurityRow {
        number: number(row, "number")?,
        line: SecurityLine {
            at: Time(number(row, "at")?),
            account: row.try_get::<Option<i64>, _>("account")?.map(|id| AccountId(unsigned(id))),
            what: row.try_get("what")?,
            detail: row.try_get("detail")?,
        },
        hash: hash(row, "hash")?,
    })
}

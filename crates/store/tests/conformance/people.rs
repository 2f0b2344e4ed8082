//! Accounts, sessions, links, security log.

use futures_util::future::join_all;
use store::{
    AccountKind, AfterRight, AttemptCount, Link, NewAccount, NewStaffCard, Options, People, Proof,
    SecurityLine, Session, Store, StoreError,
};
use table::{AccountId, Role, Time};

use crate::make::{InPostgres, OnDisk};

fn new(name: &str) -> NewAccount {
    NewAccount {
        name: name.to_owned(),
        kind: AccountKind::Staff,
        roles: vec![Role::Dealer, Role::Supervisor],
        password: Some("hash".to_owned()),
        created: Time(5),
    }
}

fn session(token: u8, account: AccountId, role: Role) -> Session {
    Session {
        token: [token; 32],
        account,
        role,
        csrf: "csrf".to_owned(),
        created: Time(10),
        seen: Time(10),
        ends: Time(1_000),
    }
}

/// Runs a check against every kind of store, and another process on it.
macro_rules! for_every_store {
    ($($name:ident)+) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let on_disk = OnDisk::new().await;
                let beside = Store::open(&on_disk.data, Options::BESIDE).await.unwrap();
                check::$name(&on_disk.store, &beside).await;
            }
        )+
        /// In one test, because a server is started for it.
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn every_one_of_them_on_postgres() {
            let Some(house) = InPostgres::start("people in PostgreSQL") else { return };
            $(
                println!("{}", stringify!($name));
                let (store, url) = house.store().await;
                let beside = house.open(&url).await;
                check::$name(&store, &beside).await;
                store.close().await;
                beside.close().await;
            )+
        }
    };
}

for_every_store! {
    accounts_are_one_to_a_name_whatever_its_case
    s_09_a_revoked_account_has_no_sessions
    a_link_is_taken_once_however_many_ask
    changes_of_another_process_are_noticed_and_own_ones_are_not
    s_08_a_proof_is_taken_once_in_time_and_for_its_command
    s_09_a_revoked_card_or_owner_proves_nothing
    s_20_an_attempt_counts_before_it_is_checked_whichever_process_asks
}

mod check {
    use super::*;

    pub(super) async fn s_20_an_attempt_counts_before_it_is_checked_whichever_process_asks(
        store: &dyn People,
        beside: &dyn People,
    ) {
        let key = |byte| [byte; 32];
        let count = |key, right| AttemptCount { key, free: 3, longest_ms: 8_000, right };
        let here = count(key(1), AfterRight::Clear);
        let all = count(key(2), AfterRight::Know(key(3)));
        let tried = (0..20).map(|number| {
            let store = if number % 2 == 0 { store } else { beside };
            store.reserve_attempt(vec![here, all], Time(1_000))
        });
        let tried = join_all(tried).await.into_iter().map(Result::unwrap);
        let waits: Vec<u64> = tried.filter_map(Result::err).collect();
        assert_eq!(waits, [1_000; 17], "three at once are looked at, the others wait a second");
        // The wait doubles with every wrong one, up to the longest.
        for (at, wait) in [(2_000, 2_000), (4_000, 4_000), (8_000, 8_000), (16_000, 8_000)] {
            assert_eq!(store.reserve_attempt(vec![here], Time(at)).await.unwrap(), Ok(()));
            assert_eq!(beside.reserve_attempt(vec![here], Time(at)).await.unwrap(), Err(wait));
        }
        // A right one begins anew, and nobody keeps the owner out from elsewhere.
        store.attempt_was_right(vec![here, all], Time(20_000)).await.unwrap();
        for _ in 0..3 {
            let again = beside.reserve_attempt(vec![here, all], Time(20_000)).await.unwrap();
            assert_eq!(again, Ok(()));
        }
        // What was wrong is forgotten after its time.
        let later = Time(100 * 60 * 60 * 1_000);
        store.delete_ended_attempts(later).await.unwrap();
        assert_eq!(store.reserve_attempt(vec![here], later).await.unwrap(), Ok(()));
    }

    pub(super) async fn accounts_are_one_to_a_name_whatever_its_case(
        store: &dyn People,
        _beside: &dyn People,
    ) {
        let id = store.create_account(new("Ada")).await.unwrap();
        let taken = store.create_account(new("ADA ")).await.unwrap_err();
        assert!(matches!(taken, StoreError::NameTaken(_)));
        let bob = store.create_account(new("Bob")).await.unwrap();
        assert_eq!((id, bob), (AccountId(1), AccountId(2)));
        let ada = store.account_by_name("ada").await.unwrap().unwrap();
        assert_eq!((ada.id, ada.name.as_str()), (id, "Ada"));
        assert_eq!(ada.roles, [Role::Dealer, Role::Supervisor]);
        assert_eq!(store.account(id).await.unwrap(), Some(ada));
        assert_eq!(store.staff().await.unwrap().len(), 2);
        assert_eq!(store.account(AccountId(77)).await.unwrap(), None);
        let nobody = store.set_password(AccountId(77), "x").await.unwrap_err();
        assert!(matches!(nobody, StoreError::NoAccount(77)));
    }

    pub(super) async fn s_09_a_revoked_account_has_no_sessions(
        store: &dyn People,
        _beside: &dyn People,
    ) {
        let id = store.create_account(new("Ada")).await.unwrap();
        store.insert_session(session(1, id, Role::Player)).await.unwrap();
        store.insert_session(session(2, id, Role::Dealer)).await.unwrap();
        assert_eq!(store.playing_sessions(id).await.unwrap(), [session(1, id, Role::Player)]);
        store.touch_session(&[1; 32], Time(99));
        assert_eq!(store.session(&[1; 32]).await.unwrap().unwrap().seen, Time(99));
        store.delete_session(&[2; 32]).await.unwrap();
        assert_eq!(store.session(&[2; 32]).await.unwrap(), None);
        assert_eq!(store.session(&[1; 32]).await.unwrap().unwrap().seen, Time(99));
        store.revoke(id, Time(100)).await.unwrap();
        store.revoke(id, Time(200)).await.unwrap();
        assert_eq!(store.session(&[1; 32]).await.unwrap(), None);
        assert_eq!(store.account(id).await.unwrap().unwrap().revoked, Some(Time(100)));
        store.insert_session(session(3, id, Role::Player)).await.unwrap();
        assert_eq!(store.delete_ended_sessions(Time(1_000)).await.unwrap(), 1);
    }

    pub(super) async fn a_link_is_taken_once_however_many_ask(
        store: &dyn People,
        beside: &dyn People,
    ) {
        let link = Link {
            token: [9; 32],
            account: None,
            role: Role::Dealer,
            page: "/table/1".to_owned(),
            ends: Time(1_000),
        };
        store.insert_link(link.clone()).await.unwrap();
        assert_eq!(store.take_link(&[9; 32], Time(1_000)).await.unwrap(), None);
        let asked = (0..40).map(|place| {
            let store = if place % 2 == 0 { store } else { beside };
            async move { store.take_link(&[9; 32], Time(50)).await.unwrap() }
        });
        let taken: Vec<Link> = join_all(asked).await.into_iter().flatten().collect();
        assert_eq!(taken, [link]);
    }

    pub(super) async fn changes_of_another_process_are_noticed_and_own_ones_are_not(
        store: &dyn People,
        beside: &dyn People,
    ) {
        let before = store.changes().await.unwrap();
        let id = store.create_account(new("Ada")).await.unwrap();
        assert_eq!(store.changes().await.unwrap(), before);
        beside.revoke(id, Time(1)).await.unwrap();
        assert_ne!(store.changes().await.unwrap(), before);
        store.set_setting("gaming-day", "06:00").await.unwrap();
        store.set_setting("gaming-day", "05:00").await.unwrap();
        assert_eq!(beside.setting("gaming-day").await.unwrap().as_deref(), Some("05:00"));
        assert_eq!(store.setting("nothing").await.unwrap(), None);
    }

    pub(super) async fn s_08_a_proof_is_taken_once_in_time_and_for_its_command(
        store: &dyn People,
        _beside: &dyn People,
    ) {
        let owner = store.create_account(new("Ada")).await.unwrap();
        let id = store.add_card(card(owner, 1)).await.unwrap();
        let row = store.card(&[1; 32]).await.unwrap().unwrap();
        assert_eq!((row.id, row.account, row.name.as_str()), (id, owner, "Ada"));
        assert_eq!((row.level, row.revoked), (Role::Supervisor, None));
        assert_eq!(store.card(&[2; 32]).await.unwrap(), None);
        let nobody = store.add_card(card(AccountId(77), 2)).await;
        assert!(matches!(nobody, Err(StoreError::NoAccount(77))));
        for token in 1..=3 {
            store.insert_proof(proof(token, id)).await.unwrap();
        }
        let take = async |token: u8, subject: u8, at| {
            store.take_proof(&[token; 32], &[subject; 32], at).await.unwrap()
        };
        assert_eq!(take(1, 101, Time(5)).await, Some(row));
        assert_eq!(take(1, 101, Time(6)).await, None, "a replay");
        assert_eq!(take(2, 101, Time(6)).await, None, "another command's");
        assert_eq!(take(2, 102, Time(7)).await, None, "it has been shown");
        assert_eq!(take(3, 103, Time(1_000)).await, None, "too late");
        assert_eq!(take(9, 109, Time(1)).await, None, "never made");
    }

    pub(super) async fn s_09_a_revoked_card_or_owner_proves_nothing(
        store: &dyn People,
        beside: &dyn People,
    ) {
        let owner = store.create_account(new("Ada")).await.unwrap();
        let first = store.add_card(card(owner, 1)).await.unwrap();
        let second = store.add_card(card(owner, 2)).await.unwrap();
        store.insert_proof(proof(1, first)).await.unwrap();
        store.insert_proof(proof(2, second)).await.unwrap();
        // Beside a running server, as the command line does it.
        beside.revoke_card(first, Time(10)).await.unwrap();
        assert!(matches!(beside.revoke_card(9, Time(10)).await, Err(StoreError::NoCard(9))));
        assert_eq!(store.take_proof(&[1; 32], &[101; 32], Time(11)).await.unwrap(), None);
        beside.revoke(owner, Time(12)).await.unwrap();
        assert_eq!(store.take_proof(&[2; 32], &[102; 32], Time(13)).await.unwrap(), None);
        let revoked: Vec<_> = store.cards().await.unwrap().iter().map(|it| it.revoked).collect();
        assert_eq!(revoked, [Some(Time(10)), Some(Time(12))]);
    }
}

#[tokio::test]
async fn touches_are_written_with_the_next_commits_or_at_the_end() {
    // More than a commit takes along.
    const SESSIONS: u8 = 100;
    let on_disk = OnDisk::new().await;
    for token in 0..SESSIONS {
        let session = session(token, AccountId(1), Role::Player);
        on_disk.store.insert_session(session).await.unwrap();
    }
    for token in 0..SESSIONS {
        on_disk.store.touch_session(&[token; 32], Time(77));
    }
    on_disk.store.delete_ended_sessions(Time(0)).await.unwrap();
    let beside = Store::open(&on_disk.data, Options::BESIDE).await.unwrap();
    let mut written = 0;
    for token in 0..SESSIONS {
        let seen = beside.session(&[token; 32]).await.unwrap().unwrap().seen;
        written += u8::from(seen == Time(77));
    }
    assert!((1..SESSIONS).contains(&written), "{written} of them with this commit");
    on_disk.store.close().await;
    for token in 0..SESSIONS {
        assert_eq!(beside.session(&[token; 32]).await.unwrap().unwrap().seen, Time(77));
    }
}

#[tokio::test]
async fn s_14_the_security_log_is_chained() {
    let on_disk = OnDisk::new().await;
    let store = &on_disk.store;
    for number in 1..=5 {
        let account = (number % 2 == 0).then_some(AccountId(number));
        let line = SecurityLine {
            at: Time(number),
            account,
            what: "sign-in.refused".to_owned(),
            detail: format!("try {number}"),
        };
        store.log(line).await.unwrap();
    }
    assert_eq!(store.verify_log().await.unwrap().0, 5);
    let last = store.security_log(2).await.unwrap();
    assert_eq!(last.iter().map(|row| row.number).collect::<Vec<_>>(), [5, 4]);
    let mut intruder = on_disk.intruder().await;
    for (change, undo) in [
        (
            "UPDATE security_log SET detail = 'x' WHERE number = 3",
            "UPDATE security_log SET detail = 'try 3' WHERE number = 3",
        ),
        (
            "UPDATE security_log SET account = 1 WHERE number = 3",
            "UPDATE security_log SET account = NULL WHERE number = 3",
        ),
        ("UPDATE security_log SET number = 9 WHERE number = 3", ""),
    ] {
        sqlx::raw_sql(change).execute(&mut intruder).await.unwrap();
        let broken = store.verify_log().await.unwrap_err();
        assert!(broken.to_string().starts_with("security log, line 3: "), "{broken}");
        sqlx::raw_sql(undo).execute(&mut intruder).await.unwrap();
    }
}

fn card(account: AccountId, number: u8) -> NewStaffCard {
    let (pin, issued) = ("hash".to_owned(), Time(7));
    NewStaffCard { number: [number; 32], account, level: Role::Supervisor, pin, issued }
}

fn proof(token: u8, card: u32) -> Proof {
    Proof { token: [token; 32], card, subject: [token + 100; 32], ends: Time(1_000) }
}

//! Counters and gauges, for Prometheus.

use std::sync::OnceLock;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use table::{Funds, LinkView};

/// There is one recorder in a process, also when tests run several servers in it.
static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Starts recording; a second call changes nothing.
pub(crate) fn install() {
    RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another recorder of metrics is in place; /metrics stays empty");
        }
        describe_requests();
        describe_record();
        describe_links();
        handle
    });
}

fn describe_requests() {
    use metrics::{describe_counter, describe_gauge, describe_histogram};
    describe_counter!("bahama_requests_total", "requests answered, by route and status");
    describe_histogram!("bahama_request_seconds", "from request to answer, by route");
    describe_counter!("bahama_refusals_total", "refusals sent, by their code");
    describe_gauge!("bahama_sockets", "WebSockets that are open");
    describe_counter!("bahama_sockets_lagged_total", "WebSockets that were too slow to follow");
    describe_gauge!("bahama_password_queue", "passwords and PINs being checked");
    describe_gauge!("bahama_certificate_ends_in_seconds", "until browsers refuse the certificate");
    describe_counter!("bahama_clock_jumps_total", "jumps of the wall clock");
    describe_gauge!(
        "bahama_clock_off_seconds",
        "how far the wall clock has jumped since the start, all jumps together"
    );
    // An alarm that was never raised shows all the same.
    metrics::gauge!("bahama_sockets").set(0.0);
    metrics::counter!("bahama_sockets_lagged_total").absolute(0);
    metrics::counter!("bahama_refusals_total", "code" => "store.failed").absolute(0);
    metrics::counter!("bahama_clock_jumps_total").absolute(0);
    metrics::gauge!("bahama_clock_off_seconds").set(0.0);
}

fn describe_record() {
    use metrics::{describe_counter, describe_gauge};
    describe_counter!("bahama_store_commits_total", "commits, each with one sync");
    describe_counter!("bahama_store_records_total", "entries of the journal");
    describe_counter!("bahama_store_bytes_total", "bytes of their texts");
    describe_gauge!("bahama_store_waiting", "commands and changes before the writer");
    describe_gauge!("bahama_record_stopped", "1 when the journal has failed: nothing is decided");
    describe_gauge!("bahama_record_away", "1 while the database cannot be reached");
    describe_gauge!("bahama_person_broken", "1 for each person whose record does not hold");
    describe_gauge!(
        "bahama_record_behind",
        "streams that others have written and are not read yet"
    );
    describe_gauge!("bahama_backup_age_seconds", "since the last backup; +Inf if none is known");
    metrics::gauge!("bahama_record_behind").set(0.0);
    metrics::gauge!("bahama_person_broken", "person" => "none").set(0.0);
}

fn describe_links() {
    use metrics::describe_gauge;
    describe_gauge!("bahama_calls_open", "tables that wait for a supervisor");
    describe_gauge!("bahama_call_age_seconds", "how long the first of them waits");
    describe_gauge!("bahama_trays_below_zero", "trays that paid more than they held");
    describe_gauge!("bahama_tray_lowest_dollars", "the lowest of them, or zero");
    describe_gauge!("bahama_claims_open", "claims of a link that are not posted");
    describe_gauge!("bahama_claim_age_seconds", "how long the first of them is open");
    describe_gauge!("bahama_meter_dollars", "what a jackpot's display shows");
    describe_gauge!("bahama_meter_ties", "1 if meters and reserves are what the ledger says");
    describe_gauge!("bahama_link_stopped", "1 while a link takes no wagers");
    describe_gauge!("bahama_bank_short_dollars", "what a link's bank account is short of");
    describe_gauge!("bahama_bank_short_seconds", "since when it is short of anything");
    describe_gauge!("bahama_bank_stops_in_seconds", "until a short account stops the progressive");
}

/// Everything recorded, in Prometheus' text format.
pub(crate) fn render() -> String {
    RECORDER.get().map(PrometheusHandle::render).unwrap_or_default()
}

/// Notes what the journal has written; asked for only when somebody looks.
pub(crate) fn note_store(written: store::CountersNow) {
    metrics::counter!("bahama_store_commits_total").absolute(written.commits);
    metrics::counter!("bahama_store_records_total").absolute(written.records);
    metrics::counter!("bahama_store_bytes_total").absolute(written.bytes);
    metrics::gauge!("bahama_store_waiting").set(written.waiting as f64);
}

/// Notes how many tables wait for a supervisor, and how long the first of them does (T-14).
pub(crate) fn note_calls(open: usize, oldest_ms: u64) {
    metrics::gauge!("bahama_calls_open").set(open as f64);
    metrics::gauge!("bahama_call_age_seconds").set(oldest_ms as f64 / 1_000.0);
}

/// Notes whether the journal works.
pub(crate) fn note_record(has_stopped: bool, is_away: bool) {
    metrics::gauge!("bahama_record_stopped").set(f64::from(u8::from(has_stopped)));
    metrics::gauge!("bahama_record_away").set(f64::from(u8::from(is_away)));
}

/// Notes whose records do not hold; asked for only when somebody looks.
pub(crate) fn note_broken(people: &[table::AccountId]) {
    for person in people {
        metrics::gauge!("bahama_person_broken", "person" => person.to_string()).set(1.0);
    }
}

/// Notes how much of what other processes have written is still to be read.
pub(crate) fn note_behind(streams: usize) {
    metrics::gauge!("bahama_record_behind").set(streams as f64);
}

/// Notes how old the last backup is, if one is known.
pub(crate) fn note_backup(age_ms: Option<u64>) {
    let age = age_ms.map_or(f64::INFINITY, |age| age as f64 / 1_000.0);
    metrics::gauge!("bahama_backup_age_seconds").set(age);
}

/// Notes how long the certificate is still good; below zero it has ended.
pub(crate) fn note_certificate(left_ms: i64) {
    metrics::gauge!("bahama_certificate_ends_in_seconds").set(left_ms as f64 / 1_000.0);
}

/// Notes what a link's displays show, whether it takes wagers, and whose claims wait.
pub(crate) fn note_link(view: &LinkView, ties: bool, now: u64) {
    let link = view.link.0.to_string();
    for jackpot in &view.jackpots {
        let spot = jackpot.spot.to_string();
        metrics::gauge!("bahama_meter_dollars", "link" => link.clone(), "jackpot" => spot)
            .set(jackpot.cents as f64 / 100.0);
    }
    let bit = |is: bool| f64::from(u8::from(is));
    metrics::gauge!("bahama_meter_ties", "link" => link.clone()).set(bit(ties));
    let stopped = bit(view.stopped.is_some());
    metrics::gauge!("bahama_link_stopped", "link" => link.clone()).set(stopped);
    let Some(office) = &view.office else { return };
    let first = office.claims.iter().map(|claim| claim.since.0).min();
    metrics::gauge!("bahama_claims_open", "link" => link.clone()).set(office.claims.len() as f64);
    let age = first.map_or(0, |first| now.saturating_sub(first));
    metrics::gauge!("bahama_claim_age_seconds", "link" => link.clone()).set(age as f64 / 1_000.0);
    if let Some(funds) = &office.funds {
        note_funds(link, funds, now);
    }
}

/// Notes how many trays hold less than nothing, and the lowest of them in cents.
pub(crate) fn note_trays(below: usize, lowest: i64) {
    metrics::gauge!("bahama_trays_below_zero").set(below as f64);
    metrics::gauge!("bahama_tray_lowest_dollars").set(lowest as f64 / 100.0);
}

/// Notes what the bank account of a link is short of and since when, and how soon that stops the
/// progressive; below zero it has stopped it (P-28).
fn note_funds(link: String, funds: &Funds, now: u64) {
    metrics::gauge!("bahama_bank_short_dollars", "link" => link.clone())
        .set(funds.short as f64 / 100.0);
    let since = funds.since.map_or(0, |since| now.saturating_sub(since.0));
    metrics::gauge!("bahama_bank_short_seconds", "link" => link.clone())
        .set(since as f64 / 1_000.0);
    let left = (funds.stops_at.0 as i64 - now as i64) as f64 / 1_000.0;
    let left = if funds.short > 0 { left } else { f64::INFINITY };
    metrics::gauge!("bahama_bank_stops_in_seconds", "link" => link).set(left);
}

/// Notes a jump of the wall clock, and how far all of them have put it off.
pub(crate) fn note_jump(off_ms: i64) {
    metrics::counter!("bahama_clock_jumps_total").increment(1);
    metrics::gauge!("bahama_clock_off_seconds").set(off_ms as f64 / 1_000.0);
}

/// Does the housekeeping the exporter leaves to its user.
pub(crate) fn upkeep() {
    if let Some(handle) = RECORDER.get() {
        handle.run_upkeep();
    }
}

/// Counts and logs a request by its route: an address may hold the token of a link.
#[allow(clippy::disallowed_methods, reason = "how long it took is told to the operator only")]
pub(crate) async fn count(request: Request, next: Next) -> Response {
    let start = std::time::Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = matched.as_ref().map_or("none", MatchedPath::as_str);
    let status = response.status();
    tracing::debug!(%method, route, status = status.as_u16(), "request");
    metrics::counter!(
        "bahama_requests_total",
        "route" => route.to_owned(), "status" => status.as_str().to_owned()
    )
    .increment(1);
    metrics::histogram!("bahama_request_seconds", "route" => route.to_owned())
        .record(start.elapsed().as_secs_f64());
    response
}

//! Counters and gauges, for Prometheus.

use std::sync::OnceLock;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

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
        metrics::describe_counter!(
            "bahama_requests_total",
            "requests answered, by route and status"
        );
        metrics::describe_counter!("bahama_store_commits_total", "commits, each with one sync");
        metrics::describe_counter!("bahama_store_records_total", "entries of the journal");
        metrics::describe_counter!("bahama_store_bytes_total", "bytes of their texts");
        metrics::describe_gauge!("bahama_sockets", "WebSockets that are open");
        metrics::describe_gauge!("bahama_store_waiting", "commands and changes before the writer");
        metrics::describe_gauge!("bahama_password_queue", "passwords and PINs being checked");
        metrics::describe_counter!("bahama_refusals_total", "refusals sent, by their code");
        metrics::describe_gauge!(
            "bahama_bank_short_dollars",
            "what a link's bank account is short of"
        );
        metrics::describe_gauge!(
            "bahama_bank_stops_in_seconds",
            "until a short account stops the progressive"
        );
        metrics::describe_gauge!("bahama_calls_open", "tables that wait for a supervisor");
        metrics::describe_gauge!("bahama_call_age_seconds", "how long the first of them waits");
        metrics::describe_gauge!("bahama_trays_below_zero", "trays that paid more than they held");
        metrics::describe_gauge!("bahama_tray_lowest_dollars", "the lowest of them, or zero");
        metrics::describe_counter!("bahama_clock_jumps_total", "jumps of the wall clock");
        metrics::describe_gauge!(
            "bahama_clock_off_seconds",
            "how far the wall clock has jumped since the start, all jumps together"
        );
        // An alarm that was never raised shows all the same.
        metrics::counter!("bahama_clock_jumps_total").absolute(0);
        metrics::gauge!("bahama_clock_off_seconds").set(0.0);
        metrics::describe_histogram!("bahama_request_seconds", "from request to answer, by route");
        handle
    });
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

/// Notes how many trays hold less than nothing, and the lowest of them in cents.
pub(crate) fn note_trays(below: usize, lowest: i64) {
    metrics::gauge!("bahama_trays_below_zero").set(below as f64);
    metrics::gauge!("bahama_tray_lowest_dollars").set(lowest as f64 / 100.0);
}

/// Notes what the bank account of a link is short of, and how soon that stops the progressive;
/// below zero it has stopped it (P-28).
pub(crate) fn note_funds(link: u32, short_cents: i64, left_ms: i64) {
    let link = link.to_string();
    metrics::gauge!("bahama_bank_short_dollars", "link" => link.clone())
        .set(short_cents as f64 / 100.0);
    let left = if short_cents > 0 { left_ms as f64 / 1_000.0 } else { f64::INFINITY };
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

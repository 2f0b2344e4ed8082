//! The browser application: its pages and the files they name. Without it the plain
//! pages serve everybody.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use web_assets::File;

use super::read::At;
use crate::error::ApiError;

/// A page of the application, if it is in the program.
pub(crate) fn page(name: &str, status: StatusCode) -> Option<Response> {
    File::find(name).map(|file| (status, of(file)).into_response())
}

/// A script, style or picture of the application.
pub(crate) async fn file(At(name): At<String>) -> Result<Response, ApiError> {
    let file = File::find(&format!("web/{name}")).ok_or_else(|| ApiError::not_found("file"))?;
    Ok(of(file))
}

fn of(file: &'static File) -> Response {
    ([(header::CONTENT_TYPE, file.kind())], file.bytes).into_response()
}

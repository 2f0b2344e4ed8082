//! The documents and pictures that the program makes of itself; the crate `handbook` does
//! the work. The list of requirements needs no program, only the texts.

use std::process::Command;

use crate::parts::Failure;
use crate::tools::{built, run};
use crate::{root, tidy, web};

pub(crate) fn write() -> Result<(), Failure> {
    tidy::write_requirements()?;
    make(&["docs"])
}

pub(crate) fn check() -> Result<(), Failure> {
    make(&["docs", "--check"])
}

/// The pictures, those of the browser last.
pub(crate) fn pictures() -> Result<(), Failure> {
    make(&["pictures"])?;
    web::pictures(&root().join("docs/pictures"))
}

fn make(arguments: &[&str]) -> Result<(), Failure> {
    run(Command::new(built("handbook")?).args(arguments))
}

//! A new migration must be seen by the build: `migrate!` embeds the folder.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}

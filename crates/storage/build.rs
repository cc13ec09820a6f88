//! Rebuilds the crate, and with it the embedded migrations, whenever a migration changes.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}

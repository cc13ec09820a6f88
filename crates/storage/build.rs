//! Has the migrations embedded anew whenever one of them comes, goes or changes.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}

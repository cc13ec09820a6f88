//! Rebuilds the crate, and with it the embedded migrations, whenever a migration changes, and lists the statements of the
//! migrations, with which a restored backup is compared.

use std::{env, fs, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=../../migrations");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path().join("up.sql");
        if file.exists() {
            files.push(file);
        }
    }
    files.sort_unstable();
    let rows = files.iter().filter_map(|file| {
        let name = file.parent()?.file_name()?.to_str()?;
        let version = name.split('_').next()?.replace('-', "");
        let path = file.to_str()?;
        Some(format!("({version:?}, include_str!({path:?})),\n"))
    });
    let list = format!("&[\n{}]\n", rows.collect::<String>());
    let target = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&target).join("migrations.rs"), list)
}

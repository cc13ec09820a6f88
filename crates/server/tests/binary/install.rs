//! `install.sh` without apt: what it installs, and what it refuses.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

/// A release of `version` with these files in its archive.
fn release(version: &str, files: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("tokibako-{version}-{}-linux", std::env::consts::ARCH);
    let content = folder.path().join(&name);
    fs::create_dir(&content).unwrap();
    for file in files {
        fs::write(content.join(file), format!("#!/bin/sh\necho 'tokibako {version} (0123456789ab)'\n")).unwrap();
    }
    let archive = format!("{name}.tar.gz");
    let shell = format!("tar -czf {archive} {name} && sha256sum {archive} > SHA256SUMS");
    assert!(Command::new("sh").args(["-c", &shell]).current_dir(folder.path()).status().unwrap().success());
    folder
}

fn install(release: &TempDir, prefix: &Path, more: &[(&str, &str)]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/install.sh");
    let from = format!("file://{}", release.path().display());
    let mut command = Command::new("sh");
    command.arg(script).env("TOKIBAKO_RELEASES", from).env("PREFIX", prefix).envs(more.iter().copied());
    command.output().unwrap()
}

fn binary(prefix: &Path) -> PathBuf {
    prefix.join("bin/tokibako")
}

const WHOLE: [&str; 2] = ["tokibako", "tokibako.1.gz"];

#[track_caller]
fn refused(output: &Output, reason: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(reason), "{said}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

#[test]
fn a_release_is_installed_and_not_replaced_by_an_older_one() {
    let prefix = tempfile::tempdir().unwrap();
    let (old, new) = (release("1.9.0", &WHOLE), release("1.10.0", &WHOLE));
    let version = || String::from_utf8(Command::new(binary(prefix.path())).output().unwrap().stdout).unwrap();
    for release in [&old, &new, &new] {
        let done = install(release, prefix.path(), &[]);
        assert!(done.status.success(), "{done:?}");
        assert_eq!(fs::metadata(binary(prefix.path())).unwrap().permissions().mode() & 0o777, 0o755);
    }
    assert!(version().starts_with("tokibako 1.10.0"));
    refused(&install(&old, prefix.path(), &[]), "version 1.10.0 is installed, and the release at file://");
    assert!(version().starts_with("tokibako 1.10.0"));
    assert!(install(&old, prefix.path(), &[("TOKIBAKO_DOWNGRADE", "yes")]).status.success());
    assert!(version().starts_with("tokibako 1.9.0"));
}

#[test]
fn an_archive_that_is_not_whole_installs_nothing() {
    for files in [&["tokibako.1.gz"][..], &["tokibako"], &[]] {
        let prefix = tempfile::tempdir().unwrap();
        refused(&install(&release("1.0.0", files), prefix.path(), &[]), "is not whole: nothing was installed");
        assert_eq!(fs::read_dir(prefix.path()).unwrap().count(), 0, "{files:?}");
    }
}

#[test]
fn an_archive_that_is_not_the_one_that_was_released_installs_nothing() {
    let (release, prefix) = (release("1.0.0", &WHOLE), tempfile::tempdir().unwrap());
    let archive = format!("tokibako-1.0.0-{}-linux.tar.gz", std::env::consts::ARCH);
    // Appended zeros are no fault to tar.
    let changed = [fs::read(release.path().join(&archive)).unwrap(), vec![0]].concat();
    fs::write(release.path().join(&archive), changed).unwrap();
    refused(&install(&release, prefix.path(), &[]), "is not what was released: nothing was installed");
    assert_eq!(fs::read_dir(prefix.path()).unwrap().count(), 0);
}

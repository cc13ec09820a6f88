//! `tokibako doctor`: what is wrong on this machine or with these settings, and what to do about it.

mod facts;
mod findings;

use std::io::{self, Write as _};

use anyhow::{Result, bail};

use crate::config::Config;
use facts::Facts;
use findings::{Finding, Verdict, findings};

/// Prints a line for each subject; fails if any of them is wrong. It changes nothing, also if a server runs.
pub(crate) fn examine(config: &Config) -> Result<()> {
    let findings = findings(&Facts::read(config));
    print(&findings)?;
    match findings.iter().filter(|finding| finding.verdict == Verdict::Wrong).count() {
        0 => Ok(()),
        1 => bail!("1 thing is wrong"),
        wrong => bail!("{wrong} things are wrong"),
    }
}

fn print(findings: &[Finding]) -> io::Result<()> {
    let mut stdout = io::stdout();
    for Finding { subject, verdict, text, advice } in findings {
        let mark = match verdict {
            Verdict::Right => "ok",
            Verdict::Doubtful => "note",
            Verdict::Wrong => "WRONG",
        };
        writeln!(stdout, "{mark:<6} {subject}: {text}")?;
        if let Some(advice) = advice {
            writeln!(stdout, "       -> {advice}")?;
        }
    }
    stdout.flush()
}

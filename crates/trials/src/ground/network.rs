//! A network of our own with addresses that can be cut off: nothing passes, and neither end is told.

use std::{
    env,
    fs::File,
    net::{IpAddr, Ipv4Addr},
    path::Path,
    process::Command,
};

use anyhow::{Result, ensure};
use nix::{
    sched::{CloneFlags, setns, unshare},
    unistd::Uid,
};

/// How many addresses there are.
const SIZE: u8 = 3;

/// A cable to nowhere, and a table of routes that sends everything there.
const HOLE: &str = "link add hole arp off up type veth peer name other";
const ROUTE: &str = "route add default dev hole table 77";

/// The network that this thread, and all that it starts, is in for as long as this value is there.
pub(crate) struct Network {
    before: File,
}

impl Network {
    /// Whether this process may make one.
    pub(crate) fn can_be_had() -> bool {
        let path = env::var_os("PATH").unwrap_or_default();
        let has_ip = env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]).any(|f| f.join("ip").exists());
        Uid::effective().is_root() && has_ip
    }

    /// Leaves the network of the machine for a new one.
    pub(crate) fn enter() -> Result<Self> {
        let before = File::open("/proc/thread-self/ns/net")?;
        unshare(CloneFlags::CLONE_NEWNET)?;
        let network = Self { before };
        // Other rules can come before that of the machine's own addresses.
        for setup in
            ["link set lo up", HOLE, "link set other up", ROUTE, "rule add pref 100 lookup local", "rule del pref 0"]
        {
            ip(setup)?;
        }
        Self::addresses().try_for_each(|address| ip(&format!("address add {address}/32 dev lo")))?;
        Ok(network)
    }

    pub(crate) fn addresses() -> impl Iterator<Item = IpAddr> {
        (0..SIZE).map(address)
    }

    /// Lets nothing pass to an address, nor from it: whoever connects to it does so from the address itself.
    pub(crate) fn cut(number: u8) -> Result<()> {
        ip(&format!("rule add pref 10 to {} lookup 77", address(number)))
    }

    pub(crate) fn mend(number: u8) -> Result<()> {
        ip(&format!("rule del pref 10 to {} lookup 77", address(number)))
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // A thread that cannot go back can start nothing more, which tells.
        let _ = setns(&self.before, CloneFlags::CLONE_NEWNET);
    }
}

fn address(number: u8) -> IpAddr {
    Ipv4Addr::new(10, 77, 0, number + 1).into()
}

/// Runs `ip` in the network that this thread is in.
fn ip(arguments: &str) -> Result<()> {
    let installed = Path::new("/usr/sbin/ip");
    let mut command = Command::new(if installed.exists() { installed } else { Path::new("ip") });
    let output = command.args(arguments.split(' ')).output()?;
    ensure!(output.status.success(), "ip {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

//! A network of our own with machines that can be cut off from it: nothing passes, and neither end is told.

use std::{
    env,
    fs::{self, File},
    net::{IpAddr, Ipv4Addr},
    os::fd::AsRawFd as _,
    path::Path,
    process::{self, Command},
};

use anyhow::{Result, ensure};
use nix::{
    sched::{CloneFlags, setns, unshare},
    unistd::Uid,
};

/// The network that this thread is in.
const CURRENT: &str = "/proc/thread-self/ns/net";

/// An address of hardware that nobody has: what is sent there arrives nowhere.
const NOBODY: &str = "02:00:00:00:00:01";

/// The network that this thread, and all that it starts, is in for as long as this value is there. It has a loopback and
/// the cables to its machines.
pub(crate) struct Network {
    before: File,
    own: File,
}

/// A machine: a network with one cable, to that of the trial, which passes on what is for other machines.
pub(crate) struct Machine {
    number: u8,
    own: File,
    outside: File,
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
        let before = File::open(CURRENT)?;
        unshare(CloneFlags::CLONE_NEWNET)?;
        let network = Self { before, own: File::open(CURRENT)? };
        ip("link set lo up")?;
        fs::write("/proc/sys/net/ipv4/ip_forward", "1")?;
        Ok(network)
    }

    /// Adds a machine; each has a number of its own.
    pub(crate) fn machine(&self, number: u8) -> Result<Machine> {
        unshare(CloneFlags::CLONE_NEWNET)?;
        let made = File::open(CURRENT);
        setns(&self.own, CloneFlags::CLONE_NEWNET)?;
        let machine = Machine { number, own: made?, outside: self.own.try_clone()? };
        let (cable, there) = (machine.cable(), machine.own.as_raw_fd());
        ip(&format!("link add {cable} type veth peer name cable netns /proc/{}/fd/{there}", process::id()))?;
        ip(&format!("address add {}/24 dev {cable}", machine.gateway()))?;
        ip(&format!("link set {cable} up"))?;
        machine.within(|| {
            ip("link set lo up")?;
            ip(&format!("address add {}/24 dev cable", machine.address()))?;
            ip("link set cable up")?;
            ip(&format!("route add default via {}", machine.gateway()))
        })?;
        Ok(machine)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // A thread that cannot go back can start nothing more, which tells.
        let _ = setns(&self.before, CloneFlags::CLONE_NEWNET);
    }
}

impl Machine {
    /// Where it is reached.
    pub(crate) fn address(&self) -> IpAddr {
        self.host(2)
    }

    /// Does something there, such as starting a program.
    pub(crate) fn within<T>(&self, act: impl FnOnce() -> Result<T>) -> Result<T> {
        setns(&self.own, CloneFlags::CLONE_NEWNET)?;
        let done = act();
        setns(&self.outside, CloneFlags::CLONE_NEWNET)?;
        done
    }

    /// Lets nothing pass its cable from now on, either way.
    pub(crate) fn cut(&self) -> Result<()> {
        let wrong = |address: IpAddr, cable: &str| {
            ip(&format!("neighbour replace {address} lladdr {NOBODY} dev {cable} nud permanent"))
        };
        wrong(self.address(), &self.cable())?;
        self.within(|| wrong(self.gateway(), "cable"))
    }

    /// Lets everything pass again.
    pub(crate) fn mend(&self) -> Result<()> {
        let forget = |address: IpAddr, cable: &str| ip(&format!("neighbour del {address} dev {cable}"));
        forget(self.address(), &self.cable())?;
        self.within(|| forget(self.gateway(), "cable"))
    }

    fn gateway(&self) -> IpAddr {
        self.host(1)
    }

    fn host(&self, number: u8) -> IpAddr {
        Ipv4Addr::new(10, 77, self.number, number).into()
    }

    fn cable(&self) -> String {
        format!("to{}", self.number)
    }
}

/// Runs `ip` in the network that this thread is in.
fn ip(arguments: &str) -> Result<()> {
    let installed = Path::new("/usr/sbin/ip");
    let mut command = Command::new(if installed.exists() { installed } else { Path::new("ip") });
    let output = command.args(arguments.split(' ')).output()?;
    ensure!(output.status.success(), "ip {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

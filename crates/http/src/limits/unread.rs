//! Bytes in memory that clients have not read yet: of responses, of replays and of events that are queued for streams.

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric as _},
    metrics::gauge::ConstGauge,
    registry::Registry,
};

use super::{
    bounds::{FREE_OF_RESPONSE, Refusals},
    client::Client,
    permits::{AddressPermit, AddressSemaphore, ReachedLimit},
};
use crate::error::Problem;

/// Where the unread bytes of one client are counted. Clones count together.
#[derive(Debug, Clone)]
pub(crate) struct UnreadCounter {
    unread: AddressSemaphore,
    client: Client,
    refusals: Refusals,
}

/// Unread bytes, which no longer count when this is dropped.
#[derive(Debug)]
pub(crate) struct UnreadPermit {
    counter: UnreadCounter,
    permit: Option<AddressPermit>,
}

impl UnreadCounter {
    pub(super) fn new(unread: AddressSemaphore, client: Client, refusals: Refusals) -> Self {
        Self { unread, client, refusals }
    }

    /// A counter without a limit.
    #[cfg(test)]
    pub(crate) fn unlimited() -> Self {
        Self::new(AddressSemaphore::new(usize::MAX, usize::MAX, usize::MAX), Client::Unknown, Refusals::default())
    }

    /// Counts bytes until they are read.
    pub(crate) fn hold(&self, bytes: usize) -> Result<UnreadPermit, Problem> {
        let mut unread = UnreadPermit { counter: self.clone(), permit: None };
        unread.grow(bytes).map(|()| unread)
    }

    /// Counts the body of a response, but for its free part; most bodies have no other part.
    pub(crate) fn hold_response(&self, bytes: usize) -> Result<Option<UnreadPermit>, Problem> {
        let counted = bytes.saturating_sub(FREE_OF_RESPONSE);
        if counted == 0 { Ok(None) } else { self.hold(counted).map(Some) }
    }
}

impl UnreadPermit {
    /// Counts more bytes; [`Problem::Overloaded`] beyond the limit.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        let UnreadCounter { unread, client, refusals } = &self.counter;
        let grown = match &mut self.permit {
            Some(permit) => permit.grow(bytes),
            None => unread.take(*client, bytes).map(|permit| self.permit = Some(permit)),
        };
        grown.map_err(|reason| {
            let limit = match reason {
                ReachedLimit::OfKey => "unread_bytes_of_address",
                ReachedLimit::Total => "unread_bytes",
            };
            refusals.of(limit).inc();
            Problem::Overloaded
        })
    }

    /// Counts fewer bytes.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        if let Some(permit) = &mut self.permit {
            permit.shrink(bytes);
        }
    }
}

/// Registers the metric of all unread bytes.
pub(super) fn register(unread: &AddressSemaphore, registry: &mut Registry) {
    registry.register_collector(Box::new(UnreadBytes(unread.clone())));
}

#[derive(Debug)]
struct UnreadBytes(AddressSemaphore);

impl Collector for UnreadBytes {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let bytes = ConstGauge::new(i64::try_from(self.0.total_held()).unwrap_or(i64::MAX));
        let help = "Bytes of responses, replays and queued events that clients have not read";
        let descriptor = encoder.encode_descriptor("unread_bytes", help, None, bytes.metric_type())?;
        bytes.encode(descriptor)
    }
}

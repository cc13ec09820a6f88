//! Throttles log lines that would repeat for each request during an outage: one per minute, with a count of the others.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

const PAUSE: Duration = Duration::from_mins(1);

#[derive(Debug)]
pub struct LogThrottle(Mutex<State>);

#[derive(Debug)]
struct State {
    written_at: Option<Instant>,
    left_out: u64,
}

impl Default for LogThrottle {
    fn default() -> Self {
        Self::new()
    }
}

impl LogThrottle {
    /// A throttle that lets the first line through.
    pub const fn new() -> Self {
        Self(Mutex::new(State { written_at: None, left_out: 0 }))
    }

    /// `Some` if the line should be written at `now`, with the number of lines that were dropped since the last one.
    pub fn at(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock();
        if state.written_at.is_some_and(|written_at| now.saturating_duration_since(written_at) < PAUSE) {
            state.left_out += 1;
            return None;
        }
        state.written_at = Some(now);
        Some(std::mem::take(&mut state.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_written_and_the_rest_of_a_minute_is_counted() {
        let (line, begin) = (LogThrottle::new(), Instant::now());
        assert_eq!(line.at(begin), Some(0));
        for millisecond in 1..=1_000 {
            assert_eq!(line.at(begin + Duration::from_millis(millisecond)), None);
        }
        assert_eq!(line.at(begin + PAUSE), Some(1_000));
        assert_eq!(line.at(begin + PAUSE), None);
    }
}

//! The states of a message to a device or a channel, and what moves it from one to the next.
//!
//! A process leases a message to post it. If it is killed, nobody knows whether it has posted the message: one that was leased
//! was perhaps sent, until its post is known to have failed.
//!
//! | message about a ring | event | next | then queued |
//! | --- | --- | --- | --- |
//! | waiting | leased | posting | |
//! | waiting | muted | muted | |
//! | waiting | answered, replaced, ended | over | |
//! | posting | leased | posting again | |
//! | posting | released, refused for now | waiting | |
//! | posting again | released, refused for now | posting: the process before perhaps sent it | |
//! | posting (again) | muted | posting, muted | |
//! | posting (again) | answered | answered (again) | |
//! | posting (again) | refused for good, ended | over | |
//! | muted | answered, ended | over | |
//! | posting, muted | released | muted | |
//! | posting, muted | answered | answered | |
//! | posting, muted | refused, ended | over | |
//! | answered (again) | released | answered (again) | |
//! | answered | refused for now | over | |
//! | answered (again) | refused for good | over | |
//! | answered (again) | ended; of one that was leased again, refused for now | over | the answer: it was perhaps sent |
//! | waiting, posting (again), sent | accepted | sent | the first repeat |
//! | muted; posting, muted | accepted | sent | |
//! | answered (again); sent and answered | accepted | sent and answered | the answer |
//! | sent | answered | sent and answered | the answer |
//! | sent; sent and answered | ended | over | |
//!
//! A repeat differs: once accepted it waits for its next turn, or is over if its ring was answered meanwhile, and it is over when
//! it is muted. All other messages are over once they are accepted; an answer waits again if it may have been overtaken by its
//! ring.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    Ring,
    /// An alarm or a timer still rings, and nobody has answered.
    Repeat,
    /// A ring was answered on another device.
    Stop,
    /// A device has to prove that it receives messages of this subscription.
    Hello,
    /// The visitor wants to test the device.
    Test,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageState {
    /// Nobody posts it, and nobody has.
    Waiting,
    /// A process has leased it, so it was perhaps sent.
    Posting,
    /// A process has leased it after another one, which has perhaps sent it.
    PostingAgain,
    /// A page sounds instead of it, so it is not posted.
    Muted,
    /// The same, and a process has leased it.
    PostingMuted,
    /// Its ring was answered after a process had leased it.
    Answered,
    /// The same after two processes had leased it.
    AnsweredAgain,
    /// The service has accepted it, or the device has shown it.
    Sent,
    /// The same, and its ring was answered.
    SentAnswered,
    Over,
}

/// What happens to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageEvent {
    /// A process takes it to post it: for the first time, or because the lease of another one has ended.
    Leased,
    /// The process gives it back without having posted it.
    Released,
    Accepted,
    /// The service has accepted it after its lease, so another process may have it.
    AcceptedLate,
    /// The service has not accepted it: there is another attempt.
    RefusedForNow,
    /// The service will not accept it.
    RefusedForGood,
    /// A page of the device sounds.
    Muted,
    /// The ring is answered. Of an answer: it is to be sent once more.
    Answered,
    /// A newer ring takes its place.
    Replaced,
    /// Nobody needs it any more: its time is over, its ring is answered, or its device, alarm or timer has changed.
    Ended,
}

/// Which other message is queued then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Follower {
    Nothing,
    Answer,
    /// The first repeat of the ring, unless it has one.
    Repeat,
}

impl MessageState {
    /// The next state of a message, and what follows; `None` if that does not happen to a message in this state.
    #[must_use]
    pub const fn after(self, purpose: Purpose, event: MessageEvent) -> Option<(Self, Follower)> {
        match purpose {
            Purpose::Ring => self.of_ring(event),
            Purpose::Repeat => self.of_repeat(event),
            Purpose::Stop | Purpose::Hello | Purpose::Test => {
                let is_answer = matches!(purpose, Purpose::Stop);
                match (self, event) {
                    (_, MessageEvent::Answered) if is_answer && !matches!(self, Self::Over) => {
                        Some((Self::Waiting, Follower::Nothing))
                    }
                    (_, MessageEvent::Answered) => None,
                    (Self::Posting | Self::PostingAgain, MessageEvent::Accepted) => {
                        Some((Self::Over, Follower::Nothing))
                    }
                    _ => self.of_any(event),
                }
            }
        }
    }

    const fn of_ring(self, event: MessageEvent) -> Option<(Self, Follower)> {
        use MessageEvent::{Accepted, AcceptedLate, Ended, Muted, Released, Replaced};
        Some(match (self, event) {
            (Self::Waiting | Self::Posting | Self::PostingAgain | Self::Sent, Accepted | AcceptedLate) => {
                (Self::Sent, Follower::Repeat)
            }
            (Self::Muted | Self::PostingMuted, Accepted | AcceptedLate) => (Self::Sent, Follower::Nothing),
            (Self::Answered | Self::AnsweredAgain | Self::SentAnswered, Accepted | AcceptedLate) => {
                (Self::SentAnswered, Follower::Answer)
            }
            (Self::Sent, MessageEvent::Answered) => (Self::SentAnswered, Follower::Answer),
            (Self::Waiting | Self::Muted, Muted) | (Self::PostingMuted, Released) => (Self::Muted, Follower::Nothing),
            (Self::Posting | Self::PostingAgain | Self::PostingMuted, Muted) => (Self::PostingMuted, Follower::Nothing),
            (Self::Answered | Self::AnsweredAgain | Self::Sent | Self::SentAnswered, Muted) => {
                (self, Follower::Nothing)
            }
            (Self::Waiting, Replaced) | (Self::Muted, MessageEvent::Answered | Ended) => {
                (Self::Over, Follower::Nothing)
            }
            (Self::PostingMuted, MessageEvent::Answered) => (Self::Answered, Follower::Nothing),
            (Self::PostingMuted, MessageEvent::RefusedForNow | MessageEvent::RefusedForGood | Ended)
            | (Self::Sent | Self::SentAnswered, Ended) => (Self::Over, Follower::Nothing),
            _ => return self.of_any(event),
        })
    }

    const fn of_repeat(self, event: MessageEvent) -> Option<(Self, Follower)> {
        use MessageEvent::{Accepted, AcceptedLate, Muted};
        Some(match (self, event) {
            (Self::Posting | Self::PostingAgain, Accepted) => (Self::Waiting, Follower::Nothing),
            (Self::Answered | Self::AnsweredAgain, Accepted) => (Self::Over, Follower::Answer),
            // Another process may post it once more.
            (Self::Answered | Self::AnsweredAgain, AcceptedLate) => (self, Follower::Answer),
            (Self::Waiting, Muted) => (Self::Over, Follower::Nothing),
            // What is muted is its ring: the next attempt is not wanted.
            (Self::Posting | Self::PostingAgain | Self::Answered | Self::AnsweredAgain, Muted) => {
                (self, Follower::Nothing)
            }
            _ => return self.of_any(event),
        })
    }

    /// What all messages have in common.
    const fn of_any(self, event: MessageEvent) -> Option<(Self, Follower)> {
        use MessageEvent::{AcceptedLate, Answered, Ended, Leased, RefusedForGood, RefusedForNow, Released};
        Some(match (self, event) {
            (Self::Waiting, Leased) | (Self::PostingAgain, Released | RefusedForNow) => {
                (Self::Posting, Follower::Nothing)
            }
            (Self::Posting | Self::PostingAgain, Leased) => (Self::PostingAgain, Follower::Nothing),
            (Self::Posting, Released | RefusedForNow) => (Self::Waiting, Follower::Nothing),
            (Self::Posting, Answered) => (Self::Answered, Follower::Nothing),
            (Self::PostingAgain, Answered) => (Self::AnsweredAgain, Follower::Nothing),
            (Self::Answered | Self::AnsweredAgain, Released)
            | (Self::Waiting | Self::Posting | Self::PostingAgain, AcceptedLate) => (self, Follower::Nothing),
            (Self::Waiting, Answered | Ended)
            | (Self::Posting | Self::PostingAgain, RefusedForGood | Ended)
            | (Self::Answered, RefusedForNow)
            | (Self::Answered | Self::AnsweredAgain, RefusedForGood) => (Self::Over, Follower::Nothing),
            (Self::Answered, Ended) | (Self::AnsweredAgain, RefusedForNow | Ended) => (Self::Over, Follower::Answer),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{
        MessageEvent::{
            Accepted, AcceptedLate, Answered, Ended, Leased, Muted, RefusedForGood, RefusedForNow, Released, Replaced,
        },
        *,
    };

    const EVENTS: [MessageEvent; 10] =
        [Leased, Released, Accepted, AcceptedLate, RefusedForNow, RefusedForGood, Muted, Answered, Replaced, Ended];

    /// A way of a message through its states, and whether the answer was queued on it.
    type Way = (Vec<MessageEvent>, MessageState, bool);

    /// Every way from a waiting message of at most so many events.
    fn ways(purpose: Purpose, length: usize) -> Vec<Way> {
        let mut ways: Vec<Way> = vec![(Vec::new(), MessageState::Waiting, false)];
        let mut last = ways.clone();
        for _ in 0..length {
            let next = last.iter().flat_map(|(way, state, has_answer)| {
                EVENTS.into_iter().filter_map(move |event| {
                    let (next, follower) = state.after(purpose, event)?;
                    let way = way.iter().copied().chain([event]).collect();
                    Some((way, next, *has_answer || follower == Follower::Answer))
                })
            });
            last = next.collect();
            ways.extend(last.clone());
        }
        ways
    }

    #[test]
    fn a_message_that_is_over_stays_so_and_every_other_one_can_end() {
        for purpose in Purpose::ALL {
            for (way, state, _) in ways(purpose, 4) {
                let can_end = state.after(purpose, Ended).is_some_and(|(next, _)| next == MessageState::Over);
                assert_eq!(can_end, state != MessageState::Over, "{purpose:?} {way:?}");
                let is_final = EVENTS.iter().all(|event| state.after(purpose, *event).is_none());
                assert_eq!(is_final, state == MessageState::Over, "{purpose:?} {way:?}");
            }
        }
    }

    #[test]
    fn a_device_that_was_sent_a_ring_or_perhaps_was_is_sent_its_answer() {
        let is_accepted = |event: &MessageEvent| matches!(event, Accepted | AcceptedLate);
        for purpose in [Purpose::Ring, Purpose::Repeat] {
            for (way, _, has_answer) in ways(purpose, 5) {
                let Some(answered) = way.iter().position(|event| *event == Answered) else { continue };
                let (before, after) = way.split_at(answered);
                let was_sent = purpose == Purpose::Ring && before.iter().any(is_accepted);
                let is_sent = after.iter().any(is_accepted);
                // The answer follows also if another process has posted it since and was refused.
                let was_leased_twice = before.windows(2).any(|two| two == [Leased, Leased]) && !before.contains(&Muted);
                let is_over = after.get(1).is_some_and(|next| matches!(next, Ended | RefusedForNow));
                let is_perhaps_sent = before.last() == Some(&Leased)
                    && (after.get(1) == Some(&Ended)
                        || was_leased_twice && before.ends_with(&[Leased, Leased]) && is_over);
                if was_sent || is_sent || is_perhaps_sent {
                    assert!(has_answer, "{purpose:?} {way:?}");
                }
                if !before.iter().any(|event| *event == Leased || is_accepted(event)) {
                    assert!(!has_answer, "{purpose:?} {way:?}");
                }
            }
        }
    }

    #[test]
    fn what_a_page_sounds_is_neither_posted_again_nor_repeated() {
        for (way, state, _) in ways(Purpose::Ring, 5) {
            if way.contains(&Muted) {
                let is_sent_again =
                    matches!(state, MessageState::Waiting | MessageState::Posting | MessageState::PostingAgain);
                assert!(!is_sent_again, "{way:?}");
            }
        }
        for muted in [MessageState::Muted, MessageState::PostingMuted] {
            assert_eq!(muted.after(Purpose::Ring, Leased), None);
            assert_eq!(muted.after(Purpose::Ring, Accepted), Some((MessageState::Sent, Follower::Nothing)));
        }
    }

    #[test]
    fn only_rings_stay_once_they_are_accepted() {
        for purpose in Purpose::ALL {
            assert_eq!(MessageState::Waiting.after(purpose, Replaced).is_some(), purpose == Purpose::Ring);
            let next = match purpose {
                Purpose::Ring => (MessageState::Sent, Follower::Repeat),
                Purpose::Repeat => (MessageState::Waiting, Follower::Nothing),
                Purpose::Stop | Purpose::Hello | Purpose::Test => (MessageState::Over, Follower::Nothing),
            };
            assert_eq!(MessageState::Posting.after(purpose, Accepted), Some(next));
        }
    }
}

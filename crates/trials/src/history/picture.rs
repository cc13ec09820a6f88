//! A history as lanes over time: one for each stream, device and page, and one for faults.

use std::collections::BTreeMap;

use time::Duration;

use super::event::{Event, History, Message, micros};

/// The columns of a picture.
const WIDTH: usize = 100;

/// Draws a history. `|` due, `s` streamed, `p` posted, `r` repeated, `x` its end posted, `-` not accepted, `o` shown,
/// `a` answered, `#` away, `k` killed; a digit says how many events share a column.
pub(crate) fn picture(history: &History) -> String {
    let mut marks: BTreeMap<String, Vec<(i64, char)>> = BTreeMap::new();
    let mut mark = |lane: &str, at: i64, letter: char| marks.entry(lane.to_owned()).or_default().push((at, letter));
    for event in &history.events {
        match event {
            Event::Due { ring } => mark("due", micros(ring.due()), '|'),
            Event::Streamed { at, stream, .. } => mark(stream, *at, 's'),
            Event::Posted(post) => {
                let letter = match post.message {
                    _ if !post.is_taken => '-',
                    Message::Ring => 'p',
                    Message::Repeat(_) => 'r',
                    Message::Stop => 'x',
                };
                mark(&post.device, post.at, letter);
            }
            Event::Shown { at, device, .. } => mark(device, *at, 'o'),
            Event::Killed { at } => mark("away", *at, 'k'),
            Event::Answered { at, page, .. } => mark(page, *at, 'a'),
            Event::Away { from, until } => {
                mark("away", *from, '#');
                mark("away", *until, '#');
            }
            Event::Placed { .. } | Event::Owed { .. } | Event::Counted { .. } | Event::Fault { .. } => {}
        }
    }
    // Away from the beginning of time has no place in the picture.
    let instants = || marks.values().flatten().map(|(at, _)| *at).filter(|at| *at > 0);
    let (Some(first), Some(last)) = (instants().min(), instants().max()) else { return String::new() };
    let step = (last - first) / i64::try_from(WIDTH).unwrap_or(1) + 1;
    let name = marks.keys().map(String::len).max().unwrap_or_default();
    let mut lines = vec![format!("{:name$} one column is {:.3} s", "", Duration::microseconds(step).as_seconds_f64())];
    for (lane, marks) in marks {
        let mut columns = vec![Vec::new(); WIDTH];
        for (at, letter) in marks {
            let column = usize::try_from((at - first).max(0) / step).unwrap_or_default();
            if let Some(letters) = columns.get_mut(column) {
                letters.push(letter);
            }
        }
        let drawn: String = columns
            .into_iter()
            .map(|letters| match letters.as_slice() {
                [] => ' ',
                [letter] => *letter,
                many => char::from_digit(u32::try_from(many.len()).unwrap_or(9).min(9), 10).unwrap_or('9'),
            })
            .collect();
        lines.push(format!("{lane:name$} {}", drawn.trim_end()));
    }
    lines.join("\n") + "\n"
}

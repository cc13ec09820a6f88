//! Each provider as documented, with its errors and peculiarities, simulated by a local stand-in.

#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

mod limits;
mod open_meteo;
mod stand_in;
mod weather_api;

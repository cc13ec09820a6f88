//! Each provider as it is documented, errors and oddities included, by a stand-in that listens on this machine.

#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

mod limits;
mod open_meteo;
mod stand_in;
mod weather_api;

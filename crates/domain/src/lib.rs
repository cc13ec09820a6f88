//! What alarms, timers and firings are, and when they ring.
//!
//! Pure rules without IO, async code or serialisation. Nothing here reads a clock: functions that depend on the current
//! time take it as `now`.

/// Gives an enum a list of all variants, the name of each in the API and in the database, and the way back from a name.
macro_rules! names {
    ($(#[$all:meta])* $Enum:ident, $Unknown:ident: $($Variant:ident = $name:literal),+ $(,)?) => {
        impl $Enum {
            $(#[$all])*
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// The name in the API and in the database.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name),+
                }
            }
        }

        impl std::str::FromStr for $Enum {
            type Err = $Unknown;

            fn from_str(text: &str) -> Result<Self, $Unknown> {
                Self::ALL.into_iter().find(|variant| variant.as_str() == text).ok_or($Unknown)
            }
        }
    };
}

pub mod account;
pub mod alarm;
pub mod answer;
pub mod browser_id;
pub mod channel;
pub mod cities;
pub mod day;
pub mod days_off;
pub mod firing;
pub mod length;
pub mod occurrence;
pub mod push;
pub mod ring_settings;
pub mod rule;
pub mod timer;
pub mod zone;

//! The names of an enum's variants, as a table.

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

pub(crate) use names;

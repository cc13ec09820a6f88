//! A list of days off in a request body.

use serde::Deserialize;
use tokibako_domain::{
    day,
    days_off::{DayRange, DaysOff, MAX_RANGES, TooManyRanges},
    label::Label,
};
use utoipa::ToSchema;

use crate::{
    error::ValidationErrors,
    openapi::schema,
    request::{
        body::Fields,
        field::{Nullable, Object, Sent},
    },
};

/// Ranges of days off in any order. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewDaysOff)]
pub(crate) struct DaysOffFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::ranges_taken)]
    ranges: Sent<Vec<Object<RangeFields>>>,
}

/// A range as it was sent. Without `Debug`, because its label is private.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct RangeFields {
    from: Sent<String>,
    to: Sent<String>,
    label: Sent<Nullable<String>>,
}

impl Fields for DaysOffFields {
    /// Four hundred ranges with the longest labels have about 120 KB.
    const LIMIT: usize = 128 * 1024;

    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

impl DaysOffFields {
    /// The list. An error says in which range it is.
    pub(crate) fn list(self) -> Result<DaysOff, ValidationErrors> {
        let refused = |error: String| ValidationErrors::only("ranges", error);
        let ranges = self.ranges.0.ok_or_else(|| refused("Required".to_owned()))?;
        if ranges.len() > MAX_RANGES {
            return Err(refused(TooManyRanges(ranges.len()).to_string()));
        }
        let ranges = ranges
            .into_iter()
            .enumerate()
            .map(|(index, range)| range.0.range().map_err(|error| refused(format!("ranges[{index}]: {error}"))));
        DaysOff::new(ranges.collect::<Result<_, _>>()?).map_err(|error| refused(error.to_string()))
    }
}

impl RangeFields {
    fn range(self) -> Result<DayRange, String> {
        let day = |name: &str, text: Option<String>| {
            day::parse(&text.unwrap_or_default()).map_err(|error| format!("{name} {error}"))
        };
        let (from, to) = (day("from", self.from.0)?, day("to", self.to.0)?);
        let label = self.label.0.and_then(|label| label.0).map_or(Ok(None), |label| Label::parse(&label));
        let label = label.map_err(|error| error.to_string())?;
        DayRange::new(from, to, label).map_err(|error| error.to_string())
    }
}

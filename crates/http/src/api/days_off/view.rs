//! The JSON of days off.

use serde::Serialize;
use time::Date;
use tokibako_domain::{
    days_off::{DayRange, DaysOff},
    label::Label,
};
use utoipa::ToSchema;

use crate::{openapi::schema, response::text::day};

/// The days off of a browser.
#[derive(Serialize, ToSchema)]
#[schema(as = DaysOff)]
pub(crate) struct DaysOffView<'a> {
    /// The ranges, by their days; none share a day.
    ranges: Vec<RangeView<'a>>,
}

/// Some days in a row.
#[derive(Serialize, ToSchema)]
#[schema(as = DayRange)]
pub(crate) struct RangeView<'a> {
    /// The first day.
    #[serde(serialize_with = "day")]
    #[schema(schema_with = schema::day_in_query)]
    from: Date,
    /// The last day.
    #[serde(serialize_with = "day")]
    #[schema(schema_with = schema::day_in_query)]
    to: Date,
    /// The name that the user gave it; null if it has none.
    #[schema(required = true, schema_with = schema::range_label)]
    label: Option<&'a str>,
}

impl<'a> DaysOffView<'a> {
    pub(crate) fn of(list: &'a DaysOff) -> Self {
        Self { ranges: RangeView::all(list) }
    }
}

impl<'a> RangeView<'a> {
    /// The views of a list's ranges.
    pub(crate) fn all(list: &'a DaysOff) -> Vec<Self> {
        list.ranges().iter().map(Self::of).collect()
    }

    fn of(range: &'a DayRange) -> Self {
        Self { from: range.from(), to: range.to(), label: range.label().map(Label::as_str) }
    }
}

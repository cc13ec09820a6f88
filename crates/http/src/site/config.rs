//! What a built site leaves open until a server starts: its origin, its operator, the sister tools, and what the
//! privacy page tells of the settings.

/// The values for the placeholders of a built site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteConfig {
    /// The public address without a path, such as `https://time.example`.
    pub origin: String,
    /// Who runs the site.
    pub operator: Operator,
    /// Where the sister tools stand.
    pub tools: Tools,
    /// After how many days what an idle browser owns is deleted, in digits; `off` where it is kept.
    pub retention_days: String,
    /// Who reports the weather, by its name among the settings; `off` where nobody does.
    pub weather_provider: String,
    /// Another host whose pictures pages may show, such as `https://pictures.example`.
    pub picture_host: Option<String>,
}

/// Who runs the site. What is empty is not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operator {
    /// As the copyright line has it.
    pub name: String,
    /// The operator's own site.
    pub url: String,
    /// The postal address, on one line.
    pub address: String,
    /// What the operator offers, on one line.
    pub services: String,
}

/// The addresses of the sister tools, without a slash at the end; pages append a language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the address of what it names")]
pub struct Tools {
    pub url_shortener: String,
    pub speed_test: String,
    pub qr_code: String,
    pub image_cropper: String,
    pub time_tracker: String,
}

impl SiteConfig {
    /// The value of a placeholder's key; `None` for a key that this version does not know.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        Some(match key {
            "origin" => &self.origin,
            "operator.name" => &self.operator.name,
            "operator.url" => &self.operator.url,
            "operator.address" => &self.operator.address,
            "operator.services" => &self.operator.services,
            "tools.url-shortener" => &self.tools.url_shortener,
            "tools.speed-test" => &self.tools.speed_test,
            "tools.qr-code" => &self.tools.qr_code,
            "tools.image-cropper" => &self.tools.image_cropper,
            "tools.time-tracker" => &self.tools.time_tracker,
            "retention-days" => &self.retention_days,
            "weather-provider" => &self.weather_provider,
            _ => return None,
        })
    }
}

//! The configuration of the weather provider.

use anyhow::{Result, anyhow};
use tokibako_weather::provider::{OpenMeteo, ProviderAddress, ProviderKey, WeatherApi};

use super::{
    key::{self, Key},
    layers::{InvalidValue, Layers},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WeatherSource {
    Off,
    /// Open-Meteo; the key is for its commercial plans.
    OpenMeteo(ProviderAddress, Option<ProviderKey>),
    WeatherApi(ProviderAddress, ProviderKey),
}

impl WeatherSource {
    pub(super) fn read(layers: &Layers) -> Result<Self> {
        let provider = layers.parse(&key::WEATHER_PROVIDER, |text| match text {
            "open-meteo" => Ok(Provider::OpenMeteo),
            "weatherapi" => Ok(Provider::WeatherApi),
            "off" => Ok(Provider::Off),
            _ => Err(InvalidValue),
        })?;
        let address = unless_empty(layers, &key::WEATHER_BASE_URL, |text| ProviderAddress::of(text).ok())?;
        let key = unless_empty(layers, &key::WEATHER_API_KEY, |text| ProviderKey::of(text).ok())?;
        Ok(match provider {
            Provider::Off => Self::Off,
            Provider::OpenMeteo => {
                Self::OpenMeteo(address.map_or_else(|| ProviderAddress::of(OpenMeteo::ADDRESS), Ok)?, key)
            }
            Provider::WeatherApi => {
                let variable = key::WEATHER_API_KEY.variable;
                let key = key.ok_or_else(|| anyhow!("{variable} is not set; weatherapi needs a key"))?;
                Self::WeatherApi(address.map_or_else(|| ProviderAddress::of(WeatherApi::ADDRESS), Ok)?, key)
            }
        })
    }

    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::OpenMeteo(..) => "open-meteo",
            Self::WeatherApi(..) => "weatherapi",
        }
    }

    /// The host of its icons, if they are not on this site.
    pub(super) const fn picture_host(&self) -> Option<&'static str> {
        match self {
            Self::Off | Self::OpenMeteo(..) => None,
            Self::WeatherApi(..) => Some("https://cdn.weatherapi.com"),
        }
    }
}

enum Provider {
    Off,
    OpenMeteo,
    WeatherApi,
}

fn unless_empty<T>(layers: &Layers, key: &'static Key, read: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>> {
    layers.parse(key, |text| if text.is_empty() { Ok(None) } else { read(text).map(Some).ok_or(InvalidValue) })
}

#[cfg(test)]
mod tests {
    use super::{super::tests::config, OpenMeteo, ProviderAddress, ProviderKey, WeatherApi, WeatherSource};

    #[track_caller]
    fn check(variables: &[(&str, &str)], source: &WeatherSource) {
        assert_eq!(config(variables).unwrap().weather, *source);
    }

    #[track_caller]
    fn refuses(variables: &[(&str, &str)], expected: &str) {
        let message = format!("{:#}", config(variables).unwrap_err());
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains("geheim"), "{message}");
    }

    fn address(text: &str) -> ProviderAddress {
        ProviderAddress::of(text).unwrap()
    }

    #[test]
    fn open_meteo_needs_no_other_setting() {
        check(&[], &WeatherSource::OpenMeteo(address(OpenMeteo::ADDRESS), None));
    }

    #[test]
    fn the_address_and_the_key_are_for_the_chosen_provider() {
        let (url, key) = (("TOKIBAKO_WEATHER_BASE_URL", "http://[::1]:9/"), ("TOKIBAKO_WEATHER_API_KEY", "geheim"));
        let (at, known) = (address("http://[::1]:9"), ProviderKey::of("geheim").unwrap());
        let weatherapi = ("TOKIBAKO_WEATHER_PROVIDER", "weatherapi");
        check(&[url, key], &WeatherSource::OpenMeteo(at.clone(), Some(known.clone())));
        check(&[weatherapi, url, key], &WeatherSource::WeatherApi(at, known.clone()));
        check(&[weatherapi, key], &WeatherSource::WeatherApi(address(WeatherApi::ADDRESS), known));
        check(&[("TOKIBAKO_WEATHER_PROVIDER", "off"), url, key], &WeatherSource::Off);
    }

    #[test]
    fn pages_may_show_icons_of_a_provider_that_has_its_own() {
        let host = |provider| {
            let key = ("TOKIBAKO_WEATHER_API_KEY", "geheim");
            config(&[("TOKIBAKO_WEATHER_PROVIDER", provider), key]).unwrap().site.picture_host
        };
        assert_eq!(host("weatherapi").as_deref(), Some("https://cdn.weatherapi.com"));
        assert_eq!((host("open-meteo"), host("off")), (None, None));
    }

    #[test]
    fn an_unusable_address_or_key_is_refused_by_name() {
        refuses(&[("TOKIBAKO_WEATHER_PROVIDER", "meteo")], "TOKIBAKO_WEATHER_PROVIDER cannot be");
        refuses(&[("TOKIBAKO_WEATHER_PROVIDER", "weatherapi")], "TOKIBAKO_WEATHER_API_KEY is not set");
        refuses(&[("TOKIBAKO_WEATHER_API_KEY", "geheim geheim")], "TOKIBAKO_WEATHER_API_KEY cannot be");
        refuses(&[("TOKIBAKO_WEATHER_BASE_URL", "api.open-meteo.com")], "TOKIBAKO_WEATHER_BASE_URL cannot be");
        refuses(&[("TOKIBAKO_WEATHER_BASE_URL", "https://me:geheim@host/?q=1")], "TOKIBAKO_WEATHER_BASE_URL cannot be");
    }

    #[test]
    fn the_key_is_masked_wherever_it_is_printed() {
        let config =
            config(&[("TOKIBAKO_WEATHER_API_KEY", "geheim"), ("TOKIBAKO_WEATHER_BASE_URL", "https://me:geheim@host/")])
                .unwrap();
        for printed in [config.to_string(), format!("{config:?}"), format!("{:?}", config.weather)] {
            assert!(!printed.contains("geheim"), "{printed}");
        }
        assert!(config.to_string().contains(r#"weather_api_key   = "***""#), "{config}");
    }
}

// The weather of Tokyo as the server sends it, for tests to vary.

export function aWeatherAnswer() {
  return {
    location: {
      name: 'Tokyo',
      region: 'Tokyo',
      country: 'Japan',
      tz_id: 'Asia/Tokyo',
      localtime: '2026-11-21 7:28',
    },
    current: {
      temp_c: 14.2,
      feelslike_c: 13,
      humidity: 62,
      is_day: 1,
      condition: {
        text: 'Partly cloudy',
        icon: '/icons/weather-partly-cloudy-day.svg',
        code: 2,
      },
    },
    forecast: { forecastday: [{ day: { maxtemp_c: 18, mintemp_c: 9 } }] },
  };
}

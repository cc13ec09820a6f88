// Reports are checked on receipt and asked for again, failures are retried twice and told as the contract says.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aWeatherAnswer } from '../testing/weather';
import { fetchWeather, useWeather, weatherReport } from './weather';

describe('a response', () => {
  test('is parsed into a report', () => {
    expect(weatherReport(aWeatherAnswer(), 'Tokyo,Japan')).toEqual({
      zone: 'Asia/Tokyo',
      celsius: 14.2,
      code: 2,
      condition: 'Partly cloudy',
      icon: '/icons/weather-partly-cloudy-day.svg',
      highest: 18,
      lowest: 9,
    });
  });

  test('without a forecast has no highest and lowest temperature', () => {
    const report = weatherReport({ ...aWeatherAnswer(), forecast: undefined }, 'Tokyo,Japan');
    expect(report).toMatchObject({ highest: null, lowest: null });
  });

  test('with a protocol-relative icon gets https', () => {
    const answer = aWeatherAnswer();
    const condition = { text: 'Sunny', icon: '//cdn.weatherapi.com/weather/64x64/day/113.png' };
    const report = weatherReport(
      { ...answer, current: { ...answer.current, condition } },
      'Tokyo,Japan',
    );
    expect(report).toMatchObject({
      icon: 'https://cdn.weatherapi.com/weather/64x64/day/113.png',
      condition: 'Sunny',
      code: null,
    });
  });

  test('with a zone that browsers do not know has no zone', () => {
    const answer = aWeatherAnswer();
    const location = { ...answer.location, tz_id: 'Mars/Olympus' };
    expect(weatherReport({ ...answer, location }, 'Tokyo,Japan').zone).toBeNull();
  });

  test.each([undefined, null, {}, { location: {} }, { ...aWeatherAnswer(), location: null }, []])(
    'without a location is refused: %j',
    (answer) => {
      expect(() => weatherReport(answer, 'Tokyo,Japan')).toThrow(
        'Empty or invalid location data received from weather API for Tokyo,Japan',
      );
    },
  );

  test.each([
    ['no current weather', { current: undefined }],
    ['a temperature in words', { current: { ...aWeatherAnswer().current, temp_c: 'warm' } }],
    ['no condition', { current: { ...aWeatherAnswer().current, condition: null } }],
    ['half a location', { location: { name: 'Tokyo' } }],
    ['a forecast of another shape', { forecast: { forecastday: [{ day: {} }] } }],
  ])('with %s is refused', (_, changes) => {
    expect(() => weatherReport({ ...aWeatherAnswer(), ...changes }, 'Tokyo,Japan')).toThrow(
      'Invalid data received from weather API for Tokyo,Japan',
    );
  });
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal = () => new Response('no provider', { status: 502 });
const report = () => new Response(JSON.stringify(aWeatherAnswer()));

describe('a failure', () => {
  function answering(...answers: (() => Response)[]) {
    const fetched = vi.fn(() => Promise.resolve((answers.shift() ?? answers[0])?.()));
    vi.stubGlobal('fetch', fetched);
    return fetched;
  }

  test('is retried twice and then reported', async () => {
    const fetched = answering(refusal, refusal, refusal, refusal);
    const told = expect(fetchWeather('São Paulo,Brazil')).rejects.toThrow(
      'Failed to fetch weather data for São Paulo,Brazil: 502 no provider',
    );
    await vi.runAllTimersAsync();
    await told;
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(fetched).toHaveBeenCalledWith(
      '/api/weather?city=S%C3%A3o%20Paulo%2CBrazil',
      expect.anything(),
    );
  });

  test('with Retry-After is retried as often, and not before that time', async () => {
    const busy = () => new Response('', { status: 503, headers: { 'Retry-After': '4' } });
    const fetched = answering(busy, busy, busy, busy, busy, busy, busy, busy, busy);
    const told = expect(fetchWeather('Tokyo,Japan')).rejects.toThrow('503');
    await vi.advanceTimersByTimeAsync(3_999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.runAllTimersAsync();
    await told;
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test('is forgotten if a retry succeeds', async () => {
    const fetched = answering(refusal, report);
    const fetching = fetchWeather('Tokyo,Japan');
    await vi.runAllTimersAsync();
    expect((await fetching).celsius).toBe(14.2);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

describe('the weather of a city', () => {
  const minuteMs = 60_000;
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('is fetched again every five minutes', async () => {
    const fetched = vi.fn(() => Promise.resolve(report()));
    vi.stubGlobal('fetch', fetched);
    renderHook(() => useWeather('Tokyo,Japan'));
    await pass(minuteMs);
    expect(fetched).toHaveBeenCalledTimes(1);
    await pass(5 * minuteMs);
    expect(fetched).toHaveBeenCalledTimes(2);
    await pass(5 * minuteMs);
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test('is fetched on return to a page that was hidden for long, but not after a short time', async () => {
    const fetched = vi.fn(() => Promise.resolve(report()));
    vi.stubGlobal('fetch', fetched);
    // A hidden page does not refresh.
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    renderHook(() => useWeather('Lima,Peru'));
    await pass(minuteMs);
    visibility.mockReturnValue('hidden');
    await pass(180 * minuteMs);
    expect(fetched).toHaveBeenCalledTimes(1);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => {
      expect(fetched).toHaveBeenCalledTimes(2);
    });
    await pass(minuteMs);
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(minuteMs);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('is requested no more often after visits to the page during an outage', async () => {
    const fetched = vi.fn(() => Promise.resolve(refusal()));
    vi.stubGlobal('fetch', fetched);
    renderHook(() => useWeather('Quito,Ecuador'));
    for (let visits = 0; visits < 10; visits += 1) {
      await pass(minuteMs);
      document.dispatchEvent(new Event('visibilitychange'));
    }
    await pass(minuteMs);
    fetched.mockClear();
    await pass(30 * minuteMs);
    // Three attempts every five minutes; when they begin within the half hour is random.
    expect(fetched.mock.calls.length).toBeGreaterThanOrEqual(15);
    expect(fetched.mock.calls.length).toBeLessThanOrEqual(21);
  });

  test('is hidden after an hour without a response, and shown again after the next', async () => {
    let answer = report;
    vi.stubGlobal('fetch', () => Promise.resolve(answer()));
    const { result } = renderHook(() => useWeather('Oslo,Norway'));
    await pass(minuteMs);
    answer = refusal;
    await pass(50 * minuteMs);
    expect(result.current.report?.celsius).toBe(14.2);
    await pass(20 * minuteMs);
    expect(result.current).toEqual({ report: undefined, failed: true });
    answer = report;
    await pass(6 * minuteMs);
    expect(result.current.report?.celsius).toBe(14.2);
  });
});

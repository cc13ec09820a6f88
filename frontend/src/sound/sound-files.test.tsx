// Which sounds are preloaded.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installFakeAudio } from '../testing/fake-audio';
import type { Alarm, ListName, Timer } from '../model/types';
import { aTimer, anAlarm } from '../testing/rows';

let fetched: string[];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  fetched = [];
  installFakeAudio((name) => {
    fetched.push(name);
    return true;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function pass() {
  return vi.advanceTimersByTimeAsync(2_000);
}

async function open() {
  const { preloadSoundsOfRows, keepSoundsPreloaded } = await import('./sound-files');
  const { nextRequest, replaceRows } = await import('../rows/store');
  const show = (list: ListName, ...rows: readonly (Alarm | Timer)[]) =>
    replaceRows(list, { rows, asOf: 0 }, nextRequest());
  return { preloadSoundsOfRows, keepSoundsPreloaded, show };
}

test('the sounds of the rows are fetched once each, and so are those of changed rows', async () => {
  const { preloadSoundsOfRows, show } = await open();
  show('alarms', anAlarm({ sound: 'chime', enabled: 0 }), anAlarm({ id: 2, sound: 'chime' }));
  const stop = preloadSoundsOfRows();
  expect(fetched).toEqual([]);
  await pass();
  expect(fetched).toEqual(['chime']);
  show('alarms', anAlarm({ sound: 'dawn' }), anAlarm({ id: 2, sound: 'chime' }));
  await pass();
  expect(fetched).toEqual(['chime', 'dawn']);
  stop();
  show('alarms', anAlarm({ sound: 'pulse' }));
  await pass();
  expect(fetched).toEqual(['chime', 'dawn']);
});

test('without rows only the default sound is fetched', async () => {
  const { preloadSoundsOfRows, keepSoundsPreloaded } = await open();
  preloadSoundsOfRows();
  await pass();
  expect(fetched).toEqual([]);
  keepSoundsPreloaded(['default']);
  await pass();
  expect(fetched).toEqual(['default']);
});

test('a hidden tab does not wait for an idle period', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { preloadSoundsOfRows, show } = await open();
  preloadSoundsOfRows();
  show('timers', aTimer({ sound: 'pulse' }));
  expect(fetched).toEqual(['pulse']);
});

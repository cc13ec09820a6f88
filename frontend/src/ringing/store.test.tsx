// What this tab reads from storage and from other tabs, whatever their version.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anAlarm, aUser } from '../testing/rows';

let otherTab: BroadcastChannel;
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.resetModules();
  otherTab = new BroadcastChannel('tokibako');
});

afterEach(() => {
  stop();
  otherTab.close();
});

async function open() {
  const store = await import('./store');
  stop = store.openBook();
  return store;
}

async function due(changes = {}) {
  const { nextOfAlarm } = await import('../rings/occurrence');
  return { ...nextOfAlarm(anAlarm({ nextTrigger: new Date().toISOString() })), ...changes };
}

/** Sends a message of another tab, and waits for a second one, which arrives after it. */
async function hear(topic: string, message: unknown) {
  const { onTabMessage } = await import('../browser/tab-channel');
  await new Promise((resolve) => {
    const stopWaiting = onTabMessage('mark', () => {
      stopWaiting();
      resolve(null);
    });
    otherTab.postMessage({ topic, message });
    otherTab.postMessage({ topic: 'mark', message: null });
  });
}

test.each(['ring-due', 'ring-announced'])(
  'an alarm with a pending deletion does not ring after another tab’s %s',
  async (topic) => {
    const { currentRings } = await open();
    const { alarmDeletions } = await import('../rings/pending-deletions');
    const ring = await due({ seenAt: Date.now() });
    alarmDeletions.begin({
      id: 1,
      remove: () => Promise.resolve(),
      onFailure: () => undefined,
    });
    await hear(topic, ring);
    expect(currentRings()).toEqual([]);
    alarmDeletions.undo(1);
    await hear(topic, ring);
    expect(currentRings()).toHaveLength(1);
  },
);

test('unreadable stored values and messages of another version do not block other rings', async () => {
  const later = Date.now() + 60_000;
  const armed = [
    await due({ key: 'alarm:1:1', dueAt: later, sound: 'gong' }),
    { kind: 'interval', key: 'interval:2:1', id: 2, dueAt: later },
    null,
  ];
  localStorage.setItem('rings:v1', JSON.stringify({ armed, ringing: [], handled: [null] }));
  const { currentBook, currentRings } = await open();
  expect(currentBook().armed.map(({ key, sound }) => [key, sound])).toEqual([
    ['alarm:1:1', 'default'],
  ]);
  await hear('ring-due', { kind: 'interval' });
  await hear('ring-announced', null);
  await hear('ring-due', await due({ id: 3, key: 'alarm:3:1', seenAt: Date.now() }));
  expect(currentRings()).toHaveLength(1);
});

test('a ring that a tab still rings continues in a tab that is opened or reloaded later', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T22:00:00Z'), toFake: ['Date', 'performance'] });
  localStorage.setItem('ring-settings:v1', JSON.stringify({ ringForMinutes: 30 }));
  const first = await open();
  first.announceRing((await due()) as Parameters<typeof first.announceRing>[0]);
  for (let minutes = 0; minutes < 12; minutes += 1) {
    vi.advanceTimersByTime(60_000);
    first.dispatch({ type: 'seen' });
  }
  stop();
  vi.resetModules();
  const second = await open();
  second.dispatch({ type: 'opened', fetched: undefined });
  expect(second.currentRings()).toHaveLength(1);
  expect(localStorage.getItem('missed-alarms:v1')).toBeNull();
  vi.useRealTimers();
});

test('what was answered stays answered, and what rings goes on, when the account gets a new id', async () => {
  const { announceRing, answerRings, currentRings } = await open();
  const { randomUuid } = await import('../identity/browser-id');
  const { adoptAccount } = await import('../identity/identity');
  type Ring = Parameters<typeof announceRing>[0];
  const [answered, rings] = [
    (await due()) as Ring,
    (await due({ id: 3, key: 'alarm:3:1' })) as Ring,
  ];
  announceRing(answered);
  announceRing(rings);
  answerRings([answered]);
  await adoptAccount(aUser({ uuid: randomUuid() }), false);
  announceRing(answered);
  expect(currentRings().map(({ key }) => key)).toEqual([rings.key]);
});

test('nothing of the rings of an account that is left stays here, and another id has its own', async () => {
  const { announceRing, currentBook, dispatch } = await open();
  const { adoptBrowserId, browserId, randomUuid } = await import('../identity/browser-id');
  const { leaveOwned } = await import('../identity/owned-values');
  announceRing((await due({ label: 'Private' })) as Parameters<typeof announceRing>[0]);
  const other = randomUuid();
  // Another tab has left the account, and this one does not know yet.
  leaveOwned(browserId());
  localStorage.setItem('browser-id', other);
  dispatch({ type: 'seen' });
  expect(localStorage.getItem('rings:v1') ?? '').not.toContain('Private');
  adoptBrowserId(other);
  expect(currentBook()).toMatchObject({ armed: [], ringing: [], handled: [] });
});

test('a listener that throws does not affect the others', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { announceRing, onBookChange } = await open();
  const heard = vi.fn();
  onBookChange(() => {
    throw new Error('out of order');
  });
  onBookChange(heard);
  announceRing((await due()) as Parameters<typeof announceRing>[0]);
  expect(heard).toHaveBeenCalled();
});

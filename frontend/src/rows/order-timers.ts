// Changes the order of the timers: on the server, or in the outbox until it can be reached.
import { request } from '../api/client';
import type { Schemas } from '../model/schemas';
import { save } from './lists';
import { listPaths } from './store';
import { isUnsaved } from '../offline/outbox';
import { forgetOrder, inOrder, keepOrder } from '../offline/timer-order';

/** Moves these timers to the front, in this order. */
export function orderTimers(ids: readonly number[]): Promise<void> {
  // If the order contains a timer that the server does not have yet, it is sent after that timer.
  const waitsFor = ids.find((id) => isUnsaved('timers', id)) ?? null;
  return save('timers', waitsFor, {
    send: async () => {
      await request('PUT', `${listPaths.timers}/order`, { ids } satisfies Schemas['TimerOrder']);
      // An order that was stored earlier is obsolete.
      forgetOrder();
    },
    expect: (timers) => inOrder(timers, ids),
    keep: () => {
      keepOrder(ids);
    },
  });
}

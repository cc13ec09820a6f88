// Puts the timers in an order: on the server, or kept until it can be reached.
import { request } from './client';
import { listPaths, write } from './lists';
import { isUnsaved } from './outbox';
import { forgetOrder, inOrder, keepOrder } from './timer-order';
import type { Timer } from './types';
import { orKept } from './without-server';

/** Lists timers in an order: those named first, the others after them. */
export function orderTimers(ids: readonly number[]): Promise<void> {
  // An order that names what the server does not have waits for that.
  const waitsFor = ids.find((id) => isUnsaved('timers', id)) ?? null;
  return orKept('timers', waitsFor, {
    send: () =>
      write<Timer, undefined>(
        'timers',
        async () => {
          await request('PUT', `${listPaths.timers}/order`, { ids });
          // One that was kept before is out of date.
          forgetOrder();
          return undefined;
        },
        (timers) => inOrder(timers, ids),
      ),
    keep: () => {
      keepOrder(ids);
    },
  });
}

// The keys of timers: Space pauses and starts, plus and minus move the end by a minute.

export type TimerKey = 'toggle' | 'more' | 'less';

const keys: Readonly<Partial<Record<string, TimerKey>>> = {
  ' ': 'toggle',
  '+': 'more',
  '-': 'less',
  '−': 'less',
};

export function timerKeyOf({ key }: KeyboardEvent): TimerKey | undefined {
  return keys[key];
}

/** Space and Enter press what has the focus. */
export function isOnControl({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null
  );
}

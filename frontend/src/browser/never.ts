// For `useSyncExternalStore`: the subscription of a value that never changes.

export function never(): () => void {
  return () => undefined;
}

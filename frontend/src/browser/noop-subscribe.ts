// For `useSyncExternalStore`: the subscription of a value that never changes.

export function noopSubscribe(): () => void {
  return () => undefined;
}

// For `useSyncExternalStore`: the subscription to what never changes while the page stands.

export function never(): () => void {
  return () => undefined;
}

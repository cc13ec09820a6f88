// Waits for conditions.

/** Polls until a function returns something other than undefined or false. */
export async function until<Value>(
  what: string | (() => string),
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
  withinMs = 30_000,
): Promise<Value> {
  let cause: unknown;
  for (const begun = Date.now(); Date.now() - begun < withinMs;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (failure) {
      // A page may be loading.
      cause = failure;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const text = typeof what === 'string' ? what : what();
  throw new Error(`not within ${String(withinMs)} ms: ${text}`, { cause });
}

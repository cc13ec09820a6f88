// Waits for conditions; a question that is never answered counts as one more that failed.

/** A page that is being replaced may never answer. */
const answersWithinMs = 5_000;

/** Polls until a function returns something other than undefined or false. */
export async function until<Value>(
  what: string | (() => string),
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
  withinMs = 30_000,
): Promise<Value> {
  let cause: unknown;
  for (const begun = Date.now(); Date.now() - begun < withinMs;) {
    try {
      const answer = await inTime(ask());
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

/** The value of a promise, which is rejected if it takes longer. */
export async function inTime<Value>(
  answer: Promise<Value> | Value,
  withinMs = answersWithinMs,
): Promise<Value> {
  let end: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    end = setTimeout(() => {
      reject(new Error(`no answer within ${String(withinMs)} ms`));
    }, withinMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(end);
  }
}

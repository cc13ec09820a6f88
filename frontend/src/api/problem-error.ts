// Responses that were not OK, as errors.
import { isGatewayStatus } from '../browser/gateway-status';
import type { Schemas } from '../model/types';

/** Problem details as in RFC 9457, with messages by field. */
type Problem = Partial<Schemas['Problem']>;

/** Any response that was not OK; the message is `<status>: <body, or else the status text>`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly statusText: string;
  /** The `Retry-After` of the response in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
  /** The body, or else the status text. */
  readonly text: string;
  /** Null if the body was not problem+json. */
  readonly problem: Problem | null;

  constructor(
    status: number,
    statusText: string,
    body: string,
    retryAfterMs: number | null = null,
  ) {
    const text = body === '' ? statusText : body;
    super(`${String(status)}: ${text}`);
    this.status = status;
    this.statusText = statusText;
    this.retryAfterMs = retryAfterMs;
    this.text = text;
    this.problem = parseProblem(body);
  }

  /** Messages by field; empty if no field was refused. */
  get errors(): Readonly<Record<string, readonly string[]>> {
    return this.problem?.errors ?? {};
  }
}

/** A request without a response of the server: no network, too late, or a response of something else. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'no response', { cause });
  }
}

/** Whether the browser id of a request is one that its account has given up: the same request succeeds under the new one. */
export function isRenewed(failure: unknown): boolean {
  return failure instanceof ProblemError && failure.problem?.type === '/problems/renewed';
}

/** Whether the server would refuse the same request again. */
export function isRefused(failure: unknown): failure is ProblemError {
  if (!(failure instanceof ProblemError) || isAway(failure) || isRenewed(failure)) return false;
  return failure.status >= 400 && failure.status < 500 && failure.status !== 429;
}

/**
 * Whether a request failed because the server could not be reached: no network, or a proxy that answers for it, for
 * example with its own sign-in.
 */
export function isAway(failure: unknown): boolean {
  if (failure instanceof ProblemError) return isOfGateway(failure.status, failure.problem);
  return failure instanceof UnreachableError;
}

/**
 * Whether a proxy has answered instead of the server, whose own failures are problem+json: it cannot reach the server,
 * or wants the visitor to sign in first.
 */
export function isOfGateway(status: number, problem: unknown): boolean {
  return (
    !problem && (isGatewayStatus(status) || status === 401 || status === 403 || status === 407)
  );
}

function parseProblem(body: string): Problem | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

// An answer of the server that was not OK, as an error.

/** Problem details as in RFC 9457, with the messages of refused fields. */
export interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** Any non-OK answer; the message is `<status>: <body, or else the status text>`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly statusText: string;
  /** Milliseconds after which the server asked to come again, when it answered; null where it did not. */
  readonly retryAfterMs: number | null;
  /** What the answer said, or else its status text. */
  readonly text: string;
  /** Null where the body was no problem+json. */
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

  /** Messages by field name; empty where no field was refused. */
  get errors(): Readonly<Record<string, readonly string[]>> {
    return this.problem?.errors ?? {};
  }
}

/** Whether a request failed because nobody answered: there is no network, or a proxy found no server behind it. */
export function isAway(failure: unknown): boolean {
  return failure instanceof ProblemError ? [502, 504].includes(failure.status) : true;
}

function parseProblem(body: string): Problem | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

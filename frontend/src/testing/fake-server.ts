// An in-memory server behind `fetch`: alarms, timers and accounts as in the HTTP contract, and a record of requests.
import { vi } from 'vitest';
import { inOrder } from '../offline/timer-order';
import type {
  AccountSession,
  Alarm,
  AlarmDraft,
  Answer,
  Credentials,
  Kind,
  RungRing,
  Timer,
  TimerDraft,
  User,
  Schemas,
} from '../model/types';
import type { MyCity } from '../offline/my-cities';
import { FakeChannels } from './fake-channels';
import type { DayRange } from '../model/days-off';
import { changedTimer, newTimer, skipped, stoppedTimer, unskipped } from './fake-server-rows';
import { anAlarm, aUser } from './rows';

/** The password of every account. */
const password = 'correct horse';

/** Pages also store their id in a cookie, once each. That write changes no row, and no test waits for it. */
export const idPath = '/api/browser/id';

/** The browser id of an account after its sessions were ended. */
export const renewedUuid = '0b9d7d52-1c53-4a08-9f5e-3f6f6f1f2a10';

interface GivenAnswer {
  readonly kind: Kind;
  readonly id: number;
  readonly answer: Answer;
}

type Keyed<Draft> = Draft & { readonly clientKey: string };

interface Batch {
  readonly alarms?: readonly Keyed<AlarmDraft>[];
  readonly timers?: readonly Keyed<TimerDraft>[];
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export class FakeServer {
  alarms: Alarm[] = [];
  timers: Timer[] = [];
  accounts: User[] = [];
  /** The chosen cities; null if none were ever chosen. */
  cities: readonly MyCity[] | null = null;
  /** The days off; null stands for an older server that has none. */
  daysOff: readonly DayRange[] | null = [];
  /** Current rings, and recently answered ones. */
  rings: RungRing[] = [];
  /** The signed-in user. */
  user: User | null = null;
  sessions: AccountSession[] = [];
  readonly channels = new FakeChannels();
  readonly sent: SentRequest[] = [];
  /** Answers all writes with 503. */
  refusesWrites = false;
  /** Answers all reads with 503. */
  refusesReads = false;
  /** Answers reads of this path with 503. */
  refusesReadsOf: string | null = null;
  /** Answers all writes in this way instead. */
  refusal: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly type?: string;
  } | null = null;
  /** Does not answer, as without a network. */
  isAway = false;
  /** Performs the next write, but its response is lost. */
  losesNextAnswer = false;
  /** A browser id that its account has given up. */
  renewed: string | null = null;
  /** The browser id in the cookie. */
  idInCookie: string | null = null;
  /** The limit of alarms per browser. */
  mostAlarms = Infinity;
  private nextId = 100;
  /** A request to this path waits until it is released. */
  private held: { readonly path: string; readonly released: Promise<void> } | null = null;

  /** Installs it instead of the network. */
  /** In a new browser whose clock stands still; `vi.useRealTimers` and `vi.unstubAllGlobals` end it. */
  static installedAt(now: number): FakeServer {
    localStorage.clear();
    vi.useFakeTimers({ now, toFake: ['Date', 'performance'] });
    return new FakeServer().install();
  }

  install(): this {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (this.isAway) return Promise.reject(new TypeError('Failed to fetch'));
      const { held } = this;
      if (held?.path === path) {
        this.held = null;
        return held.released.then(() => this.answer(path, init));
      }
      const answer = this.answer(path, init);
      const isRead = (init.method ?? 'GET') === 'GET';
      if (!this.losesNextAnswer || isRead || path === idPath) return Promise.resolve(answer);
      this.losesNextAnswer = false;
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    return this;
  }

  /** Lets the next request to a path wait until it is released. */
  holdNext(path: string): { readonly release: () => void } {
    const gate = new EventTarget();
    const released = new Promise<void>((resolve) => {
      gate.addEventListener('release', () => {
        resolve();
      });
    });
    this.held = { path, released };
    return {
      release: () => {
        gate.dispatchEvent(new Event('release'));
      },
    };
  }

  /** The writes of rows and of accounts so far, such as `POST /api/alarms`. */
  get writes(): string[] {
    return this.sent
      .filter(({ method, path }) => method !== 'GET' && path !== idPath)
      .map(({ method, path }) => `${method} ${path}`);
  }

  private answer(address: string, init: RequestInit): Response {
    const { pathname: path, searchParams: query } = new URL(address, 'http://localhost');
    const method = init.method ?? 'GET';
    const { clientKey, ...body } = (typeof init.body === 'string' ? JSON.parse(init.body) : {}) as {
      readonly clientKey?: string;
    };
    this.sent.push({ method, path, body: init.body === undefined ? undefined : body });
    const isRenewed = this.renewed === new Headers(init.headers).get('X-Browser-Id');
    if (isRenewed && path !== '/api/user')
      return json({ status: 410, type: '/problems/renewed' }, 410);
    const rowsThere = (): readonly (Alarm | Timer)[] =>
      path === '/api/alarms' ? this.alarms : this.timers;
    const key = clientKey ?? '';
    const made = rowsThere().find((row) => key !== '' && row.clientKey === key);
    if (made !== undefined) return json(made, 201);
    const answer = this.answerBody(method, path, body, query);
    if (key === '' || answer.status !== 201) return answer;
    this.nameLast(path, key);
    return json(rowsThere().at(-1), 201);
  }

  /** Notes what its client calls the row that was made last. */
  private nameLast(path: string, clientKey: string): void {
    const named = <Row extends Alarm | Timer>(rows: readonly Row[]): Row[] =>
      rows.map((row, index) => (index === rows.length - 1 ? { ...row, clientKey } : row));
    if (path === '/api/alarms') this.alarms = named(this.alarms);
    else this.timers = named(this.timers);
  }

  private answerBody(
    method: string,
    path: string,
    body: unknown,
    query: URLSearchParams,
  ): Response {
    const refusesRead = this.refusesReads || this.refusesReadsOf === path;
    if (method === 'GET' ? refusesRead : this.refusesWrites) return json({ status: 503 }, 503);
    if (this.refusal !== null && method !== 'GET') {
      const { status, headers, type } = this.refusal;
      return new Response(JSON.stringify({ status, type }), { status, headers });
    }
    const [, , collection, id, action] = path.split('/');
    if (id === 'batch') return this.answerBatch(body as Batch);
    if (collection === 'alarms' && action === 'skip')
      return this.answerSkip(method === 'POST', id, query.get('scheduledFor'));
    if (collection === 'alarms') return this.answerAlarms(method, id, body as AlarmDraft);
    if (collection === 'timers') return this.answerTimers(method, id, action, body as TimerDraft);
    if (collection === 'rings') return this.answerRings(method, body as GivenAnswer);
    if (collection === 'days-off' && this.daysOff !== null) {
      if (method === 'PUT') {
        this.daysOff = (body as { readonly ranges: readonly DayRange[] }).ranges;
      }
      return json({ ranges: this.daysOff });
    }
    if (collection === 'cities') {
      if (method === 'PUT') this.cities = (body as { readonly cities: readonly MyCity[] }).cities;
      return json({ cities: this.cities });
    }
    // A stream without events.
    if (collection === 'events') return new Response(new ReadableStream());
    if (collection === 'faults') return new Response(null, { status: 204 });
    if (collection === 'browser' && id === 'id') return this.answerIdCookie(method);
    if (collection === 'time') return json({ receivedAt: Date.now(), sentAt: Date.now() });
    if (collection === 'channels') {
      if (this.user === null) return json({ status: 401 }, 401);
      const [status, answer] = this.channels.answer(method, id, action, body as object);
      return status === 204 || status === 202
        ? new Response(null, { status })
        : json(answer, status);
    }
    if (collection === 'sessions') return this.answerSessions(method, id);
    if (collection === 'password') return this.answerPassword(body as Schemas['PasswordChange']);
    return this.answerAccounts(collection, method, body as Credentials | undefined);
  }

  private answerIdCookie(method: string): Response {
    if (method === 'GET')
      return json({ browserId: this.idInCookie, hasSession: this.user !== null });
    return new Response(null, { status: 204 });
  }

  private answerRings(method: string, given: GivenAnswer): Response {
    if (method === 'GET') return json(this.rings);
    if (given.kind === 'timer') {
      this.timers = this.timers.map((timer) =>
        timer.id === given.id && timer.endsAt === null ? stoppedTimer(timer) : timer,
      );
    }
    const snoozedUntil =
      given.answer === 'snooze' ? new Date(Date.now() + 300_000).toISOString() : null;
    this.alarms = this.alarms.map((alarm) =>
      given.kind === 'alarm' && alarm.id === given.id && snoozedUntil !== null
        ? { ...alarm, enabled: 1, nextTrigger: snoozedUntil, snoozedUntil }
        : alarm,
    );
    return json({ answer: given.answer, at: new Date().toISOString(), snoozedUntil });
  }

  private answerAccounts(call: string | undefined, method: string, sent?: Credentials): Response {
    const known = this.accounts.find(({ username }) => username === sent?.username);
    if (call === 'register') {
      if (known !== undefined) return json({ status: 409 }, 409);
      this.user = aUser(sent && { username: sent.username });
      return json(this.user, 201);
    }
    if (call === 'login') {
      if (known === undefined || sent?.password !== password) return json({ status: 401 }, 401);
      this.user = known;
      return json(known);
    }
    if (call === 'user') {
      return this.user === null ? json({ status: 401 }, 401) : json(this.user);
    }
    if (call === 'logout' || (call === 'browser' && method === 'DELETE')) {
      this.user = null;
      return new Response(null, { status: 204 });
    }
    if (call === 'browser') {
      const { alarms, timers, user: account } = this;
      return json({ asOf: '2026-11-21T04:00:00Z', alarms, timers, account });
    }
    return json({ status: 404 }, 404);
  }

  private answerSessions(method: string, id?: string): Response {
    if (this.user === null) return json({ status: 401 }, 401);
    if (method === 'GET') return json(this.sessions);
    this.sessions = this.sessions.filter(
      ({ id: number, current }) => current || (id !== undefined && String(number) !== id),
    );
    this.user = { ...this.user, uuid: renewedUuid };
    return new Response(null, { status: 204 });
  }

  private answerPassword({ oldPassword, newPassword }: Schemas['PasswordChange']): Response {
    if (this.user === null || oldPassword !== password) return json({ status: 401 }, 401);
    if (newPassword === 'qwerty') {
      return json({ status: 422, errors: { newPassword: ['too common'] } }, 422);
    }
    this.user = { ...this.user, uuid: renewedUuid };
    return json(this.user);
  }

  private answerAlarms(method: string, id?: string, draft?: AlarmDraft): Response {
    if (id === undefined) {
      if (method === 'GET') return json(this.alarms);
      if (this.alarms.length >= this.mostAlarms) {
        return json({ status: 409, type: '/problems/full' }, 409);
      }
      const isOff = draft?.enabled === 0;
      const made = anAlarm({ ...draft, ...(isOff && { nextTrigger: null }), id: this.nextId++ });
      this.alarms = [...this.alarms, made];
      return json(made, 201);
    }
    if (id === 'preview') return json({ nextTrigger: anAlarm().nextTrigger });
    if (method === 'DELETE') {
      this.alarms = this.alarms.filter((alarm) => String(alarm.id) !== id);
      return new Response(null, { status: 204 });
    }
    this.alarms = this.alarms.map((alarm) =>
      String(alarm.id) === id
        ? { ...alarm, ...draft, ...(draft?.enabled === 0 ? { nextTrigger: null } : {}) }
        : alarm,
    );
    return found(this.alarms, id);
  }

  private answerBatch({ alarms = [], timers = [] }: Batch): Response {
    const madeAlarm = ({ clientKey, ...draft }: Keyed<AlarmDraft>) => {
      const known = this.alarms.find((alarm) => alarm.clientKey === clientKey);
      if (known !== undefined) return { alarm: known, problem: null };
      if (this.alarms.length >= this.mostAlarms) return { alarm: null, problem: 'full' };
      const alarm = { ...anAlarm({ ...draft, id: this.nextId++ }), clientKey };
      this.alarms = [...this.alarms, alarm];
      return { alarm, problem: null };
    };
    const madeTimer = ({ clientKey, ...draft }: Keyed<TimerDraft>) => {
      const known = this.timers.find((timer) => timer.clientKey === clientKey);
      if (known !== undefined) return { timer: known, problem: null };
      const timer = { ...newTimer(this.nextId++, draft), clientKey };
      this.timers = [...this.timers, timer];
      return { timer, problem: null };
    };
    return json({ results: [...alarms.map(madeAlarm), ...timers.map(madeTimer)] });
  }

  private answerSkip(skips: boolean, id: string | undefined, ring: string | null): Response {
    this.alarms = this.alarms.map((alarm) => {
      if (String(alarm.id) !== id) return alarm;
      return skips ? skipped(alarm, ring) : unskipped(alarm);
    });
    return json(this.alarms.find((alarm) => String(alarm.id) === id));
  }

  private answerTimers(method: string, id?: string, action?: string, draft?: TimerDraft): Response {
    if (id === undefined) {
      if (method === 'GET') return json(this.timers);
      const made = newTimer(this.nextId++, draft);
      this.timers = [...this.timers, made];
      return json(made, 201);
    }
    if (id === 'order') {
      const { ids } = draft as unknown as { readonly ids: readonly number[] };
      this.timers = [...inOrder(this.timers, ids)];
      return new Response(null, { status: 204 });
    }
    if (method === 'DELETE') {
      this.timers = this.timers.filter((timer) => String(timer.id) !== id);
      return new Response(null, { status: 204 });
    }
    this.timers = this.timers.map((timer) =>
      String(timer.id) === id ? changedTimer(timer, action, draft) : timer,
    );
    return found(this.timers, id);
  }
}

function found(rows: readonly (Alarm | Timer)[], id: string): Response {
  const row = rows.find((one) => String(one.id) === id);
  return row === undefined ? json({ status: 404 }, 404) : json(row);
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' },
  });
}

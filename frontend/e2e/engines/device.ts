// Another device of an account, without a browser: it speaks to the server by itself.
import type {
  AccountSession,
  Alarm,
  AlarmDraft,
  Schemas,
  TimerDraft,
  User,
} from '../../src/model/types';

type DayOff = Schemas['DaysOff']['ranges'][number];

export const password = 'correct horse';

/** A username that is unique in this run. */
export function freshName(): string {
  return `Hana ${crypto.randomUUID().slice(0, 8)}`;
}

export class Device {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly server: string,
    private id: string = crypto.randomUUID(),
  ) {}

  /** The browser id that it has at present. */
  get browserId(): string {
    return this.id;
  }

  async register(username: string): Promise<this> {
    this.id = (await this.call<User>('POST', '/api/register', { username, password })).uuid;
    return this;
  }

  async signIn(username: string): Promise<this> {
    const login = { username, password, bring: false };
    this.id = (await this.call<User>('POST', '/api/login', login)).uuid;
    return this;
  }

  /** Ends the session that began last but some others, which gives the account a new id. */
  async endSession(others = 0): Promise<void> {
    const sessions = await this.call<readonly AccountSession[]>('GET', '/api/sessions');
    const session = sessions.toSorted((one, two) => two.id - one.id)[others];
    await this.call('DELETE', `/api/sessions/${String(session?.id)}`);
    this.id = (await this.call<User>('GET', '/api/user')).uuid;
  }

  alarms(): Promise<readonly Alarm[]> {
    return this.call('GET', '/api/alarms');
  }

  setAlarm(draft: Partial<AlarmDraft>): Promise<Alarm> {
    return this.call('POST', '/api/alarms', {
      time: '07:00',
      repeat: 'daily',
      timezone: 'Asia/Tokyo',
      ...draft,
    });
  }

  setTimer(draft: Partial<TimerDraft>): Promise<void> {
    return this.call('POST', '/api/timers', { enabled: 1, ...draft });
  }

  async daysOff(): Promise<readonly DayOff[]> {
    return (await this.call<{ readonly ranges: readonly DayOff[] }>('GET', '/api/days-off')).ranges;
  }

  setDaysOff(ranges: readonly DayOff[]): Promise<void> {
    return this.call('PUT', '/api/days-off', { ranges });
  }

  async call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const answer = await fetch(this.server + path, {
      method,
      headers: {
        'X-Browser-Id': this.id,
        'Content-Type': 'application/json',
        Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Value;
  }
}

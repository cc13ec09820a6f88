// The channels of the fake server: rows, refusals as the server words them, and what comes of tests.
import type { Channel, ChannelDraft } from '../push/channels';

/** A topic that has accepted a message. */
export function aChannel(changes: Partial<Channel> = {}): Channel {
  return {
    id: 'c-1',
    kind: 'ntfy',
    url: 'https://ntfy.sh/my-topic',
    hasSecret: false,
    name: null,
    language: 'en',
    when: 'always',
    kinds: ['alarm', 'timer'],
    state: 'active',
    lastAcceptedAt: '2026-11-21T04:00:00Z',
    lastError: null,
    createdAt: '2026-11-20T07:00:00Z',
    ...changes,
  };
}

type SentChannel = Partial<ChannelDraft> & { readonly kind?: Channel['kind'] };

export class FakeChannels {
  rows: Channel[] = [];
  /** The hosts that may be called; null without channels. */
  hosts: readonly string[] | null = ['ntfy.sh', 'hooks.example'];
  /** What comes of tests: accepted, or this error. */
  testError: string | null = null;
  private nextId = 10;

  answer(method: string, id: string | undefined, action: string | undefined, sent: SentChannel) {
    if (method === 'GET') return [200, this.rows] as const;
    if (method === 'DELETE') {
      this.rows = this.rows.filter((row) => row.id !== id);
      return [204, undefined] as const;
    }
    if (this.hosts === null) return [403, { status: 403, type: '/problems/channels-off' }] as const;
    if (action === 'test') {
      this.change(id, this.tested());
      return [202, undefined] as const;
    }
    if (sent.url !== undefined && !this.hosts.includes(new URL(sent.url).host)) {
      const url = ['url must be of a host that this server calls'];
      return [422, { status: 422, errors: { url } }] as const;
    }
    const { token, secret, ...fields } = sent;
    const written = token ?? secret;
    const isWritten = 'token' in sent || 'secret' in sent;
    const row = { ...fields, ...(isWritten && { hasSecret: written !== null }) };
    if (id !== undefined) return [200, this.change(id, row)] as const;
    const made = aChannel({ lastAcceptedAt: null, ...row, id: `c-${String((this.nextId += 1))}` });
    this.rows = [...this.rows, made];
    return [201, made] as const;
  }

  private tested(): Partial<Channel> {
    if (this.testError !== null) return { state: 'failing', lastError: this.testError };
    return { state: 'active', lastError: null, lastAcceptedAt: '2026-11-21T05:00:00Z' };
  }

  private change(id: string | undefined, changes: Partial<Channel>): Channel | undefined {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, ...changes } : row));
    return this.rows.find((row) => row.id === id);
  }
}

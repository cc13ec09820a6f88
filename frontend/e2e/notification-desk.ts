// A fake notification server of a desktop, on its own D-Bus, with a user who presses buttons.
import { spawn, type ChildProcess } from 'node:child_process';
import { BusService, type Answer, type Call, type Value } from './dbus';
import { expect } from './visitor';

const name = 'org.freedesktop.Notifications';

/** Presses in the first half second count as meant for what was there before. */
const seenWithinMs = 600;

/** A notification as requested by a browser. */
export interface Note {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  /** The buttons: a key for the browser, and the label. */
  readonly actions: readonly (readonly [string, string])[];
  /** The notification's timeout; zero for none. */
  readonly timeout: number;
  readonly urgency: unknown;
  /** When it was shown, in milliseconds since the epoch. */
  readonly at: number;
}

export class NotificationDesk {
  private readonly notes: Note[] = [];

  private constructor(
    private readonly daemon: ChildProcess,
    /** The address of the bus. */
    readonly address: string,
  ) {}

  static async open(): Promise<NotificationDesk> {
    const options = ['--session', '--nofork', '--nopidfile', '--print-address=1'];
    const daemon = spawn('dbus-daemon', options, { stdio: ['ignore', 'pipe', 'ignore'] });
    const address = await new Promise<string>((resolve, reject) => {
      daemon.stdout.once('data', (told: Buffer) => {
        resolve(told.toString().trim());
      });
      daemon.once('error', (failure) => {
        reject(new Error('dbus-daemon is missing: install the package dbus', { cause: failure }));
      });
    });
    const [, path = ''] = /^unix:path=([^,]+)/.exec(address) ?? [];
    const desk = new NotificationDesk(daemon, address);
    desk.service = await BusService.open(path, name, '/org/freedesktop/Notifications', (call) =>
      desk.answer(call),
    );
    return desk;
  }

  private service: BusService | null = null;

  /** The Desktop Notifications Specification, as far as browsers use it. */
  private answer({ member, values }: Call): Answer {
    if (member === 'GetCapabilities') return ['as', ['actions', 'body', 'persistence', 'sound']];
    if (member === 'GetServerInformation') return ['ssss', 'stand-in', 'tokibako', '1', '1.2'];
    if (member === 'Notify') return ['u', this.note(values)];
    if (member === 'CloseNotification')
      this.service?.emit('NotificationClosed', 'uu', values[0] ?? 0, 3);
    return [''];
  }

  private note([, replaces, , title, body, actions, hints, timeout]: readonly Value[]): number {
    const id = replaces === 0 ? this.notes.length + 1 : Number(replaces);
    const texts = actions as readonly string[];
    const pairs = texts.flatMap((key, index) =>
      index % 2 === 0 ? [[key, texts[index + 1] ?? ''] as const] : [],
    );
    const urgency = new Map(hints as [string, Value][]).get('urgency');
    this.notes.push({
      ...{ id, urgency, actions: pairs, at: Date.now() },
      ...{ title: String(title), body: String(body), timeout: Number(timeout) },
    });
    return id;
  }

  /** The last notification with this title, once there is one. */
  async shown(title: string, text = ''): Promise<Note> {
    const find = () =>
      this.notes.findLast((note) => note.title === title && note.body.includes(text));
    await expect.poll(() => find() !== undefined).toBe(true);
    const note = find();
    if (note === undefined) throw new Error('nothing is shown');
    return note;
  }

  /** Presses a button with this label, or the notification itself, once a person has seen it. */
  press({ id, actions, at }: Note, says: string | null): void {
    const key = says === null ? 'default' : actions.find(([, text]) => text === says)?.[0];
    if (key === undefined) throw new Error(`nothing says ${says ?? ''}`);
    const press = () => this.service?.emit('ActionInvoked', 'us', id, key);
    setTimeout(press, Math.max(0, at + seenWithinMs - Date.now()));
  }

  /** Closes the notification without an answer. */
  dismiss({ id }: Note): void {
    this.service?.emit('NotificationClosed', 'uu', id, 2);
  }

  close(): void {
    this.service?.close();
    this.daemon.kill();
  }
}

// The part of D-Bus that a service needs: https://dbus.freedesktop.org/doc/dbus-specification.html
import { connect, type Socket } from 'node:net';

export type Value = string | number | boolean | readonly Value[];

const [methodCall, methodReturn, signal] = [1, 2, 4] as const;
const [pathField, interfaceField, memberField, replyField, destinationField, signatureField] = [
  1, 2, 3, 5, 6, 8,
] as const;
const bus = 'org.freedesktop.DBus';

interface Message {
  readonly type: number;
  readonly serial: number;
  readonly fields: ReadonlyMap<number, Value>;
  readonly body: readonly Value[];
}

/** A method call. */
export interface Call {
  readonly member: string;
  readonly values: readonly Value[];
}

/** The reply: values of these types. */
export type Answer = readonly [signature: string, ...values: Value[]];

export class BusService {
  private serial = 0;
  private received = Buffer.alloc(0);

  private constructor(
    private readonly socket: Socket,
    private readonly name: string,
    private readonly path: string,
    private readonly answer: (call: Call) => Answer,
  ) {}

  /** Owns a name on the bus at a socket, and answers calls. */
  static async open(
    socketPath: string,
    name: string,
    path: string,
    answer: (call: Call) => Answer,
  ): Promise<BusService> {
    const socket = connect(socketPath);
    const service = new BusService(socket, name, path, answer);
    const who = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${who}\r\n`);
    await new Promise((resolve, reject) => {
      socket.once('data', resolve);
      socket.once('error', reject);
    });
    socket.write('BEGIN\r\n');
    socket.on('data', (data: Buffer) => {
      service.take(data);
    });
    service.callBus('Hello', '');
    service.callBus('RequestName', 'su', name, 0);
    return service;
  }

  emit(member: string, signature: string, ...values: Value[]): void {
    const of: Field[] = [
      [pathField, 'o', this.path],
      [interfaceField, 's', this.name],
      [memberField, 's', member],
    ];
    this.send(signal, of, signature, values);
  }

  close(): void {
    this.socket.destroy();
  }

  private callBus(member: string, signature: string, ...values: Value[]): void {
    const of: Field[] = [
      [pathField, 'o', '/org/freedesktop/DBus'],
      [interfaceField, 's', bus],
      [memberField, 's', member],
      [destinationField, 's', bus],
    ];
    this.send(methodCall, of, signature, values);
  }

  private take(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (let length = lengthOf(this.received); length !== null;) {
      const message = read(this.received.subarray(0, length));
      this.received = this.received.subarray(length);
      length = lengthOf(this.received);
      if (message.type === methodCall) this.reply(message);
    }
  }

  private reply({ serial, fields, body }: Message): void {
    const member = fields.get(memberField);
    if (typeof member !== 'string') return;
    const [signature, ...values] = this.answer({ member, values: body });
    const of: Field[] = [
      [replyField, 'u', serial],
      [destinationField, 's', fields.get(7) ?? ''],
    ];
    this.send(methodReturn, of, signature, values);
  }

  private send(
    type: number,
    fields: readonly Field[],
    signature: string,
    values: readonly Value[],
  ): void {
    const body = new Writer();
    typesOf(signature).forEach((each, index) => {
      body.write(each, values[index] ?? '');
    });
    const head = new Writer();
    head.bytes(Buffer.from(['l'.charCodeAt(0), type, 0, 1]));
    head.write('u', body.length);
    head.write('u', (this.serial += 1));
    const all: Field[] =
      signature === '' ? [...fields] : [...fields, [signatureField, 'g', signature]];
    head.write('a(yv)', all);
    head.align(8);
    this.socket.write(Buffer.concat([head.done(), body.done()]));
  }
}

/** A header field: its code, type and value. */
type Field = readonly [number, string, Value];

const sizes: Readonly<Record<string, number>> = {
  ...{ y: 1, g: 1, v: 1, n: 2, q: 2, i: 4, u: 4, b: 4, s: 4, o: 4, a: 4 },
  ...{ x: 8, t: 8, d: 8, '(': 8, '{': 8 },
};

/**
 * The length of the first message; null while it is incomplete. Both sides are this machine, so it is little-endian.
 */
function lengthOf(data: Buffer): number | null {
  if (data.length < 16) return null;
  const head = (16 + data.readUInt32LE(12) + 7) & ~7;
  const length = head + data.readUInt32LE(4);
  return data.length < length ? null : length;
}

function read(data: Buffer): Message {
  const reader = new Reader(data, 12);
  const fields = new Map(reader.value('a(yv)') as [number, Value][]);
  reader.align(8);
  const signature = fields.get(signatureField);
  const body = typesOf(typeof signature === 'string' ? signature : '').map((type) =>
    reader.value(type),
  );
  return { type: data[1] ?? 0, serial: data.readUInt32LE(8), fields, body };
}

/** Splits a signature into complete types. */
function typesOf(signature: string): string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length;) {
    const end = endOf(signature, at);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

function endOf(signature: string, at: number): number {
  const first = signature[at];
  if (first === 'a') return endOf(signature, at + 1);
  if (first !== '(' && first !== '{') return at + 1;
  let end = at + 1;
  while (!')}'.includes(signature[end] ?? ')')) end = endOf(signature, end);
  return end + 1;
}

class Reader {
  constructor(
    private readonly data: Buffer,
    private at: number,
  ) {}

  align(size: number): void {
    this.at = Math.ceil(this.at / size) * size;
  }

  value(type: string): Value {
    const [kind = ''] = type;
    this.align(sizes[kind] ?? 1);
    if (kind === 'a') return this.array(type.slice(1));
    if (kind === '(' || kind === '{')
      return typesOf(type.slice(1, -1)).map((one) => this.value(one));
    if (kind === 'v') return this.value(this.text(this.number(1)));
    if (kind === 'g') return this.text(this.number(1));
    if (kind === 's' || kind === 'o') return this.text(this.number(4));
    return this.number(sizes[kind] ?? 1);
  }

  private array(type: string): Value {
    const length = this.number(4);
    this.align(sizes[type[0] ?? ''] ?? 1);
    const end = this.at + length;
    const values: Value[] = [];
    while (this.at < end) values.push(this.value(type));
    return values;
  }

  /** Unsigned: no value here is negative. */
  private number(size: number): number {
    const value = size > 4 ? 0 : this.data.readUIntLE(this.at, size);
    this.at += size;
    return value;
  }

  private text(length: number): string {
    const text = this.data.toString('utf8', this.at, this.at + length);
    this.at += length + 1;
    return text;
  }
}

class Writer {
  length = 0;
  private readonly parts: Buffer[] = [];

  bytes(part: Buffer): void {
    this.parts.push(part);
    this.length += part.length;
  }

  align(size: number): void {
    this.bytes(Buffer.alloc((size - (this.length % size)) % size));
  }

  write(type: string, value: Value | readonly Field[]): void {
    if (type === 'a(yv)') {
      this.fields(value as readonly Field[]);
    } else if (type === 'as') {
      const texts = new Writer();
      for (const text of value as readonly string[]) texts.write('s', text);
      this.write('u', texts.length);
      this.bytes(texts.done());
    } else if (type === 'u') {
      this.align(4);
      const number = Buffer.alloc(4);
      number.writeUInt32LE(value as number);
      this.bytes(number);
    } else {
      const text = Buffer.from(`${value as string}\0`);
      if (type === 'g') this.bytes(Buffer.from([text.length - 1]));
      else this.write('u', text.length - 1);
      this.bytes(text);
    }
  }

  done(): Buffer {
    return Buffer.concat(this.parts);
  }

  private fields(all: readonly Field[]): void {
    const written = new Writer();
    for (const [number, type, value] of all) {
      written.align(8);
      written.bytes(Buffer.from([number]));
      written.write('g', type);
      written.write(type, value);
    }
    this.write('u', written.length);
    this.align(8);
    this.bytes(written.done());
  }
}

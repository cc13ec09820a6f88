// What a page reports when something in it breaks, and what it does not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';

let server: FakeServer;
let reportFault: (failure: unknown) => void;
let reportUncaught: () => () => void;

beforeEach(async () => {
  // Each page reports a few faults.
  vi.resetModules();
  server = new FakeServer().install();
  ({ reportFault, reportUncaught } = await import('./faults'));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function fault(name: string, message: string, file: string): Error {
  const error = Object.assign(new Error(message), { name });
  error.stack = `${name}: ${message}\n    at play (https://time.example/assets/${file}:1:2345)`;
  return error;
}

const reports = () =>
  server.sent.filter(({ path }) => path === '/api/faults').map(({ body }) => body);

test('a report has the name of the error, the script and the build, and not the message', () => {
  document.body.innerHTML = '<script type="text/plain" src="/assets/main.0a1b.js"></script>';
  reportFault(fault('TypeError', 'Cannot read Tea with Ann', 'ringing.2c3d.js'));
  expect(reports()).toEqual([{ name: 'TypeError', file: 'ringing.2c3d.js', build: 'main.0a1b' }]);
});

test('what is no word is not sent', () => {
  reportFault({ name: 'Tea with Ann', stack: 'no file' });
  reportFault('Rice');
  expect(reports()).toEqual([{ name: 'unknown', file: 'unknown', build: 'unknown' }]);
});

test('each fault is reported once, and a few in all', () => {
  for (const file of ['a.js', 'a.js', 'b.js', 'c.js', 'd.js'])
    reportFault(fault('Error', '', file));
  expect(reports()).toHaveLength(3);
});

test('a request that fails is no fault of the page', async () => {
  const { UnreachableError } = await import('./problem-error');
  reportFault(new UnreachableError(new TypeError('Failed to fetch')));
  expect(reports()).toEqual([]);
});

test('what nothing catches is reported, unless it is from an extension of the browser', () => {
  const stop = reportUncaught();
  const error = (failure: Error) =>
    window.dispatchEvent(new ErrorEvent('error', { error: failure }));
  error(fault('RangeError', '', 'ringing.js'));
  error(Object.assign(new Error('mine'), { stack: 'at chrome-extension://x/inject.js:1:1' }));
  expect(reports()).toMatchObject([{ name: 'RangeError' }]);
  stop();
  error(fault('TypeError', '', 'other.js'));
  expect(reports()).toHaveLength(1);
});

// Reports of faults in this page to the server, so that the operator learns what breaks: never anything typed or shown.
import { disposeAll, onEvents } from '../browser/emitter';
import type { Schemas } from '../model/types';
import { request } from './client';
import { isAway, ProblemError } from './problem-error';

/** One fault often causes more. */
const reportsAtMost = 3;
const reported = new Set<string>();

/** Reports the name of an error and the script that it is from; each once per page. */
export function reportFault(failure: unknown): void {
  // Failures of requests are not faults of the page.
  if (isAway(failure) || failure instanceof ProblemError) return;
  const { name, stack } = Object(failure) as Partial<Error>;
  const fault: Schemas['Fault'] = {
    name: wordOf(name),
    file: fileIn(stack),
    build: buildOfPage(),
  };
  const key = `${fault.name} ${fault.file}`;
  if (reported.has(key) || reported.size >= reportsAtMost) return;
  reported.add(key);
  request('POST', '/api/faults', fault).catch(() => undefined);
}

/** Reports everything that nothing catches, until the returned function is called. */
export function reportUncaught(): () => void {
  const onError = ({ error }: ErrorEvent) => {
    if (isOwn(error)) reportFault(error);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => {
    if (isOwn(reason)) reportFault(reason);
  };
  return disposeAll(
    onEvents(window, ['error'], onError),
    onEvents(window, ['unhandledrejection'], onRejection),
  );
}

/** Whether a failure is from a script of this site, and not from an extension of the browser. */
function isOwn(failure: unknown): boolean {
  return fileIn((Object(failure) as Partial<Error>).stack) !== 'unknown';
}

function fileIn(stack: unknown): string {
  return wordOf(/\/assets\/([\w.-]+\.js)/.exec(String(stack))?.[1]);
}

/** The page's main script, whose name contains the hash of its content. */
function buildOfPage(): string {
  const sources = Array.from(document.scripts, ({ src }) => src);
  return wordOf(sources.map((src) => /\/assets\/(main[\w.-]*)\.js/.exec(src)?.[1]).find(Boolean));
}

/** What the server accepts. */
function wordOf(text: unknown): string {
  return typeof text === 'string' && /^[\w.-]{1,100}$/.test(text) ? text : 'unknown';
}

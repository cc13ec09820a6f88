// One tab listens to the event stream for all. A visible tab that gets nothing from it listens by itself: phones
// suspend background tabs, and a suspended tab keeps its lock.
import { endAll } from '../browser/listeners';
import { announceToTabs, onTabMessage } from '../browser/tab-channel';
import { after } from '../time/background-timer';
import { holdTabLock } from './tab-lock';

/** Listens until the returned function is called; calls `onSign` for everything that arrives. */
type Listen = (onSign: () => void) => () => void;

/** The stream sends something every 15 seconds. */
const silentForMs = 40_000;

/** Listens in one tab for all of them, until the returned function is called. */
export function listenInOneTab(listen: Listen): () => void {
  let standIn: (() => void) | null = null;
  let isLeader = false;
  let cancelWait: () => void = () => undefined;

  const standDown = () => {
    standIn?.();
    standIn = null;
  };
  const checkLeader = () => {
    if (!isLeader && standIn === null && !document.hidden) standIn = listen(() => undefined);
    waitOn();
  };
  const waitOn = () => {
    cancelWait();
    cancelWait = after(silentForMs, checkLeader);
  };
  const stopQueue = endAll(
    onTabMessage('stream-heard', () => {
      standDown();
      waitOn();
    }),
    holdTabLock('tokibako-streams', () => {
      isLeader = true;
      standDown();
      const stop = listen(() => {
        announceToTabs('stream-heard', null);
      });
      return () => {
        isLeader = false;
        stop();
      };
    }),
  );
  waitOn();
  return () => {
    cancelWait();
    standDown();
    stopQueue();
  };
}

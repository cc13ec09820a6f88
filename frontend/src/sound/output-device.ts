// Whether there is an audio output device.
import { onEvents } from '../browser/emitter';
import { after } from '../time/background-timer';

/** A list that takes longer than this is ignored. */
const patienceMs = 100;
/** How old the list may be while something sounds: hidden tabs get no event about devices. */
export const whileSoundingMs = 500;

let wasThere = false;
/** What the browser lists, since when, and whether it has answered; null if a device has come or gone since. */
let listed: {
  readonly at: number;
  readonly isThere: Promise<boolean | undefined>;
  isAnswered: boolean;
} | null = null;
let isListening = false;

/**
 * True if the browser listed outputs before and lists none now. A context without a device runs silently without any
 * sign. Browsers that list no outputs without a permission, like Firefox and Safari, are assumed to have one.
 *
 * The browser is asked again when a device has come or gone, and if its list is older than `atMostMs`.
 */
export async function outputIsGone(atMostMs = Infinity): Promise<boolean> {
  listenForDevices();
  const now = performance.now();
  if (listed === null || now - listed.at > atMostMs) listed = listFrom(now);
  // A gesture asks, and so does each key of a text: none of them starts a timer without need.
  const isThere = await (listed.isAnswered
    ? listed.isThere
    : Promise.race([listed.isThere, unknownAfter(patienceMs)]));
  if (isThere === true) wasThere = true;
  return wasThere && isThere === false;
}

function listFrom(at: number) {
  const list = { at, isThere: hasOutput(), isAnswered: false };
  void list.isThere.then(() => {
    list.isAnswered = true;
  });
  return list;
}

function listenForDevices(): void {
  if (isListening) return;
  isListening = true;
  const devices = mediaDevices();
  if (devices === undefined) return;
  onEvents(devices, ['devicechange'], () => {
    listed = null;
  });
}

async function hasOutput(): Promise<boolean | undefined> {
  try {
    const devices = await mediaDevices()?.enumerateDevices();
    return devices?.some(({ kind }) => kind === 'audiooutput');
  } catch {
    return undefined;
  }
}

/** Missing in insecure contexts. */
function mediaDevices(): MediaDevices | undefined {
  return (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices;
}

function unknownAfter(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    after(ms, () => {
      resolve(undefined);
    });
  });
}

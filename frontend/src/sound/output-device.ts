// Whether there is an audio output device.
import { after } from '../time/background-timer';

/** A list that takes longer than this is ignored. */
const patienceMs = 100;

let wasThere = false;

/**
 * True if the browser listed outputs before and lists none now. A context without a device runs silently without any
 * sign. Browsers that list no outputs without a permission, like Firefox and Safari, are assumed to have one.
 */
export async function outputIsGone(): Promise<boolean> {
  const isThere = await Promise.race([hasOutput(), unknownAfter(patienceMs)]);
  if (isThere === true) wasThere = true;
  return wasThere && isThere === false;
}

async function hasOutput(): Promise<boolean | undefined> {
  // Missing in insecure contexts.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  try {
    const devices = await mediaDevices?.enumerateDevices();
    return devices?.some(({ kind }) => kind === 'audiooutput');
  } catch {
    return undefined;
  }
}

function unknownAfter(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    after(ms, () => {
      resolve(undefined);
    });
  });
}

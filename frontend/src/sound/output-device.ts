// Whether the device still has something to sound through.
import { after } from '../time/background-timer';

/** A list that takes longer says nothing. */
const patienceMs = 100;

let wasThere = false;

/**
 * True once all outputs are gone that the browser listed before. A context without a device runs in silence and does not
 * say so. Browsers that list no outputs, as Firefox and Safari do without a permission, are believed to have some.
 */
export async function outputIsGone(): Promise<boolean> {
  const isThere = await Promise.race([hasOutput(), unknownAfter(patienceMs)]);
  if (isThere === true) wasThere = true;
  return wasThere && isThere === false;
}

async function hasOutput(): Promise<boolean | undefined> {
  // Missing outside of secure contexts.
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

// What a device is called in the list of those that ring.
import type { useIntl } from 'react-intl';
import type { PushDevice } from '../../api/types';

type Intl = ReturnType<typeof useIntl>;

/** Browsers by whose push service reaches them, as far as that says it. */
const browsers: Readonly<Record<PushDevice['service'], string | null>> = {
  google: 'Chrome',
  mozilla: 'Firefox',
  apple: 'Safari',
  microsoft: 'Edge',
  other: null,
};

/** Systems by how they call themselves, the more particular first. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** The browser, and for the device in hand its system too: of others the server knows none. */
export function deviceName(
  { formatMessage }: Intl,
  { service }: Pick<PushDevice, 'service'>,
  isThis: boolean,
): string {
  const browser = browsers[service] ?? formatMessage({ id: 'account.unknownBrowser' });
  const system = isThis ? systemOf(navigator.userAgent) : null;
  if (system === null) return browser;
  return formatMessage({ id: 'account.browserOnSystem' }, { browser, system });
}

function systemOf(userAgent: string): string | null {
  return systems.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
}

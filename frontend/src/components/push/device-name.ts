// The names of devices in the list.
import type { useIntl } from 'react-intl';
import type { PushDevice } from '../../model/types';

type Intl = ReturnType<typeof useIntl>;

/** Browsers, as far as their push service identifies them. */
const browsers: Readonly<Record<PushDevice['service'], string | null>> = {
  google: 'Chrome',
  mozilla: 'Firefox',
  apple: 'Safari',
  microsoft: 'Edge',
  other: null,
};

/** Operating systems by their names in `User-Agent`, the more specific first. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** The browser, and for this device its system; the server does not know the system of others. */
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

// The condition of the weather in words, by its WMO code (table 4677, as far as forecasts use it).
import type { MessageId } from '../../i18n/messages';

const conditions: Readonly<Record<number, MessageId>> = {
  0: 'weather.clear',
  1: 'weather.mostlyClear',
  2: 'weather.partlyCloudy',
  3: 'weather.overcast',
  45: 'weather.fog',
  48: 'weather.rimeFog',
  51: 'weather.drizzleLight',
  53: 'weather.drizzle',
  55: 'weather.drizzleHeavy',
  56: 'weather.drizzleFreezing',
  57: 'weather.drizzleFreezing',
  61: 'weather.rainLight',
  63: 'weather.rain',
  65: 'weather.rainHeavy',
  66: 'weather.rainFreezing',
  67: 'weather.rainFreezing',
  71: 'weather.snowLight',
  73: 'weather.snow',
  75: 'weather.snowHeavy',
  77: 'weather.snowGrains',
  80: 'weather.showersLight',
  81: 'weather.showers',
  82: 'weather.showersHeavy',
  85: 'weather.snowShowers',
  86: 'weather.snowShowersHeavy',
  95: 'weather.thunder',
  96: 'weather.thunderHail',
  99: 'weather.thunderHail',
};

/** The text for a code; null for one that no forecast uses. */
export function conditionMessage(code: number | null): MessageId | null {
  return code === null ? null : (conditions[code] ?? null);
}

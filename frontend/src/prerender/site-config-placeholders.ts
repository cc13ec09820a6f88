// What a built page has in the place of each configured value; the server fills it in.
import type { SiteConfig } from '../browser/site-config';
import { placeholder } from './markup';

/** Placeholders that the server fills in escaped for where they stand: in HTML, or in JSON. */
export function siteConfigPlaceholders(context: 'html' | 'json'): SiteConfig {
  const at = (key: string) => placeholder(context, key);
  return {
    origin: at('origin'),
    operator: {
      name: at('operator.name'),
      url: at('operator.url'),
      address: at('operator.address'),
      services: at('operator.services'),
    },
    tools: {
      'url-shortener': at('tools.url-shortener'),
      'speed-test': at('tools.speed-test'),
      'qr-code': at('tools.qr-code'),
      'image-cropper': at('tools.image-cropper'),
      'time-tracker': at('tools.time-tracker'),
    },
    retentionDays: at('retention-days'),
    registration: at('registration'),
    failedSignIns: at('failed-sign-ins'),
    weatherProvider: at('weather-provider'),
    serviceWorker: at('service-worker'),
  };
}

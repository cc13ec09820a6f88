// The placeholders in built pages, which the server replaces by configured values.
import type { SiteConfig } from '../browser/site-config';
import { placeholder } from './markup';

/** The placeholders for HTML or JSON, escaped accordingly by the server. */
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
    push: at('push'),
    serviceWorker: at('service-worker'),
  };
}

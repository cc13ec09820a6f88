// The site's configuration in tests.
import type { SiteConfig } from '../browser/site-config';

export const siteConfigOfTests: SiteConfig = {
  origin: 'http://localhost:8080',
  operator: { name: 'Tokibako', url: '', address: '', services: '' },
  tools: {
    'url-shortener': 'https://url-shortener.example',
    'speed-test': 'https://speed-test.example',
    'qr-code': 'https://qr-code.example',
    'image-cropper': 'https://image-cropper.example',
    'time-tracker': 'https://time-tracker.example',
  },
  retentionDays: '400',
  registration: 'on',
  failedSignIns: 'off',
  weatherProvider: 'open-meteo',
  push: 'on',
  serviceWorker: 'on',
};

// What the server was configured with: its public origin, who operates it, where the sister tools stand.

export interface SiteConfig {
  /** The public address without a path, such as `https://time.example`. */
  readonly origin: string;
  readonly operator: Operator;
  /** Addresses without a slash at the end. */
  readonly tools: Readonly<Record<SisterToolId, string>>;
}

/** Who runs the site. All but the name may be empty. */
export interface Operator {
  readonly name: string;
  readonly url: string;
  readonly address: string;
  readonly services: string;
}

export type SisterToolId =
  'url-shortener' | 'speed-test' | 'qr-code' | 'image-cropper' | 'time-tracker';

/** The script element of a page that holds its configuration as JSON. */
export const siteConfigElement = 'site-config';

/** What a built page has in the place of each value; the server fills it in, escaped for HTML. */
export const siteConfigPlaceholders = placeholders('html');

/** The text of the page's configuration element; the server fills in the same values, escaped for JSON. */
export const siteConfigJson = JSON.stringify(placeholders('json'));

/** What holds where no server filled a page in, as in tests. */
const unfilled: SiteConfig = {
  origin: 'http://localhost:8080',
  operator: { name: 'Tokibako', url: '', address: '', services: '' },
  tools: {
    'url-shortener': 'https://url-shortener.example',
    'speed-test': 'https://speed-test.example',
    'qr-code': 'https://qr-code.example',
    'image-cropper': 'https://image-cropper.example',
    'time-tracker': 'https://time-tracker.example',
  },
};

let ofPage: SiteConfig | undefined;

/**
 * The configuration; placeholders while pages are built. A value that may be empty has to be all that its
 * element holds, or a page that was filled in does not fit what the browser renders.
 */
export function useSiteConfig(): SiteConfig {
  if (typeof document === 'undefined') return siteConfigPlaceholders;
  ofPage ??= readPage();
  return ofPage;
}

function readPage(): SiteConfig {
  const text = document.getElementById(siteConfigElement)?.textContent;
  return text === undefined ? unfilled : (JSON.parse(text) as SiteConfig);
}

function placeholders(context: 'html' | 'json'): SiteConfig {
  const at = (key: string) => `%%tokibako:${context}:${key}%%`;
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
  };
}

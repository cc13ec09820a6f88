// What the server was configured with: its public origin, who operates it, where the sister tools stand, and what the
// privacy page tells of it.

export interface SiteConfig {
  /** The public address without a path, such as `https://time.example`. */
  readonly origin: string;
  readonly operator: Operator;
  /** Addresses without a slash at the end. */
  readonly tools: Readonly<Record<SisterToolId, string>>;
  /** After how many days what an idle browser owns is deleted, in digits; `off` where it is kept. */
  readonly retentionDays: string;
  /** `off` where no new account can be made. */
  readonly registration: string;
  /** `on` where the log has the address of each wrong password. */
  readonly failedSignIns: string;
  /** Who reports the weather: `open-meteo`, `weatherapi` or `off`; `data-weather` of the root says it to styles. */
  readonly weatherProvider: string;
  /** What the service worker does: `on`, `push-only` or `off`. */
  readonly serviceWorker: string;
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

let ofPage: SiteConfig | undefined;

/** Sets what holds where there is no page to read it from: pages are built with placeholders, and tests have none. */
export function takeSiteConfig(config: SiteConfig): void {
  ofPage = config;
}

/**
 * The configuration, for components. A value that may be empty has to be all that its element holds, or a page that was
 * filled in does not fit what the browser renders.
 */
export function useSiteConfig(): SiteConfig {
  return siteConfig();
}

/** The configuration. */
export function siteConfig(): SiteConfig {
  ofPage ??= JSON.parse(
    document.getElementById(siteConfigElement)?.textContent ?? '',
  ) as SiteConfig;
  return ofPage;
}

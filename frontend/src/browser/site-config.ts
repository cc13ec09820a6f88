// The server's configuration of this site: its public origin, its operator, the sister tools, and what the privacy page
// describes.

export interface SiteConfig {
  /** The public address without a path, such as `https://time.example`. */
  readonly origin: string;
  readonly operator: Operator;
  /** URLs without a trailing slash. */
  readonly tools: Readonly<Record<SisterToolId, string>>;
  /** After how many days an idle browser's data are deleted, in digits; `off` if never. */
  readonly retentionDays: string;
  /** `off` if no new account can be created. */
  readonly registration: string;
  /** `on` if wrong passwords are logged with the client's address. */
  readonly failedSignIns: string;
  /** `open-meteo`, `weatherapi` or `off`; the root's attribute `data-weather` makes it available to styles. */
  readonly weatherProvider: string;
  /** `off` if the server sends no pushes; the root's attribute `data-push` makes it available to styles. */
  readonly push: string;
  /** What the service worker does: `on`, `push-only` or `off`; the root's attribute `data-worker` says it to styles. */
  readonly serviceWorker: string;
}

/** The operator of the site. All but the name may be empty. */
interface Operator {
  readonly name: string;
  readonly url: string;
  readonly address: string;
  readonly services: string;
}

export type SisterToolId =
  'url-shortener' | 'speed-test' | 'qr-code' | 'image-cropper' | 'time-tracker';

/** The id of the script element that contains the configuration as JSON. */
export const siteConfigElement = 'site-config';

let ofPage: SiteConfig | undefined;

/** Sets the configuration where there is no such element: placeholders during the build, values in tests. */
export function takeSiteConfig(config: SiteConfig): void {
  ofPage = config;
}

/**
 * The configuration, for components. A value that may be empty must be the only content of its element; otherwise the
 * page as filled in by the server differs from what the browser renders.
 */
export function useSiteConfig(): SiteConfig {
  return siteConfig();
}

export function siteConfig(): SiteConfig {
  ofPage ??= JSON.parse(
    document.getElementById(siteConfigElement)?.textContent ?? '',
  ) as SiteConfig;
  return ofPage;
}

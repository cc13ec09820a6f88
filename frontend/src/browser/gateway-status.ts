// Statuses with which a proxy answers for a server that it cannot reach, for pages and the service worker.

/** 502 to 504 of most proxies, and Cloudflare's 520 to 530. */
export function isGatewayStatus(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}

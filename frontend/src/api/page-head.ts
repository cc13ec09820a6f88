// The head of a page as the server sends it to machines.

/** Fetches what stands in the head of the page at a path. */
export async function fetchPageHead(path: string, signal: AbortSignal): Promise<HTMLHeadElement> {
  const response = await fetch(path, { headers: { Accept: 'text/html' }, signal });
  if (!response.ok) throw new Error(`${String(response.status)}: ${path}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html').head;
}

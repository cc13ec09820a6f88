// The caches of the service worker.

/** Deletes the pages that are cached for offline use. */
export async function deleteKeptPages(): Promise<void> {
  // The type says that it always exists, but it is missing in insecure contexts.
  const { caches: kept } = globalThis as { readonly caches?: CacheStorage };
  if (kept === undefined) return;
  const names = await kept.keys();
  await Promise.all(names.map((name) => kept.delete(name)));
}

// The caches of the service worker.

/** Deletes the pages that are cached for offline use. */
export async function deleteCachedPages(): Promise<void> {
  // The type says that it always exists, but it is missing in insecure contexts.
  const { caches: available } = globalThis as { readonly caches?: CacheStorage };
  if (available === undefined) return;
  const names = await available.keys();
  await Promise.all(names.map((name) => available.delete(name)));
}

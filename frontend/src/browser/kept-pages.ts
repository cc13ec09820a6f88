// What the service worker keeps in this browser beside local storage.

/** Deletes the pages that are kept for when there is no network. */
export async function deleteKeptPages(): Promise<void> {
  // Typed as always there, yet missing outside of secure contexts.
  const { caches: kept } = globalThis as { readonly caches?: CacheStorage };
  if (kept === undefined) return;
  const names = await kept.keys();
  await Promise.all(names.map((name) => kept.delete(name)));
}

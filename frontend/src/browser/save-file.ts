// Offers a text as a file to download.

/** The browser stores it like any other download. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, revokedAfterMs);
}

const revokedAfterMs = 60_000;

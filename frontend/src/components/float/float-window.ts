// A floating window: Document Picture-in-Picture, or a pop-up in browsers without it.

/** Missing in some browsers and in TypeScript's library. */
interface DocumentPictureInPicture {
  readonly requestWindow: (size: FloatSize) => Promise<Window>;
}

/** In pixels. */
interface FloatSize {
  readonly width: number;
  readonly height: number;
}

/** With this name the next pop-up replaces the last one. */
const popUpName = 'tokibako-float';

/** Whether this browser supports floating windows. A phone would open a pop-up over the page. */
export function canFloat(): boolean {
  return (
    pictureInPicture() !== undefined || matchMedia('(hover: hover) and (pointer: fine)').matches
  );
}

/** Opens a window, which needs a user gesture; null if the browser refuses. */
export async function openFloatWindow(size: FloatSize): Promise<Window | null> {
  try {
    const own = pictureInPicture();
    if (own !== undefined) return await own.requestWindow(size);
  } catch {
    // Refused, for example in an iframe: a pop-up may be allowed.
  }
  const features = `popup,width=${String(size.width)},height=${String(size.height)}`;
  return window.open('', popUpName, features);
}

/** Copies the page's style sheets, theme and language; follows the theme until the returned function is called. */
export function dressFloatWindow({ document: target }: Window, title: string): () => void {
  const source = document.documentElement;
  const root = target.documentElement;
  root.lang = source.lang;
  root.dir = source.dir;
  target.title = title;
  // The font of the digits first, because its style sheet does not wait for it.
  const files = '[rel="preload"][as="font"], [rel="stylesheet"]';
  for (const link of document.querySelectorAll<HTMLLinkElement>(files)) {
    // With exactly its attributes: WebKit ignores a style sheet whose type is empty.
    const copy = target.importNode(link);
    copy.href = link.href;
    target.head.append(copy);
  }
  const follow = () => {
    root.className = source.className;
  };
  follow();
  const observer = new MutationObserver(follow);
  observer.observe(source, { attributeFilter: ['class'] });
  return () => {
    observer.disconnect();
  };
}

function pictureInPicture(): DocumentPictureInPicture | undefined {
  const { documentPictureInPicture } = window as {
    readonly documentPictureInPicture?: DocumentPictureInPicture;
  };
  return documentPictureInPicture;
}

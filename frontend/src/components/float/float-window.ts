// A small window above others: a Document Picture-in-Picture window, or a pop-up where the browser has none.

/** Not in every browser, and not in TypeScript's library. */
interface DocumentPictureInPicture {
  readonly requestWindow: (size: FloatSize) => Promise<Window>;
}

/** In pixels. */
export interface FloatSize {
  readonly width: number;
  readonly height: number;
}

/** By which the next one takes the place of the last. */
const popUpName = 'tokibako-float';

/** Whether this browser can show one. A phone would open a pop-up over the page instead of beside it. */
export function canFloat(): boolean {
  return (
    pictureInPicture() !== undefined || matchMedia('(hover: hover) and (pointer: fine)').matches
  );
}

/** Opens one, which needs a press; null where the browser refuses. */
export async function openFloatWindow(size: FloatSize): Promise<Window | null> {
  try {
    const own = pictureInPicture();
    if (own !== undefined) return await own.requestWindow(size);
  } catch {
    // Refused, as in a page within another: a pop-up may be allowed.
  }
  const features = `popup,width=${String(size.width)},height=${String(size.height)}`;
  return window.open('', popUpName, features);
}

/** Gives it the style sheets, the theme and the language of the page; it follows the theme until the returned function is called. */
export function dressFloatWindow({ document: target }: Window, title: string): () => void {
  const source = document.documentElement;
  const root = target.documentElement;
  root.lang = source.lang;
  root.dir = source.dir;
  target.title = title;
  // The digits' face first: its style sheet does without one that comes late.
  const files = '[rel="preload"][as="font"], [rel="stylesheet"]';
  for (const { rel, href, as, type, crossOrigin } of document.querySelectorAll<HTMLLinkElement>(
    files,
  )) {
    const link = target.createElement('link');
    Object.assign(link, { rel, href, as, type, crossOrigin });
    target.head.append(link);
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

// A finger on a page: touches as Chromium gets them from a screen, so that scrolling may take them away.
import type { Page } from '@playwright/test';

export type Point = readonly [x: number, y: number];

/** Puts a finger down at the first point, moves it over the others in small steps, and lifts it. */
export async function dragByTouch(page: Page, points: readonly Point[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: point === undefined ? [] : [{ x: point[0], y: point[1] }],
    });
  const [first, ...others] = points;
  if (first === undefined) throw new Error('a drag begins somewhere');
  await send('touchStart', first);
  for (const point of others) await send('touchMove', point);
  await send('touchEnd');
  await client.detach();
}

/** Points on a circle around the middle of a box, clockwise from the top, in sixtieths of a turn. */
export function arc(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  radius: number,
  from: number,
  to: number,
): Point[] {
  const steps = Math.ceil(Math.abs(to - from));
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / steps) / 30) * Math.PI;
    return [
      box.x + box.width / 2 + Math.sin(angle) * radius,
      box.y + box.height / 2 - Math.cos(angle) * radius,
    ];
  });
}

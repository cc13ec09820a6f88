// What engines draw in different ways: bars in tables, small windows, digits, breaks and hyphens; and
// which keyboard a line asks for.
import { expect, test } from './fixtures';
import { namingSmallWindow } from './page-elements';
import { until } from './wait';

test('the bars of laps are in their rows', async ({ visitor }) => {
  const tab = await visitor.open('/stopwatch/en');
  await tab.click({ button: 'Start' });
  await tab.click({ button: 'Lap' });
  await tab.click({ button: 'Lap' });
  await tab.click({ button: 'Stop' });
  await tab.until(
    'each row has its bar at its lower edge',
    `(() => {
      const rows = [...document.querySelectorAll('tbody tr')];
      return rows.length === 3 && rows.every((row) => {
        const bar = row.querySelector('th span[style*="scale"]').getBoundingClientRect();
        const { left, right, bottom } = row.getBoundingClientRect();
        return Math.abs(bar.bottom - bottom) <= 1 && bar.left >= left - 1 && bar.right <= right + 1;
      });
    })()`,
  );
  const widths = await tab.read<[number, number]>(`(() => {
    const row = document.querySelector('tbody tr');
    const bar = row.querySelector('th span[style*="scale"]');
    return [bar.offsetWidth, row.getBoundingClientRect().width];
  })()`);
  expect(Math.abs(widths[0] - widths[1])).toBeLessThan(1);
});

test('a small window has the colours and the font of the page', async ({ visitor }) => {
  const tab = await visitor.open('/timer/en');
  await tab.click({ button: 'Start a 1 min timer' });
  await tab.read(namingSmallWindow);
  await tab.click({ button: 'Open in a small window: 1 min timer' });
  await tab.until(
    'it is styled',
    `(() => {
      const style = (view) => view.getComputedStyle(view.document.body);
      const own = style(window);
      const its = window.floating && style(window.floating);
      return Boolean(its) && its.backgroundColor === own.backgroundColor && its.margin === '0px';
    })()`,
  );
  await tab.read('window.floating.close()');
});

test('Arabic pages have Latin digits alone', async ({ visitor }) => {
  const tab = await visitor.open('/digital-clock/ar');
  expect(await tab.read(`document.body.innerText.match(/[٠-٩]+/g)`)).toBeNull();
  await tab.open('/ar');
  expect(await tab.read(`document.body.innerText.match(/[٠-٩]+/g)`)).toBeNull();
});

test('a Japanese headline breaks between phrases', async ({ visitor }) => {
  const tab = await visitor.open('/');
  await tab.resize(450, 800);
  await tab.until('the window is narrow', 'innerWidth < 500');
  const lines = await tab.read<string[]>(`(() => {
    const [text] = document.querySelector('h1').childNodes;
    const lines = new Map();
    [...text.data].forEach((character, at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { top } = range.getBoundingClientRect();
      lines.set(top, (lines.get(top) ?? '') + character);
    });
    return [...lines.values()];
  })()`);
  expect([['時の道具を、ひとつの箱に。'], ['時の道具を、', 'ひとつの箱に。']]).toContainEqual(
    lines,
  );
});

test('no short word of the home page is hyphenated', async ({ visitor }) => {
  const tab = await visitor.open('/en');
  // The words whose letters are on two lines, although they contain no place to break at.
  const broken = await tab.read<string[]>(`(() => {
    const broken = [];
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/\\p{Letter}+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        // The end of the line before a word counts as an empty part of it in WebKit.
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  })()`);
  expect(broken.filter((word) => word.length < 12)).toEqual([]);
});

test('on a tablet the lines open a keyboard with letters', async ({ visitor }) => {
  const tab = await visitor.open('/alarm/en');
  await tab.resize(800, 1100);
  const keyboard = `(() => {
    const { type, inputMode, pattern } = document.querySelector('[data-line]');
    return [type, inputMode, pattern].join();
  })()`;
  expect(await tab.read(keyboard)).toBe('text,,');
  await tab.type('[data-line]', '7:30 gym');
  await tab.press('Enter');
  await until('the name is saved', async () => (await visitor.alarms())[0]?.label === 'gym');
  await tab.open('/timer/en');
  expect(await tab.read(keyboard)).toBe('text,,');
});

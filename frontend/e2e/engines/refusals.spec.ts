// Whatever a browser refuses or lacks, a timer rings, is heard and is stopped, and the page says what is lost.
import { AlteredLine } from './altered-line';
import { expect, test, testServer } from './fixtures';
import { recorded, recording } from './recorded';
import { blocked, lacking } from './refusals';
import { Tab } from './tab';

const all = Object.entries({ ...blocked, ...lacking });

/** Pages that lose what is set when they are closed have to say so. */
const losing = ['localStorage that throws', 'all storage blocked'];

/** Warnings of the page about what it goes on without. */
const expected = /^(?!uncaught).*The operation is insecure/;

for (const [index, [refusal, script]] of all.entries()) {
  test(`${refusal}: a timer rings, is heard, and is stopped`, async ({ profile, sound }) => {
    // Each line has an address of its own, because cookies are not separated by ports.
    const line = await AlteredLine.open(
      testServer(),
      `127.0.0.${String(index + 2)}`,
      recording + script,
    );
    const tab = new Tab(await profile.newTab(), line.url);
    try {
      await tab.show();
      await tab.open('/timer/en?t=1s&label=Tea');
      await tab.click({ button: 'Start Tea' });
      await tab.untilShown({ button: 'Stop' });
      await sound.heard();
      await tab.click({ button: 'Stop' });
      await tab.untilGone('dialog[open]');
      await tab.untilShown({ button: 'Start Tea' });
      if (losing.includes(refusal)) await tab.untilText('Your browser isn’t saving data');
      else await tab.untilNoText('Your browser isn’t saving data');
      const reports = await recorded(tab);
      expect(reports.filter((report) => !expected.test(report))).toEqual([]);
    } finally {
      await tab.close();
      await line.close();
    }
  });
}

// Rings with the site closed, from the server's own dispatcher to two devices of one person.
import { wholeLaunchOptions } from './browser';
import { deliver, press, preparePush, shownIn } from './push';
import { leave, test, turnOn } from './pushing-server';
import { timing } from './timing';
import { expect, expectSounds, ringOf } from './visitor';

test.use({ launchOptions: wholeLaunchOptions });

// The server waits three seconds for a page to report that it sounds: a busy machine would be too late.
test(
  'a ring reaches two devices, silent where a page sounds, and Stop on one ends it on the other',
  timing,
  async ({ browser, context, page, pushes, visitor }) => {
    const [desk, phone] = [pushes.subscribe(), pushes.subscribe()];
    await preparePush(context, desk);
    const other = await visitor.elsewhere(browser);
    await preparePush(other.context, phone);
    const away = await other.open('/timer/en');
    await turnOn(away, phone);
    await leave(away);
    await page.goto('/timer/en');
    await turnOn(page, desk);
    await visitor.listen(page, '/timer/en');

    // The desk's page sounds and says so; the phone, whose tab is closed, is pushed the ring and stops it.
    const heard = page.waitForResponse('**/api/rings/heard');
    const tea = await visitor.setTimer({ seconds: 2, label: 'Tea' });
    await expect(ringOf(page, 'Tea')).toBeVisible();
    await expectSounds([page], 1);
    expect((await heard).status()).toBe(204);
    await deliver(away, await phone.next('ring'));
    await expect
      .poll(() => shownIn(away))
      .toContainEqual(
        expect.objectContaining({ title: 'Tea', silent: false, requireInteraction: true }),
      );
    await press(away, 'stop', `timer-${String(tea.id)}`);
    await expect(ringOf(page, 'Tea')).toBeHidden();
    await expectSounds([page], 0);
    expect(desk.waiting).toEqual([]);

    // With every tab closed both are pushed the ring; the one that does not stop it is told so.
    await leave(page);
    const rice = await visitor.setTimer({ seconds: 1, label: 'Rice' });
    await deliver(page, await desk.next('ring'));
    await deliver(away, await phone.next('ring'));
    await expect
      .poll(() => shownIn(page))
      .toContainEqual(expect.objectContaining({ title: 'Rice' }));
    await expect
      .poll(() => shownIn(away))
      .toContainEqual(expect.objectContaining({ title: 'Rice' }));
    await press(away, 'stop', `timer-${String(rice.id)}`);
    await deliver(page, await desk.next('stop'));
    await expect
      .poll(() => shownIn(page))
      .toContainEqual(
        expect.objectContaining({
          title: 'Rice',
          body: 'Stopped on another device',
          silent: true,
          actions: [],
        }),
      );
    expect([desk.waiting, phone.waiting]).toEqual([[], []]);
    expect((await visitor.rings()).map(({ answered }) => answered?.answer)).toEqual([
      'stop',
      'stop',
    ]);

    // A page that is opened afterwards does not ring, and clears what is over.
    await page.goto('/timer/en');
    await expect
      .poll(async () => (await shownIn(page)).filter(({ title }) => title === 'Rice'))
      .toEqual([]);
    await expect(ringOf(page, 'Rice')).toBeHidden();
  },
);

// Keys and clicks in a pop-up: those that were meant for the page before it do not stop the ring.
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { usePopUp } from './pop-up';
import { setOwnSounding } from '../../services/sounding';

const name = 'Stop';

function PopUp({ onStop }: { readonly onStop: () => void }) {
  const { dialog, inside, stopButton } = usePopUp(onStop);
  return (
    <dialog ref={dialog}>
      <div ref={inside}>
        <button ref={stopButton} type="button" onClick={onStop}>
          {name}
        </button>
      </div>
    </dialog>
  );
}

test.each(['{ }', '{Enter}'])(
  'a %s that was typed when the pop-up appeared does not stop the ring, a later one does',
  async (key) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const onStop = vi.fn();
    render(<PopUp onStop={onStop} />);
    const visitor = userEvent.setup();
    expect(screen.getByRole('button')).toHaveFocus();
    now.mockReturnValue(1_400);
    await visitor.keyboard(key);
    expect(onStop).not.toHaveBeenCalled();
    now.mockReturnValue(1_600);
    await visitor.keyboard(key);
    expect(onStop).toHaveBeenCalledOnce();
  },
);

test('a click outside when the pop-up appears does not stop the ring, a later one does', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const onStop = vi.fn();
  render(<PopUp onStop={onStop} />);
  const dialog = screen.getByRole('dialog', { hidden: true });
  now.mockReturnValue(1_400);
  dialog.click();
  expect(onStop).not.toHaveBeenCalled();
  now.mockReturnValue(1_600);
  dialog.click();
  expect(onStop).toHaveBeenCalledOnce();
});

test('while the browser blocks the sound, the first tap outside only unlocks it', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const onStop = vi.fn();
  render(<PopUp onStop={onStop} />);
  const visitor = userEvent.setup();
  const dialog = screen.getByRole('dialog', { hidden: true });
  now.mockReturnValue(2_000);
  setOwnSounding('blocked');
  await visitor.pointer([{ keys: '[TouchA>]', target: dialog }]);
  // The gesture has unlocked the sound before the finger leaves the screen.
  setOwnSounding('playing');
  await visitor.pointer([{ keys: '[/TouchA]', target: dialog }]);
  expect(onStop).not.toHaveBeenCalled();
  await visitor.click(dialog);
  expect(onStop).toHaveBeenCalledOnce();
  setOwnSounding('silent');
});

test('a second tap outside stops a ring whose sound stays blocked', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const onStop = vi.fn();
  render(<PopUp onStop={onStop} />);
  const visitor = userEvent.setup();
  const dialog = screen.getByRole('dialog', { hidden: true });
  now.mockReturnValue(2_000);
  setOwnSounding('blocked');
  await visitor.click(dialog);
  expect(onStop).not.toHaveBeenCalled();
  await visitor.click(dialog);
  expect(onStop).toHaveBeenCalledOnce();
  setOwnSounding('silent');
});

test('Escape when the pop-up appears does not stop the ring, a later one does', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const onStop = vi.fn();
  render(<PopUp onStop={onStop} />);
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });
  now.mockReturnValue(1_400);
  const escape = new Event('cancel', { cancelable: true });
  dialog.dispatchEvent(escape);
  expect(escape.defaultPrevented).toBe(true);
  expect(onStop).not.toHaveBeenCalled();
  // The browser may close it nevertheless.
  dialog.close();
  expect(dialog.open).toBe(true);
  expect(onStop).not.toHaveBeenCalled();
  now.mockReturnValue(1_600);
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(onStop).toHaveBeenCalledOnce();
});

test('a key that is held since before does not stop the ring', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  render(<PopUp onStop={vi.fn()} />);
  now.mockReturnValue(2_000);
  const options = { key: 'Enter', repeat: true, bubbles: true, cancelable: true };
  const held = new KeyboardEvent('keydown', options);
  screen.getByRole('button').dispatchEvent(held);
  expect(held.defaultPrevented).toBe(true);
});

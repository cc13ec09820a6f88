// What is half typed on the line of the alarm or the timer page is there again when somebody comes back from another page.
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { renderSite } from '../testing/render-site';

beforeEach(() => {
  new FakeServer().install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function follow(visitor: UserEvent, name: string): Promise<void> {
  const before = screen.getByRole('heading', { level: 1 });
  const tools = screen.getByRole('navigation', { name: 'Main menu' });
  await visitor.click(within(tools).getByRole('link', { name }));
  await waitFor(() => {
    expect(before).not.toBeInTheDocument();
  });
}

const alarmLine = () => screen.findByRole('textbox', { name: 'Set an alarm' });
const timerLine = () => screen.findByRole('textbox', { name: 'Set a timer' });

test('the line of the alarm page, with what it means', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.type(await alarmLine(), '0700 mon-fri Gym');
  expect(await screen.findByText('07:00')).toBeVisible();
  await follow(visitor, 'Stopwatch');
  await follow(visitor, 'Alarm');
  expect(await alarmLine()).toHaveValue('0700 mon-fri Gym');
  expect(screen.getByText('07:00')).toBeVisible();
  expect(await screen.findByRole('radio', { name: 'Monday to Friday' })).toBeChecked();
});

test('a line that was saved, or given up, is empty', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.type(await alarmLine(), '7 Gym{Enter}');
  expect(await screen.findByText('Alarm created')).toBeVisible();
  await follow(visitor, 'Timer');
  await visitor.type(await timerLine(), '25{Escape}');
  await follow(visitor, 'Alarm');
  expect(await alarmLine()).toHaveValue('');
  await follow(visitor, 'Timer');
  expect(await timerLine()).toHaveValue('');
});

test('the length and the name of a new timer', async () => {
  const visitor = await renderSite('/timer/en');
  await visitor.type(await timerLine(), '12:30');
  await visitor.type(screen.getByRole('textbox', { name: 'Label (optional)' }), 'Rice');
  await follow(visitor, 'Stopwatch');
  await follow(visitor, 'Timer');
  expect(await timerLine()).toHaveValue('12:30');
  expect(screen.getByRole('textbox', { name: 'Label (optional)' })).toHaveValue('Rice');
  await visitor.type(await timerLine(), '{Enter}');
  expect(await screen.findByRole('article', { name: 'Rice' })).toBeVisible();
  await follow(visitor, 'Stopwatch');
  await follow(visitor, 'Timer');
  expect(await timerLine()).toHaveValue('');
  expect(screen.getByRole('textbox', { name: 'Label (optional)' })).toHaveValue('');
});

test('in another language what the site wrote is in its words, and what was typed stays', async () => {
  const visitor = await renderSite('/alarm/en');
  await visitor.type(await alarmLine(), '7 Gym');
  await visitor.click(await screen.findByRole('radio', { name: 'Every day' }));
  expect(await alarmLine()).toHaveValue('07:00 Every day Gym');
  await choose(visitor, 'Language: English', 'Deutsch');
  const line = await screen.findByRole('textbox', { name: 'Wecker stellen' });
  await waitFor(() => {
    expect(line).toHaveValue('07:00 Täglich Gym');
  });
  await visitor.clear(line);
  await visitor.type(line, '8:15 tomorrow');
  await choose(visitor, 'Sprache: Deutsch', 'English');
  expect(await alarmLine()).toHaveValue('8:15 tomorrow');
});

async function choose(visitor: UserEvent, menu: string, language: string): Promise<void> {
  await visitor.click(await screen.findByRole('button', { name: menu }));
  await visitor.click(await screen.findByRole('menuitemradio', { name: language }));
}

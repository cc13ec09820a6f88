// The presets, which start a timer with one tap: the default ones, or the visitor's own list, stored in this browser.
import { useLayoutEffect, useRef, useState, type ReactNode, useMemo } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { Chip } from '../../components/forms/button';
import { below, color, space } from '../../styles/theme';
import { rememberSpace } from './first-paint';
import { seedLength, timerName, type TimerSeed, seedOfLength } from './timer-seed';
import { useTimerWrites } from './use-timer-writes';
import type { TimerStep } from '../../model/types';
import { storedValue, useStoredValue } from '../../browser/stored-value';
import { moved } from '../../model/moved';

interface PresetButtonsProps {
  /** A button that ends the row. */
  readonly children: ReactNode;
  readonly onOther: () => void;
}

/** The presets, which start a timer with one tap, and the button for any other timer. */
export function PresetButtons({ children, onOther }: PresetButtonsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { startNew } = useTimerWrites();
  const { presets, areOwn } = usePresets();
  const row = useRef<HTMLDivElement>(null);
  const [starting, setStarting] = useState<TimerSeed | null>(null);

  useLayoutEffect(() => {
    // Built pages contain the default presets.
    if (row.current === null || areOwn !== areOwnPresets()) return;
    rememberSpace(areOwn ? { row: row.current, language: intl.locale } : null);
  }, [presets, areOwn, intl.locale]);

  async function start(preset: TimerSeed) {
    if (starting === preset) return;
    setStarting(preset);
    await startNew(preset);
    setStarting(null);
  }

  return (
    <Row ref={row}>
      <Group role="group" aria-label={intl.formatMessage({ id: 'timer.presets' })}>
        {presets.map((preset) => (
          <Preset
            key={presetKey(preset)}
            $wordy={minutesOf(preset) === null || preset.label !== null}
            aria-label={nameOf(intl, preset)}
            aria-disabled={starting === preset}
            onClick={() => void start(preset)}
          >
            <Words preset={preset} />
          </Preset>
        ))}
        <Other onClick={onOther}>{formatMessage({ id: 'timer.other' })}</Other>
      </Group>
      {children}
    </Row>
  );
}

function Words({ preset }: { readonly preset: TimerSeed }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const minutes = minutesOf(preset);
  const length = seedLength(intl, preset);
  if (preset.label !== null) {
    return (
      <>
        <bdi>{preset.label}</bdi>
        <Length>{length}</Length>
      </>
    );
  }
  return minutes === null ? length : formatMessage({ id: 'timer.preset' }, { minutes });
}

/** The button's name, which contains the text that it shows. */
function nameOf(intl: IntlShape, preset: TimerSeed): string {
  const minutes = minutesOf(preset);
  if (preset.label === null && minutes !== null) {
    return intl.formatMessage({ id: 'timer.presetName' }, { minutes });
  }
  const name =
    preset.label === null ? timerName(intl, preset) : `${preset.label} ${seedLength(intl, preset)}`;
  return intl.formatMessage({ id: 'timer.startName' }, { name });
}

/** The minutes of a length that is shown in minutes only; otherwise null. */
function minutesOf({ totalSeconds, steps }: TimerSeed): number | null {
  const isWhole = steps === null && totalSeconds % 60 === 0 && totalSeconds < 3600;
  return isWhole ? totalSeconds / 60 : null;
}

/** More would take too much space above the timers. */
export const mostPresets = 12;

export const presetMinutes = [1, 3, 5, 10, 15, 30] as const;

const defaultPresets: readonly TimerSeed[] = presetMinutes.map((minutes) =>
  seedOfLength(minutes * 60),
);

/** Null if the list was never changed. */
const stored = storedValue<readonly TimerSeed[] | null>('timer-presets:v1', null, (value) =>
  Array.isArray(value) ? value.filter(isSeed).slice(0, mostPresets) : null,
);

/** The presets, updated in all tabs, and whether they differ from the default ones, as in prerendered pages. */
export function usePresets() {
  const own = useStoredValue(stored, null);
  return useMemo(() => ({ presets: own ?? defaultPresets, areOwn: own !== null }), [own]);
}

function areOwnPresets(): boolean {
  return stored.read() !== null;
}

/** Adds a preset at the end if there is room; an existing one keeps its position. */
export function addPreset(seed: TimerSeed): void {
  const presets = present();
  const isThere = presets.some((one) => presetKey(one) === presetKey(seed));
  if (!isThere && presets.length < mostPresets) stored.write([...presets, seed]);
}

export function removePreset(at: number): void {
  stored.write(present().filter((_, index) => index !== at));
}

export function movePreset(from: number, to: number): void {
  stored.write(moved(present(), from, to));
}

export function restorePresets(): void {
  stored.clear();
}

/** Identifies a preset: no two of them make the same timer. */
export function presetKey({ label, totalSeconds, steps, rounds }: TimerSeed): string {
  return JSON.stringify([label, totalSeconds, steps, rounds]);
}

function present(): readonly TimerSeed[] {
  return stored.read() ?? defaultPresets;
}

function isSeed(value: unknown): value is TimerSeed {
  if (typeof value !== 'object' || value === null) return false;
  const { label, totalSeconds, steps, rounds } = value as Partial<Record<string, unknown>>;
  const isPlan = steps === null ? rounds === null : isSteps(steps) && typeof rounds === 'number';
  return isLabel(label) && typeof totalSeconds === 'number' && totalSeconds > 0 && isPlan;
}

function isSteps(value: unknown): value is readonly TimerStep[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((step: unknown) => {
      if (typeof step !== 'object' || step === null) return false;
      const { seconds, label } = step as Partial<Record<string, unknown>>;
      return typeof seconds === 'number' && isLabel(label);
    })
  );
}

function isLabel(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};

  /* Hides the default presets of the built page from visitors with their own. */
  .own-presets & {
    block-size: var(--presets-room);
    overflow: hidden;
  }

  .own-presets & > * {
    visibility: hidden;
  }

  ${Chip} {
    padding-inline: ${space[12]};
  }

  /* Four in a row; fewer if their texts are too wide. */
  ${below.sm} {
    ${Chip} {
      flex: 1 0 20%;
      padding-inline: ${space[8]};
    }
  }
`;

const Group = styled.div`
  display: contents;
`;

const Other = styled(Chip)`
  && {
    ${below.sm} {
      flex: 2 0 auto;
    }
  }
`;

const wordy = css`
  flex-basis: auto;
  padding-inline: ${space[16]};
  white-space: normal;
`;

/** Long texts take the width that they need, and wrap if there is not enough. */
const Preset = styled(Chip)<{ readonly $wordy: boolean }>`
  max-inline-size: 100%;
  overflow-wrap: break-word;

  && {
    ${({ $wordy }) => $wordy && wordy}
  }
`;

const Length = styled.span`
  color: ${color.inkSoft};
  white-space: nowrap;
`;

// How much the visitor's device is off, and how precisely that is known.
import { useIntl, type IntlShape } from 'react-intl';
import styled from 'styled-components';
import { DottedParts, RoomOfParts } from '../../components/page/dotted-parts';
import { Skeleton } from '../../components/lists/skeleton';
import { useTimeSync, type TimeSync } from '../../time/synchronised-time';
import { lengthInPhrase } from '../../i18n/duration-text';
import { below, color, radius, size, space } from '../../styles/theme';
import { finePrint, smallText } from '../../styles/type';
import { useDebounced } from '../../time/use-debounced';

export function DeviceAccuracy() {
  const intl = useIntl();
  const sync = useTimeSync();
  const waited = useDebounced(sync.source === 'device', patienceMs, false);
  const known = sync.source === 'server' || waited ? accuracyParts(intl, sync) : null;
  return (
    <Place>
      {examples.map((example) => {
        const parts = accuracyParts(intl, example);
        return (
          <Room key={parts[0]} aria-hidden="true">
            <RoomOfParts parts={parts} />
          </Room>
        );
      })}
      {/* A new text is a new element, so that it replaces the old one without an animation. */}
      <Note key={known?.join()}>
        {known === null ? (
          <Skeleton $width="fit-content" $height="auto">
            <RoomOfParts parts={accuracyParts(intl, typical)} />
          </Skeleton>
        ) : (
          <DottedParts parts={known} />
        )}
      </Note>
    </Place>
  );
}

/** `Your device’s clock is 1.2 s slow`, `this page is accurate to within 8 ms`. */
export function accuracyParts(
  intl: IntlShape,
  { deviceBehindMs, errorBoundMs }: TimeSync,
): [string, string] {
  const { formatMessage } = intl;
  if (errorBoundMs === null) {
    return [
      formatMessage({ id: 'clocks.deviceOnly' }),
      formatMessage({ id: 'clocks.deviceUnanswered' }),
    ];
  }
  const off = Math.abs(deviceBehindMs);
  const bound = onOneLine(boundText(intl, errorBoundMs));
  if (off <= errorBoundMs + notWorthSayingMs) {
    return [
      formatMessage({ id: 'clocks.deviceRight' }),
      formatMessage({ id: 'clocks.deviceChecked' }, { bound }),
    ];
  }
  const amount = onOneLine(amountText(intl, off));
  return [
    deviceBehindMs > 0
      ? formatMessage({ id: 'clocks.deviceBehind' }, { amount })
      : formatMessage({ id: 'clocks.deviceAhead' }, { amount }),
    formatMessage({ id: 'clocks.deviceCorrected' }, { bound }),
  ];
}

/** The most common text. */
const typical: TimeSync = { source: 'server', deviceBehindMs: 0, errorBoundMs: 88 };
/** Other texts; space is reserved for the longest, so that nothing moves. */
const examples: readonly TimeSync[] = [
  typical,
  { ...typical, deviceBehindMs: 8800 },
  { ...typical, deviceBehindMs: -8800 },
  { source: 'device', deviceBehindMs: 0, errorBoundMs: null },
];

/** A smaller difference is not mentioned. */
const notWorthSayingMs = 50;
/** How long to wait for the server before reporting that there is none. */
const patienceMs = 4_000;

/** `0.3 s`, `12 s`, `7 min 2 s`. */
function amountText(intl: IntlShape, milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds >= 10) return lengthInPhrase(intl, Math.round(seconds));
  const value = intl.formatNumber(seconds, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return intl.formatMessage({ id: 'duration.partSeconds' }, { value });
}

function boundText(intl: IntlShape, milliseconds: number): string {
  if (milliseconds >= 1000) return amountText(intl, milliseconds);
  const value = Math.max(1, Math.ceil(milliseconds));
  return intl.formatMessage({ id: 'duration.partMilliseconds' }, { value });
}

/** A figure and its unit stay together. */
function onOneLine(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

const Place = styled.div`
  display: grid;
  justify-items: start;

  > * {
    grid-area: 1 / 1;
  }
`;

const Note = styled.p`
  ${smallText}
  align-self: start;
  inline-size: fit-content;
  padding: ${space[8]} ${space[16]};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  color: ${color.inkSoft};

  /* Each part on a line of its own, in every language. */
  ${below.xs} {
    ${finePrint}
    padding-inline: ${space[12]};
  }
`;

const Room = styled(Note)`
  visibility: hidden;
`;

// `It’s 19:24 in Berlin`: the visitor's own time as a field, in which another one can be written.
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { timeOfDayText } from '../../../i18n/clock-time';
import { zoneOffset } from '../../../time/zone-offset';
import { useTypedReader } from '../../../typed/load';
import type { TypedReader } from '../../../typed/reader';
import { isoDay } from '../../../i18n/time-text';
import { color, from, motion, size, space } from '../../../styles/theme';
import { leadText } from '../../../styles/type';
import { ownTimeDigits, worldSize } from '../../../styles/world';
import { atTime, placeInDay } from './held-time';

interface OwnTimeProps {
  /** The time that is held, or the running minute; null before hydration. */
  readonly instant: number | null;
  readonly isHeld: boolean;
  readonly zone: string;
  readonly place: string;
  readonly hour12: boolean;
  readonly onHold: (instant: number) => void;
  readonly onLetGo: () => void;
}

export function OwnTime(props: OwnTimeProps) {
  const { instant, isHeld, place } = props;
  return (
    <Line>
      {instant !== null && (
        <FormattedMessage
          id={isHeld ? 'converter.when' : 'converter.present'}
          values={{
            time: <Field key="time" {...props} instant={instant} />,
            place: <bdi key="place">{place}</bdi>,
          }}
        />
      )}
    </Line>
  );
}

function Field({ instant, zone, hour12, onHold, onLetGo }: OwnTimeProps & { instant: number }) {
  const intl = useIntl();
  const { reader, load } = useTypedReader();
  const input = useRef<HTMLInputElement>(null);
  /** The text before anything was typed. */
  const atFocus = useRef('');
  /** What was typed, and the instant that it means. */
  const [typed, setTyped] = useState<{ text: string; instant: number | null } | null>(null);
  const [isWrong, setWrong] = useState(false);
  const written = timeOfDayText(intl, instant, zoneOffset(instant, zone), hour12);
  // Moved by the hand meanwhile: what was typed is no longer the time.
  const isTyped = typed !== null && (typed.instant === null || typed.instant === instant);
  const text = isTyped ? typed.text : written;

  /** Reads what was typed meanwhile, too. */
  function prepare() {
    if (reader !== null) return;
    void load().then((loaded) => {
      const early = input.current?.value ?? '';
      if (early !== atFocus.current) read(early, loaded);
    });
  }

  function meant(text: string, by: TypedReader): number | null {
    const now = placeInDay(instant, zone).minutes;
    const { row } = by.time(text, { hour12, now, today: isoDay(instant, zone) });
    return row === null ? null : atTime(row, instant, zone);
  }

  function read(text: string, by: TypedReader | null) {
    const time = by === null ? null : meant(text, by);
    setTyped({ text, instant: time });
    setWrong(false);
    if (time !== null) onHold(time);
  }

  return (
    <Input
      ref={input}
      type="text"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      aria-label={intl.formatMessage({ id: 'converter.time' })}
      aria-invalid={isWrong || undefined}
      style={{ inlineSize: `${Math.max(widthOf(text), widthOf(written))}ch` }}
      value={text}
      onFocus={({ target }) => {
        atFocus.current = target.value;
        prepare();
        target.select();
      }}
      onBlur={() => {
        setTyped(null);
        setWrong(false);
      }}
      onChange={({ target }) => {
        read(target.value, reader);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') {
          setTyped(null);
          setWrong(false);
          onLetGo();
        }
        if (event.key === 'Enter' && isTyped) {
          setWrong(typed.instant === null);
          // As the site writes it.
          if (typed.instant !== null) {
            flushSync(() => {
              setTyped(null);
            });
            event.currentTarget.select();
          }
        }
      }}
    />
  );
}

/** In digits; a colon is narrower than a digit. */
function widthOf(text: string): number {
  return text.replaceAll(':', '').length + 0.8;
}

/** Keeps its height from the first render on. */
const Line = styled.p`
  ${leadText}
  min-block-size: ${worldSize.ownTime};
  color: ${color.inkSoft};

  ${from.xl} {
    text-align: end;
  }
`;

const Input = styled.input`
  ${ownTimeDigits}
  margin-inline: ${space[8]};
  padding: 0 0 ${space[4]};
  border: 0;
  border-block-end: ${size.stroke} solid ${color.controlLine};
  border-radius: 0;
  outline: 0;
  background: none;
  color: ${color.ink};
  caret-color: ${color.accent};
  transition: border-color ${motion.quick};

  &:focus,
  &[aria-invalid] {
    border-color: ${color.accent};
  }
`;

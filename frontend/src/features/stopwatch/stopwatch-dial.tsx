// The stopwatch as a dial, beside its digits on wide screens: the running minute in seconds, in fifths of one when it is
// stopped, and a small dial of 30 minutes.
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { marksAt, placeAt, DialFrame, DialDisc } from '../../components/faces/dials';
import { onElapsedSeconds, type Elapsed } from '../../stopwatch/stopwatch-store';
import { turnOf } from '../../time/animated-time';
import { dialDigits } from '../../styles/clocks';
import { color } from '../../styles/theme';

/** Hidden from screen readers, because the digits say the same. Fills its container. */
export function StopwatchDial({ elapsed }: { readonly elapsed: Elapsed }) {
  const second = useRef<SVGSVGElement>(null);
  const minute = useRef<SVGSVGElement>(null);
  useLayoutEffect(
    () =>
      onElapsedSeconds(elapsed, () => {
        const time = elapsed.read();
        const shown = elapsed.running ? time - (time % 1000) : time;
        setHand(second.current, turnOf(shown, secondPeriod, fifthsOfTurn));
        setHand(minute.current, turnOf(shown, minutePeriod, null));
      }),
    [elapsed],
  );
  return (
    <DialFrame aria-hidden="true">
      <Plate viewBox={box}>
        <DialDisc r={99.5} />
        <Fifths r={96} pathLength={300} />
        <path d={seconds.path} strokeWidth={seconds.width} stroke={color.inkSoft} />
        <path d={fives.path} strokeWidth={fives.width} stroke={color.ink} />
        {numbers.map((number) => (
          <Numeral key={number} {...placeAt(number, 78)} dy={5.6} fontSize={16}>
            {number}
          </Numeral>
        ))}
        <g transform="translate(0 -36)">
          <path
            d={minutes.path}
            strokeWidth={minutes.width}
            transform="scale(0.24)"
            stroke={color.ink}
          />
          {minuteNumbers.map((number) => (
            <Numeral key={number} {...placeAt(number * 2, 14.5)} dy={2.6} fontSize={7.5}>
              {number}
            </Numeral>
          ))}
        </g>
      </Plate>
      <MinuteHand ref={minute} viewBox={minuteBox}>
        <path d="M0 4V-18" />
        <circle r={1.8} stroke="none" />
      </MinuteHand>
      <SecondHand ref={second} viewBox={handBox}>
        <path d="M0 14V-88" strokeWidth={1.2} />
        <path d="M-1.8 13H1.8V25A1.8 1.8 0 0 1 -1.8 25Z" stroke="none" />
        <circle r={3.6} stroke="none" />
      </SecondHand>
    </DialFrame>
  );
}

function setHand(hand: SVGSVGElement | null, turns: number): void {
  hand?.style.setProperty('transform', `rotate(${turns}turn)`);
}

const secondPeriod = 60_000;
const minutePeriod = 30 * 60_000;
/** The steps of a turn are the marks. A running hand is set each second, because turning large layers costs most. */
const fifthsOfTurn = 300;
const box = '-100 -100 200 200';
/** The hand's box is as narrow as possible. */
const handBox = '-10 -100 20 200';
/** Around the centre of the small dial. */
const minuteBox = '-4 -20 8 40';
const seconds = marksAt(1, 91.5, 97.5, 0.8, { without: 5 });
const fives = marksAt(5, 88.5, 97.5, 1.8);
/** Every second mark is a minute of the small dial, which is a scaled-down large one. */
const minutes = marksAt(2, 84, 97.5, 2.4);
const numbers = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60];
const minuteNumbers = [10, 20, 30];

const Plate = styled.svg`
  inline-size: 100%;
  block-size: 100%;
  overflow: visible;
`;

/** The fifths of a second, drawn as a dashed ring. */
const Fifths = styled.circle`
  fill: none;
  stroke: ${color.controlLine};
  stroke-width: 3;
  stroke-dasharray: 0.2 0.8;
  stroke-dashoffset: 0.1;
`;

const Numeral = styled.text`
  ${dialDigits}
  fill: ${color.ink};
  font-weight: 400;
  text-anchor: middle;
`;

/** Both hands are layers of their own, which are turned and not drawn anew. */
const MinuteHand = styled.svg`
  position: absolute;
  inset-block-start: 22%;
  inset-inline: 0;
  inline-size: 4%;
  block-size: 20%;
  margin-inline: auto;
  fill: ${color.ink};
  stroke: ${color.ink};
  stroke-width: 1.4;
  stroke-linecap: round;
  will-change: transform;
`;

const SecondHand = styled.svg`
  position: absolute;
  inset: 0;
  inline-size: 10%;
  block-size: 100%;
  margin-inline: auto;
  fill: ${color.accent};
  stroke: ${color.accent};
  stroke-linecap: round;
  will-change: transform;
`;

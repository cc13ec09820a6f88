// The ruler under the header: the next hour in 60 ticks, one a minute.
import styled from 'styled-components';
import { useInBrowser } from '../browser/in-browser';
import { lazyComponent } from '../loading/lazy-component';
import { color, size } from '../styles/theme';

/** With the code that every page has and that knows the lists. */
const HourMarks = lazyComponent(
  async () => (await import(/* webpackChunkName: "ringing" */ './hour-marks')).HourMarks,
);

export function HourRuler() {
  const isLive = useInBrowser(() => true, false);
  return (
    <Ruler>
      {ticks}
      {isLive && <HourMarks />}
    </Ruler>
  );
}

const ticks = Array.from({ length: 60 }, (_, tick) => <i key={tick} />);

/** Borders are seen with forced colours, too. */
const Ruler = styled.div`
  position: relative;
  display: flex;
  align-items: end;
  justify-content: space-between;
  block-size: ${size.tick};

  > i {
    block-size: ${size.tickShort};
    border-inline-start: ${size.hairline} solid ${color.line};
  }

  > i:nth-child(5n + 1) {
    block-size: 100%;
  }
`;

// The list of other rings in the pop-up of the newest one.
import { useId } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { lengthText } from '../../i18n/duration-text';
import { Chip } from '../../components/forms/button';
import { space } from '../../styles/theme';
import { smallDigits } from '../../styles/small-digits';
import type { Occurrence } from '../../rings/occurrence';
import { nameOf } from './ring-words';

interface OtherRingsProps {
  readonly rings: readonly Occurrence[];
  /** Stops one of them alone. */
  readonly onStop: (ring: Occurrence) => void;
}

export function OtherRings({ rings, onStop }: OtherRingsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const id = useId();
  const clock = useVisitorClock();
  if (rings.length === 0) return null;
  return (
    <Others>
      <p>{formatMessage({ id: 'ringing.others' }, { count: rings.length })}</p>
      <Rows>
        {rings.map((ring) => (
          <Other key={ring.key}>
            {ring.kind === 'alarm' ? (
              <Time>{clock.textOf(ring.time)}</Time>
            ) : (
              <span>{lengthText(intl, ring.totalSeconds)}</span>
            )}
            <Name id={`${id}-${ring.key}`}>
              <bdi>{nameOf(intl, ring)}</bdi>
            </Name>
            <StopChip
              id={`${id}-${ring.key}-stop`}
              aria-labelledby={`${id}-${ring.key}-stop ${id}-${ring.key}`}
              onClick={() => {
                onStop(ring);
              }}
            >
              {formatMessage({ id: 'ringing.stop' })}
            </StopChip>
          </Other>
        ))}
      </Rows>
    </Others>
  );
}

const Others = styled.div`
  margin-block-start: ${space[24]};
`;

/** The names are aligned, and as wide as the longest. */
const Rows = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, auto);
  justify-content: center;
  gap: ${space[4]} ${space[12]};
  margin-block-start: ${space[4]};
`;

const Other = styled.li`
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: subgrid;
  align-items: baseline;
  text-align: start;
`;

const Time = styled.span`
  ${smallDigits}
`;

/** In the colours of the screen. */
const StopChip = styled(Chip)`
  border-color: currentColor;
  color: inherit;
`;

const Name = styled.span`
  overflow-wrap: anywhere;
`;

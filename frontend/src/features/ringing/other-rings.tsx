// The list of other rings in the pop-up of the newest one.
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useVisitorClock } from '../../i18n/visitor-clock';
import { lengthText } from '../../i18n/duration-text';
import { space } from '../../styles/theme';
import { smallDigits } from '../../styles/type';
import type { Occurrence } from '../../rings/occurrence';
import { nameOf } from './ring-words';

export function OtherRings({ rings }: { readonly rings: readonly Occurrence[] }) {
  const intl = useIntl();
  const clock = useVisitorClock();
  if (rings.length === 0) return null;
  return (
    <Others>
      <p>
        <FormattedMessage id="ringing.others" />
      </p>
      <Rows>
        {rings.map((ring) => (
          <Other key={ring.key}>
            {ring.kind === 'alarm' ? (
              <Time>{clock.textOf(ring.time)}</Time>
            ) : (
              <span>{lengthText(intl, ring.totalSeconds)}</span>
            )}
            <Name>
              <bdi>{nameOf(intl, ring)}</bdi>
            </Name>
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
  grid-template-columns: auto auto;
  justify-content: center;
  gap: ${space[4]} ${space[12]};
  margin-block-start: ${space[4]};
`;

const Other = styled.li`
  display: grid;
  grid-column: span 2;
  grid-template-columns: subgrid;
  align-items: baseline;
  text-align: start;
`;

const Time = styled.span`
  ${smallDigits}
`;

const Name = styled.span`
  overflow-wrap: anywhere;
`;

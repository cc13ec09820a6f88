// The items of a file that were not or cannot be added, grouped by reason, with the first few names of each group.
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { MessageId } from '../../i18n/messages';
import { codeText } from '../../styles/code';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { synchronisedNow } from '../../time/synchronised-time';
import { reasons, type LeftOut, type Reason } from './contents';
import { inOneLine, useOfferText } from './offer-group';
import type { Offer } from './preview';
import { ItemTitle } from '../page/texts';

const texts: Record<Reason, MessageId> = {
  over: 'restore.over',
  rhythm: 'restore.rhythm',
  exceptions: 'restore.exceptions',
  allDay: 'restore.allDay',
  cancelled: 'restore.cancelled',
  noStart: 'restore.noStart',
  badTime: 'restore.badTime',
  badRule: 'restore.badRule',
  badReminder: 'restore.badReminder',
  task: 'restore.task',
  unreadable: 'restore.unreadable',
  full: 'restore.full',
  refused: 'restore.refused',
};

const namedAtMost = 5;
const shownOfLine = 80;

interface LeftOutListProps {
  readonly leftOut: readonly LeftOut[];
  readonly offers: readonly { readonly offer: Offer; readonly reason: Reason }[];
}

export function LeftOutList({ leftOut, offers }: LeftOutListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const now = synchronisedNow();
  const offerText = useOfferText(now);
  const groups = reasons
    .map((reason) => {
      const ofFile = leftOut.filter((one) => one.reason === reason);
      const ofOffers = offers.filter((one) => one.reason === reason);
      const withoutLine = ofFile.filter(({ line }) => line === undefined);
      return {
        reason,
        count: ofFile.length + ofOffers.length,
        withLine: ofFile.filter(({ line }) => line !== undefined).slice(0, namedAtMost),
        countWithoutLine: withoutLine.length + ofOffers.length,
        names: [
          ...withoutLine.map(({ name }) => name),
          // Texts take long to write, and thousands may be left out.
          ...ofOffers.slice(0, namedAtMost).map(({ offer }) => offerText(offer).name),
        ],
      };
    })
    .filter(({ count }) => count > 0);
  if (groups.length === 0) return null;
  return (
    <Part>
      <ItemTitle>{formatMessage({ id: 'restore.leftOut' })}</ItemTitle>
      <List>
        {groups.map(({ reason, count, withLine, countWithoutLine, names }) => (
          <Row key={reason}>
            <span>{formatMessage({ id: texts[reason] })}</span>
            <Count>{intl.formatNumber(count)}</Count>
            <Names>{namesOf(names, countWithoutLine)}</Names>
            {withLine.map(({ name, line = '' }, at) => (
              <Names key={at}>
                <bdi>{name}</bdi> <Line>{shortened(line)}</Line>
              </Names>
            ))}
          </Row>
        ))}
      </List>
    </Part>
  );

  function namesOf(names: readonly string[], count: number): ReactNode {
    const shown = [...new Set(names.filter((name) => name !== ''))].slice(0, namedAtMost);
    if (shown.length === 0) return null;
    const isolated = shown.map((name) => <bdi key={name}>{name}</bdi>);
    return (
      <>
        {intl.formatList(isolated, inOneLine)}
        {count > shown.length && ' …'}
      </>
    );
  }
}

/** The text of an invalid line is cut, because a line may be very long. */
function shortened(line: string): string {
  return line.length > shownOfLine ? `${line.slice(0, shownOfLine)}…` : line;
}

const Part = styled.section`
  display: grid;
  gap: ${space[8]};
  padding-block-start: ${space[16]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const List = styled.ul`
  ${smallText}
  display: grid;
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Row = styled.li`
  display: grid;
  grid-template-columns: 1fr auto;
  column-gap: ${space[16]};
`;

const Count = styled.span`
  color: ${color.inkSoft};
`;

const Line = styled.code`
  ${codeText}
`;

const Names = styled.span`
  grid-column: 1 / -1;
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;

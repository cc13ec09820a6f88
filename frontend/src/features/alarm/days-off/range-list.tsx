// The days off to come, as rows between hairlines.
import { X } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '../../../components/forms/button';
import { dayRangeText } from '../../../i18n/date-text';
import { lineStart } from '../../../i18n/line-start';
import { lengthOf, type DayRange } from '../../../model/days-off';
import type { Day } from '../../../model/types';
import { icon } from '../../../styles/icons';
import { color, size, space } from '../../../styles/theme';
import { smallText } from '../../../styles/type';

interface RangeListProps {
  readonly ranges: readonly DayRange[];
  readonly today: Day;
  readonly onChoose: (range: DayRange) => void;
  readonly onRemove: (range: DayRange) => void;
}

export function RangeList({ ranges, today, onChoose, onRemove }: RangeListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  return (
    <Rows aria-label={formatMessage({ id: 'daysOff.list' })}>
      {ranges.map((range) => {
        const days = dayRangeText(intl, range, today);
        const name = range.label === '' ? days : `${range.label}, ${days}`;
        return (
          <Row key={range.from}>
            <Choose
              $kind="quiet"
              onClick={() => {
                onChoose(range);
              }}
            >
              <span>{lineStart(days, intl.locale)}</span>
              <Label>
                {range.label === '' ? (
                  formatMessage({ id: 'daysOff.count' }, { days: lengthOf(range) })
                ) : (
                  <bdi>{range.label}</bdi>
                )}
              </Label>
            </Choose>
            <IconButton
              $kind="quiet"
              aria-label={formatMessage({ id: 'daysOff.removeName' }, { name })}
              onClick={() => {
                onRemove(range);
              }}
            >
              <X {...icon.medium} />
            </IconButton>
          </Row>
        );
      })}
    </Rows>
  );
}

const Rows = styled.ul`
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  border-block-end: ${size.hairline} solid ${color.line};
`;

const Choose = styled(Button)`
  ${smallText}
  flex: 1;
  flex-wrap: wrap;
  justify-content: space-between;
  min-inline-size: 0;
  padding-inline: 0 ${space[8]};
  color: ${color.ink};
  text-align: start;
`;

const Label = styled.span`
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;

// Places that a search finds besides the cities of the language; a button adds one to the visitor's list.
import { useIntl } from 'react-intl';
import { Plus } from 'lucide-react';
import styled from 'styled-components';
import { Chip } from '../../components/forms/button';
import { type KnownPlace, placeText } from '../../i18n/known-places';
import { icon } from '../../styles/icons';
import { space } from '../../styles/theme';
import { SmallPrint } from '../../components/page/texts';

interface FoundZonesProps {
  readonly places: readonly KnownPlace[];
  readonly onAdd: (zone: string, name: string) => void;
}

export function FoundZones({ places, onAdd }: FoundZonesProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  if (places.length === 0) return null;
  return (
    <Row role="group" aria-label={formatMessage({ id: 'clocks.zones' })}>
      <SmallPrint as="span" aria-hidden="true">
        {formatMessage({ id: 'clocks.zones' })}
      </SmallPrint>
      {places.map(({ zone, name, country }) => {
        const text = placeText(intl, name, country);
        return (
          <Chip
            key={`${zone} ${name}`}
            aria-label={formatMessage({ id: 'clocks.addZone' }, { zone: text })}
            onClick={() => {
              onAdd(zone, name);
            }}
          >
            <Plus {...icon.small} />
            <bdi>{text}</bdi>
          </Chip>
        );
      })}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  margin-block-end: ${space[16]};
`;

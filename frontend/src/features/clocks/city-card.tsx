// Parts of the cards of both clock pages: the name with its pin, the day, the zone.
import { Fragment, memo } from 'react';
import { useIntl } from 'react-intl';
import { ArrowUpToLine, Pin } from 'lucide-react';
import styled from 'styled-components';
import { useInBrowser } from '../../browser/in-browser';
import { useToasts } from '../../components/dialogs/toasts';
import { IconButton } from '../../components/forms/button';
import { RowName } from '../../components/lists/named-rows';
import { DottedParts } from '../../components/page/dotted-parts';
import { zoneOffset } from '../../time/zone-offset';
import { icon, color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import type { CardTime } from './card-updates';
import type { CityCardProps } from './city-grid';
import { mainCity, useMainCity } from './main-city';
import { cardDateText } from '../../i18n/date-text';
import { dayText, daysAhead, differenceText, offsetLabel } from './day-difference';

/** The city's name, and the pin that keeps it at the top. */
export const CityName = memo(function CityName({ city, pinned, onPin }: CityCardProps) {
  const { formatMessage } = useIntl();
  const label = pinned
    ? formatMessage({ id: 'clocks.unpin' }, { city: city.name })
    : formatMessage({ id: 'clocks.pin' }, { city: city.name });
  return (
    <NameRow>
      <RowName>{city.name}</RowName>
      <PinButton
        $kind="quiet"
        $pinned={pinned}
        aria-label={label}
        title={label}
        onClick={() => {
          onPin(city);
        }}
      >
        <Pin {...icon.small} fill={pinned ? 'currentColor' : 'none'} />
      </PinButton>
      {'lookup' in city && <LargeButton id={city.id} name={city.name} />}
    </NameRow>
  );
});

interface LargeButtonProps {
  readonly id: string;
  readonly name: string;
}

/** Makes the city the large clock of both pages. Built pages are smaller without it. */
function LargeButton({ id, name }: LargeButtonProps) {
  const { formatMessage } = useIntl();
  const { show } = useToasts();
  const isLive = useInBrowser(() => true, false);
  const present = useMainCity();
  if (!isLive || present.id === id) return null;
  const label = formatMessage({ id: 'clocks.makeLarge' }, { city: name });
  return (
    <PinButton
      $kind="quiet"
      $pinned={false}
      aria-label={label}
      title={label}
      onClick={() => {
        mainCity.write(id);
        show({
          kind: 'large clock',
          title: () => formatMessage({ id: 'clocks.isLarge' }, { city: name }),
          undo: () => {
            mainCity.write(present.id);
          },
          canUndo: () => mainCity.read() === id,
          subscribe: mainCity.subscribe,
        });
      }}
    >
      <ArrowUpToLine {...icon.small} />
    </PinButton>
  );
}

interface DayLineProps {
  readonly zone: string;
  readonly time: CardTime | null;
}

/** `Fri, 20 November · yesterday · 14 h behind`: what differs from the visitor's own day and time. */
export function DayLine({ zone, time }: DayLineProps) {
  const intl = useIntl();
  if (time === null) return <Detail />;
  const { minute, ownOffset } = time;
  const offset = zoneOffset(minute, zone);
  const day = dayText(intl, daysAhead(minute, offset, ownOffset));
  const parts = [
    cardDateText(intl, minute, offset),
    ...(day === null ? [] : [day]),
    differenceText(intl, offset, ownOffset),
  ];
  return (
    <Detail>
      <DottedParts parts={parts} />
    </Detail>
  );
}

interface ZoneLineProps {
  readonly zone: string;
  readonly minute: number | null;
}

/** `Asia/Kathmandu UTC+5:45`: the zone by its IANA name, and how far its clocks are from UTC at present. */
export function ZoneLine({ zone, minute }: ZoneLineProps) {
  return (
    <ZoneDetail>
      <ZoneName zone={zone} />
      {between}
      <Offset $known={minute !== null}>
        {offsetLabel(minute === null ? 0 : zoneOffset(minute, zone))}
      </Offset>
    </ZoneDetail>
  );
}

const between = ' ';

/** Breaks between its parts. */
const ZoneName = memo(function ZoneName({ zone }: { readonly zone: string }) {
  return (
    <bdi>
      {zone.split(/(?<=\/)/).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
});

const NameRow = styled.div`
  display: flex;
  align-items: center;
  min-inline-size: 0;
`;

/** A button whose touch target is larger than its icon; the row keeps the height of the name. */
const PinButton = styled(IconButton)<{ readonly $pinned: boolean }>`
  /* Above the next line, which would otherwise take its presses. */
  position: relative;
  margin-block: calc(-1 * ${space[12]});
  ${({ $pinned }) => $pinned && `color: ${color.accent};`}
`;

const Detail = styled.p`
  ${smallText}
  min-block-size: 1lh;
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;

/** Space between its two parts, but not at the end of a line. */
const ZoneDetail = styled(Detail)`
  word-spacing: ${space[4]};
`;

/** Reserves its space before the time is known. */
const Offset = styled.bdi<{ readonly $known: boolean }>`
  white-space: nowrap;
  ${({ $known }) => !$known && 'visibility: hidden;'}
`;

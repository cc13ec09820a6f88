// The city of the large clock, and the words beside it: what the page is, where the city is, and its date.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useWeather } from '../../api/weather';
import { storedValue, useStoredValue } from '../../browser/stored-value';
import { useCities, type City } from '../../i18n/cities';
import { dateText } from '../../i18n/long-date-text';
import { SmallPrint } from '../../components/page/texts';
import { color, space, from } from '../../styles/theme';
import { leadText, smallText } from '../../styles/type';

/** The first clock of every clock page, until the visitor has chosen another one. */
const firstMainCity = 'tokyo';

/** The id of the city of the large clock, on both clock pages. */
export const mainCity = storedValue('main-city:v1', firstMainCity, (stored) =>
  typeof stored === 'string' ? stored : null,
);

/**
 * The city of the large clock in the reader's language. A list may lack the chosen one; the build checks that every list
 * has Tokyo.
 */
export function useMainCity(): City {
  const cities = useCities();
  const chosen = useStoredValue(mainCity, firstMainCity);
  const city =
    cities.find(({ id }) => id === chosen) ?? cities.find(({ id }) => id === firstMainCity);
  if (city === undefined) throw new Error(`the list of cities has no ${firstMainCity}`);
  return city;
}

/** `Tokyo, Japan` and its zone, as named by the weather provider if there is one. */
export function CityHeading({ city }: { readonly city: City }) {
  const { formatMessage } = useIntl();
  const { report } = useWeather(city.lookup);
  return (
    <Heading>
      <span>
        {formatMessage({ id: 'clocks.place' }, { city: city.name, country: city.country })}
      </span>
      <SmallPrint as="bdi">{report?.zone ?? city.zone}</SmallPrint>
    </Heading>
  );
}

/** `Saturday, 21 November 2026`. */
export function CityDate({
  city,
  minute,
}: {
  readonly city: City;
  readonly minute: number | null;
}) {
  const intl = useIntl();
  return <DateLine>{minute !== null && dateText(intl, minute, city.zone)}</DateLine>;
}

const Heading = styled.h2`
  ${leadText}
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 ${space[12]};
`;

const DateLine = styled.p`
  min-block-size: 1lh;
`;

export const ClockIntro = styled.p`
  ${smallText}
  margin-block-end: ${space[24]};
  color: ${color.inkSoft};

  ${from.md} {
    margin-block-end: ${space[32]};
  }
`;

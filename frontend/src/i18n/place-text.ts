// A city with its country as a text.
import type { IntlShape } from 'react-intl';

/** `Vienna, Austria`; `Singapore` alone, because its country has the same name. */
export function placeText(intl: IntlShape, city: string, country: string): string {
  // `Myanmar (Burma)`
  const short = country.replace(/\s*[(（].*$/, '');
  const isSame = short.toLocaleLowerCase(intl.locale).includes(city.toLocaleLowerCase(intl.locale));
  return short === '' || isSame
    ? city
    : intl.formatMessage({ id: 'clocks.place' }, { city, country: short });
}

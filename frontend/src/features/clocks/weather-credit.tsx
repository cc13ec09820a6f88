// The attribution of the weather that the providers' licences require.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useWeather } from '../../api/weather';
import { hiddenWithoutWeather } from '../../styles/hidden-by-root';
import { color, size } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { isOwnIcon } from './weather-icon';

/** Shown as soon as the main clock's weather is; the cards' comes from the same provider. */
export function WeatherCredit({ city }: { readonly city: string }) {
  const { formatMessage } = useIntl();
  const { report } = useWeather(city);
  return (
    <Credit>
      {report !== undefined &&
        (isOwnIcon(report.icon) ? (
          <CreditLink href="https://open-meteo.com/">
            {formatMessage({ id: 'weather.openMeteo' })}
          </CreditLink>
        ) : (
          <CreditLink href="https://www.weatherapi.com/">
            {formatMessage({ id: 'weather.weatherApi' })}
          </CreditLink>
        ))}
    </Credit>
  );
}

const Credit = styled.p`
  ${smallText}
  display: flex;
  align-items: center;
  min-block-size: ${size.touch};
  ${hiddenWithoutWeather}
`;

const CreditLink = styled.a`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  color: ${color.inkSoft};
`;

// The icon of a condition: our own files in the colour of the text, a provider's unchanged.
import styled from 'styled-components';
import { size } from '../../styles/theme';

/** Whether an icon is one of this site's own, which are used for Open-Meteo's weather. */
export function isOwnIcon(icon: string): boolean {
  return icon.startsWith('/icons/');
}

export function WeatherIcon({ icon }: { readonly icon: string }) {
  if (isOwnIcon(icon)) {
    return <Shape aria-hidden="true" style={{ maskImage: `url(${JSON.stringify(icon)})` }} />;
  }
  return <Picture src={icon} alt="" />;
}

const Shape = styled.span`
  flex: none;
  inline-size: ${size.weatherIcon};
  block-size: ${size.weatherIcon};
  background: currentcolor;
  mask-repeat: no-repeat;
  mask-size: contain;
`;

const Picture = styled.img`
  flex: none;
  inline-size: ${size.weatherIcon};
  block-size: ${size.weatherIcon};
`;

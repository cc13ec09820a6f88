// The operator of the site, as configured: name, services, postal address, link. Empty values are not shown.
import styled from 'styled-components';
import { useSiteConfig } from '../../browser/site-config';
import { color, hovering, size, space } from '../../styles/theme';

export function OperatorLines() {
  const { operator } = useSiteConfig();
  return (
    <Operator>
      <Name dir="auto">{operator.name}</Name>
      <Detail dir="auto">{operator.services}</Detail>
      <Detail dir="auto">{operator.address}</Detail>
      <Site href={operator.url} target="_blank" rel="noopener" dir="ltr">
        {operator.url}
      </Site>
    </Operator>
  );
}

/** The lines are aligned with the page, whatever their own writing direction. */
const Operator = styled.address`
  display: grid;
  justify-items: start;
  max-inline-size: ${size.measure};
  font-style: normal;
`;

const Detail = styled.p`
  &:empty {
    display: none;
  }
`;

const Name = styled(Detail)`
  color: ${color.ink};
`;

const Site = styled.a`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  color: ${color.ink};
  overflow-wrap: anywhere;
  text-underline-offset: ${space[4]};
  text-decoration-color: ${color.controlLine};

  &:empty {
    display: none;
  }

  ${hovering} {
    &:hover {
      text-decoration-color: currentcolor;
    }
  }
`;

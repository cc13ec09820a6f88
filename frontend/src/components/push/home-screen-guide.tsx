// How to allow push on an iPhone or iPad: only apps on the Home Screen may use it.
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

export function HomeScreenGuide() {
  return (
    <>
      <p>
        <FormattedMessage id="push.iosIntro" />
      </p>
      <Steps>
        <li>
          <FormattedMessage id="push.iosShare" />
        </li>
        <li>
          <FormattedMessage id="push.iosAdd" />
        </li>
        <li>
          <FormattedMessage id="push.iosOpen" />
        </li>
      </Steps>
      <Note>
        <FormattedMessage id="push.iosOwnData" />
      </Note>
    </>
  );
}

const Steps = styled.ol`
  display: grid;
  gap: ${space[8]};
  padding-inline-start: ${space[24]};
  list-style: decimal;
`;

const Note = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;

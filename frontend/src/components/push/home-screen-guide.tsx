// How to allow push on an iPhone or iPad: only apps on the Home Screen may use it.
import { Share, SquarePlus } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../page/texts';
import { icon } from '../../styles/icons';
import { size, space } from '../../styles/theme';
import { SiteMark } from '../page/site-mark';

export function HomeScreenGuide() {
  return (
    <>
      <p>
        <FormattedMessage id="push.iosIntro" />
      </p>
      <Steps>
        <Step>
          <Share {...icon.large} />
          <FormattedMessage id="push.iosShare" />
        </Step>
        <Step>
          <SquarePlus {...icon.large} />
          <FormattedMessage id="push.iosAdd" />
        </Step>
        <Step>
          <SiteMark />
          <FormattedMessage id="push.iosOpen" />
        </Step>
      </Steps>
      <SmallPrint>
        <FormattedMessage id="push.iosOwnData" />
      </SmallPrint>
    </>
  );
}

const Steps = styled.ol`
  display: grid;
  gap: ${space[12]};
`;

/** Begins with a picture of what to tap, all of one width. */
const Step = styled.li`
  display: grid;
  grid-template-columns: ${size.mark} 1fr;
  gap: ${space[12]};
  align-items: center;

  svg {
    justify-self: center;
  }
`;

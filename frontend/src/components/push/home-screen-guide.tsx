// How to allow push on an iPhone or iPad: only apps on the Home Screen may use it.
import { Share, SquarePlus } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../page/texts';
import { icon } from '../../styles/icons';
import { size, space } from '../../styles/theme';
import { SiteMark } from '../page/site-mark';

export function HomeScreenGuide() {
  const { formatMessage } = useIntl();
  return (
    <>
      <p>{formatMessage({ id: 'push.iosIntro' })}</p>
      <Steps>
        <Step>
          <Share {...icon.large} />
          {formatMessage({ id: 'push.iosShare' })}
        </Step>
        <Step>
          <SquarePlus {...icon.large} />
          {formatMessage({ id: 'push.iosAdd' })}
        </Step>
        <Step>
          <SiteMark />
          {formatMessage({ id: 'push.iosOpen' })}
        </Step>
      </Steps>
      <SmallPrint>{formatMessage({ id: 'push.iosOwnData' })}</SmallPrint>
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

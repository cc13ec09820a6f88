// Offers to install the site where the browser can: the permission of an installed app lasts.
import { Download } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../page/texts';
import { install, useCanInstall } from '../../push/install-prompt';
import { icon } from '../../styles/icons';
import { space } from '../../styles/theme';
import { Button } from '../forms/button';

export function InstallOffer() {
  const { formatMessage } = useIntl();
  if (!useCanInstall()) return null;
  return (
    <Offer>
      <SmallPrint>{formatMessage({ id: 'push.installWhy' })}</SmallPrint>
      <Button
        onClick={() => {
          install().catch((failure: unknown) => {
            console.warn('the site could not be installed:', failure);
          });
        }}
      >
        <Download {...icon.medium} />
        {formatMessage({ id: 'push.install' })}
      </Button>
    </Offer>
  );
}

const Offer = styled.div`
  display: grid;
  gap: ${space[8]};
  justify-items: start;
`;

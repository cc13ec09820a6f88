// What the site needs: no account, and after the first visit no connection where the operator lets browsers keep pages.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useInBrowser } from '../../browser/in-browser';
import { useSiteConfig } from '../../browser/site-config';
import { hiddenWithoutKeptPages } from '../../styles/hidden-by-root';
import { Need, ProofWords } from './proof-words';

export function NothingWords() {
  const { formatMessage } = useIntl();
  const { serviceWorker } = useSiteConfig();
  // Styles hide it in built pages.
  const isKept = useInBrowser(() => serviceWorker === 'on', true);
  return (
    <ProofWords title="home.nothingTitle" text="home.nothingText">
      {isKept && <WithKeptPages>{formatMessage({ id: 'home.offlineText' })}</WithKeptPages>}
    </ProofWords>
  );
}

const WithKeptPages = styled(Need)`
  ${hiddenWithoutKeptPages}
`;

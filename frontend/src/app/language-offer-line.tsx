// The line at the bottom of the window: a link to the page in the other language, and a button that dismisses it.
import { X } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { IconButton } from '../components/forms/button';
import { PageColumn } from '../components/page/page-column';
import { SiteLink } from '../components/page/site-link';
import { languageOffers } from '../i18n/language-offers';
import { directionOf, type LanguageCode } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import { icon } from '../styles/icons';
import { color, hovering, layer, size, space } from '../styles/theme';

interface LanguageOfferLineProps {
  readonly language: LanguageCode;
  /** The offer was accepted or dismissed. */
  readonly onAnswer: () => void;
}

export function LanguageOfferLine({ language, onAnswer }: LanguageOfferLineProps) {
  const { pathname, search, hash } = useLocation();
  const { offer, dismiss } = languageOffers[language];
  return (
    <Line lang={language} dir={directionOf(language)} data-language-offer="">
      <PageColumn>
        <Row>
          <Offer
            to={localisedPath(pathname, language) + search + hash}
            hrefLang={language}
            onClick={onAnswer}
          >
            {offer}
          </Offer>
          <IconButton $kind="quiet" aria-label={dismiss} onClick={onAnswer}>
            <X {...icon.large} />
          </IconButton>
        </Row>
      </PageColumn>
    </Line>
  );
}

/** A line that covers the page, so that nothing moves; the page has padding below its last line for it. */
const Line = styled.div`
  position: fixed;
  z-index: ${layer.offer};
  inset-block-end: 0;
  inset-inline: 0;
  border-block-start: ${size.hairline} solid ${color.line};
  background: ${color.surface};
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]};
  padding-block: ${space[4]};
`;

const Offer = styled(SiteLink)`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  text-wrap: balance;
  text-decoration-color: ${color.accent};
  text-decoration-thickness: ${size.stroke};
  text-underline-offset: ${space[4]};

  ${hovering} {
    &:hover {
      color: ${color.accent};
    }
  }
`;

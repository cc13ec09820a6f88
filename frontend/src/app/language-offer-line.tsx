// The line at the bottom of the window: a link to the page in the other language, and a button that dismisses it.
import { X } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { IconButton } from '../components/forms/button';
import { PageColumn } from '../components/page/page-column';
import { SiteLink } from '../components/page/site-link';
import { directionOf, type LanguageCode } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import { icon, color, hovering, layer, size, space } from '../styles/theme';

interface LanguageOfferLineProps {
  readonly language: LanguageCode;
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

interface LanguageOfferTexts {
  readonly offer: string;
  readonly dismiss: string;
}

export const languageOffers: Readonly<Record<LanguageCode, LanguageOfferTexts>> = {
  ja: { offer: 'このページは日本語でもご覧いただけます', dismiss: '閉じる' },
  en: { offer: 'This page is also available in English', dismiss: 'Dismiss' },
  zh: { offer: '本页面也有中文版', dismiss: '关闭' },
  hi: { offer: 'यह पेज हिन्दी में भी उपलब्ध है', dismiss: 'बंद करें' },
  es: { offer: 'Esta página también está disponible en español', dismiss: 'Cerrar' },
  fr: { offer: 'Cette page existe aussi en français', dismiss: 'Fermer' },
  ar: { offer: 'هذه الصفحة متاحة أيضًا بالعربية', dismiss: 'إغلاق' },
  pt: { offer: 'Esta página também está disponível em português', dismiss: 'Fechar' },
  ru: { offer: 'Эта страница есть и на русском языке', dismiss: 'Закрыть' },
  id: { offer: 'Halaman ini juga tersedia dalam bahasa Indonesia', dismiss: 'Tutup' },
  de: { offer: 'Diese Seite gibt es auch auf Deutsch', dismiss: 'Schließen' },
  tr: { offer: 'Bu sayfanın Türkçesi de var', dismiss: 'Kapat' },
  ko: { offer: '이 페이지는 한국어로도 볼 수 있습니다', dismiss: '닫기' },
};

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

// Switches to the same page in another language.
import { useLocation, useNavigate } from 'react-router-dom';
import type { LanguageCode } from '../i18n/languages';
import { localisedPath } from '../pages/paths';
import { settleLanguageOffer } from './language-offer';

export function useLanguageChoice(): (language: LanguageCode) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (language) => {
    settleLanguageOffer();
    void navigate(localisedPath(pathname, language) + search + hash);
  };
}

// The texts of the offer of another language, in that language; loaded only when the offer is shown.
import type { LanguageCode } from './languages';

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

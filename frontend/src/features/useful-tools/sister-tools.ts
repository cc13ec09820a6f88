// The five sister tools in the order of the page, and their addresses in each language.
import type { SisterToolId } from '../../browser/site-config';
import { defaultLanguage, type LanguageCode } from '../../i18n/languages';
import type { MessageId } from '../../i18n/messages';

interface SisterTool {
  readonly id: SisterToolId;
  readonly name: MessageId;
  readonly text: MessageId;
}

export const sisterTools: readonly SisterTool[] = [
  {
    id: 'url-shortener',
    name: 'usefulTools.urlShortenerName',
    text: 'usefulTools.urlShortenerText',
  },
  { id: 'speed-test', name: 'usefulTools.speedTestName', text: 'usefulTools.speedTestText' },
  { id: 'qr-code', name: 'usefulTools.qrCodeName', text: 'usefulTools.qrCodeText' },
  {
    id: 'image-cropper',
    name: 'usefulTools.imageCropperName',
    text: 'usefulTools.imageCropperText',
  },
  { id: 'time-tracker', name: 'usefulTools.timeTrackerName', text: 'usefulTools.timeTrackerText' },
];

/**
 * The address of a sister site in a language: without a suffix in Japanese, otherwise with the language's code at the
 * end.
 */
export function sisterAddress(site: string, language: LanguageCode): string {
  return language === defaultLanguage ? site : `${site}/${language}`;
}

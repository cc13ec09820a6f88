// The head of each page for search engines and link previews.
import type { MessageId } from '../i18n/messages';
import type { PageId } from './page-ids';

interface PageHead {
  readonly title: MessageId;
  readonly description: MessageId;
  /** A comma-separated list. */
  readonly keywords: MessageId;
  /** A tool is an application that is free; every other page is just a page. */
  readonly schema: 'WebPage' | 'WebApplication';
  readonly dates?: { readonly published: string; readonly modified: string };
}

/** The dates that the specification gives. */
const firstPages = { published: '2025-03-01', modified: '2025-03-02' };

export const pageHeads: Record<PageId, PageHead> = {
  home: {
    title: 'home.pageTitle',
    description: 'home.pageDescription',
    keywords: 'home.keywords',
    schema: 'WebApplication',
    dates: firstPages,
  },
  stopwatch: {
    title: 'stopwatch.pageTitle',
    description: 'stopwatch.pageDescription',
    keywords: 'stopwatch.keywords',
    schema: 'WebApplication',
    dates: firstPages,
  },
  alarm: {
    title: 'alarm.pageTitle',
    description: 'alarm.pageDescription',
    keywords: 'alarm.keywords',
    schema: 'WebApplication',
  },
  timer: {
    title: 'timer.pageTitle',
    description: 'timer.pageDescription',
    keywords: 'timer.keywords',
    schema: 'WebApplication',
  },
  'digital-clock': {
    title: 'digitalClock.pageTitle',
    description: 'digitalClock.pageDescription',
    keywords: 'digitalClock.keywords',
    schema: 'WebApplication',
  },
  'analog-clock': {
    title: 'analogClock.pageTitle',
    description: 'analogClock.pageDescription',
    keywords: 'analogClock.keywords',
    schema: 'WebApplication',
  },
  'useful-tools': {
    title: 'usefulTools.pageTitle',
    description: 'usefulTools.pageDescription',
    keywords: 'usefulTools.keywords',
    schema: 'WebPage',
  },
  privacy: {
    title: 'privacy.pageTitle',
    description: 'privacy.pageDescription',
    keywords: 'privacy.keywords',
    schema: 'WebPage',
  },
};

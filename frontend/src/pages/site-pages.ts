// The table of the site's pages and tools, with their paths and names. Menus, routes and the build read it.
import type { MessageId } from '../i18n/messages';
import type { PageId, ToolId } from './paths';

export interface SitePage {
  readonly id: PageId;
  /** The path without a language, as Japanese has it. */
  readonly path: string;
  readonly name: MessageId;
}

interface Tool extends SitePage {
  readonly id: ToolId;
}

export const homePage: SitePage = { id: 'home', path: '/', name: 'home.name' };

export const tools: readonly Tool[] = [
  { id: 'stopwatch', path: '/stopwatch', name: 'stopwatch.name' },
  { id: 'alarm', path: '/alarm', name: 'alarm.name' },
  { id: 'timer', path: '/timer', name: 'timer.name' },
  { id: 'digital-clock', path: '/digital-clock', name: 'digitalClock.name' },
  { id: 'analog-clock', path: '/analog-clock', name: 'analogClock.name' },
];

export const usefulToolsPage: SitePage = {
  id: 'useful-tools',
  path: '/useful-tools',
  name: 'usefulTools.name',
};

export const privacyPage: SitePage = { id: 'privacy', path: '/privacy', name: 'privacy.name' };

export const sitePages: readonly SitePage[] = [homePage, ...tools, usefulToolsPage, privacyPage];

export function sitePage(id: PageId): SitePage {
  return sitePages.find((page) => page.id === id) ?? homePage;
}

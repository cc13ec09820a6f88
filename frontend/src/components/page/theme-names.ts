// What the themes are called.
import type { MessageId } from '../../i18n/messages';
import type { ThemeChoice } from '../../settings/theme-choice';

export const themeNames: Record<ThemeChoice, MessageId> = {
  light: 'theme.light',
  dark: 'theme.dark',
  system: 'theme.system',
};

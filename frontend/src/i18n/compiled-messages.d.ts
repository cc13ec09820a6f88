// Compiled messages exist after `npm run messages`; type checks do without them.
declare module 'compiled-messages/*' {
  import type { MessageFormatElement } from 'react-intl';

  const messages: Record<string, MessageFormatElement[]>;
  export default messages;
}

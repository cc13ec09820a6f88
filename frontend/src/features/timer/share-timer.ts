// Sharing a link to a timer: by what the device offers for that, or over the clipboard.
import type { IntlShape } from 'react-intl';
import type { Timer } from '../../api/types';
import type { useToasts } from '../../components/dialogs/toasts';
import { linkTo } from './timer-link';
import { timerName } from './timer-words';

export async function shareTimer(
  intl: IntlShape,
  toasts: ReturnType<typeof useToasts>,
  timer: Timer,
): Promise<void> {
  const url = linkTo(timer, window.location.href);
  // Missing in many browsers, and on pages without https.
  const { share } = navigator as { readonly share?: typeof navigator.share };
  if (share !== undefined) {
    try {
      await share.call(navigator, { title: timerName(intl, timer), url });
      return;
    } catch (failure) {
      // Whoever closed the device's dialog wants no copy either.
      if (failure instanceof DOMException && failure.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toasts.show({ title: intl.formatMessage({ id: 'timer.linkCopied' }), text: url });
  } catch {
    toasts.show({
      title: intl.formatMessage({ id: 'timer.linkCopyFailed' }),
      text: url,
      tone: 'destructive',
    });
  }
}

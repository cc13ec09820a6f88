// Shares a link to a timer: by the device's share dialog, by the clipboard, or by hand.
import { useIntl, type IntlShape } from 'react-intl';
import type { Timer } from '../../model/types';
import { Dialog } from '../../components/dialogs/dialog';
import type { useToasts } from '../../components/dialogs/toasts';
import { TextField } from '../../components/forms/field';
import { linkTo } from './timer-link';
import { timerName } from './timer-seed';

/** Shares a link; returns it if neither the device nor the clipboard accepts it. */
export async function shareTimer(
  intl: IntlShape,
  toasts: ReturnType<typeof useToasts>,
  timer: Timer,
): Promise<string | null> {
  const url = linkTo(timer, window.location.href);
  // Missing in many browsers, and in insecure contexts.
  const { share } = navigator as { readonly share?: typeof navigator.share };
  if (share !== undefined) {
    try {
      await share.call(navigator, { title: timerName(intl, timer), url });
      return null;
    } catch (failure) {
      // A visitor who closed the share dialog does not want a copy either.
      if (failure instanceof DOMException && failure.name === 'AbortError') return null;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toasts.show({ title: intl.formatMessage({ id: 'timer.linkCopied' }), text: url });
    return null;
  } catch {
    return url;
  }
}

interface LinkDialogProps {
  readonly link: string;
  readonly onClose: () => void;
}

/** The link, selected, so that it can be copied by hand. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog title={formatMessage({ id: 'timer.linkCopyFailed' })} onClose={onClose} begins="field">
      <TextField
        label={formatMessage({ id: 'timer.link' })}
        hint={formatMessage({ id: 'timer.linkByHand' })}
        readOnly
        dir="ltr"
        value={link}
        onFocus={({ target }) => {
          target.select();
        }}
      />
    </Dialog>
  );
}

// The button that opens a floating window; nothing if the browser supports none.
import type { ComponentType } from 'react';
import { PictureInPicture2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useInBrowser } from '../../browser/in-browser';
import { preloadOnHoverOrFocus, whenLoaded, type Preloadable } from '../../loading/load-code';
import { icon } from '../../styles/theme';
import { useToasts } from '../dialogs/toasts';
import { IconButton } from '../forms/button';
import type { float } from './float';
import { canFloat } from './float-window';

/** The content of the window, and how to open it. */
interface Floating<Props> {
  readonly float: typeof float;
  readonly Content: ComponentType<Props>;
}

interface FloatButtonProps<Props> {
  readonly label: string;
  /** Of the window. */
  readonly title: string;
  /** What floats; the code is fetched when the pointer or the focus reaches the button. */
  readonly floating: Preloadable<Floating<Props>>;
  readonly props: Props;
  readonly className?: string;
}

export function FloatButton<Props extends object>(options: FloatButtonProps<Props>) {
  const { label, title, floating, props, className } = options;
  const intl = useIntl();
  const toasts = useToasts();
  const can = useInBrowser(canFloat, false);
  if (!can) return null;
  return (
    <IconButton
      $kind="quiet"
      className={className}
      aria-label={label}
      title={label}
      {...preloadOnHoverOrFocus(floating)}
      onClick={() => {
        whenLoaded(floating, ({ float: show, Content }) => {
          void show(<Content {...props} />, { title, intl, toasts });
        });
      }}
    >
      <PictureInPicture2 {...icon.medium} />
    </IconButton>
  );
}

// The button that shows something in a small window above others; nothing where the browser can show none.
import { useSyncExternalStore, type ComponentType } from 'react';
import { PictureInPicture2 } from 'lucide-react';
import { useIntl } from 'react-intl';
import { never } from '../../browser/never';
import { preloadOnReach, whenLoaded, type Preloadable } from '../../loading/load-code';
import { icon } from '../../styles/icons';
import { useToasts } from '../dialogs/toasts';
import { IconButton } from '../forms/button';
import type { float } from './float';
import { canFloat } from './float-window';

/** What is shown, and how. */
interface Floating<Props> {
  readonly float: typeof float;
  readonly Content: ComponentType<Props>;
}

interface FloatButtonProps<Props> {
  readonly label: string;
  /** Of the window. */
  readonly title: string;
  /** Code that is fetched when the button is reached. */
  readonly floating: Preloadable<Floating<Props>>;
  readonly props: Props;
  readonly className?: string;
}

export function FloatButton<Props extends object>(options: FloatButtonProps<Props>) {
  const { label, title, floating, props, className } = options;
  const intl = useIntl();
  const toasts = useToasts();
  const can = useSyncExternalStore(never, canFloat, () => false);
  if (!can) return null;
  return (
    <IconButton
      $kind="quiet"
      className={className}
      aria-label={label}
      title={label}
      {...preloadOnReach(floating)}
      onClick={() => {
        whenLoaded(floating, ({ float: show, Content }) => {
          void show(<Content {...props} />, { title, intl, toasts });
        });
      }}
    >
      <PictureInPicture2 {...icon.usual} />
    </IconButton>
  );
}

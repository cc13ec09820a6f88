// A drop-down menu of choices, or of actions.
import { useState, type ReactNode } from 'react';
import { lazyComponent } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { Chip } from '../forms/button';

export interface MenuProps {
  /** A label for assistive technology. */
  readonly label: string;
  /** The content of the button. */
  readonly face: ReactNode;
  /** The current choice; without one the options are actions. */
  readonly value?: string;
  readonly options: readonly MenuOption[];
  readonly onChoose: (value: string) => void;
  readonly Button?: typeof Chip;
}

export interface MenuOption {
  readonly value: string;
  readonly text: string;
  readonly icon?: ReactNode;
  /** The language of the text, if it is not the page's. */
  readonly lang?: string;
}

const MenuList = lazyComponent(
  async () => (await import(/* webpackChunkName: "menu" */ './menu-list')).MenuList,
);

/** Only a button until it is used, because most visitors never open it. */
export function Menu(props: MenuProps) {
  const { Button = Chip } = props;
  const [used, setUsed] = useState(false);
  if (used) return <MenuList {...props} />;
  return (
    <Button
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      {...preloadOnHoverOrFocus(MenuList)}
      onClick={() => {
        whenLoaded(MenuList, () => {
          setUsed(true);
        });
      }}
    >
      {props.face}
    </Button>
  );
}

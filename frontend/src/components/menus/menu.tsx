// A drop-down menu of choices, or of actions.
import { useState } from 'react';
import { lazyComponent } from '../../loading/lazy-component';
import { preloadOnHoverOrFocus, whenLoaded } from '../../loading/load-code';
import { Chip } from '../forms/button';
import type { MenuProps } from './menu-list';

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

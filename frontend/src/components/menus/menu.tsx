// A drop-down menu of choices, or of actions.
import { lazyComponent, useOpening } from '../../loading/lazy-component';
import { Chip } from '../forms/button';
import type { MenuProps } from './menu-list';

const MenuList = lazyComponent(
  async () => (await import(/* webpackChunkName: "menu" */ './menu-list')).MenuList,
);

/** Only a button until it is used, because most visitors never open it. */
export function Menu(props: MenuProps) {
  const { Button = Chip } = props;
  const list = useOpening(MenuList);
  if (list.isOpen) return <MenuList {...props} />;
  return (
    <Button aria-label={props.label} aria-haspopup="menu" aria-expanded={false} {...list.button}>
      {props.face}
    </Button>
  );
}

// A drop-down menu of choices, one of which is the present one.
import { useState, type ComponentType, type ReactNode } from 'react';
import { Chip } from './button';

export interface MenuProps {
  /** Says what is chosen here, for assistive technology. */
  readonly label: string;
  /** The button's face. */
  readonly face: ReactNode;
  readonly value: string;
  readonly options: readonly MenuOption[];
  readonly onChoose: (value: string) => void;
}

export interface MenuOption {
  readonly value: string;
  readonly text: string;
  readonly icon?: ReactNode;
  /** The language of the text, where it is not the page's. */
  readonly lang?: string;
}

const loadList = () => import(/* webpackChunkName: "menu" */ './menu-list');

/** A button until it is used; what opens is fetched when somebody reaches for it. */
export function Menu(props: MenuProps) {
  const [List, setList] = useState<ComponentType<MenuProps> | null>(null);
  if (List !== null) return <List {...props} />;

  function reach() {
    void loadList().catch(() => undefined);
  }

  function open() {
    loadList().then(
      ({ MenuList }) => {
        setList(() => MenuList);
      },
      // Without a connection there is nothing to open; the next press tries again.
      () => undefined,
    );
  }

  return (
    <Chip
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={reach}
      onFocus={reach}
      onClick={open}
    >
      {props.face}
    </Chip>
  );
}

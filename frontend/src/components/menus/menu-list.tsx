// The open drop-down menu and its button: a chunk of its own, because most visitors never open one.
//
// A menu button as the ARIA Authoring Practices describe it: arrows, Home, End and letters move, Enter and Space
// choose, Escape and leaving it close.
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Check } from 'lucide-react';
import styled from 'styled-components';
import { icon, color, layer, radius, size, space } from '../../styles/theme';
import { widestMenu, partSize } from '../../styles/screens';
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
  /** The edge of the button at which the menu stands: by default its end. */
  readonly align?: 'start' | 'end';
}

interface MenuOption {
  readonly value: string;
  readonly text: string;
  readonly icon?: ReactNode;
  /** The language of the text, if it is not the page's. */
  readonly lang?: string;
}

/** Open at first: it is rendered when its button was pressed. */
export function MenuList({
  label,
  face,
  value,
  options,
  onChoose,
  Button = Chip,
  align = 'end',
}: MenuProps) {
  const [open, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  // Before painting, so that a key pressed when the menu appears reaches the menu.
  useLayoutEffect(() => {
    if (!open) return;
    // On the current choice, like a native select, or on the first action.
    const items = itemsOf(list.current);
    (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus();
  }, [open]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') close();
    const next = nextItem(itemsOf(list.current), event);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  /** Closes when the focus moves elsewhere, or is lost by a click beside the menu. */
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return (
    <Frame onBlur={leave}>
      <Button
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        // Otherwise a press would take the focus, which closes the menu, and the click would open it again.
        onMouseDown={open ? keepFocus : undefined}
        onClick={() => {
          if (open) close();
          else setOpen(true);
        }}
      >
        {face}
      </Button>
      {open && (
        <List
          ref={list}
          role="menu"
          aria-label={label}
          data-align={align}
          tabIndex={-1}
          onKeyDown={move}
          onMouseDown={keepFocus}
        >
          {options.map((option) => (
            <Item
              key={option.value}
              type="button"
              role={value === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={value === undefined ? undefined : option.value === value}
              tabIndex={-1}
              lang={option.lang}
              onPointerMove={({ currentTarget }) => {
                currentTarget.focus();
              }}
              onClick={() => {
                close();
                onChoose(option.value);
              }}
            >
              {option.icon}
              <Text>{option.text}</Text>
              {option.value === value && (
                <Mark>
                  <Check {...icon.medium} />
                </Mark>
              )}
            </Item>
          ))}
        </List>
      )}
    </Frame>
  );
}

/** Safari takes the focus away from a pressed menu item, which would close the menu before the click. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []);
}

/** The item that a key moves to; undefined for other keys. */
function nextItem(items: readonly HTMLElement[], event: KeyboardEvent): HTMLElement | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[Math.min(at + 1, items.length - 1)];
  if (key === 'ArrowUp') return items[Math.max(at - 1, 0)];
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const begins = ({ textContent }: HTMLElement) =>
    textContent.toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins);
}

const Frame = styled.span`
  position: relative;
  display: inline-flex;
`;

const List = styled.div`
  position: absolute;
  z-index: ${layer.menu};
  inset-block-start: calc(100% + ${space[8]});
  inset-inline-end: 0;
  inline-size: max-content;
  min-inline-size: ${size.menu};
  max-inline-size: ${widestMenu};
  max-block-size: ${partSize.menuHeight};
  padding: ${space[8]};
  overflow-y: auto;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};

  &[data-align='start'] {
    inset-inline: 0 auto;
  }
`;

const Item = styled.button`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  inline-size: 100%;
  min-block-size: ${size.touch};
  padding: ${space[4]} ${space[12]};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  text-align: start;

  /* It has the focus; a background alone has little contrast, and none with forced colours. */
  &:focus {
    outline: ${size.stroke} solid ${color.accent};
    outline-offset: calc(-1 * ${size.stroke});
    background: ${color.line};
  }
`;

const Text = styled.span`
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const Mark = styled.span`
  display: inline-flex;
  margin-inline-start: auto;
  color: ${color.accent};
`;

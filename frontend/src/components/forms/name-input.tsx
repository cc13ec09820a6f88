// A name that is edited in place: it looks like text until the pointer is over it.
import { useEffect, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import { onEvents } from '../../browser/emitter';
import { color, hovering, motion, radius, size, space } from '../../styles/theme';
import { fieldTextOnTouch } from '../../styles/screens';
import { smallText } from '../../styles/type';
import { longestName, trimmedName } from './name-rule';

interface NameInputProps {
  /** A label for assistive technology. */
  readonly label: string;
  /** Shown while the name is empty. */
  readonly placeholder: string;
  /** Shows the placeholder only under the pointer. */
  readonly hidesPlaceholder?: boolean;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Enter and blur save the name, and so does a tab that is left, which may not come back; Escape restores it. */
export function NameInput(props: NameInputProps) {
  const { label, placeholder, hidesPlaceholder = false, name, onName } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);

  // A name from another tab replaces what is typed; one that was saved here leaves its text and caret.
  useEffect(() => {
    const field = input.current;
    if (field !== null && trimmedName(field.value) !== name) field.value = name;
  }, [name]);

  useEffect(() => {
    if (!isTyping) return;
    return onEvents(document, ['visibilitychange'], () => {
      const typed = trimmedName(input.current?.value ?? name);
      if (document.visibilityState === 'hidden' && typed !== name) onName(typed);
    });
  }, [isTyping, name, onName]);

  return (
    <Quiet
      ref={input}
      aria-label={label}
      defaultValue={name}
      // An empty input has the direction of the page, as does its placeholder.
      dir={name === '' ? undefined : 'auto'}
      placeholder={placeholder}
      maxLength={longestName}
      autoComplete="off"
      $hidesPlaceholder={hidesPlaceholder}
      onFocus={() => {
        setTyping(true);
      }}
      onBlur={({ target }) => {
        setTyping(false);
        const next = trimmedName(target.value);
        target.value = next;
        if (next !== name) onName(next);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') {
          event.currentTarget.value = name;
          // Escape must not close the dialog around it.
          event.preventDefault();
        }
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

/** Without a pointer it is always visible. */
const hidden = css`
  ${hovering} {
    &:not(:focus, :hover)::placeholder {
      color: transparent;
    }
  }
`;

const Quiet = styled.input<{ readonly $hidesPlaceholder: boolean }>`
  ${smallText}
  flex: 1;
  min-inline-size: 0;
  inline-size: 100%;
  margin-inline-start: ${space[4]};
  padding: ${space[4]} ${space[8]};
  border: ${size.hairline} solid transparent;
  border-radius: ${radius.control};
  background: transparent;
  color: ${color.ink};
  text-overflow: ellipsis;
  ${fieldTextOnTouch}
  /* Aligned with the page, whatever the text's own direction; Chromium knows only the prefixed value. */
  text-align: -webkit-match-parent;
  text-align: match-parent;
  transition: border-color ${motion.quick};

  &::placeholder {
    color: ${color.inkSoft};
  }

  ${({ $hidesPlaceholder }) => $hidesPlaceholder && hidden}

  ${hovering} {
    &:hover {
      border-color: ${color.line};
    }
  }

  &:focus {
    border-color: ${color.controlLine};
  }
`;

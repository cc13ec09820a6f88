// A name that is typed where it stands: quiet until it is pointed at.
import styled, { css } from 'styled-components';
import { color, hovering, motion, radius, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface NameInputProps {
  /** What it names, for those who do not see where it stands. */
  readonly label: string;
  /** Stands in its place as long as it has no name. */
  readonly placeholder: string;
  /** Shows that only when it is pointed at. */
  readonly hidesPlaceholder?: boolean;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** How long a name may be. */
export const longestName = 60;

/** A name on one line, without space around it, cut to its longest. */
export function trimmedName(name: string): string {
  const characters = Array.from(name.replaceAll(/\s+/g, ' ').trim());
  return characters.slice(0, longestName).join('').trimEnd();
}

/** Enter and leaving take the name, Escape leaves it as it was. */
export function NameInput(props: NameInputProps) {
  const { label, placeholder, hidesPlaceholder = false, name, onName } = props;
  return (
    <Quiet
      // A name from another tab takes the place of what stands here.
      key={name}
      aria-label={label}
      defaultValue={name}
      // An empty one has the direction of the page, and its placeholder too.
      dir={name === '' ? undefined : 'auto'}
      placeholder={placeholder}
      maxLength={longestName}
      autoComplete="off"
      $hidesPlaceholder={hidesPlaceholder}
      onBlur={({ target }) => {
        const next = trimmedName(target.value);
        if (next !== name) onName(next);
        else target.value = name;
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') {
          event.currentTarget.value = name;
          // The dialog around it stays.
          event.preventDefault();
        }
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

/** Where nothing can point, it is there all the time. */
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
  /* From the side where the page begins, whatever its own direction. */
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

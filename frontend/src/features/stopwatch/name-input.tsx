// A name that is typed where it stands: quiet until it is pointed at.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { longestName } from '../../stopwatch/stopwatch';
import { color, hovering, motion, radius, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface NameInputProps {
  /** What it names, for those who do not see where it stands. */
  readonly label: string;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Enter and leaving take the name, Escape leaves it as it was. */
export function NameInput({ label, name, onName }: NameInputProps) {
  const { formatMessage } = useIntl();
  return (
    <Quiet
      // A name from another tab takes the place of what stands here.
      key={name}
      aria-label={label}
      defaultValue={name}
      // An empty one has the direction of the page, and its placeholder too.
      dir={name === '' ? undefined : 'auto'}
      placeholder={formatMessage({ id: 'stopwatch.nameColumn' })}
      maxLength={longestName}
      autoComplete="off"
      onBlur={({ target }) => {
        if (target.value !== name) onName(target.value);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') event.currentTarget.value = name;
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

const Quiet = styled.input`
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
  transition: border-color ${motion.quick};

  &::placeholder {
    color: ${color.inkSoft};
  }

  ${hovering} {
    &:not(:focus, :hover)::placeholder {
      color: transparent;
    }

    &:hover {
      border-color: ${color.line};
    }
  }

  &:focus {
    border-color: ${color.controlLine};
  }
`;

// The open drop-down menu and its button: a chunk of its own, because most visitors never open one.
import { DropdownMenu } from 'radix-ui';
import { Check } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { directionOf } from '../i18n/languages';
import { icon } from '../styles/icons';
import { color, layer, radius, size, space } from '../styles/theme';
import { Chip } from './button';
import type { MenuProps } from './menu';

/** Open from the start: it comes when its button was pressed. */
export function MenuList({ label, face, value, options, onChoose }: MenuProps) {
  const { locale } = useIntl();
  return (
    <DropdownMenu.Root modal={false} defaultOpen dir={directionOf(locale)}>
      <DropdownMenu.Trigger asChild>
        <Chip aria-label={label}>{face}</Chip>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <List align="end" sideOffset={8} collisionPadding={16}>
          <DropdownMenu.RadioGroup value={value} onValueChange={onChoose}>
            {options.map((option) => (
              <Item key={option.value} value={option.value} lang={option.lang}>
                {option.icon}
                <span>{option.text}</span>
                <Mark>
                  <Check {...icon.usual} />
                </Mark>
              </Item>
            ))}
          </DropdownMenu.RadioGroup>
        </List>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const List = styled(DropdownMenu.Content)`
  z-index: ${layer.menu};
  min-inline-size: ${size.menu};
  max-block-size: var(--radix-dropdown-menu-content-available-height);
  padding: ${space[8]};
  overflow-y: auto;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
`;

const Item = styled(DropdownMenu.RadioItem)`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-block-size: ${size.touch};
  padding-inline: ${space[12]};
  border-radius: ${radius.control};
  outline: none;
  cursor: pointer;

  /* It has the focus; a background alone is faint, and gone where the visitor's colours are forced. */
  &[data-highlighted] {
    outline: ${size.stroke} solid ${color.accent};
    outline-offset: calc(-1 * ${size.stroke});
    background: ${color.line};
  }
`;

const Mark = styled(DropdownMenu.ItemIndicator)`
  margin-inline-start: auto;
  color: ${color.accent};
`;

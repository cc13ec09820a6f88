// The list of keyboard shortcuts, and the switch that turns them off.
import { useEffect, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { onEvents } from '../../browser/emitter';
import { Section, SectionTitle } from '../../components/page/page-column';
import { Switch } from '../../components/forms/switch';
import { singleKeysInUse } from '../../settings/single-keys';
import { useStoredValue } from '../../browser/stored-value';
import type { MessageId } from '../../i18n/messages';
import { stopwatchSize } from '../../styles/stopwatch';
import { color, from, size, space } from '../../styles/theme';
import { KeyCap } from './key-cap';
import type { StopwatchKey } from './stopwatch-keys';

export function StopwatchShortcuts() {
  const { formatMessage } = useIntl();
  const title = useId();
  const inUse = useStoredValue(singleKeysInUse, true);
  const [keyed, setKeyed] = useState(false);
  useEffect(() => {
    const onKey = () => {
      setKeyed(true);
    };
    return onEvents(window, ['keydown'], onKey, { once: true });
  }, []);

  return (
    <Keys aria-labelledby={title} data-screen-only="" data-keyed={keyed ? '' : undefined}>
      <SectionTitle id={title}>{formatMessage({ id: 'stopwatch.keys' })}</SectionTitle>
      <Shortcuts>
        {shortcuts.map(({ key, does }) => (
          <Shortcut key={key} $off={!inUse}>
            <KeyCap of={key} />
            {formatMessage({ id: does })}
          </Shortcut>
        ))}
      </Shortcuts>
      <Choice>
        <span aria-hidden="true">{formatMessage({ id: 'stopwatch.keysSwitch' })}</span>
        <Switch
          label={formatMessage({ id: 'stopwatch.keysSwitch' })}
          checked={inUse}
          onChange={singleKeysInUse.write}
        />
      </Choice>
    </Keys>
  );
}

const shortcuts: readonly { readonly key: StopwatchKey; readonly does: MessageId }[] = [
  { key: 'toggle', does: 'stopwatch.keyToggle' },
  { key: 'lap', does: 'stopwatch.keyLap' },
  { key: 'reset', does: 'stopwatch.keyReset' },
];

/** A phone has no keys, until one is pressed. */
const Keys = styled(Section)`
  @media (hover: none) {
    &:not([data-keyed]) {
      display: none;
    }
  }
`;

const Shortcuts = styled.ul`
  display: grid;
  border-block-start: ${size.hairline} solid ${color.line};

  ${from.md} {
    grid-template-columns: repeat(3, 1fr);
    gap: ${space[32]};
    border-block-start: 0;
  }
`;

const Shortcut = styled.li<{ readonly $off: boolean }>`
  display: grid;
  grid-template-columns: ${stopwatchSize.keyColumn} 1fr;
  align-items: baseline;
  gap: ${space[12]};
  padding-block: ${space[12]};
  border-block-end: ${size.hairline} solid ${color.line};
  color: ${({ $off }) => ($off ? color.inkSoft : color.ink)};

  > kbd {
    justify-self: start;
  }

  ${from.md} {
    grid-template-columns: auto 1fr;
  }
`;

const Choice = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[16]};
  margin-block-start: ${space[16]};
  color: ${color.inkSoft};
`;

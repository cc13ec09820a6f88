// Lines on a page about what does not work: without the server, or in this browser.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useAway } from '../../api/client';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';
import { useSyncExternalStore } from 'react';
import { browserIdIsTemporary } from '../../identity/browser-id';
import { useInBrowser } from '../../browser/in-browser';
import { isStorageFull, onStorageRoom } from '../../browser/stored-value';

interface AwayNoticeProps {
  /** For a tool that needs only a clock, or one with a list on the server. */
  readonly of: 'time' | 'lists';
}

export function AwayNotice({ of }: AwayNoticeProps) {
  const { formatMessage } = useIntl();
  const away = useAway();
  // The element exists before, so that assistive technology announces its content.
  return (
    <div role="status">
      {away && <Line>{formatMessage({ id: of === 'time' ? 'away.time' : 'away.lists' })}</Line>}
    </div>
  );
}

const Line = styled.p`
  ${smallText}
  max-inline-size: ${size.measure};
  margin-block-start: ${space[24]};
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.line};
  color: ${color.inkSoft};
`;

/** What this browser does not do. */
export const Notice = styled(Line)`
  border-color: ${color.warning};
  color: ${color.warning};
`;

/** Shown if this browser stores nothing for the site, or nothing more: what only it has is lost with the tab. */
export function StorageNotice() {
  const { formatMessage } = useIntl();
  const temporary = useInBrowser(browserIdIsTemporary, false);
  const full = useSyncExternalStore(onStorageRoom, isStorageFull, () => false);
  if (!temporary && !full) return null;
  return (
    <Notice role="status">
      {formatMessage({ id: temporary ? 'storage.blocked' : 'storage.full' })}
    </Notice>
  );
}

// A notice for browsers that store nothing for this site, or nothing more: settings are lost with the tab.
import { useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { browserIdIsTemporary } from '../../identity/browser-id';
import { noopSubscribe } from '../../browser/noop-subscribe';
import { isStorageFull, onStorageRoom } from '../../browser/stored-value';
import { color, size, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

export function StorageNotice() {
  const temporary = useSyncExternalStore(noopSubscribe, browserIdIsTemporary, () => false);
  const full = useSyncExternalStore(onStorageRoom, isStorageFull, () => false);
  if (!temporary && !full) return null;
  return (
    <Notice role="status">
      {temporary ? (
        <FormattedMessage id="storage.blocked" />
      ) : (
        <FormattedMessage id="storage.full" />
      )}
    </Notice>
  );
}

const Notice = styled.p`
  ${smallText}
  max-inline-size: ${size.measure};
  margin-block-start: ${space[24]};
  padding-inline-start: ${space[16]};
  border-inline-start: ${size.stroke} solid ${color.warning};
  color: ${color.warning};
`;

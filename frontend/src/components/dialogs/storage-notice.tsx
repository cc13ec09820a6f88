// A notice for browsers that store nothing for this site, or nothing more: settings are lost with the tab.
import { useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { browserIdIsTemporary } from '../../identity/browser-id';
import { useInBrowser } from '../../browser/in-browser';
import { isStorageFull, onStorageRoom } from '../../browser/stored-value';
import { Notice } from './notice';

export function StorageNotice() {
  const temporary = useInBrowser(browserIdIsTemporary, false);
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

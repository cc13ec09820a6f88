// Says that a list could not be loaded, with a button that asks for it again.
import { useIntl } from 'react-intl';
import { Button } from '../forms/button';

export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <>
      <p role="alert">{formatMessage({ id: 'push.loadFailed' })}</p>
      <div>
        <Button onClick={onRetry}>{formatMessage({ id: 'list.retry' })}</Button>
      </div>
    </>
  );
}

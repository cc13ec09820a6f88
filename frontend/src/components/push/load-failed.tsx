// Says that a list could not be loaded, with a button that asks for it again.
import { FormattedMessage } from 'react-intl';
import { Button } from '../forms/button';

export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <>
      <p role="alert">
        <FormattedMessage id="push.loadFailed" />
      </p>
      <div>
        <Button onClick={onRetry}>
          <FormattedMessage id="list.retry" />
        </Button>
      </div>
    </>
  );
}

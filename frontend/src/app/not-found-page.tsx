// What an unknown path shows.
import { FormattedMessage } from 'react-intl';

export function NotFoundPage() {
  return (
    <>
      <h1>
        <FormattedMessage id="notFound.heading" />
      </h1>
      <p>
        <FormattedMessage id="notFound.text" />
      </p>
    </>
  );
}

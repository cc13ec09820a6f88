// The home page.
import { FormattedMessage } from 'react-intl';

export function HomePage() {
  return (
    <h1>
      <FormattedMessage id="home.name" />
    </h1>
  );
}

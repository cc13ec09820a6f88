// The advantages of the site, below the tools of the home page.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Features, type Note } from '../../components/page/notes';
import { languages } from '../../i18n/languages';

export function Reasons() {
  return <Features title="home.why" notes={reasons} values={{ languages: <LanguageNames /> }} />;
}

/** Each name in its own language, with a `lang` attribute for screen readers. */
function LanguageNames() {
  const { formatList } = useIntl();
  return formatList(
    languages.map(({ code, name }) => (
      <LanguageName key={code} lang={code}>
        {name}
      </LanguageName>
    )),
  );
}

const reasons: readonly Note[] = [
  { title: 'home.easeTitle', text: 'home.easeText' },
  { title: 'home.languagesTitle', text: 'home.languagesText' },
  { title: 'home.precisionTitle', text: 'home.precisionText' },
  { title: 'home.customTitle', text: 'home.customText' },
];

/** Names are not broken, even in scripts that break anywhere. */
const LanguageName = styled.bdi`
  white-space: nowrap;
`;

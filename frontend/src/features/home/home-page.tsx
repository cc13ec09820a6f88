// The home page: the time now, the tools with a working miniature each, and why this site.
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ClockDigits } from '../../components/clock-digits';
import { DottedParts } from '../../components/dotted-parts';
import { Features } from '../../components/features';
import type { Note } from '../../components/notes';
import { PageColumn } from '../../components/page-column';
import { Skeleton } from '../../components/skeleton';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { lazyComponent } from '../../loading/lazy-component';
import { useSecond } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { languages } from '../../i18n/languages';
import { clockText, dateText, zoneText } from '../../i18n/time-text';
import { color, from, size, space } from '../../styles/theme';
import { leadText, overline, statement, wholePhrases } from '../../styles/type';

const ToolCards = lazyComponent(
  async () => (await import(/* webpackChunkName: "tool-cards" */ './tool-cards')).ToolCards,
  { hydrate: 'when-idle' },
);

export function HomePage() {
  const intl = useIntl();
  useDocumentTitle(intl.formatMessage({ id: 'home.pageTitle' }));
  useDocumentDescription(intl.formatMessage({ id: 'home.pageDescription' }));
  return (
    <PageColumn>
      <Now />
      <Statement>
        <FormattedMessage id="home.statement" />
      </Statement>
      <Subtitle>
        <FormattedMessage id="home.subtitle" />
      </Subtitle>
      <ToolCards />
      <Features title="home.why" notes={reasons} values={{ languages: <LanguageNames /> }} />
    </PageColumn>
  );
}

/** Each name in its own language, and read out as such. */
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

function Now() {
  const intl = useIntl();
  const second = useSecond();
  const zone = useVisitorZone();
  if (second === null || zone === null) {
    return (
      <Place>
        <Where>
          <Skeleton $width="26ch" />
        </Where>
        <ClockDigits time={null} />
      </Place>
    );
  }
  return (
    <Place>
      <Where>
        <DottedParts parts={[zoneText(zone), dateText(intl, second, zone)]} gap={24} />
      </Where>
      <ClockDigits time={clockText(second, zone)} />
    </Place>
  );
}

const reasons: readonly Note[] = [
  { title: 'home.easeTitle', text: 'home.easeText' },
  { title: 'home.languagesTitle', text: 'home.languagesText' },
  { title: 'home.precisionTitle', text: 'home.precisionText' },
  { title: 'home.customTitle', text: 'home.customText' },
];

const Place = styled.div`
  padding-block-start: ${space[48]};

  ${from.md} {
    padding-block-start: ${space[96]};
  }
`;

const Where = styled.p`
  ${overline}
  display: flex;
  align-items: center;
  min-block-size: 1lh;
  margin-block-end: ${space[24]};
  color: ${color.inkSoft};
`;

/** Names in scripts that end a line anywhere stay whole. */
const LanguageName = styled.bdi`
  white-space: nowrap;
`;

const Statement = styled.h1`
  ${statement}
  max-inline-size: ${size.statement};
  margin-block-start: ${space[32]};

  ${from.md} {
    margin-block-start: ${space[48]};
  }
`;

const Subtitle = styled.p`
  ${leadText}
  ${wholePhrases}
  max-inline-size: ${size.statement};
  margin-block: ${space[12]} ${space[48]};
  text-wrap: balance;
  color: ${color.inkSoft};

  ${from.md} {
    margin-block-end: ${space[64]};
  }
`;

// The home page: the current time, the tools with a working preview each, and the advantages of the site.
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { ClockDigits } from '../../components/faces/clock-digits';
import { DottedParts } from '../../components/page/dotted-parts';
import { PageColumn } from '../../components/page/page-column';
import { Skeleton } from '../../components/lists/skeleton';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { lazyComponent } from '../../loading/lazy-component';
import { synchronisedNow, useSecond } from '../../time/synchronised-time';
import { useVisitorZone } from '../../time/visitor-zone';
import { dateText } from '../../i18n/long-date-text';
import { zoneName } from '../../i18n/zone-name';
import { color, from, size, space } from '../../styles/theme';
import { leadText, overline, statement, wholePhrases } from '../../styles/type';

const ToolCards = lazyComponent(
  async () => (await import(/* webpackChunkName: "tool-cards" */ './tool-cards')).ToolCards,
  { hydrate: 'when-idle' },
);

const Reasons = lazyComponent(
  async () => (await import(/* webpackChunkName: "tool-cards" */ './proofs')).Reasons,
  { hydrate: 'when-idle' },
);

const LargeFace = lazyComponent(
  async () => (await import(/* webpackChunkName: "tool-cards" */ './tool-cards')).LargeFace,
  { hydrate: 'when-idle' },
);

export function HomePage() {
  const intl = useIntl();
  const { formatMessage } = intl;
  useDocumentTitle(intl.formatMessage({ id: 'home.pageTitle' }));
  useDocumentDescription(intl.formatMessage({ id: 'home.pageDescription' }));
  return (
    <PageColumn>
      <FirstScreen>
        <div>
          <Now />
          <Statement>{formatMessage({ id: 'home.statement' })}</Statement>
          <Subtitle>{formatMessage({ id: 'home.subtitle' })}</Subtitle>
        </div>
        <Face aria-hidden="true">
          <LargeFace />
        </Face>
      </FirstScreen>
      <ToolCards />
      <Reasons />
    </PageColumn>
  );
}

function Now() {
  const intl = useIntl();
  const second = useSecond();
  const zone = useVisitorZone();
  const place = useMemo(
    () => (zone === null ? '' : zoneName(zone, intl.locale, synchronisedNow())),
    [zone, intl.locale],
  );
  return (
    <Place>
      <Where>
        {second === null || zone === null ? (
          <Skeleton $width="26ch" />
        ) : (
          <DottedParts parts={[place, dateText(intl, second, zone)]} gap={24} />
        )}
      </Where>
      <ClockDigits second={second} zone={zone} />
    </Place>
  );
}

/** Digits and text, and beside them a face if there is space. */
const FirstScreen = styled.div`
  ${from.lg} {
    display: grid;
    grid-template-columns: auto minmax(0, ${size.faceLarge});
    align-items: center;
    justify-content: space-between;
    gap: ${space[48]};
  }
`;

const Face = styled.div`
  display: none;

  ${from.lg} {
    display: block;
  }
`;

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

// The useful-tools page: five sister sites, and a placeholder for more.
import { useIntl } from 'react-intl';
import styled, { keyframes } from 'styled-components';
import { useId, type ReactNode } from 'react';
import { PageColumn, PageLead, PageStatement, PageTitle } from '../../components/page/page-column';
import { SiteLink } from '../../components/page/site-link';
import { useDocumentDescription, useDocumentTitle } from '../../browser/document-title';
import { localisedPath } from '../../pages/paths';
import { size, space, color, from, hovering, motion } from '../../styles/theme';
import { useSiteConfig, type SisterToolId } from '../../browser/site-config';
import { drawn } from '../../components/page/site-icons';
import { wholeCardLink, glyph } from '../../styles/cards';
import { leadText } from '../../styles/type';
import { defaultLanguage, type LanguageCode } from '../../i18n/languages';
import type { MessageId } from '../../i18n/messages';

export function UsefulToolsPage() {
  const { formatMessage, locale } = useIntl();
  useDocumentTitle(formatMessage({ id: 'usefulTools.pageTitle' }));
  useDocumentDescription(formatMessage({ id: 'usefulTools.pageDescription' }));
  return (
    <PageColumn>
      <PageLead>
        <PageTitle>{formatMessage({ id: 'usefulTools.name' })}</PageTitle>
        <PageStatement>{formatMessage({ id: 'usefulTools.intro' })}</PageStatement>
      </PageLead>
      <SisterCards />
      <Home to={localisedPath('/', locale)}>{formatMessage({ id: 'usefulTools.home' })}</Home>
    </PageColumn>
  );
}

/** A card for each sister tool, which opens the tool's own site in a new tab and in the reader's language. */
function SisterCards() {
  const { formatMessage, locale } = useIntl();
  const { tools } = useSiteConfig();
  const newTab = useId();
  return (
    <>
      <Cards aria-label={formatMessage({ id: 'usefulTools.list' })}>
        {sisterTools.map(({ id, name, text }) => (
          <Card key={id}>
            <SisterGlyph tool={id} />
            <div>
              <Name>
                <CardLink
                  href={sisterAddress(tools[id], locale)}
                  target="_blank"
                  rel="noopener"
                  hrefLang={locale}
                  aria-describedby={newTab}
                >
                  {formatMessage({ id: name })}
                  <Leaving size="large" />
                </CardLink>
              </Name>
              <Text>{formatMessage({ id: text })}</Text>
            </div>
          </Card>
        ))}
        <Card>
          <PlaceHeld />
          <Text>{formatMessage({ id: 'usefulTools.soon' })}</Text>
        </Card>
      </Cards>
      <p id={newTab} hidden>
        {formatMessage({ id: 'usefulTools.newTab' })}
      </p>
    </>
  );
}

interface SisterTool {
  readonly id: SisterToolId;
  readonly name: MessageId;
  readonly text: MessageId;
}

const sisterTools: readonly SisterTool[] = [
  {
    id: 'url-shortener',
    name: 'usefulTools.urlShortenerName',
    text: 'usefulTools.urlShortenerText',
  },
  { id: 'speed-test', name: 'usefulTools.speedTestName', text: 'usefulTools.speedTestText' },
  { id: 'qr-code', name: 'usefulTools.qrCodeName', text: 'usefulTools.qrCodeText' },
  {
    id: 'image-cropper',
    name: 'usefulTools.imageCropperName',
    text: 'usefulTools.imageCropperText',
  },
  { id: 'time-tracker', name: 'usefulTools.timeTrackerName', text: 'usefulTools.timeTrackerText' },
];

/**
 * The address of a sister site in a language: without a suffix in Japanese, otherwise with the language's code at the
 * end.
 */
function sisterAddress(site: string, language: LanguageCode): string {
  return language === defaultLanguage ? site : `${site}/${language}`;
}

/**
 * A drawing for each sister tool in the style of the site's mark: an object in ink with one hand in the accent colour.
 */
function SisterGlyph({ tool }: { readonly tool: SisterToolId }) {
  return (
    <Drawing viewBox="0 0 64 64" aria-hidden="true">
      {drawings[tool]}
    </Drawing>
  );
}

/** The placeholder of a future tool: a dial with nothing but ticks. */
function PlaceHeld() {
  return (
    <Empty viewBox="0 0 64 64" aria-hidden="true">
      <path d="M32 2v6M47 6l-3 5.2M58 17l-5.2 3M62 32h-6M58 47l-5.2-3M47 58l-3-5.2M32 62v-6M17 58l3-5.2M6 47l5.2-3M2 32h6M6 17l5.2 3M17 6l3 5.2" />
    </Empty>
  );
}

/** How the hand gets to its place: each does once what its tool does. */
const movements = {
  'url-shortener': keyframes`
    from {
      scale: 2 1;
    }
  `,
  'speed-test': keyframes`
    from {
      rotate: -70deg;
    }
  `,
  'qr-code': keyframes`
    from {
      scale: 1 0;
    }
  `,
  'image-cropper': keyframes`
    from {
      translate: -12% 12%;
    }
  `,
  'time-tracker': keyframes`
    from {
      translate: -60%;
    }
  `,
} satisfies Record<SisterToolId, unknown>;

/** Where the hands turn and grow: the needle's pin, the others at their own middle. */
const pivots: Record<SisterToolId, string> = {
  'url-shortener': '50% 50%',
  'speed-test': '50% 75%',
  'qr-code': '76% 81%',
  'image-cropper': '50% 50%',
  'time-tracker': '50% 50%',
};

/** Moves once when the pointer reaches its card; with reduced motion, not at all. */
const Hand = styled.path<{ readonly $tool: SisterToolId }>`
  stroke: ${color.accent};
  stroke-width: 2;
  transform-box: view-box;
  transform-origin: ${({ $tool }) => pivots[$tool]};

  ${hovering} {
    li:hover & {
      animation: ${({ $tool }) => movements[$tool]} ${motion.settle};
    }
  }
`;

const drawings: Record<SisterToolId, ReactNode> = {
  /** Two links of a chain. */
  'url-shortener': (
    <>
      <path d="M27 20H13a12 12 0 0 0 0 24h14M37 20h14a12 12 0 0 1 0 24H37" />
      <Hand $tool="url-shortener" d="M19 32h26" />
    </>
  ),
  /** A dial of ticks with a needle. */
  'speed-test': (
    <>
      <path d="M1 48h6M5.2 32.5l5.2 3M16.5 21.2l3 5.2M32 17v6M47.5 21.2l-3 5.2M58.8 32.5l-5.2 3M63 48h-6" />
      <path d="M28 48a4 4 0 0 0 8 0 4 4 0 0 0-8 0" />
      <Hand $tool="speed-test" d="m35 45.2 11.5-10.7" />
    </>
  ),
  /** The three finder patterns of a QR code, with its data as ticks. */
  'qr-code': (
    <>
      <path d="M4 4h22v22H4zM38 4h22v22H38zM4 38h22v22H4z" />
      <path d="M12 12h6v6h-6zM46 12h6v6h-6zM12 46h6v6h-6zM38 38v8M48 38h12M60 49v11M38 60h11" />
      <Hand $tool="qr-code" d="M49 46v6" />
    </>
  ),
  /** Two corners of a frame, and a cut. */
  'image-cropper': (
    <>
      <path d="M14 2v48h48M2 14h48v48" />
      <Hand $tool="image-cropper" d="m25 39 14-14" />
    </>
  ),
  /** Tasks as bars on a time line, and the present time. */
  'time-tracker': (
    <>
      <path d="M2 7h26v10H2zM16 27h22v10H16zM51 47h11v10H51M41 57H30V47h11" />
      <Hand $tool="time-tracker" d="M46 2v60" />
    </>
  ),
};

const Home = styled(SiteLink)`
  display: inline-flex;
  align-items: center;
  min-block-size: ${size.touch};
  margin-block-start: ${space[24]};
  text-underline-offset: ${space[4]};
`;

const Cards = styled.ul`
  display: grid;
  border-block-end: ${size.hairline} solid ${color.line};

  ${from.sm} {
    grid-template-columns: 1fr 1fr;
    column-gap: ${space[32]};
  }

  ${from.lg} {
    grid-template-columns: repeat(3, 1fr);
  }
`;

const Card = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: ${space[24]};
  padding-block: ${space[24]};
  border-block-start: ${size.hairline} solid ${color.line};

  ${from.sm} {
    grid-template-columns: 1fr;
    align-content: start;
    padding-block: ${space[32]} ${space[48]};
  }
`;

const Name = styled.h2`
  ${leadText}
`;

const CardLink = styled.a`
  ${wholeCardLink}

  ${hovering} {
    ${Card}:hover & {
      color: ${color.accent};
    }
  }
`;

/** Points away from the line's start. */
const Leaving = styled(drawn(<path d="M7 17 17 7M7.5 7H17v9.5" />))`
  display: inline-block;
  margin-inline-start: ${space[4]};
  vertical-align: text-bottom;
  color: ${color.inkSoft};

  [dir='rtl'] & {
    scale: -1 1;
  }
`;

const Text = styled.p`
  color: ${color.inkSoft};
`;

const Drawing = styled.svg`
  inline-size: ${glyph};
  block-size: ${glyph};
  fill: none;
  stroke: ${color.ink};
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

const Empty = styled(Drawing)`
  stroke: ${color.controlLine};
`;

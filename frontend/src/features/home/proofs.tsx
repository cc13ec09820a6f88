// What speaks for the site: the proofs for those who are new, that it rings when it is closed, is right, and needs
// nothing; and the advantages below the tools.
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useRows } from '../../rows/lists';
import { ClosedBox, NothingWords, ProofWords, RingWords } from '../../components/page/proofs';
import { RingOffer } from '../../components/push/lazy-ring-offer';
import { TextLink } from '../../components/page/site-link';
import { localisedPath } from '../../pages/paths';
import { onlyForNewcomers } from '../../styles/hidden';
import { homeSize, letters } from '../../styles/cards';
import { color, from, size, space } from '../../styles/theme';
import { finePrint } from '../../styles/type';
import { useTimeSync } from '../../time/synchronised-time';
import { Features, type Note } from '../../components/page/notes';
import { languages } from '../../i18n/languages';

/** Shown until the first alarm or timer. */
export function Proofs() {
  const { formatMessage, locale } = useIntl();
  const { rows: alarms = [] } = useRows('alarms');
  const { rows: timers = [] } = useRows('timers');
  if (alarms.length + timers.length > 0) return null;
  return (
    <Row>
      <Proof drawing={<ClosedBox />}>
        <RingWords closedText="home.closedText" />
        <RingOffer />
      </Proof>
      <Proof drawing={<DeviceScale />}>
        <ProofWords title="home.rightTitle" text="home.rightText" />
      </Proof>
      <Proof drawing={<Letters aria-hidden="true">{ofLanguages}</Letters>}>
        <NothingWords />
        <TextLink to={localisedPath('/privacy', locale)}>
          {formatMessage({ id: 'privacy.name' })}
        </TextLink>
      </Proof>
    </Row>
  );
}

interface ProofProps {
  readonly drawing: ReactNode;
  readonly children: ReactNode;
}

function Proof({ drawing, children }: ProofProps) {
  return (
    <Cell>
      <Drawing>{drawing}</Drawing>
      {children}
    </Cell>
  );
}

const ofLanguages = 'あ A 中 अ ñ ç ع ã Я é ß ğ 한';

/** The clock of the visitor's device against ours, as measured just now, drawn to scale: a pixel is 10 ms. */
function DeviceScale() {
  const intl = useIntl();
  const { source, deviceBehindMs, errorBoundMs } = useTimeSync();
  const isKnown = source === 'server' && errorBoundMs !== null;
  const seconds = (milliseconds: number, signDisplay: 'always' | 'never') =>
    intl.formatNumber(milliseconds / 1000, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'short',
      signDisplay,
      minimumFractionDigits: 3,
      maximumFractionDigits: 3,
    });
  // Beyond the scale it stands at its end.
  const off = Math.max(-farthest, Math.min(farthest, -deviceBehindMs / msPerPixel));
  return (
    <Scale>
      <Marks aria-hidden="true">
        {marks.map((mark) => (
          <line key={mark} x1={mark} x2={mark} y1={mark % 50 === 0 ? 0 : 5} y2={14} />
        ))}
      </Marks>
      {isKnown && (
        <>
          <Hand $kind="device" style={{ insetInlineStart: middle + off }} />
          <Hand $kind="ours" style={{ insetInlineStart: middle }} />
          <Words $above>
            {intl.formatMessage(
              { id: 'home.deviceOffset' },
              { offset: seconds(-deviceBehindMs, 'always') },
            )}
          </Words>
          <Words $above={false}>{ours + seconds(errorBoundMs, 'never')}</Words>
        </>
      )}
    </Scale>
  );
}

const ours = 'Tokibako ±';
const msPerPixel = 10;
const middle = 150;
const farthest = 140;
const marks = Array.from({ length: 31 }, (_, index) => index * 10);

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

const Row = styled.div`
  ${onlyForNewcomers}
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[32]};
  margin-block-start: ${space[64]};

  ${from.md} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;

const Cell = styled.section`
  padding-block-start: ${space[16]};
  border-block-start: ${size.hairline} solid ${color.ink};
`;

const Drawing = styled.div`
  display: flex;
  align-items: center;
  block-size: ${homeSize.drawing};
  margin-block-end: ${space[12]};
`;

const Letters = styled.p`
  ${letters}
  word-spacing: ${space[8]};
`;

/** Earlier is left in every language. */
const Scale = styled.div`
  position: relative;
  direction: ltr;
  inline-size: ${(middle * 2) / 16}rem;
  max-inline-size: 100%;
  block-size: ${homeSize.drawing};
`;

const Marks = styled.svg`
  position: absolute;
  inset-block-start: 50%;
  inline-size: 100%;
  block-size: ${size.tick};
  overflow: visible;
  stroke: ${color.controlLine};
  translate: 0 -50%;
`;

const Hand = styled.span<{ readonly $kind: 'device' | 'ours' }>`
  position: absolute;
  inset-block: 28%;
  inline-size: ${size.stroke};
  background: ${({ $kind }) => ($kind === 'ours' ? color.accent : color.ink)};
  translate: -50%;
`;

const Words = styled.bdi<{ readonly $above: boolean }>`
  ${finePrint}
  position: absolute;
  inset-inline-start: 0;
  ${({ $above }) => ($above ? 'inset-block-start: 0;' : 'inset-block-end: 0;')}
  color: ${({ $above }) => ($above ? color.ink : color.inkSoft)};
  white-space: nowrap;
`;

/** Names are not broken, even in scripts that break anywhere. */
const LanguageName = styled.bdi`
  white-space: nowrap;
`;

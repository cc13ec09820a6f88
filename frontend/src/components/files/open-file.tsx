// Opens a chosen file: it is read in a worker. What is wrong with it is explained, and the encodings that fit are
// offered to choose from. Its items that were not or cannot be added are listed by reason.
import { type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { ReactNode } from 'react';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import {
  FileError,
  type FileContents,
  mostItems,
  type FileFault,
  type EncodingChoice,
  reasons,
  type LeftOut,
  type Reason,
  type Offer,
} from './contents';
import type { FileAnswer, FileToRead } from './read-file';
import { space, color, size } from '../../styles/theme';
import { Button } from '../forms/button';
import { SmallPrint, ItemTitle } from '../page/texts';
import type { MessageId } from '../../i18n/messages';
import { codeText } from '../../styles/small-parts';
import { smallText } from '../../styles/type';
import { inOneLine, useOfferText } from './offer-group';

/** Much more than the longest lists take. */
const mostMegabytes = 10;

const longestMs = 60_000;

/** The contents of a file; fails with a `FileError`. */
export async function openFile(
  file: File,
  as: FileToRead['as'],
  encoding: string | null = null,
): Promise<FileContents> {
  if (file.size > mostMegabytes * 1_000_000) throw new FileError('tooLarge');
  // It was moved or deleted since it was chosen, or the browser may not read it.
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileError('closed');
  });
  const answer = await answerOf({
    bytes,
    as,
    now: synchronisedNow(),
    zone: visitorZone(),
    encoding,
  });
  if ('contents' in answer) return answer.contents;
  throw new FileError(answer.fault, answer.encodings);
}

async function answerOf(file: FileToRead): Promise<FileAnswer> {
  const worker = new Worker(
    /* webpackChunkName: "file-worker" */ new URL('./file-worker.ts', import.meta.url),
  );
  const timer = AbortSignal.timeout(longestMs);
  try {
    return await new Promise<FileAnswer>((answer, fail) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => {
        answer(data);
      });
      worker.addEventListener('error', (event) => {
        // The script could not be loaded, or has a fault.
        fail(new Error(event.message || 'the file reader did not start'));
      });
      timer.addEventListener('abort', () => {
        fail(new FileError('tooSlow'));
      });
      worker.postMessage(file, [file.bytes]);
    });
  } finally {
    worker.terminate();
  }
}

export function faultText({ formatMessage }: IntlShape, fault: FileFault): string {
  switch (fault) {
    case 'tooLarge':
      return formatMessage({ id: 'restore.tooLarge' }, { most: mostMegabytes });
    case 'tooMany':
      return formatMessage({ id: 'restore.tooMany' }, { most: mostItems });
    case 'tooSlow':
      return formatMessage({ id: 'restore.tooSlow' });
    case 'damaged':
      return formatMessage({ id: 'restore.damaged' });
    case 'unknown':
      return formatMessage({ id: 'restore.unknownFile' });
    case 'noCalendar':
      return formatMessage({ id: 'daysOff.noCalendar' });
    case 'calendar':
      return formatMessage({ id: 'restore.badCalendar' });
    case 'oldCalendar':
      return formatMessage({ id: 'restore.oldCalendar' });
    case 'encoding':
      return formatMessage({ id: 'restore.encoding' });
    case 'closed':
      return formatMessage({ id: 'restore.closed' });
  }
}

/** The encodings that readers of a language have used before UTF-8. */
const likely: Readonly<Partial<Record<string, readonly string[]>>> = {
  ja: ['shift_jis', 'euc-jp'],
  zh: ['gb18030', 'big5'],
  ko: ['euc-kr'],
  ru: ['windows-1251'],
  tr: ['windows-1254'],
  ar: ['windows-1256'],
};

interface EncodingListProps {
  readonly encodings: readonly EncodingChoice[];
  readonly onChoose: (encoding: string) => void;
}

/**
 * The encodings in which a file may be written, with names of the file as they would be: the visitor sees which is
 * right.
 */
export function EncodingList({ encodings, onChoose }: EncodingListProps) {
  const { locale } = useIntl();
  const first = likely[locale] ?? ['windows-1252'];
  const ranked = [
    ...encodings.filter(({ encoding }) => first.includes(encoding)),
    ...encodings.filter(({ encoding }) => !first.includes(encoding)),
  ];
  // Several encodings have the same letters.
  const different = ranked.filter(
    ({ sample }, index) => ranked.findIndex((one) => one.sample === sample) === index,
  );
  if (different.length === 0) return null;
  return (
    <List>
      {different.map(({ encoding, sample }) => (
        <li key={encoding}>
          <Choice
            onClick={() => {
              onChoose(encoding);
            }}
          >
            <bdi>{sample}</bdi>
            <SmallPrint as="span">{encoding}</SmallPrint>
          </Choice>
        </li>
      ))}
    </List>
  );
}

const texts: Record<Reason, MessageId> = {
  over: 'restore.over',
  rhythm: 'restore.rhythm',
  exceptions: 'restore.exceptions',
  allDay: 'restore.allDay',
  cancelled: 'restore.cancelled',
  noStart: 'restore.noStart',
  badTime: 'restore.badTime',
  badRule: 'restore.badRule',
  badReminder: 'restore.badReminder',
  task: 'restore.task',
  unreadable: 'restore.unreadable',
  full: 'restore.full',
  refused: 'restore.refused',
};

const namedAtMost = 5;
const shownOfLine = 80;

interface LeftOutListProps {
  readonly leftOut: readonly LeftOut[];
  readonly offers: readonly { readonly offer: Offer; readonly reason: Reason }[];
}

export function LeftOutList({ leftOut, offers }: LeftOutListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const now = synchronisedNow();
  const offerText = useOfferText(now);
  const groups = reasons
    .map((reason) => {
      const ofFile = leftOut.filter((one) => one.reason === reason);
      const ofOffers = offers.filter((one) => one.reason === reason);
      const withoutLine = ofFile.filter(({ line }) => line === undefined);
      return {
        reason,
        count: ofFile.length + ofOffers.length,
        withLine: ofFile.filter(({ line }) => line !== undefined).slice(0, namedAtMost),
        countWithoutLine: withoutLine.length + ofOffers.length,
        names: [
          ...withoutLine.map(({ name }) => name),
          // Texts take long to write, and thousands may be left out.
          ...ofOffers.slice(0, namedAtMost).map(({ offer }) => offerText(offer).name),
        ],
      };
    })
    .filter(({ count }) => count > 0);
  if (groups.length === 0) return null;
  return (
    <Part>
      <ItemTitle>{formatMessage({ id: 'restore.leftOut' })}</ItemTitle>
      <Groups>
        {groups.map(({ reason, count, withLine, countWithoutLine, names }) => (
          <Row key={reason}>
            <span>{formatMessage({ id: texts[reason] })}</span>
            <Count>{intl.formatNumber(count)}</Count>
            <Names>{namesOf(names, countWithoutLine)}</Names>
            {withLine.map(({ name, line = '' }, at) => (
              <Names key={at}>
                <bdi>{name}</bdi> <Line>{shortened(line)}</Line>
              </Names>
            ))}
          </Row>
        ))}
      </Groups>
    </Part>
  );

  function namesOf(names: readonly string[], count: number): ReactNode {
    const shown = [...new Set(names.filter((name) => name !== ''))].slice(0, namedAtMost);
    if (shown.length === 0) return null;
    const isolated = shown.map((name) => <bdi key={name}>{name}</bdi>);
    return (
      <>
        {intl.formatList(isolated, inOneLine)}
        {count > shown.length && ' …'}
      </>
    );
  }
}

/** The text of an invalid line is cut, because a line may be very long. */
function shortened(line: string): string {
  return line.length > shownOfLine ? `${line.slice(0, shownOfLine)}…` : line;
}

/** What was found, which has the focus at first. */
export const Lead = styled.p.attrs({ tabIndex: -1 })`
  overflow-wrap: anywhere;
  outline: none;
`;

const List = styled.ul`
  display: grid;
  gap: ${space[8]};
`;

const Choice = styled(Button)`
  inline-size: 100%;
  justify-content: space-between;
  gap: ${space[16]};
  text-align: start;
  white-space: normal;
  overflow-wrap: anywhere;
`;

const Part = styled.section`
  display: grid;
  gap: ${space[8]};
  padding-block-start: ${space[16]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

const Groups = styled.ul`
  ${smallText}
  display: grid;
  gap: ${space[8]};
`;

const Row = styled.li`
  display: grid;
  grid-template-columns: 1fr auto;
  column-gap: ${space[16]};
`;

const Count = styled.span`
  color: ${color.inkSoft};
`;

const Line = styled.code`
  ${codeText}
`;

const Names = styled.span`
  grid-column: 1 / -1;
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;

// Opens a chosen file: it is read in a worker. What is wrong with it is explained, and the encodings that fit are
// offered to choose from.
import { type IntlShape, useIntl } from 'react-intl';
import styled from 'styled-components';
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import {
  FileError,
  type FileContents,
  mostItems,
  type FileFault,
  type EncodingChoice,
} from './contents';
import type { FileAnswer, FileToRead } from './read-file';
import { space } from '../../styles/theme';
import { Button } from '../forms/button';
import { SmallPrint } from '../page/texts';

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

/** Explains what is wrong with a file, and what to do. */
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

const List = styled.ul`
  display: grid;
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Choice = styled(Button)`
  inline-size: 100%;
  justify-content: space-between;
  gap: ${space[16]};
  text-align: start;
  white-space: normal;
  overflow-wrap: anywhere;
`;

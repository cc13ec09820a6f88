// Reads a chosen file in a worker, and ends the worker if that takes too long.
import { synchronisedNow } from '../../time/synchronised-time';
import { visitorZone } from '../../time/visitor-zone';
import { FileError, type FileContents } from './contents';
import type { FileAnswer, FileToRead } from './read-file';

/** Much more than the longest lists take. */
export const mostMegabytes = 10;

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

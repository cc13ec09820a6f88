// The web worker that reads one file.
import { answerFor, type FileToRead } from './read-file';

addEventListener('message', ({ data }: MessageEvent<FileToRead>) => {
  postMessage(answerFor(data));
});

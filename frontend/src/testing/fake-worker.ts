// The worker that reads files, in the thread of the tests.
import { vi } from 'vitest';
import { answerFor, type FileToRead } from '../components/files/read-file';

class FakeWorker extends EventTarget {
  postMessage(file: FileToRead): void {
    queueMicrotask(() => {
      this.dispatchEvent(new MessageEvent('message', { data: structuredClone(answerFor(file)) }));
    });
  }

  terminate(): void {
    // Nothing runs on.
  }
}

export function installFakeWorker(): void {
  vi.stubGlobal('Worker', FakeWorker);
}

// A chosen file whose items can be added: it is read when it is chosen, and again in another encoding.
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FileError, type EncodingChoice } from './contents';
import { faultText } from './open-file';

interface Reading {
  /** Reads the file; an encoding if the visitor chose one. Resolves to the keys of the items to choose at first. */
  readonly read: (file: File, encoding: string | null) => Promise<readonly string[]>;
  /** Why it failed, if the file is not the cause. */
  readonly failureText: (failure: unknown) => string;
}

export function useFileToAdd({ read, failureText }: Reading) {
  const intl = useIntl();
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [encodings, setEncodings] = useState<readonly EncodingChoice[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  async function open(opened: File, encoding: string | null = null) {
    setBusy(true);
    setFile(opened);
    setFault(null);
    setEncodings([]);
    try {
      setChosen(new Set(await read(opened, encoding)));
    } catch (failure) {
      if (failure instanceof FileError) setEncodings(failure.encodings);
      setFault(
        failure instanceof FileError ? faultText(intl, failure.fault) : failureText(failure),
      );
    } finally {
      setBusy(false);
    }
  }

  return {
    name: file?.name ?? '',
    busy,
    fault,
    setFault,
    encodings,
    onFile: (opened: File) => void open(opened),
    onEncoding: (encoding: string) => {
      if (file !== null) void open(file, encoding);
    },
    chosen,
    choose: (keys: readonly string[], isChosen: boolean) => {
      const next = new Set(chosen);
      for (const key of keys) {
        if (isChosen) next.add(key);
        else next.delete(key);
      }
      setChosen(next);
    },
  };
}

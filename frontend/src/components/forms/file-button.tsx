// A button with which a file is chosen.
import { useRef, type ComponentProps } from 'react';
import { Button } from './button';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'aria-disabled'> {
  /** The name of the input, which is hidden. */
  readonly label: string;
  readonly accept: string;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

export function FileButton({ label, accept, busy, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // So that the same file can be chosen again.
          currentTarget.value = '';
          if (file !== undefined && !busy) onFile(file);
        }}
      />
      <Button
        {...button}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) input.current?.click();
        }}
      />
    </>
  );
}

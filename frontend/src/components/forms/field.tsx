// A labelled form field with a hint and an error, and the inputs for it.
import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import { ChevronDown } from 'lucide-react';
import styled, { css } from 'styled-components';
import { useIntl } from 'react-intl';
import { icon, color, motion, radius, size, space } from '../../styles/theme';
import { smallDigits } from '../../styles/small-parts';
import { smallText } from '../../styles/type';
import { SmallPrint } from '../page/texts';
import { labelLimit } from './label-rule';

interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Shown in place of the hint. */
  readonly error?: string | undefined;
}

type TextFieldProps = FieldWords & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ids) => <Input {...input} {...ids} />}
    </Labelled>
  );
}

export function NumberField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ids) => <DigitInput type="number" inputMode="numeric" step={1} {...input} {...ids} />}
    </Labelled>
  );
}

type SelectFieldProps = FieldWords &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
    readonly options: readonly { readonly value: string; readonly text: string }[];
  };

export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(ids) => (
        <SelectFrame>
          <Select {...select} {...ids}>
            {options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
          <ChevronDown {...icon.medium} />
        </SelectFrame>
      )}
    </Labelled>
  );
}

interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface LabelledProps extends FieldWords {
  readonly children: (ids: ControlIds) => ReactNode;
}

/** A label above the field; below it an error, or else the hint. */
export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <Column>
      <SmallPrint as="label" htmlFor={id}>
        {label}
      </SmallPrint>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : noteId,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <Note
          id={noteId}
          $wrong={error !== undefined}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </Note>
      )}
    </Column>
  );
}

type LabelFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  readonly error: string | undefined;
};

/** The optional label of an alarm or a timer. */
export function LabelField(props: LabelFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <TextField
      label={formatMessage({ id: 'field.label' })}
      // `maxLength` counts UTF-16 code units; a label that is too long gets an error instead of being cut.
      maxLength={2 * labelLimit}
      autoComplete="off"
      dir="auto"
      {...props}
    />
  );
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  min-inline-size: 0;
`;

const Note = styled.p<{ readonly $wrong: boolean }>`
  ${smallText}
  color: ${({ $wrong }) => ($wrong ? color.accent : color.inkSoft)};
`;

const control = css`
  inline-size: 100%;
  min-block-size: ${size.touch};
  padding: ${space[8]} ${space[12]};
  border: ${size.hairline} solid ${color.controlLine};
  border-radius: ${radius.control};
  background: ${color.ground};
  color: ${color.ink};
  transition: border-color ${motion.quick};

  &[aria-invalid] {
    border-color: ${color.accent};
  }
`;

export const Input = styled.input`
  ${control}

  /* The browser paints it blue. */
  &::-webkit-search-cancel-button {
    filter: grayscale(1);
  }
`;

const DigitInput = styled.input`
  ${control}
  ${smallDigits}
  /* As high as text beside it. */
  padding-block: ${space[4]};

  /* From right to left, too, a number begins below its label, with the step buttons on its other side. */
  [dir='rtl'] & {
    direction: rtl;
  }
`;

const SelectFrame = styled.div`
  position: relative;

  svg {
    position: absolute;
    inset-block: 0;
    inset-inline-end: ${space[12]};
    margin-block: auto;
    pointer-events: none;
    color: ${color.inkSoft};
  }
`;

const Select = styled.select`
  ${control}
  appearance: none;
  padding-inline-end: ${space[32]};
`;

// Several of a few values: circles in rows, of which each can be pressed on or off.
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { choiceFace, ChoiceInput, ChoiceLabel } from '../../components/forms/choice-input';
import { visuallyHidden } from '../../styles/hidden';
import { color, radius, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

interface CircleChoicesProps<Value> {
  readonly legend: string;
  /** Whether the legend is only for screen readers. */
  readonly hidesLegend?: boolean;
  readonly options: readonly {
    readonly value: Value;
    readonly text: ReactNode;
    /** For screen readers. */
    readonly name: string;
    /** Over the rest of its row. */
    readonly isWide?: boolean;
  }[];
  readonly columns: 5 | 7;
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

export function CircleChoices<Value extends string | number>({
  legend,
  hidesLegend = false,
  options,
  columns,
  chosen,
  onChange,
}: CircleChoicesProps<Value>) {
  return (
    <fieldset>
      <Legend $hidden={hidesLegend}>{legend}</Legend>
      <Rows $columns={columns}>
        {options.map(({ value, text, name, isWide = false }) => (
          <Choice key={value} $wide={isWide}>
            <ChoiceInput
              type="checkbox"
              aria-label={name}
              checked={chosen.includes(value)}
              onChange={({ target }) => {
                const others = chosen.filter((other) => other !== value);
                onChange(target.checked ? [...others, value] : others);
              }}
            />
            <Face aria-hidden>{text}</Face>
          </Choice>
        ))}
      </Rows>
    </fieldset>
  );
}

const Legend = styled.legend<{ readonly $hidden: boolean }>`
  ${({ $hidden }) =>
    $hidden
      ? visuallyHidden
      : css`
          ${smallText}
          padding: 0;
          margin-block-end: ${space[4]};
          color: ${color.inkSoft};
        `}
`;

const Rows = styled.div<{ readonly $columns: number }>`
  display: grid;
  grid-template-columns: repeat(${({ $columns }) => $columns}, minmax(0, 1fr));
  gap: ${space[4]};
`;

const Choice = styled(ChoiceLabel)<{ readonly $wide: boolean }>`
  ${({ $wide }) => $wide && 'grid-column-end: -1; grid-column-start: 4;'}
`;

const Face = styled.span`
  ${choiceFace}
  border-radius: ${radius.full};
  color: ${color.inkSoft};

  ${ChoiceInput}:checked + & {
    border-color: ${color.controlLine};
    color: ${color.ink};
  }
`;

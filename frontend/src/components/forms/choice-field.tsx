// A choice between a few options: radio buttons drawn as a row; and that of the theme.
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { useIntl } from 'react-intl';
import { partSize } from '../../styles/screens';
import { below, color, from, radius, size, space, motion } from '../../styles/theme';
import { finePrint, smallText } from '../../styles/type';
import { useTheme, themeNames } from '../../settings/use-theme';
import { themeChoices } from '../../settings/theme-choice';

interface ChoiceOption<Value> {
  readonly value: Value;
  readonly text: string;
  /** Above the text; it must be hidden from assistive technology. */
  readonly drawing?: ReactNode;
}

interface ChoiceFieldProps<Value> {
  readonly legend: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly ChoiceOption<Value>[];
  readonly onChoose: (value: Value) => void;
  /** One option per line, if there is no width for a row. */
  readonly stacked?: boolean;
  /** The number of columns; four options make two rows. */
  readonly columns?: 2 | 3;
}

export function ChoiceField<Value extends string>({
  legend,
  name,
  value,
  options,
  onChoose,
  stacked = false,
  columns = 2,
}: ChoiceFieldProps<Value>) {
  return (
    <fieldset>
      <Legend>{legend}</Legend>
      <Choices $stacked={stacked} $columns={columns}>
        {options.map((option) => (
          <ChoiceLabel key={option.value}>
            <ChoiceInput
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => {
                onChoose(option.value);
              }}
            />
            <Face>
              {option.drawing}
              {option.text}
            </Face>
          </ChoiceLabel>
        ))}
      </Choices>
    </fieldset>
  );
}

/** An input as large as its face, so that focusing it scrolls the whole face into view. */
export const ChoiceInput = styled.input`
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  margin: 0;
  opacity: 0;
`;

/** Styles that all faces share. */
export const choiceFace = css`
  ${smallText}
  position: relative;
  flex: 1;
  display: flex;
  align-items: center;
  justify-content: center;
  min-block-size: ${size.touch};
  border: ${size.hairline} solid transparent;
  transition:
    background ${motion.quick},
    color ${motion.quick};

  ${ChoiceInput}:focus-visible + & {
    outline: ${size.stroke} solid ${color.accent};
    outline-offset: ${size.stroke};
  }
`;

const Face = styled.span`
  ${choiceFace}
  flex-direction: column;
  min-inline-size: ${size.touch};
  padding: ${space[4]} ${space[8]};
  border-color: ${color.controlLine};
  border-radius: ${radius.control};
  text-align: center;

  ${ChoiceInput}:checked + & {
    border-color: ${color.ink};
    background: ${color.ink};
    color: ${color.ground};
  }
`;

/** The number of columns; three on a narrow screen if their words fit. */
const rows = {
  2: css`
    grid-template-columns: repeat(2, 1fr);
  `,
  3: css`
    grid-template-columns: repeat(auto-fit, minmax(${partSize.choice}, 1fr));

    ${below.sm} {
      ${Face} {
        ${finePrint}
        padding-inline: ${space[2]};
      }
    }

    ${from.sm} {
      grid-auto-columns: 1fr;
      grid-auto-flow: column;
      grid-template-columns: none;
    }
  `,
};

interface ThemeFieldProps {
  /** One option per line, if there is no width for a row. */
  readonly stacked?: boolean;
}

export function ThemeField({ stacked = false }: ThemeFieldProps) {
  const { formatMessage } = useIntl();
  const { choice, choose } = useTheme();
  return (
    <ChoiceField
      legend={formatMessage({ id: 'site.theme' })}
      name="theme"
      value={choice}
      options={themeChoices.map((value) => ({
        value,
        text: formatMessage({ id: themeNames[value] }),
      }))}
      onChoose={choose}
      stacked={stacked}
      columns={3}
    />
  );
}

const Legend = styled.legend`
  ${smallText}
  padding: 0;
  margin-block-end: ${space[4]};
  color: ${color.inkSoft};
`;

const Choices = styled.div<{
  readonly $stacked: boolean;
  readonly $columns: keyof typeof rows;
}>`
  display: grid;
  gap: ${space[8]};
  ${({ $stacked, $columns }) => !$stacked && rows[$columns]}
`;

/** Contains an input and its face. */
export const ChoiceLabel = styled.label`
  position: relative;
  display: flex;
  cursor: pointer;
`;

// The choice of theme as radio buttons.
import { useIntl } from 'react-intl';
import { useTheme, themeNames } from '../../settings/use-theme';
import { themeChoices } from '../../settings/theme-choice';
import { ChoiceField } from './choice-field';

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

// How times of day are written on the whole site, and on which day weeks begin.
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import {
  hourChoices,
  siteSettings,
  usualSiteSettings,
  weekStarts,
  type HourChoice,
  type WeekStart,
} from '../../browser/site-settings';
import { useStoredValue } from '../../browser/stored-value';
import { ChoiceField } from '../../components/forms/choice-field';
import { SelectField } from '../../components/forms/field';
import type { MessageId } from '../../i18n/messages';
import { color, space } from '../../styles/theme';
import { smallText } from '../../styles/type';

const hourNames: Record<HourChoice, MessageId> = {
  auto: 'settings.auto',
  h24: 'settings.hours24',
  h12: 'settings.hours12',
};

export function HoursField() {
  const { formatMessage } = useIntl();
  const settings = useStoredValue(siteSettings, usualSiteSettings);
  return (
    <Field>
      <ChoiceField
        legend={formatMessage({ id: 'settings.hours' })}
        name="hours"
        columns={3}
        value={settings.hours}
        options={hourChoices.map((value) => ({
          value,
          text: formatMessage({ id: hourNames[value] }),
        }))}
        onChange={({ target }) => {
          const hours = hourChoices.find((one) => one === target.value);
          if (hours !== undefined) siteSettings.write({ ...settings, hours });
        }}
      />
      {settings.hours === 'h12' && (
        <Note>
          <FormattedMessage id="settings.hoursElsewhere" />
        </Note>
      )}
    </Field>
  );
}

/** Days in the first week of 2024, which began on a Monday. */
const daysOfJanuary = { mon: 1, sat: 6, sun: 7 } as const;

export function WeekField() {
  const { formatMessage, formatDate } = useIntl();
  const settings = useStoredValue(siteSettings, usualSiteSettings);

  function nameOf(start: WeekStart): string {
    if (start === 'auto') return formatMessage({ id: 'settings.auto' });
    const day = Date.UTC(2024, 0, daysOfJanuary[start]);
    return formatDate(day, { weekday: 'long', timeZone: 'UTC' });
  }

  return (
    <SelectField
      label={formatMessage({ id: 'settings.weekStart' })}
      options={weekStarts.map((value) => ({ value, text: nameOf(value) }))}
      value={settings.weekStart}
      onChange={({ target }) => {
        const weekStart = weekStarts.find((one) => one === target.value);
        if (weekStart !== undefined) siteSettings.write({ ...settings, weekStart });
      }}
    />
  );
}

const Field = styled.div`
  display: grid;
  gap: ${space[4]};
`;

const Note = styled.p`
  ${smallText}
  color: ${color.inkSoft};
`;

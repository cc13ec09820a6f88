// The settings of the 12- or 24-hour clock, of the first day of the week, and of the time zone.
import { useIntl } from 'react-intl';
import { SmallPrint } from '../../components/page/texts';
import { ringDeviceId } from '../../push/ring-device-id';
import { ChoiceField } from '../../components/forms/choice-field';
import { SelectField } from '../../components/forms/field';
import { ZoneField } from '../../components/forms/zone-field';
import type { HourChoice } from '../../settings/hour-choice';
import { hourChoice, hourChoices, useHourChoice } from '../../settings/hour-choice';
import { nameOfDay } from '../../i18n/date-text';
import { lineStart } from '../../i18n/line-start';
import type { MessageId } from '../../i18n/messages';
import { useWeekStart, weekStart, weekStarts, type WeekStart } from '../../settings/week-start';
import { browserHidesZone, chosenZone, useVisitorZone } from '../../time/visitor-zone';
import { Column } from '../../components/page/column';

const hourNames: Record<HourChoice, MessageId> = {
  auto: 'settings.hoursUsual',
  h24: 'settings.hours24',
  h12: 'settings.hours12',
};

export function HoursField() {
  const { formatMessage } = useIntl();
  const hours = useHourChoice();
  return (
    <Column $gap={4}>
      <ChoiceField
        legend={formatMessage({ id: 'settings.hours' })}
        name="hours"
        columns={3}
        value={hours}
        options={hourChoices.map((value) => ({
          value,
          text: formatMessage({ id: hourNames[value] }),
        }))}
        onChoose={choose}
      />
      {hours === 'h12' && (
        <SmallPrint>{formatMessage({ id: 'settings.hoursElsewhere' })}</SmallPrint>
      )}
    </Column>
  );
}

function choose(hours: HourChoice): void {
  hourChoice.write(hours);
  if (ringDeviceId.read() === null) return;
  // If it fails, the next page does it.
  import(/* webpackChunkName: "push" */ '../../push/push-devices')
    .then(({ keepHours }) => keepHours())
    .catch(() => undefined);
}

export function WeekField() {
  const intl = useIntl();
  const { formatMessage } = intl;
  const start = useWeekStart();

  function nameOf(day: WeekStart): string {
    if (day === 'auto') return formatMessage({ id: 'settings.auto' });
    return lineStart(nameOfDay(intl, day, 'long'), intl.locale);
  }

  return (
    <SelectField
      label={formatMessage({ id: 'settings.weekStart' })}
      options={weekStarts.map((value) => ({ value, text: nameOf(value) }))}
      value={start}
      onChange={({ target }) => {
        const chosen = weekStarts.find((one) => one === target.value);
        if (chosen !== undefined) weekStart.write(chosen);
      }}
    />
  );
}

/** Only where the browser hides the zone. */
export function OwnZoneField() {
  const zone = useVisitorZone();
  if (zone === null || !browserHidesZone()) return null;
  return (
    <ZoneField
      name="zone"
      value={zone}
      first={zone}
      onChange={({ target }) => {
        chosenZone.write(target.value);
      }}
    />
  );
}

// The settings dialog.
import { useIntl } from 'react-intl';
import { UserRound } from 'lucide-react';
import styled from 'styled-components';
import type { MessageId } from '../i18n/messages';
import { useLanguageChoice } from './language-choice';
import { SmallPrint } from '../components/page/texts';
import { soundOf } from '../model/rows';
import { useStoredValue } from '../browser/stored-value';
import { Dialog } from '../components/dialogs/dialog';
import { Button } from '../components/forms/button';
import { DeviceFields, ZoneField } from '../components/forms/device-fields';
import { SelectField } from '../components/forms/field';
import { SoundField } from '../components/forms/sound-field';
import { ThemeField, ChoiceField } from '../components/forms/choice-field';
import { RingOffer } from '../components/push/ring-offer';
import { isLanguageCode, languages } from '../i18n/languages';
import { ringSettings, defaultRingSettings } from '../sound/ring-settings';
import { icon, color, size, space } from '../styles/theme';
import { ringDeviceId } from '../push/push-support';
import {
  type HourChoice,
  hourChoice,
  hourChoices,
  useHourChoice,
  useWeekStart,
  weekStart,
  weekStarts,
  type WeekStart,
} from '../settings/choices';
import { nameOfDay } from '../i18n/date-text';
import { lineStart } from '../i18n/long-date-text';
import { browserHidesZone, chosenZone, useVisitorZone } from '../time/visitor-zone';
import { Column } from '../components/page/page-column';

interface SettingsProps {
  readonly onClose: () => void;
  readonly onAccount: () => void;
}

export function Settings({ onClose, onAccount }: SettingsProps) {
  const { formatMessage, locale } = useIntl();
  const chooseLanguage = useLanguageChoice();
  const rings = useStoredValue(ringSettings, defaultRingSettings);
  return (
    <Dialog title={formatMessage({ id: 'site.settings' })} onClose={onClose}>
      <SmallPrint>{formatMessage({ id: 'settings.note' })}</SmallPrint>
      <Part>
        <ThemeField />
        <SelectField
          label={formatMessage({ id: 'settings.language' })}
          options={languages.map(({ code, name }) => ({ value: code, text: name }))}
          value={locale}
          onChange={({ target }) => {
            if (!isLanguageCode(target.value)) return;
            onClose();
            chooseLanguage(target.value);
          }}
        />
      </Part>
      <Part>
        <HoursField />
        <WeekField />
        <OwnZoneField />
      </Part>
      <Part>
        <DeviceFields />
        <SoundField
          label="settings.newSound"
          value={rings.newSound}
          onChange={({ target }) => {
            ringSettings.write({ ...rings, newSound: soundOf(target.value) });
          }}
        />
      </Part>
      <Part>
        <Ways>
          <RingOffer isInSettings />
          <Way
            $kind="quiet"
            aria-haspopup="dialog"
            onClick={() => {
              onClose();
              onAccount();
            }}
          >
            <UserRound {...icon.medium} />
            {formatMessage({ id: 'site.account' })}
          </Way>
        </Ways>
      </Part>
    </Dialog>
  );
}

const hourNames: Record<HourChoice, MessageId> = {
  auto: 'settings.hoursUsual',
  h24: 'settings.hours24',
  h12: 'settings.hours12',
};

function HoursField() {
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
  import(/* webpackChunkName: "push" */ '../push/push-devices')
    .then(({ storeHours }) => storeHours())
    .catch(() => undefined);
}

function WeekField() {
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
function OwnZoneField() {
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

const Part = styled.section`
  display: grid;
  gap: ${space[16]};
  padding-block: ${space[24]};

  & + & {
    border-block-start: ${size.hairline} solid ${color.line};
  }

  &:last-child {
    padding-block-end: 0;
  }
`;

/** One per line, with their texts aligned. */
const Ways = styled.div`
  display: grid;
  justify-items: start;

  > div {
    margin: 0;
  }
`;

const Way = styled(Button)`
  margin-inline-start: calc(-1 * ${space[16]});
`;

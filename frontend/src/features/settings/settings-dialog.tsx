// All settings of this browser; each takes effect at once.
import { UserRound } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint } from '../../components/page/texts';
import { soundOf } from '../../model/rows';
import { useStoredValue } from '../../browser/stored-value';
import { Dialog } from '../../components/dialogs/dialog';
import { Button } from '../../components/forms/button';
import { DeviceFields } from '../../components/forms/device-fields';
import { SelectField } from '../../components/forms/field';
import { SoundField } from '../../components/forms/sound-field';
import { ThemeField } from '../../components/forms/theme-field';
import { RingOffer } from '../../components/push/ring-offer';
import { isLanguageCode, languages, type LanguageCode } from '../../i18n/languages';
import { ringSettings, usualRingSettings } from '../../sound/ring-settings';
import { icon } from '../../styles/icons';
import { color, size, space } from '../../styles/theme';
import { HoursField, OwnZoneField, WeekField } from './time-fields';

interface SettingsDialogProps {
  readonly onClose: () => void;
  readonly onLanguage: (language: LanguageCode) => void;
  readonly onAccount: () => void;
}

export function SettingsDialog({ onClose, onLanguage, onAccount }: SettingsDialogProps) {
  const { formatMessage, locale } = useIntl();
  const rings = useStoredValue(ringSettings, usualRingSettings);
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
            if (isLanguageCode(target.value)) onLanguage(target.value);
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
          <Way $kind="quiet" aria-haspopup="dialog" onClick={onAccount}>
            <UserRound {...icon.medium} />
            {formatMessage({ id: 'site.account' })}
          </Way>
        </Ways>
      </Part>
    </Dialog>
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

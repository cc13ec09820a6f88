// The row of settings below a large clock: a switch or a choice, the unit of temperature, the full screen.
import type { ReactNode } from 'react';
import { Maximize } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '../../components/forms/button';
import { ChoiceField } from '../../components/forms/choice-field';
import type { City } from '../../i18n/cities';
import { lazyComponent, useOpening } from '../../loading/lazy-component';
import { visuallyHidden, hiddenWithoutWeather } from '../../styles/hidden';
import { icon, from, space } from '../../styles/theme';
import type { DeskFace } from './desk-clock';
import { storedUnit, temperatureUnits, unitSign, useTemperatureUnit } from './weather';

const DeskClock = lazyComponent(
  async () => (await import(/* webpackChunkName: "desk-clock" */ './desk-clock')).DeskClock,
);

interface ClockSettingsProps {
  readonly city: City;
  /** The content of the full screen. */
  readonly face: DeskFace;
  /** The page's own setting. */
  readonly children: ReactNode;
  /** Beside the button of the full screen. */
  readonly more?: ReactNode;
}

export function ClockSettings({ city, face, children, more }: ClockSettingsProps) {
  const { formatMessage } = useIntl();
  const desk = useOpening(DeskClock);
  return (
    <Row aria-label={formatMessage({ id: 'clocks.settings' })}>
      {children}
      <UnitChoice />
      <Actions>
        <Button $kind="quiet" {...desk.button}>
          <Maximize {...icon.medium} />
          {formatMessage({ id: 'desk.open' })}
        </Button>
        {more}
      </Actions>
      {desk.isOpen && <DeskClock city={city} face={face} onClose={desk.close} />}
    </Row>
  );
}

function UnitChoice() {
  const intl = useIntl();
  const unit = useTemperatureUnit();
  return (
    <Unit>
      <ChoiceField
        legend={intl.formatMessage({ id: 'weather.unit' })}
        name="temperature-unit"
        value={unit}
        options={temperatureUnits.map((value) => ({ value, text: unitSign(intl, value) }))}
        onChoose={storedUnit.write}
      />
    </Unit>
  );
}

const Row = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[16]};
  margin-block-start: ${space[32]};

  > :first-child {
    flex-basis: 100%;
  }

  ${from.sm} {
    gap: ${space[16]} ${space[32]};

    > :first-child {
      flex-basis: auto;
    }
  }
`;

/** A choice of units, whose signs say what they choose. */
const Unit = styled.div`
  ${hiddenWithoutWeather}
  flex: 1 0 100%;

  ${from.sm} {
    flex: none;
  }

  legend {
    ${visuallyHidden}
  }
`;

/** Both share a line, which they fill on a phone, or take one each where their words would break. */
const Actions = styled.div`
  flex: 1 0 100%;
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};

  > button {
    flex: 1 0 auto;
    white-space: nowrap;
  }

  ${from.sm} {
    flex: none;
    margin-inline-start: auto;
  }
`;

// The timer that ends first, in a corner of every page but its own, where the list shows it.
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { TickRing } from '../components/faces/tick-ring';
import { SiteLink } from '../components/page/site-link';
import { lengthInPhrase, shortCountdownText } from '../i18n/duration-text';
import type { Timer } from '../model/types';
import { localisedPath } from '../pages/paths';
import { timerDeletions, useHiddenRows } from '../rings/pending-deletions';
import { firstToEnd, usePresentTimer, useTimerSeconds } from '../rings/timer-remaining';
import { useTimers } from '../rows/timers';
import { barHeight } from '../styles/screens';
import { color, layer, radius, size, space } from '../styles/theme';
import { smallText, tabularTime } from '../styles/type';

export function RunningTimer() {
  const { locale } = useIntl();
  const { pathname } = useLocation();
  const { timers = [] } = useTimers();
  const hidden = useHiddenRows(timerDeletions);
  const path = localisedPath('/timer', locale);
  const first = firstToEnd(timers.filter(({ id }) => !hidden.has(id)));
  return first === null || pathname === path ? null : <Corner timer={first} path={path} />;
}

function Corner({ timer: row, path }: { readonly timer: Timer; readonly path: string }) {
  const intl = useIntl();
  const timer = usePresentTimer(row);
  const seconds = useTimerSeconds(timer);
  const length = lengthInPhrase(intl, timer.totalSeconds);
  const name = timer.label ?? intl.formatMessage({ id: 'timer.unnamed' }, { length });
  return (
    <aside data-corner="" aria-label={intl.formatMessage({ id: 'timer.name' })}>
      <Pill to={path}>
        <Ring>
          <TickRing few running fraction={seconds / timer.runSeconds} />
        </Ring>
        <Time>{shortCountdownText(seconds)}</Time> <Name>{name}</Name>
      </Pill>
    </aside>
  );
}

const Pill = styled(SiteLink)`
  ${smallText}
  position: fixed;
  z-index: ${layer.offer};
  inset-block-end: ${space[16]};
  inset-inline-start: ${space[16]};
  display: flex;
  align-items: center;
  gap: ${space[8]};
  max-inline-size: calc(100% - 2 * ${space[16]});
  min-block-size: ${size.touch};
  padding-inline: ${space[8]} ${space[16]};
  border: ${size.hairline} solid ${color.controlLine};
  border-radius: ${radius.full};
  background: ${color.surface};
  color: ${color.ink};
  text-decoration: none;

  /* Above buttons that stay at the end of the screen, and the line with the offer of another language. */
  html:has([data-bar]) & {
    inset-block-end: ${barHeight};
  }

  html:has([data-language-offer]) & {
    inset-block-end: ${space[64]};
  }

  @media print {
    display: none;
  }
`;

const Ring = styled.span`
  flex: none;
  inline-size: ${size.mark};
  block-size: ${size.mark};
`;

const Time = styled.span`
  ${tabularTime}
`;

const Name = styled.bdi`
  min-inline-size: 0;
  max-inline-size: ${size.menu};
  color: ${color.inkSoft};
  overflow-wrap: anywhere;
`;

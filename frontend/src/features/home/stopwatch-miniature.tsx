// The stopwatch's preview: the visitor's own if it runs, otherwise the seconds of each minute.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useElapsedSeconds } from '../../stopwatch/elapsed';
import { keepStopwatchInSync, useStopwatch } from '../../stopwatch/stopwatch-store';
import { useSecond } from '../../time/synchronised-time';
import { stopwatchParts } from '../../i18n/stopwatch-text';
import { previewDigits } from '../../styles/home';

export function StopwatchMiniature() {
  const { formatMessage } = useIntl();
  const own = useElapsedSeconds(useStopwatch());
  const second = useSecond();
  useEffect(keepStopwatchInSync, []);
  const seconds = own ?? (second === null ? 0 : Math.floor(second / 1000) % 60);
  return (
    <Digits role="img" aria-label={formatMessage({ id: 'home.stopwatchMiniature' })}>
      {stopwatchParts(seconds * 1000).seconds}
    </Digits>
  );
}

const Digits = styled.span`
  ${previewDigits}
`;

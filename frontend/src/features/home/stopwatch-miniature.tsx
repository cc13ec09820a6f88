// The stopwatch's preview: the visitor's own if it runs, otherwise zero.
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useElapsedSeconds } from '../../stopwatch/elapsed';
import { keepStopwatchInSync, useStopwatch } from '../../stopwatch/stopwatch-store';
import { stopwatchParts } from '../../i18n/stopwatch-text';
import { previewDigits } from '../../styles/home';

export function StopwatchMiniature() {
  const { formatMessage } = useIntl();
  const own = useElapsedSeconds(useStopwatch());
  useEffect(keepStopwatchInSync, []);
  return (
    <Digits role="img" aria-label={formatMessage({ id: 'home.stopwatchMiniature' })}>
      {stopwatchParts((own ?? 0) * 1000).seconds}
    </Digits>
  );
}

const Digits = styled.span`
  ${previewDigits}
`;

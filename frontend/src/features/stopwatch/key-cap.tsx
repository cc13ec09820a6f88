// A key of the stopwatch, drawn as on a keyboard.
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { keyCap } from '../../styles/stopwatch';
import type { StopwatchKey } from './stopwatch-keys';

export function KeyCap({ of }: { readonly of: StopwatchKey }) {
  const { formatMessage } = useIntl();
  return <Cap>{of === 'toggle' ? formatMessage({ id: 'stopwatch.keySpace' }) : letters[of]}</Cap>;
}

const letters = { lap: 'L', reset: 'R' } as const;

const Cap = styled.kbd`
  ${keyCap}
`;

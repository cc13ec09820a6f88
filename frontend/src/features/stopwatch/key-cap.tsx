// A key of the stopwatch, drawn as on a keyboard.
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { keyCap } from '../../styles/stopwatch';
import type { StopwatchKey } from './stopwatch-keys';

export function KeyCap({ of }: { readonly of: StopwatchKey }) {
  return <Cap>{of === 'toggle' ? <FormattedMessage id="stopwatch.keySpace" /> : letters[of]}</Cap>;
}

const letters = { lap: 'L', reset: 'R' } as const;

const Cap = styled.kbd`
  ${keyCap}
`;

// The line about the sound of the next alarm; its code comes when there is such an alarm.
import styled from 'styled-components';
import { lazyComponent } from '../../loading/lazy-component';
import { labelHeight } from '../../styles/type';

/** As tall as the line that comes. */
const Room = styled.span`
  display: block;
  block-size: ${labelHeight};
`;

export const SoundLine = lazyComponent(
  async () => (await import(/* webpackChunkName: "sound-line" */ './sound-line')).SoundLine,
  { fallback: <Room /> },
);

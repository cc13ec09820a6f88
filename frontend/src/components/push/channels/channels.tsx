// Where else the account's rings are sent, and what is needed for it.
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { SmallPrint, ItemTitle } from '../../page/texts';
import type { Channel } from '../../../push/channels';
import { askForChannelsAgain, mostChannels, useChannels } from '../../../push/channels';
import type { preloadOnHoverOrFocus } from '../../../loading/load-code';
import { color, size, space } from '../../../styles/theme';
import { Button } from '../../forms/button';
import { Skeleton } from '../../lists/skeleton';
import { LoadFailed } from '../load-failed';
import { ChannelList } from './channel-list';

interface ChannelsProps {
  /** The form that was closed, of a channel or of a new one; the focus returns to its button. */
  readonly backFrom: { readonly channel: Channel | undefined } | null;
  /** Event handlers that prefetch the form's code. */
  readonly formReach: ReturnType<typeof preloadOnHoverOrFocus>;
  readonly onForm: (channel: Channel | undefined) => void;
}

export function Channels({ backFrom, formReach, onForm }: ChannelsProps) {
  const { formatMessage } = useIntl();
  const { channels, error } = useChannels();
  const add = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (backFrom !== null && backFrom.channel === undefined) add.current?.focus();
  }, [backFrom]);

  return (
    <Part>
      <ItemTitle>{formatMessage({ id: 'channels.title' })}</ItemTitle>
      {channels === null ? (
        <SmallPrint>{formatMessage({ id: 'channels.needsAccount' })}</SmallPrint>
      ) : (
        <>
          <SmallPrint>{formatMessage({ id: 'channels.intro' })}</SmallPrint>
          {channels !== undefined && channels.length > 0 && (
            <div {...formReach}>
              <ChannelList
                channels={channels}
                backFrom={backFrom?.channel?.id ?? null}
                onEdit={onForm}
              />
            </div>
          )}
          {channels === undefined && error === undefined && (
            <Skeleton $width="100%" $height={size.touch} />
          )}
          {channels === undefined && error !== undefined && (
            <LoadFailed onRetry={askForChannelsAgain} />
          )}
          {channels !== undefined &&
            (channels.length < mostChannels ? (
              <div>
                <Button
                  ref={add}
                  {...formReach}
                  onClick={() => {
                    onForm(undefined);
                  }}
                >
                  {formatMessage({ id: 'channels.add' })}
                </Button>
              </div>
            ) : (
              <SmallPrint>
                {formatMessage({ id: 'channels.full' }, { max: mostChannels })}
              </SmallPrint>
            ))}
        </>
      )}
    </Part>
  );
}

const Part = styled.section`
  display: grid;
  gap: ${space[8]};
  padding-block-start: ${space[16]};
  border-block-start: ${size.hairline} solid ${color.line};
`;

// Channels of the account: topics of ntfy servers and webhooks, to which its rings are also sent.
import useSWR, { mutate } from 'swr';
import { after } from '../time/background-timer';
import { browserId } from '../identity/browser-id';
import { fetchingDefaults, request } from '../api/client';
import { useAccountHere } from '../identity/account-here';
import { fetchUser } from '../identity/identity';
import { ProblemError } from '../api/problem-error';
import type { Schemas } from '../model/types';

const channelsPath = '/api/channels';

export const mostChannels = 4;

/** What comes of a test is asked for this often. */
const askEveryMs = 500;
const asksAtMost = 24;
/** An error as before the test is the test's own if it is still there then: a message is sent at once. */
const asksUntilSameError = 6;

export type Channel = Schemas['Channel'];

/** What a client writes of a channel; null removes its token or secret. */
export type ChannelDraft = Pick<Channel, 'url' | 'name' | 'language' | 'when' | 'kinds'> &
  Pick<Schemas['ChannelFields'], 'token' | 'secret'>;

interface ChannelsState {
  /** In the order of their creation; null without an account, undefined until the first answer. */
  readonly channels: readonly Channel[] | null | undefined;
  readonly error: Error | undefined;
}

/** The account's channels. Without an account nothing is requested. */
export function useChannels(): ChannelsState {
  const isSignedIn = useAccountHere();
  const { data, error } = useSWR<readonly Channel[] | null, Error>(
    isSignedIn ? keyOfList() : null,
    {
      ...fetchingDefaults,
      fetcher: fetchChannels,
      revalidateIfStale: true,
    },
  );
  return { channels: isSignedIn ? data : null, error };
}

export function askForChannelsAgain(): void {
  void mutate(keyOfList()).catch(() => undefined);
}

export async function addChannel(kind: Channel['kind'], draft: ChannelDraft): Promise<void> {
  await request('POST', channelsPath, { kind, ...draft } satisfies Schemas['ChannelFields']);
  await mutate(keyOfList());
}

/** Changes a channel; a token or secret that is not sent is kept for the same host. */
export async function changeChannel(id: string, draft: ChannelDraft): Promise<void> {
  await request('PATCH', `${channelsPath}/${id}`, draft satisfies Schemas['ChannelFields']);
  await mutate(keyOfList());
}

export async function removeChannel(id: string): Promise<void> {
  try {
    await request('DELETE', `${channelsPath}/${id}`);
  } catch (failure) {
    if (!(failure instanceof ProblemError) || failure.status !== 404) throw failure;
  }
  await mutate(keyOfList());
}

/** What came of a test: the error as in `lastError`, if it was not accepted; `unknown` while there is no answer. */
export type TestOutcome = { readonly error: string | null } | 'unknown';

/** Sends a test message to a channel and waits for what comes of it. */
export async function testChannel({
  id,
  lastAcceptedAt,
  lastError,
}: Channel): Promise<TestOutcome> {
  await request('POST', `${channelsPath}/${id}/test`);
  for (let asked = 1; asked <= asksAtMost; asked += 1) {
    await new Promise<void>((resume) => after(askEveryMs, resume));
    const channels = await mutate<readonly Channel[] | null>(keyOfList(), fetchChannels(), {
      revalidate: false,
    });
    const channel = channels?.find((one) => one.id === id);
    if (channel === undefined) return 'unknown';
    if (channel.lastAcceptedAt !== lastAcceptedAt) return { error: channel.lastError };
    const isSame = channel.lastError === lastError;
    if (channel.lastError !== null && (!isSame || asked >= asksUntilSameError))
      return { error: channel.lastError };
  }
  return 'unknown';
}

/** Of one account: on a computer that several people use, nobody sees the channels of another. */
function keyOfList(): readonly [string, string] {
  return [channelsPath, browserId()];
}

/** Null if the session has ended, which is then known everywhere. */
async function fetchChannels(): Promise<readonly Channel[] | null> {
  try {
    return await request<readonly Channel[]>('GET', channelsPath);
  } catch (failure) {
    if (!(failure instanceof ProblemError) || failure.status !== 401) throw failure;
    await fetchUser();
    return null;
  }
}

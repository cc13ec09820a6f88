// Going on where the browser id has ended on the server: forgotten on another device, or replaced by its account.
import { adoptBrowserId, browserId, renewBrowserId } from './browser-id';
import { request } from './client';
import { ProblemError } from './problem-error';
import type { User } from './types';

/** Goes on with the id that the account keeps now; as a new browser where nobody is signed in. */
export async function goOnAnew(ended: string): Promise<void> {
  try {
    const user = await request<User>('GET', '/api/user');
    if (browserId() === ended) adoptBrowserId(user.uuid);
  } catch (failure) {
    const isNobody = failure instanceof ProblemError && failure.status === 401;
    if (isNobody && browserId() === ended) renewBrowserId();
  }
}

// Whether the server sends pushes; asked without an id, which a new browser does not have yet.
import useSWR from 'swr';
import { requestAs } from '../api/client';
import type { PushOffer } from '../model/types';
import { fetchingDefaults } from '../rows/lists';

/** False until the server has said so. */
export function useServerPushes(): boolean {
  const fetcher = () => requestAs<PushOffer>('', 'GET', '/api/push');
  const { data } = useSWR<PushOffer, Error>('server-pushes', fetcher, fetchingDefaults);
  return data?.enabled === true;
}

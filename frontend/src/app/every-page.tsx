// What every page has beside its own content: services, rings, and the toast of saved edits.
import { useEffect } from 'react';
import { Ringing } from '../features/ringing/ringing';
import { startServices } from '../services/start';
import { useSavedToast } from './saved-toast';

/** Mount it once, beside the pages. */
export function EveryPage() {
  useEffect(startServices, []);
  useSavedToast();
  return <Ringing />;
}

// What every page has beside its own content: services, rings, the marks on the ruler, the running timer, and the toast of saved edits.
import { useEffect } from 'react';
import { Ringing } from '../features/ringing/ringing';
import { HourMarks } from './hour-marks';
import { RunningTimer } from './running-timer';
import { startServices } from './start-services';
import { useSavedToast } from './saved-toast';
import { useSignedOutToast } from './signed-out-toast';

/** Mount it once, beside the pages. */
export function EveryPage() {
  useEffect(startServices, []);
  useSavedToast();
  useSignedOutToast();
  return (
    <>
      <HourMarks />
      <RunningTimer />
      <Ringing />
    </>
  );
}

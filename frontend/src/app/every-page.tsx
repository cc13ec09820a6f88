// What every page has beside its own content: services, rings, the marks on the ruler, the running timer, and the toasts that
// belong to no page.
import { useEffect } from 'react';
import { Ringing } from '../features/ringing/ringing';
import { HourMarks } from './hour-marks';
import { useLoadFailureToast } from './load-failure-toast';
import { RunningTimer } from './running-timer';
import { startServices } from './start-services';
import { useSavedToast } from './saved-toast';
import { useSignedOutToast } from './signed-out-toast';

/** Mount it once, beside the pages. */
export function EveryPage() {
  useEffect(startServices, []);
  useSavedToast();
  useSignedOutToast();
  useLoadFailureToast();
  return (
    <>
      <HourMarks />
      <RunningTimer />
      <Ringing />
    </>
  );
}

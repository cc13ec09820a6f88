// The two streams by which the server tells what rings.
import { listenToStream } from './event-stream';
import { refetchEverywhere } from './lists';
import { announcementOf } from './rows';
import type { AlarmTrigger, TimerComplete } from './types';

export type Announcement = AlarmTrigger | TimerComplete;

/** Listens to both streams until the returned function is called; the lists follow what they say. */
export function listenToNotifications(
  onAnnouncement: (announcement: Announcement) => void,
): () => void {
  const stops = (['alarms', 'timers'] as const).map((list) => {
    const refetch = () => {
      void refetchEverywhere(list).catch(() => undefined);
    };
    return listenToStream(`/api/${list}/notifications`, {
      onEvent: (data) => {
        const announcement = announcementOf(data);
        if (announcement === null)
          console.warn('an event that this version of the page cannot read');
        else onAnnouncement(announcement);
        refetch();
      },
      onReturn: refetch,
      onAbsence: refetch,
    });
  });
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

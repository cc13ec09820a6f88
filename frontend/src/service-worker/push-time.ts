// Times of day in notifications, on the clock of 12 or 24 hours that the visitor has chosen on the site.
import { ringDevice } from '../push/ring-device';
import { pause } from './pause';
import type { PushMessage } from './push-message';

/** A notification does not wait longer for the visitor's choice. */
const choiceIsReadWithinMs = 500;

/** A text with the local time of an instant instead of `{time}`. */
export function withTime(text: string, instant: string): Promise<string> {
  // `toTimeString` begins with `07:00:00` in every language.
  return rewritten(text, '{time}', new Date(instant).toTimeString().slice(0, 5));
}

/** The message with the time in its body, which the server writes on a 24-hour clock, on the visitor's clock. */
export async function onVisitorsClock(message: PushMessage): Promise<PushMessage> {
  const { options, time } = message;
  try {
    if (!time || !options.body) return message;
    const body = await rewritten(options.body, time, time);
    return { ...message, options: { ...options, body } };
  } catch {
    // A newer server may write times in another form.
    return message;
  }
}

/** The text with a time such as `07:00` instead of `written`, on the visitor's clock. */
async function rewritten(text: string, written: string, time: string): Promise<string> {
  const device = await Promise.race([ringDevice(), pause(choiceIsReadWithinMs)]);
  const [hour, minutes = ''] = time.split(':');
  const own = device?.hours?.[Number(hour)]?.replace('{minutes}', minutes);
  return text.replace(written, own ?? time);
}

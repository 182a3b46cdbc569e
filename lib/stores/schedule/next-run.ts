import { Cron } from 'croner';
import { messageOf } from '@/lib/protocol/message-of';

/** When a schedule is due next, in milliseconds since the epoch, or what is wrong with it. */
type NextRun =
  | { readonly ok: true; readonly at: number }
  | { readonly ok: false; readonly field: 'schedule' | 'time_zone'; readonly reason: string };

/** Five fields, or a nickname such as `@daily`. Checked because `Cron` itself also accepts dates. */
const FORM = /^(@[a-z]+|\S+(\s+\S+){4})$/i;

/** The first time after `from`. Default time zone: the browser's. */
export function nextRun(schedule: string, timeZone: string | undefined, from: number): NextRun {
  if (!FORM.test(schedule)) return { ok: false, field: 'schedule', reason: 'five fields are needed' };
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    return { ok: false, field: 'time_zone', reason: 'no IANA time zone has this name' };
  }
  try {
    const cron = new Cron(schedule, {
      paused: true,
      mode: '5-part',
      ...(timeZone !== undefined && { timezone: timeZone }),
    });
    const next = cron.nextRun(new Date(from));
    return next ? { ok: true, at: next.getTime() } : { ok: false, field: 'schedule', reason: 'no date ever fits it' };
  } catch (error) {
    const message = messageOf(error);
    return { ok: false, field: 'schedule', reason: message.replace(/^Cron\w+: /, '') };
  }
}

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

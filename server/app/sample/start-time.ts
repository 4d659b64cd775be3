import { instantToLocal, type LocalTime } from '#rules/planning.ts';
import type { Sample } from './sample.ts';

const minute = 60_000;

/**
 * When a sample schedule begins, in its zone: this many minutes from now (never in the past: the first full minute
 * after them less one), or this many days from now at a clock time.
 */
export function startOf(
  start: Sample['schedules'][number]['start'],
  { now, timezone }: { now: Date; timezone: string },
): LocalTime {
  if ('inMinutes' in start) {
    const next = Math.ceil(now.getTime() / minute) * minute;
    return instantToLocal(new Date(next + (start.inMinutes - 1) * minute), timezone);
  }
  return (
    `${instantToLocal(new Date(now.getTime() + start.inDays * 24 * 60 * minute), timezone).slice(0, 10)} ` +
    `${start.at}`
  );
}

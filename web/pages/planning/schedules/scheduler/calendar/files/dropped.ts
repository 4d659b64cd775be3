import type { LocalTime } from '#rules/planning.ts';
import { soonest, usualTime } from '../drafts/wish.ts';

/** The time of drafts that were dropped on a day ('2026-12-03') or an hour of it ('2026-12-03 14'). */
export const timeOfDrop = (drop: string, now: LocalTime): LocalTime =>
  soonest(drop.length > 10 ? `${drop}:00` : `${drop} ${usualTime}`, now);

import { messages } from '#contract/messages.ts';
import type { UploadType } from '#contract/content/library.ts';
import type { LocalTime } from '#rules/planning.ts';
import { refuseByName } from '#rules/uploads.ts';
import { soonest, usualTime } from '../drafts/wish.ts';

/** What the name and the type of a file say. */
type Named = { name: string; type: string; size: number };

/** For what a dropped file is sent: a video, else a picture. */
export const purposeOf = ({ name, type }: Omit<Named, 'size'>): UploadType =>
  type.startsWith('video/') || /\.(mp4|m4v|mov|webm)$/i.test(name) ? 'video' : 'image';

/** Why a dropped file cannot become a post, in words; null if it can. */
export function refusalOf(file: Named): string | null {
  const refusal = refuseByName(purposeOf(file) === 'video' ? 'streamVideo' : 'libraryImage', {
    fileName: file.name,
    sizeBytes: file.size,
  });
  return refusal === null ? null : messages[refusal];
}

/** The time of drafts that were dropped on a day ('2026-12-03') or an hour of it ('2026-12-03 14'). */
export const timeOfDrop = (drop: string, now: LocalTime): LocalTime =>
  soonest(drop.length > 10 ? `${drop}:00` : `${drop} ${usualTime}`, now);

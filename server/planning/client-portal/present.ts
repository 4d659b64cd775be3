import type { PlannedPost, PublishedPost } from '#contract/planning/client-portal.ts';
import { cutText, plainTextOf } from '#rules/captions.ts';
import { withoutCutTag } from '#rules/tags.ts';
import { titleOf } from '#rules/titles.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import type { PlannedRow, PublishedRow } from './queries.ts';

const preview = { limit: 220, unit: 'graphemes' } as const;

function presentPost(row: PlannedRow | PublishedRow) {
  const title = titleOf(row);
  // The description may have been cut to its beginning, in the middle of a tag.
  const words = row.description_format === 'formatted' ? plainTextOf(withoutCutTag(row.description)) : row.description;
  const text = cutText(words.trim(), preview);
  return {
    id: row.id,
    title,
    text: text === title ? '' : text,
    type: row.type,
    thumbnail: fileAddress(row.thumbnail_name),
    due_at: row.due_at.toISOString(),
    scheduled: row.local_at,
    day: row.local_at.slice(0, 10),
    timezone: row.timezone,
  };
}

/** A planned post for the reply. */
export const presentPlanned = (row: PlannedRow): PlannedPost => ({
  ...presentPost(row),
  accounts: row.accounts,
  approval: row.approval,
  paused: row.is_paused,
});

const figure = (sum: string | null): number | null => (sum === null ? null : Number(sum));

/** A published post for the reply, with its figures if the agency's plan includes them. */
export function presentPublished(row: PublishedRow, { withFigures }: { withFigures: boolean }): PublishedPost {
  const engagement = {
    likes: figure(row.likes),
    comments: figure(row.comments),
    shares: figure(row.shares),
    views: figure(row.views),
  };
  const isKnown = Object.values(engagement).some((value) => value !== null);
  return {
    ...presentPost(row),
    posts: row.posts,
    published_at: row.published_at.toISOString(),
    engagement: withFigures && isKnown ? engagement : null,
  };
}

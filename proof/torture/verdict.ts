/**
 * Compares the sandbox's feeds with the deliveries in the tables. Pure: takes rows and posts, returns every broken
 * promise.
 */

import type { DeliveryState } from '#rules/delivery-states.ts';
import type { FeedPost } from './sandbox.ts';

/**
 * A delivery at the end of the run. `word` identifies its text; `waits` says whether the engine is still working on it.
 */
export type EndRow = {
  id: string;
  state: DeliveryState;
  feedAccount: string;
  word: string;
  dueAt: Date;
  message: string;
  postId: string | null;
  waits: boolean;
  attempts: number;
};

/** Broken promises, each with the ids of the deliveries (or the posts) it is about. */
export type Verdict = Record<'twice' | 'lost' | 'unexplained' | 'early' | 'unplanned', string[]>;

/** Copies that people see: a draft on a WordPress site does not count. */
const isLive = ({ network, status }: FeedPost): boolean => network !== 'wordpress' || status === 'publish';

/** The word of one of our texts, '' for any other text. */
export const wordOf = (text: string): string => /\bThis is (\w+)/.exec(text)?.[1] ?? '';

/**
 * Judges every delivery by the feeds: `twice` more copies than its state allows; `lost` not in a final state, or
 * published in the tables but not in a feed; `unexplained` not published, without a reason for a person; `early`
 * published before its time; `unplanned` posts without a delivery. Posts later than `untilMs` were sent by clocks set
 * forward: their times are not checked.
 */
export function judge(rows: readonly EndRow[], posts: readonly FeedPost[], { untilMs }: { untilMs: number }): Verdict {
  const live = Map.groupBy(
    posts.filter(isLive),
    ({ account, text, title }) => `${account} ${wordOf(`${text}\n${title}`)}`,
  );
  const verdict: Verdict = { twice: [], lost: [], unexplained: [], early: [], unplanned: [] };
  const seen = new Set<string>();
  for (const row of rows) {
    const key = `${row.feedAccount} ${row.word}`;
    const copies = live.get(key) ?? [];
    seen.add(key);
    if (copies.length > mostCopies(row)) verdict.twice.push(row.id);
    if (isLost(row, copies)) verdict.lost.push(row.id);
    if (!isExplained(row)) verdict.unexplained.push(row.id);
    const outAt = copies.map((post) => Date.parse(post.publishedAt || post.createdAt));
    if (outAt.some((at) => at < row.dueAt.getTime() && at < untilMs)) verdict.early.push(row.id);
  }
  verdict.unplanned.push(...[...live.keys()].filter((key) => !seen.has(key)));
  return verdict;
}

function mostCopies({ state }: EndRow): number {
  return state === 'published' || state === 'uncertain' ? 1 : 0;
}

function isLost({ state, waits, postId }: EndRow, copies: readonly FeedPost[]): boolean {
  switch (state) {
    case 'published':
      return copies.length === 0 || !copies.some(({ id }) => id === postId || postId === '0');
    case 'failed':
    case 'missed':
    case 'cancelled':
      return false;
    case 'uncertain':
      return waits;
    case 'scheduled':
    case 'claimed':
    case 'sending':
    case 'processing':
    case 'waiting':
      return true;
    default:
      return state satisfies never;
  }
}

/** Whether a person can read why something was not published; an uncertain delivery has an attempt to show. */
function isExplained({ state, message, attempts }: EndRow): boolean {
  if (state === 'uncertain') return message !== '' && attempts > 0;
  return state === 'failed' || state === 'missed' ? message !== '' : true;
}

/** People who write single posts, plan them and take them back, with doubled requests, lost answers and two windows. */

import { z } from 'zod';
import { instantToLocal } from '#rules/planning.ts';
import { UserError } from '#server/base/handlers.ts';
import { postCalls } from '#server/planning/posts/calls.ts';
import { randomOf } from '../random.ts';
import { call, type Action, type PersonMeans } from './calling.ts';
import type { Plan } from './plan.ts';
import type { Rows } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether single posts are written in a seed: in none of those below, which keep their steps. */
export const isComposedAt = (seed: number): boolean => seed > 100_000;

/** Instants, from the start on, at which a person does something with a single post. */
export function composingsOf({ seed, plan }: { seed: number; plan: Plan }): number[] {
  const random = randomOf(seed + 4_000_003);
  if (!isComposedAt(seed)) return [];
  return [...Array.from({ length: random.int(20, 60) }, () => random.int(0, plan.horizonMs)), plan.horizonMs - 1];
}

/** A post as its window knows it; `occurrenceId` is null while it is a draft. */
type Written = {
  key: string;
  draftId: string;
  itemId: string;
  version: string;
  account: number;
  occurrenceId: string | null;
};

const written = new WeakMap<Rows, Written[]>();
const postsOf = (rows: Rows): Written[] => {
  const posts = written.get(rows) ?? [];
  written.set(rows, posts);
  return posts;
};

const saved = z.object({ data: z.object({ draft_id: z.string(), item_id: z.string(), version: z.string() }) });
const planned = z.object({ data: z.object({ schedule_id: z.string(), occurrence_id: z.string() }) });

/** Does something with a single post; `broken` reports what must never happen. */
export const composePost =
  (broken: (what: string) => void): Action =>
  async (means) => {
    const { random, rows } = means;
    const posts = postsOf(rows);
    checkWritten(posts, means.snapshot(), broken);
    if (posts.length < 3 || random.chance(0.2)) return write(means, broken);
    const post = random.pick(posts);
    if (post.occurrenceId !== null) return takeBack(means, post);
    return random.chance(0.4) ? change(means, { post, broken }) : planTwice(means, { post, broken });
  };

/** A post has never more than one occurrence that is not cancelled, whatever was pressed and lost. */
function checkWritten(posts: readonly Written[], { occurrences }: Snapshot, broken: (what: string) => void): void {
  for (const { itemId } of posts) {
    const open = occurrences.filter((one) => one.itemId === itemId && one.state !== 'cancelled');
    if (open.length > 1) broken(`the single post of item ${itemId} is planned ${open.length} times`);
  }
}

const contentOf = ({ rows, plan }: PersonMeans, { account, words }: { account: number; words: string }) => ({
  client_id: rows.clientIds[plan.accounts[account]?.client ?? 0],
  account_ids: [rows.accountIds[account]],
  title: '',
  words,
  format: 'text',
  own_words: {},
  file_id: null,
  alt_text: '',
  when: null,
  url: '',
});

/** Both requests, of which the second may run beside the first; throws if one of them failed. */
async function twice(means: PersonMeans, action: Action): Promise<[unknown, unknown]> {
  const [one, other] = await Promise.allSettled([action(means), action(means)]);
  if (one.status === 'rejected') throw one.reason;
  if (other.status === 'rejected') throw other.reason;
  return [one.value, other.value];
}

async function write(means: PersonMeans, broken: (what: string) => void): Promise<void> {
  const { random, rows } = means;
  const account = random.int(0, rows.accountIds.length - 1);
  const key = `00000000-0000-4000-8000-${String(random.int(1, 999_999_999)).padStart(12, '0')}`;
  const input = { save_key: key, ...contentOf(means, { account, words: `Composed ${key}` }) };
  const [one, other] = (await twice(means, call(postCalls['save-post'], input))).map(
    (reply) => saved.parse(reply).data,
  );
  if (one === undefined || other === undefined) return;
  if (one.draft_id !== other.draft_id) broken(`the first save with ${key} made two drafts`);
  postsOf(rows).push({
    key,
    draftId: one.draft_id,
    itemId: one.item_id,
    version: one.version,
    account,
    occurrenceId: null,
  });
}

type With = { post: Written; broken: (what: string) => void };

/** Saves other words; a second window with the version of before must be refused. */
async function change(means: PersonMeans, { post, broken }: With): Promise<void> {
  const { account, draftId, version } = post;
  const save = (words: string) =>
    call(postCalls['save-post'], { draft_id: draftId, version, ...contentOf(means, { account, words }) })(means);
  post.version = saved.parse(await save(`Changed ${means.random.int(1, 999_999)}`)).data.version;
  try {
    await save('Of the other window');
    broken(`a save of draft ${draftId} with an older version was accepted`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

/** Presses Schedule twice. */
async function planTwice(means: PersonMeans, { post, broken }: With): Promise<void> {
  const { random, now } = means;
  const local = instantToLocal(new Date(now().getTime() + random.int(1, 60) * 60_000), 'UTC');
  const { client_id, account_ids } = contentOf(means, { account: post.account, words: '' });
  const input = {
    ...(random.chance(0.5) ? { draft_id: post.draftId } : { save_key: post.key }),
    version: post.version,
    client_id,
    account_ids,
    when: { kind: 'at', date: local.slice(0, 10), time: local.slice(11), timezone: 'UTC' },
    confirm: true,
  };
  const replies = await twice(means, call(postCalls['schedule-post'], input));
  const [one, other] = replies.map((reply) => planned.parse(reply).data);
  if (one === undefined || other === undefined) return;
  if (one.schedule_id !== other.schedule_id) broken(`draft ${post.draftId} was planned by two schedules`);
  post.occurrenceId = one.occurrence_id;
}

/** Turns a planned post back into a draft, if it is not being sent. */
async function takeBack(means: PersonMeans, post: Written): Promise<void> {
  const reply = await call(postCalls['unplan-post'], { occurrence_id: post.occurrenceId })(means);
  const { draft_id: draftId, version } = saved.parse(reply).data;
  Object.assign(post, { draftId, version, occurrenceId: null });
}

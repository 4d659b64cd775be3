import type { Pauses, ResumePreview } from '#contract/planning/pausing.ts';
import { titleOf } from '#rules/titles.ts';
import type { PiledUp, ResumePlan } from '../../publishing/index.ts';
import type { AgencyPause, Held, PausedAccount, PausedClient, PausedSchedule, PostWords } from './queries.ts';

/** The most entries of a list of pauses, and the most posts of a preview. */
export const mostShown = 200;

type Paused = {
  everything: AgencyPause | undefined;
  clients: readonly PausedClient[];
  accounts: readonly PausedAccount[];
  schedules: readonly PausedSchedule[];
  held: readonly Held[];
};

/** Everything that is paused, for the reply. */
export function presentPauses({ everything, clients, accounts, schedules, held }: Paused): Pauses {
  const [byAccount, byClient, bySchedule] = [
    sumBy(held, (row) => row.account_id),
    sumBy(held, (row) => row.client_id),
    sumBy(held, (row) => row.schedule_id),
  ];
  const all = held.reduce((sum, row) => sum + row.held, 0);
  return {
    everything: everything
      ? {
          paused_at: everything.paused_at.toISOString(),
          paused_by: everything.paused_by,
          piled_up: all,
          processing_stopped: everything.processing_stopped,
        }
      : null,
    clients: clients.slice(0, mostShown).map(({ id, name, paused_at, paused_by }) => ({
      id,
      name,
      paused_at: paused_at.toISOString(),
      paused_by,
      piled_up: byClient.get(id) ?? 0,
    })),
    accounts: accounts
      .slice(0, mostShown)
      .map(({ id, client_id, client, network, username, paused_at, paused_by }) => ({
        id,
        client_id,
        client,
        type: network,
        username,
        paused_at: paused_at.toISOString(),
        paused_by,
        piled_up: byAccount.get(id) ?? 0,
      })),
    schedules: schedules.slice(0, mostShown).map(({ id, title, client_id, client, paused_at, paused_by }) => ({
      id,
      title,
      client_id,
      client,
      paused_at: paused_at.toISOString(),
      paused_by,
      piled_up: bySchedule.get(id) ?? 0,
    })),
    piled_up: all,
    more: [clients, accounts, schedules].reduce((sum, list) => sum + Math.max(0, list.length - mostShown), 0),
  };
}

function sumBy(held: readonly Held[], keyOf: (row: Held) => string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const row of held) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.held);
  return sums;
}

/** The part of a preview that comes from the plan for resuming. */
export function presentPlan(
  plan: ResumePlan,
  words: readonly PostWords[],
): Pick<ResumePreview, 'fingerprint' | 'total' | 'staying' | 'unapproved' | 'clients' | 'posts'> {
  const wordsOf = new Map(words.map((word) => [word.id, word]));
  return {
    fingerprint: plan.fingerprint,
    total: plan.pile.length,
    staying: plan.staying,
    unapproved: plan.unapproved,
    clients: [...Map.groupBy(plan.pile, ({ clientId }) => clientId)].map(([id, posts]) => ({
      id,
      name: posts[0]?.client ?? '',
      total: posts.length,
      accounts: [...Map.groupBy(posts, ({ accountId }) => accountId).values()].map((own) => presentAccount(own, plan)),
    })),
    posts: plan.pile.slice(0, mostShown).flatMap((post) => {
      const word = wordsOf.get(post.id);
      return word ? [presentPost(post, word, plan)] : [];
    }),
  };
}

function presentAccount(
  posts: readonly PiledUp[],
  { sendAt }: ResumePlan,
): ResumePreview['clients'][number]['accounts'][number] {
  const first = posts[0];
  const last = posts.at(-1);
  if (!first || !last) throw new Error('a group has at least one post');
  return {
    id: first.accountId,
    type: first.network,
    username: first.username,
    total: posts.length,
    connected: first.connected,
    oldest_at: first.dueAt.toISOString(),
    first_at: (sendAt.get(first.id) ?? first.dueAt).toISOString(),
    last_at: (sendAt.get(last.id) ?? last.dueAt).toISOString(),
  };
}

const presentPost = (
  post: PiledUp,
  word: PostWords,
  { sendAt, moveTo }: ResumePlan,
): ResumePreview['posts'][number] => ({
  id: post.id,
  title: titleOf(word),
  client: post.client,
  type: post.network,
  username: post.username,
  timezone: word.timezone,
  due_at: post.dueAt.toISOString(),
  send_at: (sendAt.get(post.id) ?? post.dueAt).toISOString(),
  move_to: moveTo.get(post.id)?.dueAt.toISOString() ?? null,
});

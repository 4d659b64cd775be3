/**
 * Actions of clients, and of their agency for them, about approval: they read a list, and decide a moment later about
 * what they saw.
 */

import { fetchApprovals, type Approvals } from '#contract/planning/approvals.ts';
import { approvalEndings, approvalModes } from '#rules/approvals.ts';
import { approvalCalls } from '#server/planning/approvals/calls.ts';
import { clientCalls } from '#server/people/clients/calls.ts';
import { streamCalls } from '#server/content/streams/calls.ts';
import { z } from 'zod';
import { call, picked, type Action, type PersonMeans } from './calling.ts';
import type { Random } from '../random.ts';

const answer = z.object({ data: fetchApprovals.data });

/** Reads the first page of a list as a client sees it. */
async function look(
  means: PersonMeans,
  clientId: string,
  list: 'waiting' | 'sent-back' | 'approved',
): Promise<Approvals> {
  return answer.parse(await call(approvalCalls['fetch-approvals'], { list }, clientId)(means)).data;
}

const aClient = ({ random, rows }: PersonMeans): string => random.pick(rows.clientIds);
const shown = ({ id, fingerprint, decision }: { id: string; fingerprint: string; decision: number }) => ({
  id,
  fingerprint,
  decision,
});

/** Decides as the client itself, or as the owner on its behalf. */
const approve = (posts: Approvals['items'], clientId: string | undefined): Action =>
  call(
    approvalCalls['approve-posts'],
    { posts: posts.map(shown), ...(clientId === undefined ? { told_how: 'by phone' } : {}) },
    clientId,
  );

const approvePosts: Action = async (means) => {
  const { random } = means;
  const clientId = aClient(means);
  const { items } = await look(means, clientId, random.chance(0.9) ? 'waiting' : 'sent-back');
  const chosen = items.filter(() => random.chance(0.8));
  if (chosen.length > 0) await approve(chosen, random.chance(0.9) ? clientId : undefined)(means);
};

const approveSchedule: Action = async (means) => {
  const clientId = aClient(means);
  const { schedules } = await look(means, clientId, 'waiting');
  await picked(schedules, means.random, ({ id, fingerprint }) =>
    call(approvalCalls['approve-schedule'], { schedule_id: id, fingerprint }, clientId),
  )(means);
};

const sendBack: Action = async (means) => {
  const clientId = aClient(means);
  const { items } = await look(means, clientId, means.random.pick(['waiting', 'approved'] as const));
  await picked(items, means.random, (post) =>
    call(approvalCalls['send-back-post'], { ...shown(post), comment: 'No' }, clientId),
  )(means);
};

const withdraw: Action = async (means) => {
  const { random } = means;
  const clientId = aClient(means);
  const { items } = await look(means, clientId, 'approved');
  // Preferably a delivery that a worker holds, where it can do the most damage.
  const snapshot = means.snapshot();
  const urgent = items.filter(({ id }) =>
    snapshot.deliveries.some((row) => row.occurrenceId === id && (row.state === 'claimed' || row.state === 'sending')),
  );
  await picked(urgent.length > 0 ? urgent : items, random, ({ id }) =>
    call(approvalCalls['withdraw-approval'], { id, comment: '' }, random.chance(0.7) ? clientId : undefined),
  )(means);
};

const askAgain: Action = async (means) => {
  const { items } = await look(means, aClient(means), 'sent-back');
  await picked(items, means.random, ({ id, decision }) =>
    call(approvalCalls['ask-approval'], { id, decision, comment: '' }),
  )(means);
};

/** Whether texts of deliveries in progress change often in a seed: in every tenth seed. */
export const isRewordedAt = (seed: number): boolean => seed % 10 === 8;

/** Changes an item's text, preferably one that a worker holds, or whose answer was lost. */
export const changeItem: Action = (means) => {
  const { random } = means;
  const { items, occurrences, deliveries } = means.snapshot();
  const touchy = new Set(
    deliveries
      .filter(({ state, nextAt }) => state === 'claimed' || (state === 'uncertain' && nextAt !== null))
      .map(({ occurrenceId }) => occurrenceId),
  );
  const inHand = new Set(occurrences.filter(({ id }) => touchy.has(id)).map(({ itemId }) => itemId));
  const open = items.filter(({ isDeleted }) => !isDeleted);
  const urgent = open.filter(({ id }) => inHand.has(id));
  return picked(urgent.length > 0 ? urgent : open, random, ({ id }) =>
    call(streamCalls['update-stream'], {
      id,
      title: 'item',
      description: `words ${random.int(1, 3)}`,
      planned_posts: random.chance(0.3) ? 'keep' : 'follow',
      kept: [],
    }),
  )(means);
};

const changeMode: Action = (means) => {
  const { random } = means;
  return call(clientCalls['edit-app-client-account'], {
    id: aClient(means),
    name: 'Person',
    earning: 0,
    frequency: 'weekly',
    company: '',
    description: '',
    password: '',
    approval: random.pick(approvalModes),
    approval_covers: random.chance(0.5),
    approval_waiting: random.pick(approvalEndings),
  })(means);
};

/** Approves everything that waits or was sent back, as the client itself. */
export const approveAll =
  (clientId: string): Action =>
  async (means) => {
    for (const list of ['waiting', 'sent-back'] as const) {
      for (;;) {
        const { items, next } = await look(means, clientId, list);
        if (items.length > 0) await approve(items, clientId)(means);
        if (next === null) break;
      }
    }
  };

const decisions: Readonly<Record<string, { weight: number; action: Action }>> = {
  'approve posts': { weight: 8, action: approvePosts },
  'approve a schedule': { weight: 3, action: approveSchedule },
  'send a post back': { weight: 2, action: sendBack },
  'withdraw an approval': { weight: 4, action: withdraw },
  'ask again': { weight: 2, action: askAgain },
  'change an item': { weight: 3, action: changeItem },
  'change whether a client approves': { weight: 0.7, action: changeMode },
};

/** Draws the next action about approval, with a name for the trace. */
export function drawDecision(random: Random): { name: string; action: Action } {
  const name =
    random.weighed(Object.fromEntries(Object.entries(decisions).map(([key, { weight }]) => [key, weight]))) ??
    'approve posts';
  return { name, action: decisions[name]?.action ?? approvePosts };
}

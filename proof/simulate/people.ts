/** The actions of people meanwhile, through the real handlers of their calls. */

import { actionsFor } from '#rules/delivery-states.ts';
import { instantToLocal } from '#rules/planning.ts';
import { resumeChoices } from '#rules/pausing.ts';
import { accountCalls } from '#server/people/accounts/calls.ts';
import { storeAccount } from '#server/people/accounts/store.ts';
import { UserError } from '#server/base/handlers.ts';
import { pausePublishing, type PauseTarget } from '#server/publishing/actions/pause.ts';
import { holdPausedOf } from '#server/publishing/plan/holds.ts';
import { planResume } from '#server/publishing/actions/resume-plan.ts';
import { resumePublishing } from '#server/publishing/actions/resume.ts';
import { scheduleCalls } from '#server/planning/schedules/calls.ts';
import { streamCalls } from '#server/content/streams/calls.ts';
import { profiles } from './feed.ts';
import { changeItem, drawDecision } from './approving.ts';
import { call, contextOf, picked, type Action, type PersonMeans } from './calling.ts';
import { drawOrder, type Order, type Plan } from './plan.ts';
import type { Random } from '../random.ts';
import type { Rows } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

const when = (now: Date, minutesAhead: number, zone: string) => {
  const local = instantToLocal(new Date(now.getTime() + minutesAhead * 60_000), zone);
  return {
    schedule_date: local.slice(0, 10),
    hours: local.slice(11, 13),
    minutes: local.slice(14, 16),
    timezone: zone,
  };
};

/** Saves a schedule, as the wizard does. */
export const order =
  ({ client, stream, accounts, minutesAhead, zone, frequency, repurpose }: Order): Action =>
  (means) =>
    call(scheduleCalls['save-scheduler'], {
      user_client_id: means.rows.clientIds[client],
      content_stream_id: means.rows.streamIds[stream],
      social_accounts: accounts.map((index) => means.rows.accountIds[index]),
      ...when(means.now(), minutesAhead, zone),
      re_purpose: repurpose ? 1 : 0,
      schedule_type: frequency,
    })(means);

/** Deletes a schedule. */
export const deleteSchedule = (id: string): Action => call(scheduleCalls['delete-scheduler'], { id });

const reschedule: Action = (means) => {
  const { random } = means;
  const schedules = means.snapshot().schedules.filter(({ isDeleted }) => !isDeleted);
  if (schedules.length === 0) return Promise.resolve();
  const zone = random.pick(['UTC', 'Europe/Berlin']);
  return call(scheduleCalls.reschedule, {
    id: random.pick(schedules).id,
    ...when(means.now(), random.int(1, 200), zone),
    re_purpose: random.chance(0.2) ? 1 : 0,
  })(means);
};

/** Decides about one of the deliveries that wait for a person, mostly by what the account shows. */
const decide: Action = (means) => {
  const { random, feeds } = means;
  const open = means.snapshot().deliveries.flatMap((delivery) => {
    const actions = actionsFor({
      state: delivery.state,
      nextAt: delivery.nextAt === null ? null : new Date(delivery.nextAt),
    });
    return actions.filter((action) => action !== 'move' && action !== 'cancel').map((action) => ({ delivery, action }));
  });
  if (open.length === 0) return Promise.resolve();
  const { delivery, action } = random.pick(open);
  const isThere = feeds.posts.some(({ marker }) => marker === delivery.marker);
  const honest =
    delivery.state === 'uncertain' && random.chance(0.8) ? (isThere ? 'it-is-there' : 'publish-again') : action;
  return call(scheduleCalls['resolve-delivery'], { delivery_id: delivery.id, decision: honest, post_url: '' })(means);
};

/** Reconnects an account; deliveries that waited for it continue. */
export const reconnect =
  (accountId: string): Action =>
  (means) => {
    const { services, rows, plan, feeds, random, snapshot } = means;
    // An account that was deleted meanwhile gets another id.
    const externalId = snapshot().accounts.find(({ id }) => id === accountId)?.externalId ?? '';
    const { client, network } = plan.accounts[Number(externalId.split('-').at(-1))] ?? {};
    const adapter = network === undefined ? undefined : services.networks[network];
    if (client === undefined || adapter === undefined) throw new Error(`no account ${accountId}`);
    const renews = profiles.some(({ id, renews: can }) => id === network && can);
    const lastsMs = renews ? random.int(1, 20) * 3_600_000 : Infinity;
    const expiresAt = renews ? new Date(means.now().getTime() + lastsMs) : null;
    const given = {
      externalId,
      username: 'name',
      profile: {},
      credentials: feeds.issue(externalId, lastsMs),
      expiresAt,
    };
    return means.transaction((tx) =>
      storeAccount(
        tx,
        { adapter, holderId: rows.clientIds[client] ?? '', given, appClientId: '' },
        contextOf(means, tx),
      ),
    );
  };

const targetOf = ({ random, rows }: PersonMeans): PauseTarget => {
  const scope = random.pick(['everything', 'client', 'account'] as const);
  switch (scope) {
    case 'everything':
      return { agencyId: rows.agencyId, scope, id: null };
    case 'client':
      return { agencyId: rows.agencyId, scope, id: random.pick(rows.clientIds) };
    case 'account':
      return { agencyId: rows.agencyId, scope, id: random.pick(rows.accountIds) };
    default:
      return scope satisfies never;
  }
};

const pause: Action = async (means) => {
  const { transaction, rows, now } = means;
  const target = targetOf(means);
  await transaction((tx) => pausePublishing(tx, { ...target, userId: rows.ownerId, now: now() }));
  await transaction((tx) => holdPausedOf(tx, { agencyId: rows.agencyId, now: now() }));
};

/** Ends a pause as previewed a moment ago; if that has changed, the pause stays. */
export const resume =
  (target: PauseTarget): Action =>
  async ({ transaction, now, random }) => {
    const at = now();
    const { fingerprint } = await transaction((tx) => planResume(tx, { ...target, at }));
    const choice = random.pick(resumeChoices);
    await transaction(async (tx) => {
      const { kind } = await resumePublishing(tx, { ...target, at, choice, fingerprint, now: now() });
      if (kind === 'changed') throw new UserError('Please look again.');
    });
  };

/** The current pauses. */
export function pausesOf(
  { isAgencyPaused, pausedClients, accounts, schedules }: Snapshot,
  { agencyId }: Rows,
): PauseTarget[] {
  return [
    ...(isAgencyPaused ? [{ agencyId, scope: 'everything', id: null } as const] : []),
    ...pausedClients.map((id) => ({ agencyId, scope: 'client', id }) as const),
    ...accounts
      .filter(({ isPaused, isDeleted }) => isPaused && !isDeleted)
      .map(({ id }) => ({ agencyId, scope: 'account', id }) as const),
    ...schedules
      .filter(({ isPaused, isDeleted }) => isPaused && !isDeleted)
      .map(({ id }) => ({ agencyId, scope: 'schedule', id }) as const),
  ];
}

const actions: Readonly<Record<string, { weight: number; action: Action }>> = {
  order: { weight: 2, action: (means) => order(drawOrder(means.random, means.plan))(means) },
  reschedule: { weight: 3, action: reschedule },
  'delete a schedule': {
    weight: 1,
    action: (means) => picked(means.snapshot().schedules, means.random, ({ id }) => deleteSchedule(id))(means),
  },
  'delete a scheduled item': {
    weight: 2,
    action: (means) =>
      picked(means.snapshot().occurrences, means.random, ({ id }) =>
        call(scheduleCalls['delete-scheduled-item'], { id }),
      )(means),
  },
  'delete an item': {
    weight: 1,
    action: (means) =>
      picked(means.snapshot().items, means.random, ({ id }) => call(streamCalls['delete-stream-file'], { id }))(means),
  },
  'delete an account': {
    weight: 0.5,
    action: (means) =>
      picked(means.rows.accountIds, means.random, (id) => call(accountCalls['delete-social'], { id }))(means),
  },
  'connect an account again': {
    weight: 2,
    action: (means) =>
      picked(
        means.snapshot().accounts.filter(({ isDeleted }) => !isDeleted),
        means.random,
        ({ id }) => reconnect(id),
      )(means),
  },
  'change an item': { weight: 2, action: changeItem },
  decide: { weight: 6, action: decide },
  pause: { weight: 2, action: pause },
  resume: { weight: 2, action: (means) => picked(pausesOf(means.snapshot(), means.rows), means.random, resume)(means) },
};

/** Draws a person's next action, with a name for the trace; if a client approves its posts, mostly about approval. */
export function drawAction(random: Random, plan: Plan): { name: string; action: Action } {
  if (plan.approval.clients.includes(true) && random.chance(0.5)) return drawDecision(random);
  const name =
    random.weighed(Object.fromEntries(Object.entries(actions).map(([key, { weight }]) => [key, weight]))) ?? 'decide';
  return { name, action: actions[name]?.action ?? decide };
}

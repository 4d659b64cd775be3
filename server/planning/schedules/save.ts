import { messages } from '#contract/messages.ts';
import type { Input } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { isEligible } from '#rules/eligibility.ts';
import { clockOf, planRound, type PlannedOccurrence } from '#rules/planning.ts';
import { lockAccountHolder } from '../../people/users/index.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { insertRound } from '../../publishing/index.ts';
import { listItems, makeRealStream, updateStreamClient } from '../../content/streams/index.ts';
import {
  findStreamToSchedule,
  findTwin,
  insertSchedule,
  isUsedAsStream,
  listAccountsToSchedule,
  lockSchedulesOfUser,
} from './queries.ts';

/** The time within which an identical schedule by the same user counts as a second press of the button. */
const doublePressSeconds = 10;
/** How far in the past a start may be: a form filled in at 09:00 for 09:00 may be sent half a minute later. */
const latenessSeconds = 60;
const farthestYears = 10;

type Part = 'user_client_id' | 'content_stream_id' | 'social_accounts';
const notFound = (part: Part) =>
  new UserError(messages.notFound, { status: 404, errors: { [part]: messages.notFound } });
const empty = () =>
  new UserError(messages.streamEmpty, { status: 422, errors: { content_stream_id: messages.streamEmpty } });

/**
 * The first wall-clock time of a form: `{schedule_date: '2026-03-01', hours: '24', minutes: '5'} -> '2026-03-01
 * 00:05'`.
 */
export const originOf = (input: { schedule_date: string; hours: string; minutes: string }): string =>
  `${input.schedule_date} ${clockOf({ hours: Number(input.hours), minutes: Number(input.minutes) })}`;

/** Throws a UserError, at the input's field, for a plan that would begin in the past or later than planning allows. */
export function checkTimes(
  origin: string,
  first: Pick<PlannedOccurrence, 'dueAt'> | undefined,
  now: Date,
  field = 'schedule_date',
): void {
  if (Number(origin.slice(0, 4)) > now.getUTCFullYear() + farthestYears) {
    throw new UserError(messages.farTime, { status: 422, errors: { [field]: messages.farTime } });
  }
  if (first === undefined || first.dueAt.getTime() < now.getTime() - latenessSeconds * 1000) {
    throw new UserError(messages.pastTime, { status: 422, errors: { [field]: messages.pastTime } });
  }
}

/** Answers `save-scheduler`: the schedule and its first round. Sent twice within ten seconds it is one schedule. */
export async function saveSchedule(
  input: Input<'save-scheduler'>,
  { user, tx, now }: Context,
): Promise<Reply<{ id: string }>> {
  const { agencyId } = user;
  const accountIds = [...new Set(input.social_accounts)];
  const parts = { agencyId, clientId: input.user_client_id, streamId: input.content_stream_id, accountIds };
  const stream = await checkParts(tx, parts);

  const origin = originOf(input);
  const rhythm = { origin, zone: input.timezone, frequency: input.schedule_type };
  checkTimes(origin, planRound({ ...rhythm, firstStep: 0, count: 1 })[0], now);
  const schedule = {
    agencyId,
    clientId: input.user_client_id,
    streamId: input.content_stream_id,
    accountIds,
    createdBy: user.id,
    originLocal: origin,
    timezone: input.timezone,
    frequency: input.schedule_type,
    repurpose: input.re_purpose === 1,
  };
  await lockSchedulesOfUser(tx, user.id);
  const twin = await findTwin(tx, schedule, new Date(now.getTime() - doublePressSeconds * 1000));
  if (twin !== undefined) return { message: messages.scheduled, data: { id: twin } };

  const items = await listItems(tx, { agencyId, streamId: schedule.streamId });
  if (items.length === 0) throw empty();
  const id = await insertSchedule(tx, { ...schedule, now });
  await insertRound(tx, {
    agencyId,
    scheduleId: id,
    round: 1,
    itemIds: items.map((item) => item.id),
    accountIds,
    plan: planRound({ ...rhythm, firstStep: 0, count: items.length }),
    now,
  });
  // The stream of a single post with a second schedule, or one that repeats, is a content stream.
  if (stream.kind === 'post' && (await isUsedAsStream(tx, parts)))
    await makeRealStream(tx, { agencyId, id: schedule.streamId });
  if (stream.client_id === null || stream.client_id === parts.clientId)
    return { message: messages.scheduled, data: { id } };
  // Two clients use it now.
  await updateStreamClient(tx, { agencyId, id: schedule.streamId, clientId: null });
  return { message: messages.scheduledForAny, data: { id } };
}

/** The single post of a draft, to be planned for a wall-clock time; `dueAt` for a time that is no whole minute. */
export type PostToPlan = {
  clientId: string;
  streamId: string;
  itemId: string;
  draftId: string;
  accountIds: readonly string[];
  localAt: string;
  timezone: string;
  dueAt?: Date;
};

/** Plans a single post: a schedule of one time. Throws as `save-scheduler` does. Answers the schedule's id. */
export async function planPost(
  tx: Tx,
  post: PostToPlan,
  { user, now }: Pick<Context, 'user' | 'now'>,
): Promise<string> {
  const { agencyId } = user;
  const { accountIds, itemId, localAt, timezone } = post;
  await checkParts(tx, { agencyId, ...post });
  const rhythm = { origin: localAt, zone: timezone, frequency: 'daily' as const };
  const plan = planRound({ ...rhythm, firstStep: 0, count: 1 }).map((planned) => ({
    ...planned,
    dueAt: post.dueAt ?? planned.dueAt,
  }));
  checkTimes(localAt, plan[0], now, 'when');
  const scheduleId = await insertSchedule(tx, {
    ...post,
    agencyId,
    createdBy: user.id,
    originLocal: localAt,
    frequency: 'daily',
    repurpose: false,
    now,
  });
  await insertRound(tx, { agencyId, scheduleId, round: 1, itemIds: [itemId], accountIds, plan, now });
  return scheduleId;
}

/**
 * Client, stream and accounts must belong to the agency, the accounts to the client, and each must be able to publish
 * the stream.
 */
async function checkParts(
  tx: Tx,
  {
    agencyId,
    clientId,
    streamId,
    accountIds,
  }: { agencyId: string; clientId: string; streamId: string; accountIds: readonly string[] },
): Promise<NonNullable<Awaited<ReturnType<typeof findStreamToSchedule>>>> {
  if ((await lockAccountHolder(tx, { agencyId, id: clientId })) === undefined) throw notFound('user_client_id');
  const stream = await findStreamToSchedule(tx, { agencyId, id: streamId });
  if (stream === undefined) throw notFound('content_stream_id');
  const accounts = await listAccountsToSchedule(tx, { agencyId, ids: accountIds });
  if (accounts.length !== accountIds.length) throw notFound('social_accounts');
  if (accounts.some((account) => account.user_id !== clientId)) {
    throw new UserError(messages.accountNotOfClient, {
      status: 422,
      errors: { social_accounts: messages.accountNotOfClient },
    });
  }
  if (accounts.some((account) => !isEligible(account.network, stream.type))) {
    throw new UserError(messages.accountNotEligible, {
      status: 422,
      errors: { social_accounts: messages.accountNotEligible },
    });
  }
  if (stream.items === 0) throw empty();
  return stream;
}

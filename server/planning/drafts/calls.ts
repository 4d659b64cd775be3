import type { Draft } from '#contract/planning/drafts.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { isEligible } from '#rules/eligibility.ts';
import { freeSlots } from '#rules/free-slots.ts';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { titleOf } from '#rules/titles.ts';
import { listAccounts } from '../../people/accounts/index.ts';
import { UserError, type Context, type Handlers, type Reply } from '../../base/handlers.ts';
import { dateAfter, datesBetween, startsOfDays } from '../../base/lib/days.ts';
import { bestHourOfClient, checkSpan, checkTimes, countDays, saveSchedule } from '../schedules/index.ts';
import { addTexts, insertStream } from '../../content/streams/index.ts';
import { findClient } from '../../people/users/index.ts';
import {
  countDrafts,
  deleteDraftRow,
  insertDraft,
  listDrafts,
  lockDraft,
  updateDraft,
  type DraftRow,
} from './queries.ts';

const mostDrafts = 100;
/** The most drafts in one answer; a client has fewer. */
const mostShown = 500;
/** How many days ahead free slots are searched for, and the hour of the slots if no best hour is known. */
const daysAhead = 14;
const usualHour = 10;

const notFound = () => new UserError(messages.notFound, { status: 404 });

const presentDraft = (row: DraftRow, now: Date): Draft => ({
  id: row.id,
  client_id: row.client_id,
  client: row.client,
  item_id: '',
  version: '',
  type: 'text',
  title: row.title,
  words: row.words,
  format: 'text',
  thumbnail: null,
  has_file: false,
  url: row.url,
  accounts: row.accounts,
  date: row.local_at.slice(0, 10),
  time: row.local_at.slice(11),
  timezone: row.timezone,
  due: row.due_at.toISOString(),
  expired: row.due_at <= now,
  created: row.created_at.toISOString(),
});

async function mustKnow({ user: { agencyId }, tx }: Context, clientId: string): Promise<void> {
  if ((await findClient(tx, { agencyId, id: clientId })) === undefined) throw notFound();
}

/** Answers `fetch-free-slots`. */
async function findSlots(clientId: string, context: Context): Promise<Reply<Data<'fetch-free-slots'>>> {
  const { user, tx, now } = context;
  const { agencyId } = user;
  await mustKnow(context, clientId);
  const { hour, zone } = await bestHourOfClient(tx, { agencyId, clientId, now });
  const today = instantToLocal(now, zone).slice(0, 10);
  const dates = datesBetween(today, dateAfter(today, daysAhead));
  const counted = new Map(
    (await countDays(tx, { agencyId, clientId, starts: startsOfDays(dates, zone) })).map(({ day, total }) => [
      day,
      total,
    ]),
  );
  const days = dates.map((date, index) => ({ date, posts: counted.get(index + 1) ?? 0 }));
  const time = `${String(hour ?? usualHour).padStart(2, '0')}:00`;
  return { message: '', data: { timezone: zone, slots: freeSlots(days, { time, zone, now }) } };
}

/** The instants at which the days of a zone begin and end. Throws a UserError (422) for no days, or more than 62. */
function instantsOf({ from, to, timezone }: { from: string; to: string; timezone: string }): { from: Date; to: Date } {
  checkSpan({ from, to });
  return { from: localToInstant(`${from} 00:00`, timezone), to: localToInstant(`${to} 00:00`, timezone) };
}

/** Answers `save-draft`. */
async function save(input: Input<'save-draft'>, context: Context): Promise<Reply<Draft>> {
  const { user, tx, now } = context;
  const { agencyId } = user;
  const { id, client_id: clientId, title, words, url, timezone } = input;
  await mustKnow(context, clientId);
  const accountIds = [...new Set(input.social_accounts)];
  const own = await listAccounts(tx, { agencyId, userId: clientId });
  const accounts = own.filter((account) => accountIds.includes(account.id));
  if (accounts.length !== accountIds.length) throw notFound();
  if (accounts.some(({ network }) => !isEligible(network, 'text')))
    throw new UserError(messages.accountNotEligible, {
      status: 422,
      errors: { social_accounts: messages.accountNotEligible },
    });
  const localAt = `${input.date} ${input.time}`;
  const dueAt = localToInstant(localAt, timezone);
  checkTimes(localAt, { dueAt }, now, 'date');
  const facts = { title, words, url, accountIds, localAt, timezone, dueAt };
  if (id !== undefined) {
    const row = await lockDraft(tx, { agencyId, id });
    if (row?.client_id !== clientId) throw notFound();
    await updateDraft(tx, { agencyId, id, ...facts });
  } else if ((await countDrafts(tx, { agencyId, clientId })) >= mostDrafts)
    throw new UserError(messages.draftsFull, { status: 422 });
  const kept = id ?? (await insertDraft(tx, { ...facts, agencyId, clientId, createdBy: user.id, now }));
  const row = await lockDraft(tx, { agencyId, id: kept });
  if (row === undefined) throw new Error('a draft that was kept is not there');
  return { message: messages.draftSaved, data: presentDraft(row, now) };
}

/** Answers `approve-draft`. The locked draft is deleted in the same transaction, so that it is planned only once. */
async function approve(id: string, context: Context): Promise<Reply<{ id: string }>> {
  const { user, tx, services, now } = context;
  const { agencyId } = user;
  const draft = await lockDraft(tx, { agencyId, id });
  if (draft === undefined) throw notFound();
  if (draft.due_at <= now) throw new UserError(messages.draftExpired, { status: 422 });
  if (draft.accounts.length === 0) throw new UserError(messages.draftAccountsGone, { status: 422 });
  const { title, words, local_at: localAt, timezone } = draft;
  const streamId = await insertStream(tx, {
    agencyId,
    type: 'text',
    title: titleOf({ title, description: words, description_format: 'text' }),
    tags: '',
    description: '',
    createdBy: user.id,
    now,
  });
  await addTexts(tx, {
    agencyId,
    streamId,
    texts: [{ title, value: words }],
    quotaBytes: services.config.uploadQuotaBytes,
    now,
  });
  const [hours = '', minutes = ''] = localAt.slice(11).split(':');
  const { data } = await saveSchedule(
    {
      user_client_id: draft.client_id,
      content_stream_id: streamId,
      social_accounts: draft.accounts.map((account) => account.id),
      schedule_date: localAt.slice(0, 10),
      hours,
      minutes,
      timezone,
      re_purpose: 0,
      schedule_type: 'daily',
    },
    context,
  );
  await deleteDraftRow(tx, { agencyId, id });
  return { message: messages.draftApproved, data };
}

/** The handlers of the calls in contract/planning/drafts.ts. */
export const draftCalls = {
  'fetch-free-slots': async ({ client_id: clientId }, context) => findSlots(clientId, context),
  'fetch-drafts': async ({ client_id: clientId, between }, context) => {
    const { user, tx, now } = context;
    if (clientId !== undefined) await mustKnow(context, clientId);
    const rows = await listDrafts(tx, {
      agencyId: user.agencyId,
      clientId: clientId ?? null,
      between: between === undefined ? null : instantsOf(between),
      limit: mostShown,
    });
    return { message: '', data: rows.map((row) => presentDraft(row, now)) };
  },
  'save-draft': save,
  'approve-draft': async ({ id }, context) => approve(id, context),
  'delete-draft': async ({ id }, { user: { agencyId }, tx }) => {
    if (!(await deleteDraftRow(tx, { agencyId, id }))) throw notFound();
    return { message: messages.draftDeleted, data: null };
  },
} satisfies Partial<Handlers>;

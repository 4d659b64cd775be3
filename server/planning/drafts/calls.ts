import type { Draft } from '#contract/planning/drafts.ts';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { isEligible } from '#rules/eligibility.ts';
import { freeSlots } from '#rules/free-slots.ts';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { listAccounts } from '../../people/accounts/index.ts';
import { UserError, type Context, type Handlers, type Reply } from '../../base/handlers.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import { dateAfter, datesBetween, startsOfDays } from '../../base/lib/days.ts';
import { bestHourOfClient, checkSpan, checkTimes, countDays } from '../schedules/index.ts';
import { findClient } from '../../people/users/index.ts';
import {
  discardDraft,
  listDrafts,
  lockDraft,
  planDraft,
  saveDraft,
  stateOf,
  versionOfDraft,
  whenOf,
  type DraftRow,
} from '../posts/index.ts';

/** The most drafts in one answer. */
const mostShown = 500;
/** How many days ahead free slots are searched for, and the hour of the slots if no best hour is known. */
const daysAhead = 14;
const usualHour = 10;

const notFound = () => new UserError(messages.notFound, { status: 404 });

const presentDraft = (row: DraftRow, now: Date): Draft => {
  const when = whenOf(row);
  return {
    id: row.id,
    client_id: row.client_id,
    client: row.client,
    item_id: row.item_id,
    version: versionOfDraft(row),
    type: row.type,
    title: row.title_from_file ? '' : row.title,
    words: row.description,
    format: row.description_format,
    thumbnail: fileAddress(row.thumbnail_name),
    has_file: row.file_id !== null,
    url: row.url,
    accounts: row.accounts.map(({ id, type, name }) => ({ id, type, name })),
    date: when?.date ?? null,
    time: when?.time ?? null,
    timezone: row.timezone,
    due: row.due_at?.toISOString() ?? null,
    expired: row.due_at !== null && row.due_at <= now,
    created: row.created_at.toISOString(),
  };
};

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

/** Answers `save-draft`: a text with a time, as Trends and ideas propose it. */
async function save(input: Input<'save-draft'>, context: Context): Promise<Reply<Draft>> {
  const { user, tx, services, now } = context;
  const { agencyId } = user;
  const { id, client_id: clientId, title, words, url, date, time, timezone } = input;
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
  const localAt = `${date} ${time}`;
  checkTimes(localAt, { dueAt: localToInstant(localAt, timezone) }, now, 'date');
  const stored = id === undefined ? undefined : await lockDraft(tx, { agencyId, id });
  if (id !== undefined && stored?.client_id !== clientId) throw notFound();
  const content = stored === undefined ? blank : stateOf(stored);
  const row = await saveDraft(
    tx,
    {
      ...content,
      ...(stored && { draft_id: stored.id, version: versionOfDraft(stored) }),
      client_id: clientId,
      account_ids: accountIds,
      title,
      words,
      url,
      when: { date, time, timezone },
    },
    { user, now, quotaBytes: services.config.uploadQuotaBytes },
  );
  return { message: messages.draftSaved, data: presentDraft(row, now) };
}

const blank = { format: 'text', own_words: {}, file_id: null, alt_text: '' } as const;

/** Answers `approve-draft`: `schedule-post` for the draft as it is, at its time, even if the client gets it already. */
async function approve(id: string, context: Context): Promise<Reply<{ id: string }>> {
  const { user, tx, now } = context;
  const { agencyId } = user;
  const draft = await lockDraft(tx, { agencyId, id });
  if (draft === undefined) throw notFound();
  const { local_at: localAt, due_at: dueAt, timezone } = draft;
  if (localAt === null || dueAt === null || dueAt <= now) throw new UserError(messages.draftExpired, { status: 422 });
  if (draft.accounts.length === 0) throw new UserError(messages.draftAccountsGone, { status: 422 });
  const scheduleId = await planDraft(context, {
    draft,
    accountIds: draft.accounts.map((account) => account.id),
    at: { localAt, timezone, instant: dueAt },
    confirm: true,
  });
  return { message: messages.draftApproved, data: { id: scheduleId } };
}

/** The handlers of the calls in contract/planning/drafts.ts. */
export const draftCalls = {
  'fetch-free-slots': async ({ client_id: clientId }, context) => findSlots(clientId, context),
  'fetch-drafts': async ({ client_id: clientId, between, undated }, context) => {
    const { user, tx, now } = context;
    if (clientId !== undefined) await mustKnow(context, clientId);
    const rows = await listDrafts(tx, {
      agencyId: user.agencyId,
      clientId: clientId ?? null,
      between: between === undefined ? null : instantsOf(between),
      undated,
      limit: mostShown,
    });
    return { message: '', data: rows.map((row) => presentDraft(row, now)) };
  },
  'save-draft': save,
  'approve-draft': async ({ id }, context) => approve(id, context),
  'delete-draft': async ({ id }, { user: { agencyId }, tx, now }) => {
    if (!(await discardDraft(tx, { agencyId, id, now }))) throw notFound();
    return { message: messages.draftDeleted, data: null };
  },
} satisfies Partial<Handlers>;

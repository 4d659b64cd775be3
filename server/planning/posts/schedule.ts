/** Plans drafts, and turns planned posts back into drafts. */
import type { Data, Input } from '#contract/index.ts';
import type { Doubles } from '#contract/planning/posts.ts';
import { messages } from '#contract/messages.ts';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import type { PlanRule } from '#rules/plan-problems.ts';
import { isInvisible } from '#rules/visible.ts';
import { UserError, type Context, type Reply } from '../../base/handlers.ts';
import { planPost, zoneOfClient } from '../schedules/index.ts';
import { doublesOf } from './doubles.ts';
import { problemsOf } from './check.ts';
import { deleteDraftRow, findPlanned, type DraftRow, type PlannedRow } from './queries.ts';
import { lockNamed } from './save.ts';
import { conflict, stateOf, versionOfDraft } from './state.ts';

/** How far ahead a post is due that goes out now, ms: the time in which it can be undone. */
const nowMs = 10_000;

type Planned = Data<'schedule-post'>;
type When = Input<'schedule-post'>['when'];

/** The rules whose breach is certain to keep a post from going out. Others hold it back, or may. */
const refusing: ReadonlySet<PlanRule> = new Set(['media', 'cashtags']);

const notFound = () => new UserError(messages.notFound, { status: 404 });

const presentPlanned = (row: PlannedRow): Planned => ({
  schedule_id: row.schedule_id,
  occurrence_id: row.occurrence_id,
  due_at: row.due_at.toISOString(),
  local: row.local_at,
  timezone: row.timezone,
  asks_approval: row.needs_approval,
});

const reply = (row: PlannedRow): Reply<Planned> => ({
  message: row.needs_approval ? messages.postAsked : messages.postPlanned,
  data: presentPlanned(row),
});

/**
 * Answers `schedule-post`. The draft is locked and deleted in the same transaction, so that it is planned only once; a
 * request that comes later finds what became of it.
 */
export async function schedulePost(input: Input<'schedule-post'>, context: Context): Promise<Reply<Planned>> {
  const { user, tx, now } = context;
  const { agencyId } = user;
  const { client_id: clientId, version } = input;
  const named = { agencyId, draftId: input.draft_id ?? null, saveKey: input.save_key ?? null };
  const draft = await lockNamed(tx, named);
  if (draft === undefined) {
    const planned = await findPlanned(tx, named);
    if (planned === undefined) throw notFound();
    return reply(planned);
  }
  if (version !== versionOfDraft(draft)) throw conflict(draft, {});
  if (draft.client_id !== clientId) throw notFound();
  const zone = await zoneOfWhen(context, input);
  const at = timeOf(input.when, { zone, now });
  const accountIds = [...new Set(input.account_ids)];
  const scheduleId = await planDraft(context, { draft, accountIds, at, confirm: input.confirm });
  const planned = await findPlanned(tx, { agencyId, draftId: draft.id, saveKey: null });
  if (planned?.schedule_id !== scheduleId) throw new Error('a post that was planned is not there');
  return reply(planned);
}

const zoneOfWhen = async ({ user: { agencyId }, tx }: Context, input: Input<'schedule-post'>): Promise<string> =>
  (input.when.kind === 'at' ? input.when.timezone : undefined) ??
  zoneOfClient(tx, { agencyId, clientId: input.client_id });

/** When a post is due; `dueAt` only if that is no whole minute. */
export type At = { localAt: string; timezone: string; instant: Date; dueAt?: Date };

function timeOf(when: When, { zone, now }: { zone: string; now: Date }): At {
  if (when.kind === 'now') {
    const dueAt = new Date(now.getTime() + nowMs);
    return { localAt: instantToLocal(dueAt, zone), timezone: zone, instant: dueAt, dueAt };
  }
  const localAt = `${when.date} ${when.time}`;
  return { localAt, timezone: zone, instant: localToInstant(localAt, zone) };
}

type ToPlan = { draft: DraftRow; accountIds: readonly string[]; at: At; confirm: boolean };

/** Plans a locked draft and deletes it; answers the schedule's id. */
export async function planDraft(context: Context, { draft, accountIds, at, confirm }: ToPlan): Promise<string> {
  const { user, tx } = context;
  if (isInvisible(draft.description) && draft.file_id === null)
    throw new UserError(messages.postEmpty, { status: 422, errors: { words: messages.postEmpty } });
  const { agencyId } = user;
  const { localAt, timezone, instant, dueAt } = at;
  const scheduleId = await planPost(
    tx,
    {
      clientId: draft.client_id,
      streamId: draft.stream_id,
      itemId: draft.item_id,
      draftId: draft.id,
      accountIds,
      localAt,
      timezone,
      ...(dueAt && { dueAt }),
    },
    context,
  );
  await refuseWhatStops(context, { draft, accountIds, at });
  if (!confirm) await refuseDoubles(context, { draft, accountIds, instant, timezone });
  await deleteDraftRow(tx, { agencyId, id: draft.id });
  return scheduleId;
}

/** Throws a 422 with the plan's problems if one of them keeps the post from going out for sure. */
async function refuseWhatStops(context: Context, { draft, accountIds, at }: Omit<ToPlan, 'confirm'>): Promise<void> {
  const { problems } = await problemsOf(context, {
    content: { ...stateOf(draft), title: draft.title, title_from_file: draft.title_from_file },
    itemId: draft.item_id,
    clientId: draft.client_id,
    accountIds,
    at,
  });
  const stops = problems.filter(({ rule }) => refusing.has(rule));
  const [first] = stops;
  if (first === undefined) return;
  throw new UserError(messages.postStops, { status: 422, errors: { post: first.message }, data: { problems } });
}

type Compared = { draft: DraftRow; accountIds: readonly string[]; instant: Date; timezone: string };

async function refuseDoubles({ user, tx }: Context, { draft, accountIds, instant, timezone }: Compared): Promise<void> {
  const doubles = await doublesOf(tx, {
    agencyId: user.agencyId,
    clientId: draft.client_id,
    accountIds,
    content: draft,
    dueAt: instant,
    zone: timezone,
    except: draft.item_id,
  });
  const [first] = doubles;
  if (first === undefined) return;
  const data: Doubles = { doubles };
  throw new UserError(messages.postAgain, { errors: { again: first.message }, data });
}

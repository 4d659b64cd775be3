import { messages } from '#contract/messages.ts';
import type { Data, Input } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import type { Networks } from '#networks/network.ts';
import { isEligible } from '#rules/eligibility.ts';
import { checkPlan as check } from '#rules/plan-check.ts';
import type { AccountToCheck, PlanProblem } from '#rules/plan-problems.ts';
import { planRound, type Rhythm } from '#rules/planning.ts';
import { titleOf } from '#rules/titles.ts';
import { findAccountHolder } from '../users/index.ts';
import { UserError, type Context, type Reply } from '../app/handlers.ts';
import { findPauseOver, listAccountsToCheck, listDueTimes, listItemsHad, type AccountRow } from './check-queries.ts';
import { listItemMedia, mediaOf } from './fit-queries.ts';
import { originOf } from './save.ts';

/** The number of a problem's posts that are listed; the others are counted. */
const mostListed = 100;
/** How far around a plan other posts are read, ms: its pace plus the range in which another start is searched for. */
const aroundMs = 12 * 3_600_000;

/** Answers `check-plan`. */
export async function checkPlan(
  input: Input<'check-plan'>,
  { user, tx, services }: Context,
): Promise<Reply<Data<'check-plan'>>> {
  const { agencyId } = user;
  const clientId = input.user_client_id;
  const stream = await listItemMedia(tx, { agencyId, streamId: input.content_stream_id });
  const holder = await findAccountHolder(tx, { agencyId, id: clientId });
  const ids = [...new Set(input.social_accounts)];
  const rows = await listAccountsToCheck(tx, { agencyId, clientId, ids });
  if (stream === undefined || holder === undefined || rows.length !== ids.length)
    throw new UserError(messages.notFound, { status: 404 });

  const { type } = stream;
  const rhythm: Rhythm = { origin: originOf(input), zone: input.timezone, frequency: input.schedule_type };
  const around = spanOf(rhythm, stream.items.length);
  const accounts = await accountsToCheck(
    tx,
    rows.filter(({ network, byHand }) => !byHand && isEligible(network, type)),
    { agencyId, networks: services.networks, around, itemIds: stream.items.map(({ id }) => id) },
  );
  const items = stream.items.map((item) => ({ ...item, name: titleOf(item), media: mediaOf(item) }));
  const paused = await findPauseOver(tx, { agencyId, clientId });
  const problems = check({ ...rhythm, type, items, accounts, repurpose: input.re_purpose === 1, paused });
  return { message: '', data: { problems: problems.map(presentProblem) } };
}

/** From before the first to after the last post of a plan. */
function spanOf(rhythm: Rhythm, count: number): { from: Date; to: Date } {
  const [first] = planRound({ ...rhythm, firstStep: 0, count: 1 });
  const [last] = planRound({ ...rhythm, firstStep: Math.max(0, count - 1), count: 1 });
  const [from = 0, to = from] = [first?.dueAt.getTime(), last?.dueAt.getTime()];
  return { from: new Date(from - aroundMs), to: new Date(to + aroundMs) };
}

/** What accounts are checked against: their networks, the time around the plan, and its items. */
type Checked = {
  agencyId: string;
  networks: Networks;
  around: { from: Date; to: Date };
  itemIds: readonly string[];
};

async function accountsToCheck(
  tx: Tx,
  rows: readonly AccountRow[],
  { agencyId, networks, around, itemIds }: Checked,
): Promise<AccountToCheck[]> {
  const dueTimes = await listDueTimes(tx, { agencyId, accountIds: rows.map(({ id }) => id), ...around });
  const strict = rows.filter(({ network }) => networks[network]?.limits.refusedRepeats === 'any');
  const had = await listItemsHad(tx, { agencyId, accountIds: strict.map(({ id }) => id), itemIds });
  return rows.flatMap((row) => {
    const adapter = networks[row.network];
    if (adapter === undefined) return [];
    const account: AccountToCheck = {
      id: row.id,
      name: row.username,
      network: row.network,
      limits: adapter.limits,
      endsAt: endOf(row, adapter.refresh !== undefined),
      isPaused: row.isPaused,
      otherPosts: dueTimes.get(row.id) ?? [],
      itemIds: had.get(row.id) ?? new Set(),
    };
    return [account];
  });
}

/** When an account's access expires; renewable credentials are assumed to be renewed. */
function endOf({ isLost, expiresAt, isRenewed }: AccountRow, canRenew: boolean): Date | null {
  if (isLost) return new Date(0);
  return canRenew && isRenewed ? null : expiresAt;
}

const presentProblem = ({
  rule,
  network,
  accountIds,
  message,
  posts,
  start,
  pause,
}: PlanProblem): Data<'check-plan'>['problems'][number] => ({
  rule,
  network,
  account_ids: [...accountIds],
  message,
  posts: posts.slice(0, mostListed),
  post_count: posts.length,
  start,
  pause: pause ?? null,
});

import { messages } from '#contract/messages.ts';
import type { Data, Input } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import type { Limits, Networks } from '#networks/network.ts';
import { isEligible, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import { dollars } from '#rules/money.ts';
import { checkPlan as check } from '#rules/plan-check.ts';
import { planCosts } from '#rules/plan-costs.ts';
import type { AccountToCheck, PlanProblem } from '#rules/plan-problems.ts';
import { planRound, type Rhythm } from '#rules/planning.ts';
import { titleOf } from '#rules/titles.ts';
import { findAccountHolder } from '../../people/users/index.ts';
import { costsOf } from '../../people/accounts/index.ts';
import { UserError, type Context, type Reply, type Services } from '../../base/handlers.ts';
import { findPauseOver, listAccountsToCheck, listDueTimes, type AccountRow } from './check-queries.ts';
import { listItemMedia, mediaOf, type ItemMedia } from './fit-queries.ts';
import { listDoubles } from './double-queries.ts';
import { originOf } from './save.ts';
import { listItemsHad, listOtherPosts } from './sent-before-queries.ts';

/** The number of a problem's posts that are listed; the others are counted. */
const mostListed = 100;
/**
 * How far before and after a plan other posts are read, ms: its pace plus the range in which another start is searched
 * for.
 */
const aroundMs = 12 * 3_600_000;
/**
 * How far before and after a plan the words of other posts are compared with its own, ms: 30 days. Neither X nor
 * LinkedIn says how far back it looks.
 */
const comparedMs = 30 * 24 * 3_600_000;

/** Answers `check-plan`. */
export async function checkPlan(input: Input<'check-plan'>, context: Context): Promise<Reply<Data<'check-plan'>>> {
  const { tx, user } = context;
  const stream = await listItemMedia(tx, { agencyId: user.agencyId, streamId: input.content_stream_id });
  if (stream === undefined) throw notFound();
  const data = await checkItems(context, {
    ...stream,
    rhythm: { origin: originOf(input), zone: input.timezone, frequency: input.schedule_type },
    clientId: input.user_client_id,
    accountIds: [...new Set(input.social_accounts)],
    repurpose: input.re_purpose === 1,
    except: null,
  });
  return { message: '', data };
}

const notFound = () => new UserError(messages.notFound, { status: 404 });

/** A plan to check: its items in their order, and an item that is no double of itself. */
export type ItemsToCheck = {
  type: StreamType;
  items: readonly ItemMedia[];
  rhythm: Rhythm;
  clientId: string;
  accountIds: readonly string[];
  repurpose: boolean;
  except: string | null;
};

/** The problems that a plan would meet, and what networks charge for it. Throws a 404 for what the agency has not. */
export async function checkItems(
  { user, tx, services, now }: Pick<Context, 'user' | 'tx' | 'services' | 'now'>,
  { type, items: media, rhythm, clientId, accountIds: ids, repurpose, except }: ItemsToCheck,
): Promise<Data<'check-plan'>> {
  const { agencyId } = user;
  const holder = await findAccountHolder(tx, { agencyId, id: clientId });
  const rows = await listAccountsToCheck(tx, { agencyId, clientId, ids });
  if (holder === undefined || rows.length !== ids.length) throw notFound();
  const span = spanOf(rhythm, media.length);
  const accounts = await accountsToCheck(
    tx,
    rows.filter(({ network, byHand }) => !byHand && isEligible(network, type)),
    { agencyId, networks: services.networks, span, items: media, clientId, except },
  );
  const items = media.map((item) => ({ ...item, name: titleOf(item), media: mediaOf(item) }));
  const paused = await findPauseOver(tx, { agencyId, clientId });
  const plan = { ...rhythm, type, items, accounts, repurpose, paused, client: holder.name };
  const costs = await Promise.all(
    planCosts(plan).map(async ({ network, message }) => {
      const accountIds = accounts.filter((account) => account.network === network).map(({ id }) => id);
      const spent = (await costsOf(tx, { agencyId, accountIds, now })) / 1_000_000;
      return { network, message: `${message} This month so far: ${dollars(spent)}${limitWords(services, network)}.` };
    }),
  );
  return { problems: check(plan).map(presentProblem), costs };
}

/** ', at most $20 an account' where the operator limits what an account may cost in a month. */
const limitWords = ({ config: { twitterMonthlyLimit: most } }: Pick<Services, 'config'>, network: NetworkId): string =>
  network !== 'twitter' || most === null ? '' : `, at most ${dollars(most)} an account`;

/** When the first and the last post of a plan are due, ms. */
type Span = { first: number; last: number };

function spanOf(rhythm: Rhythm, count: number): Span {
  const [first] = planRound({ ...rhythm, firstStep: 0, count: 1 });
  const [last] = planRound({ ...rhythm, firstStep: Math.max(0, count - 1), count: 1 });
  const from = first?.dueAt.getTime() ?? 0;
  return { first: from, last: last?.dueAt.getTime() ?? from };
}

const around = ({ first, last }: Span, ms: number) => ({ from: new Date(first - ms), to: new Date(last + ms) });

/** What accounts are checked against: their networks, the time around the plan, and its items. */
type Checked = {
  agencyId: string;
  networks: Networks;
  span: Span;
  items: readonly ItemMedia[];
  clientId: string;
  except: string | null;
};

async function accountsToCheck(
  tx: Tx,
  rows: readonly AccountRow[],
  { agencyId, networks, span, items, clientId, except }: Checked,
): Promise<AccountToCheck[]> {
  const accountIds = rows.map(({ id }) => id);
  const dueTimes = await listDueTimes(tx, { agencyId, accountIds, ...around(span, aroundMs), except });
  const refusing = (...kinds: Limits['refusedRepeats'][]): string[] =>
    rows.filter(({ network }) => kinds.includes(networks[network]?.limits.refusedRepeats)).map(({ id }) => id);
  const had = await listItemsHad(tx, {
    agencyId,
    accountIds: refusing('any'),
    itemIds: items.flatMap(({ id }) => (id === except ? [] : id)),
  });
  const others = await listOtherPosts(tx, {
    agencyId,
    accountIds: refusing('any', 'next'),
    ...around(span, comparedMs),
    start: new Date(span.first),
    except,
    fileIds: items.flatMap(({ file_id: file }) => file ?? []),
  });
  const doubles = await listDoubles(tx, {
    agencyId,
    clientId,
    accountIds,
    items,
    ...around(span, comparedMs),
    except,
  });
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
      others: others.get(row.id) ?? [],
      doubles: doubles.get(row.id) ?? [],
    };
    return [account];
  });
}

/** When an account's access expires. Renewable credentials are assumed to be renewed. */
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

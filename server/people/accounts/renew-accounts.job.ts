import { networkNames } from '#rules/eligibility.ts';
import { instantToLocal } from '#rules/planning.ts';
import { lookAheadHours } from '#rules/renewal.ts';
import { titleOf } from '#rules/titles.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { writeEndingMail, type EndingInMail, enqueueMail, reconnectMail } from '../../base/mail/index.ts';
import {
  findOwner,
  listAgenciesToWarn,
  listEnding,
  listHangingPosts,
  loseEnded,
  storeProblem,
  takeToWarn,
  type EndingAccount,
  type HangingPost,
} from './ending-queries.ts';
import { renewAccount, renewalMeans, type RenewalMeans } from './fresh-account.ts';

/**
 * How many accounts are read at a time and renewed concurrently, and how long a run takes at most; runs are a quarter
 * of an hour apart.
 */
const atOnce = 200;
const sideBySide = 10;
const runLimitMs = 10 * 60_000;
const postsInMail = 10;

/**
 * Looks a day ahead: renews expiring credentials, and notifies each owner once of the accounts that will fail and the
 * posts affected. An expired account that cannot be renewed needs reconnecting; an unreachable network changes nothing.
 */
export const renewAccounts = jobs.renewAccounts.handledBy((services) => async (_data, { signal }) => {
  const { db } = services;
  const bugs: unknown[] = [];
  const means = renewalMeans(services, (error) => {
    bugs.push(error);
  });
  const until = AbortSignal.any([signal, AbortSignal.timeout(runLimitMs)]);
  await renewEnding(db, { means, until });
  const agencies = await db.asSystem((tx) => listAgenciesToWarn(tx, means.now()));
  for (const agencyId of agencies) await warnOwner(services, agencyId);
  if (bugs.length > 0) throw new AggregateError(bugs, `renewing broke ${bugs.length} times`);
});

/** Renews expiring credentials, the most urgent first, until none is left or the time is up. */
async function renewEnding(
  db: Services['db'],
  { means, until }: { means: RenewalMeans; until: AbortSignal },
): Promise<void> {
  const seen = new Set<string>();
  while (!until.aborted) {
    const listed = await db.asSystem((tx) => listEnding(tx, { now: means.now(), limit: atOnce }));
    const ending = listed.filter(({ accountId }) => !seen.has(accountId));
    if (ending.length === 0) return;
    for (const { accountId } of ending) seen.add(accountId);
    const lane = async (): Promise<void> => {
      for (let account = ending.shift(); account !== undefined && !until.aborted; account = ending.shift())
        await keepAlive(means, account);
    };
    await Promise.all(Array.from({ length: sideBySide }, lane));
  }
}

async function keepAlive(means: RenewalMeans, key: { agencyId: string; accountId: string }): Promise<void> {
  const fresh = await renewAccount(means, { ...key, withinSeconds: lookAheadHours * 3600 });
  const now = means.now();
  if (fresh.kind === 'cannot')
    await means.db.asAgency(key.agencyId, (tx) => storeProblem(tx, { ...key, message: fresh.message, now }));
  if (fresh.kind !== 'refused') return;
  await means.db.asAgency(key.agencyId, async (tx) => {
    if (await loseEnded(tx, { ...key, message: fresh.message, now })) await reconnectMail(tx, { ...key, now });
  });
}

/** One mail for all new facts, in the transaction that records the notification. */
async function warnOwner({ db, config, clock }: Services, agencyId: string): Promise<void> {
  await db.asAgency(agencyId, async (tx) => {
    const owner = await findOwner(tx, agencyId);
    const accounts = await takeToWarn(tx, { agencyId, now: clock() });
    if (owner === undefined || accounts.length === 0) return;
    const told: EndingInMail[] = [];
    for (const account of accounts) {
      told.push(inWords(account, await listHangingPosts(tx, { agencyId, accountId: account.id, limit: postsInMail })));
    }
    const brand = await brandOf(tx);
    const link = `${originOf(brand, config)}/clients`;
    await enqueueMail(tx, {
      to: owner.email,
      ...writeEndingMail({ name: owner.name, accounts: told, link, brand: brand.name }),
    });
  });
}

const inWords = (
  { network, username, client, expiresAt, problem, posts }: EndingAccount,
  hanging: readonly HangingPost[],
): EndingInMail => ({
  network: networkNames[network],
  account: username,
  client,
  endsAt: `${instantToLocal(expiresAt, hanging[0]?.timezone ?? 'UTC')} (${hanging[0]?.timezone ?? 'UTC'})`,
  problem,
  posts: hanging.map((post) => `${instantToLocal(post.due_at, post.timezone)} (${post.timezone}) ${titleOf(post)}`),
  furtherPosts: posts - hanging.length,
});

/**
 * Working credentials for code that acts as an account. One process at a time renews, by a lease in the account's row,
 * as for deliveries; the others wait and use its result. Renewed credentials are committed before anybody uses them.
 * NOTE one window cannot be closed: the network has rotated the credentials, and this process dies before their commit.
 * It is as short as possible: only encryption comes between answer and commit, the end of a worker never aborts the
 * request, and the commit is repeated while the database is away. If it still happens, networks that keep the replaced
 * credentials valid renew once more; the others require reconnection.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { Database } from '#db/database.ts';
import { infinity } from '#db/values.ts';
import type { Account, Network, NetworkApp, Networks, Refreshed } from '#networks/network.ts';
import { endsWithin, renewAgainAt, renewSoonSeconds, stillGoodSeconds } from '#rules/renewal.ts';
import { credentialsAssociatedData } from './credentials.ts';
import type { Services } from '../../base/handlers.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import { storableText } from '../../base/lib/storable.ts';
import { appOf, ownAppOf, withOwnApp, type Apps } from './apps.ts';
import {
  forgetBefore,
  lockRenewable,
  storeFailure,
  storeRenewed,
  takeRenewal,
  type RenewableRow,
} from './renewal-queries.ts';

/**
 * The dependencies of renewing. `pause` waits between two checks of another process's renewal (100 ms) and between two
 * tries to store; a simulation has its own.
 */
export type RenewalMeans = {
  db: Pick<Database, 'asAgency'>;
  networks: Networks;
  secrets: Secrets;
  apps: Apps;
  now: () => Date;
  /** Gets errors thrown by an adapter: bugs, treated as an unreachable network. */
  onBug?: (error: unknown) => void;
  pause?: (milliseconds: number) => Promise<void>;
};

/** The dependencies of renewing in this process. */
export const renewalMeans = (
  { db, networks, secrets, config, clock }: Services,
  onBug?: (error: unknown) => void,
): RenewalMeans => ({ db, networks, secrets, apps: config.apps, now: clock, ...(onBug ? { onBug } : {}) });

/**
 * The account to use. `refused`: the encrypted credentials that the network has just refused; without it, credentials
 * are renewed if they expire within `withinSeconds` (600).
 */
export type Ask = { agencyId: string; accountId: string; refused?: string; withinSeconds?: number };

/**
 * The result of requesting working credentials. `usable`: valid as far as we know; `sealed` is their stored form,
 * `renewed` whether this call renewed them. `refused`: the network does not renew them. `cannot`: they cannot be
 * renewed (the network has no way, or the app is missing). The others are temporary and never disconnect an account.
 * `gone`: no longer connected.
 */
export type Fresh =
  | { kind: 'usable'; account: Account; sealed: string; expiresAt: Date | null; renewed: boolean }
  | { kind: 'refused' | 'cannot'; message: string }
  | { kind: 'unreachable'; message: string; appFault?: string }
  | { kind: 'rateLimited'; retryAfterSeconds: number; message: string }
  | { kind: 'gone' };

/** Longer than a network's answer may take, so that only a vanished or frozen process loses the lease. */
const leaseSeconds = 60;
const networkLimitMs = 30_000;
const pauseMs = 100;
const mostPauses = (leaseSeconds * 1000 * 1.5) / pauseMs;

const texts = z.record(z.string(), z.string());
/** Temporary, like an unreachable network: the account itself is fine. */
const stopped: Fresh = { kind: 'unreachable', message: messages.processingStopped };
const noApp = 'The app this account was connected through is not set up any more.';
const noWay = 'The network has no way to renew this connection.';

/**
 * Gives an account with working credentials, renewed if they expire soon or were refused, or the reason why there are
 * none. Credentials that could not be renewed are used until they expire.
 */
export async function freshAccount(means: RenewalMeans, ask: Ask): Promise<Fresh> {
  const fresh = await renewAccount(means, ask);
  if (ask.refused !== undefined || fresh.kind === 'usable' || fresh.kind === 'gone') return fresh;
  const now = means.now();
  const row = await means.db.asAgency(ask.agencyId, (tx) => lockRenewable(tx, { ...ask, now }));
  if (row === undefined) return { kind: 'gone' };
  if (row.isStopped) return stopped;
  // Without a way to renew, only the network knows whether they work.
  return fresh.kind === 'cannot' || !endsWithin(row.expiresAt, stillGoodSeconds, now) ? usable(means, row) : fresh;
}

/** Like `freshAccount`, but also reports failures that do not matter yet: for looking ahead. */
export async function renewAccount(means: RenewalMeans, ask: Ask): Promise<Fresh> {
  const holder = randomUUID();
  for (let pauses = 0; ; pauses += 1) {
    const step = await decide(means, { ...ask, holder });
    if (step.kind === 'taken') return renew(means, { ...step, ask, holder });
    if (step.kind !== 'busy') return step;
    if (pauses >= mostPauses)
      return { kind: 'unreachable', message: 'Renewing the connection is taking unusually long.' };
    await pauseOf(means)(pauseMs);
  }
}

/** Records that renewed credentials have worked, so that the previous ones can be deleted. */
export const credentialsWorked = (
  means: Pick<RenewalMeans, 'db'>,
  key: { agencyId: string; accountId: string; sealed: string },
): Promise<void> => means.db.asAgency(key.agencyId, (tx) => forgetBefore(tx, { ...key, credentials: key.sealed }));

type Refresh = NonNullable<Network['refresh']>;
type Taken = { kind: 'taken'; row: RenewableRow; refresh: Refresh; app: NetworkApp };

/**
 * Decides in one short transaction whether to renew, to wait for another process, or to do nothing; takes the lease in
 * order to renew.
 */
function decide(
  means: RenewalMeans,
  { agencyId, accountId, refused, withinSeconds = renewSoonSeconds, holder }: Ask & { holder: string },
): Promise<Fresh | Taken | { kind: 'busy' }> {
  const now = means.now();
  return means.db.asAgency(agencyId, async (tx): Promise<Fresh | Taken | { kind: 'busy' }> => {
    const row = await lockRenewable(tx, { agencyId, accountId, now });
    if (row === undefined) return { kind: 'gone' };
    if (row.isStopped) return stopped;
    const isWanted =
      refused === undefined ? endsWithin(row.expiresAt, withinSeconds, now) : refused === row.credentials;
    if (!isWanted) return usable(means, row);
    const network = means.networks[row.network];
    if (network?.refresh === undefined) return { kind: 'cannot', message: noWay };
    const app = appOf({ ...row, credentials: opened(means, row), apps: means.apps });
    if (app === null) return { kind: 'cannot', message: noApp };
    if (row.isBusy) return { kind: 'busy' };
    if (row.renewAfter > now) return resting(row, now);
    await takeRenewal(tx, { agencyId, accountId, holder, until: new Date(now.getTime() + leaseSeconds * 1000) });
    return { kind: 'taken', row, refresh: (account, context) => network.refresh?.(account, context) ?? unable, app };
  });
}

const unable: Promise<Refreshed> = Promise.resolve({ kind: 'unreachable', message: noWay });

/** Renewing has just failed: its result holds until the next try is allowed. */
const resting = ({ renewalProblem, renewAfter }: RenewableRow, now: Date): Fresh =>
  renewAfter >= infinity.future
    ? { kind: 'refused', message: renewalProblem }
    : {
        kind: 'rateLimited',
        retryAfterSeconds: Math.ceil((renewAfter.getTime() - now.getTime()) / 1000),
        message: renewalProblem,
      };

async function renew(
  means: RenewalMeans,
  { row, refresh, app, ask, holder }: Omit<Taken, 'kind'> & { ask: Ask; holder: string },
): Promise<Fresh> {
  const key = { agencyId: ask.agencyId, accountId: ask.accountId };
  const ofNow = await asked(means, { row, sealed: row.credentials, refresh, app });
  // Renewed credentials that have never worked may be worse than the previous ones.
  const goesBack = ofNow.kind === 'unauthorized' && row.credentialsBefore !== '';
  const answer = goesBack ? await asked(means, { row, sealed: row.credentialsBefore, refresh, app }) : ofNow;
  const now = means.now();
  if (answer.kind === 'refreshed') {
    const own = ownAppOf(opened(means, row));
    const credentials = seal(means, row, own === null ? answer.credentials : withOwnApp(answer.credentials, own));
    const renewed = { ...key, before: row.credentials, credentials, expiresAt: answer.expiresAt, now };
    const isStored = await untilStored(means, () => means.db.asAgency(key.agencyId, (tx) => storeRenewed(tx, renewed)));
    return isStored
      ? { ...usable(means, { ...row, credentials, expiresAt: answer.expiresAt }), renewed: true }
      : instead(means, key);
  }
  const renewAfter =
    answer.kind === 'unauthorized'
      ? null
      : renewAgainAt({
          failures: row.renewalFailures + 1,
          retryAfterSeconds: answer.kind === 'rateLimited' ? answer.retryAfterSeconds : 0,
          now,
        });
  const message = storableText(answer.message) || 'The network did not renew the connection.';
  const current = await untilStored(means, () =>
    means.db.asAgency(key.agencyId, async (tx) => {
      await storeFailure(tx, { ...key, holder, renewAfter, message });
      return lockRenewable(tx, { ...key, now });
    }),
  );
  // Somebody else reconnected or renewed the account meanwhile: the refused credentials are no longer in use.
  if (current === undefined) return { kind: 'gone' };
  if (current.credentials !== row.credentials) return usable(means, current);
  return answer.kind === 'unauthorized' ? { kind: 'refused', message } : { ...answer, message };
}

/**
 * Asks the network, with only its own time limit: aborting a request that has rotated the credentials would lose them.
 */
async function asked(
  means: RenewalMeans,
  { row, sealed, refresh, app }: Omit<Taken, 'kind'> & { sealed: string },
): Promise<Refreshed> {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort(new DOMException('it took too long', 'TimeoutError'));
  }, networkLimitMs);
  try {
    return await refresh(accountOf(means, { ...row, credentials: sealed }), { app, signal: limit.signal });
  } catch (error) {
    means.onBug?.(error);
    return { kind: 'unreachable', message: '' };
  } finally {
    clearTimeout(timer);
  }
}

const pauseOf = ({ pause }: RenewalMeans) => pause ?? ((milliseconds: number): Promise<void> => sleep(milliseconds));
const storeTries = 60;

/** New credentials must not be lost while the database is briefly down; the write may be repeated. */
async function untilStored<T>(means: RenewalMeans, write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (tries === storeTries) throw error;
      await pauseOf(means)(Math.min(50 * tries, 1000));
    }
  }
}

async function instead(means: RenewalMeans, key: { agencyId: string; accountId: string }): Promise<Fresh> {
  const row = await means.db.asAgency(key.agencyId, (tx) => lockRenewable(tx, { ...key, now: means.now() }));
  return row === undefined ? { kind: 'gone' } : usable(means, row);
}

type Sealed = Pick<RenewableRow, 'agencyId' | 'userId' | 'network' | 'externalId' | 'credentials'>;

const opened = ({ secrets }: RenewalMeans, row: Sealed): Record<string, string> =>
  texts.parse(JSON.parse(secrets.open(row.credentials, credentialsAssociatedData(row))));

const seal = ({ secrets }: RenewalMeans, row: Sealed, credentials: Readonly<Record<string, string>>): string =>
  secrets.seal(JSON.stringify(credentials), credentialsAssociatedData(row));

const accountOf = (means: RenewalMeans, row: RenewableRow): Account => ({
  ref: { agencyId: row.agencyId, accountId: row.accountId },
  externalId: row.externalId,
  username: row.username,
  profile: row.profile,
  credentials: opened(means, row),
});

const usable = (means: RenewalMeans, row: RenewableRow): Extract<Fresh, { kind: 'usable' }> => ({
  kind: 'usable',
  account: accountOf(means, row),
  sealed: row.credentials,
  expiresAt: row.expiresAt,
  renewed: false,
});

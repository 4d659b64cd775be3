import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, Network, NetworkApp, Refreshed } from '#networks/network.ts';
import { credentialsAssociatedData } from './credentials.ts';
import { aClock, aNetwork, aSchedule, type Planned } from '../../publishing/testing.ts';
import { aServer, type TestServer } from '../../app/testing/server.ts';
import { freshAccount, renewalMeans, type Fresh, type RenewalMeans } from './fresh-account.ts';

/** Our app at the network. */
export const app: NetworkApp = { clientId: 'operator', clientSecret: 'secret' };

/**
 * A schedule with one account that has these credentials. `connect` replaces them, as a person does who reconnects it.
 */
export async function anAccountWith(
  { services, db }: Pick<TestServer, 'services' | 'db'>,
  first: Connected,
  planned: Planned & { network: Network['id'] },
) {
  const schedule = await aSchedule(db, planned);
  const { agencyId, clientId: userId } = schedule;
  const externalId = first.externalId ?? `${agencyId}-1`;
  const associatedData = credentialsAssociatedData({ agencyId, userId, network: planned.network, externalId });
  const connect = async ({ credentials, expiresAt }: Connected): Promise<string> => {
    const sealed = services.secrets.seal(JSON.stringify(credentials), associatedData);
    await db.pool.query(
      `update social_accounts set external_id = $1, credentials = $2, expires_at = $3, renew_after = '-infinity',
       renewal_problem = ''`,
      [externalId, sealed, expiresAt],
    );
    return sealed;
  };
  return { ...schedule, associatedData, connect, sealed: await connect(first) };
}

type Connected = {
  credentials: Readonly<Record<string, string>>;
  expiresAt: Date | null;
  /** Its id at the network (by default one per agency). */
  externalId?: string;
};

/**
 * An account whose credentials expire in `endsIn` seconds, at a network that answers renewals by the script, otherwise
 * by counting up.
 */
export async function aRenewal({
  endsIn = -1,
  credentials = { token: 'a0', refresh: 'r0' },
  apps = { reddit: app },
}: { endsIn?: number | null; credentials?: Readonly<Record<string, string>>; apps?: RenewalMeans['apps'] } = {}) {
  const clock = aClock();
  const asked: { account: Account; app: NetworkApp }[] = [];
  const script: ((account: Account) => Refreshed | Promise<Refreshed>)[] = [];
  const refresh: NonNullable<Network['refresh']> = async (account, context) => {
    asked.push({ account, app: context.app });
    const next = script.shift();
    const turn = asked.length;
    return next
      ? next(account)
      : {
          kind: 'refreshed',
          credentials: { token: `a${turn}`, refresh: `r${turn}` },
          expiresAt: new Date(clock.now().getTime() + 7_200_000),
        };
  };
  const { services, db } = await aServer({
    networks: { reddit: { ...aNetwork({ id: 'reddit' }).network, refresh } },
    clock: clock.now,
    config: { apps },
  });
  const expiresAt = endsIn === null ? null : new Date(clock.now().getTime() + endsIn * 1000);
  const {
    agencyId,
    accountIds: [accountId = ''],
    associatedData,
    sealed,
  } = await anAccountWith({ services, db }, { credentials, expiresAt }, { network: 'reddit' });
  const row = async () => {
    const {
      rows: [account],
    } = await db.pool.query<{
      status: string;
      credentials: string;
      credentials_before: string;
      renewal_problem: string;
      renewal_failures: number;
      renewing_by: string | null;
      expires_at: Date | null;
    }>('select * from social_accounts where id = $1', [accountId]);
    assert.ok(account);
    return account;
  };
  /** Another process; the processes share only the account. */
  const aProcess = (): RenewalMeans => ({
    ...renewalMeans(services),
    pause: briefly,
  });
  const key = { agencyId, accountId };
  const open = async (): Promise<unknown> =>
    JSON.parse(services.secrets.open((await row()).credentials, associatedData));
  return {
    clock,
    asked,
    script,
    services,
    db,
    key,
    sealed,
    row,
    aProcess,
    open,
    fresh: (ask = {}) => freshAccount(aProcess(), { ...key, ...ask }),
  };
}

/** Replaces the pause between two checks of another process's renewal. */
export const briefly = (): Promise<void> => sleep(1);

/** The token with which an account works. */
export const tokenOf = (fresh: Fresh): string | undefined =>
  fresh.kind === 'usable' ? fresh.account.credentials['token'] : undefined;

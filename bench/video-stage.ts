import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { openNetworks } from '#networks/index.ts';
import type { FreshAccount, Network, Networks } from '#networks/network.ts';
import { aVisit, joined } from '#networks/testing-consent.ts';
import { withOwnApp } from '#server/people/accounts/apps.ts';
import { asSettings } from '#server/base/settings/addresses.ts';
import { parseConfig } from '#server/base/settings/config.ts';
import { startSandbox, withSandbox } from '#server/app/processes/start/sandbox-child.ts';
import { openSecrets } from '#server/base/secrets/secrets.ts';
import { openDiskStorage } from '#server/base/storage/disk.ts';
import type { Storage } from '#server/base/storage/storage.ts';
import { networkAddresses } from '../sandbox/addresses.ts';
import { insertAgency, insertJoined } from './joined-accounts.ts';
import { end, startWorkerProcess, untilListening, type Accounts } from './publishing-stage.ts';

/** The networks that accept videos. */
export const videoNetworks = [
  'telegram',
  'wordpress',
  'facebook',
  'twitter',
  'youtube',
  'vimeo',
  'reddit',
  'linkedin',
] as const;
type VideoNetwork = (typeof videoNetworks)[number];

/**
 * A worker process with its database, files and the sandbox, and one account of every network in the order of
 * `videoNetworks`.
 */
export type VideoStage = Accounts & {
  storage: Storage;
  worker: ChildProcess;
  sandboxUrl: string;
  stop(): Promise<void>;
};

/** A user of the sandbox with every permission; source: sandbox/README.md. */
const personas = {
  facebook: '10158000000000001',
  twitter: '1510000000000000001',
  youtube: 'yt-sunrise',
  vimeo: 'sunrise',
  reddit: 'sunrise',
  linkedin: 'sUnRiSe001',
} as const;

/** Starts everything. */
export async function openVideoStage(): Promise<VideoStage> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-video-'));
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres') });
  await migrate(postgres.url);
  const db = openDatabase(postgres.url, { max: 4 });
  const given = parseConfig({ PORT: '0', SANDBOX: 'on', DATA_DIR: dir }, dir);
  const sandbox = await startSandbox(given);
  const config = withSandbox(given, sandbox.addresses);
  const secretKey = randomBytes(32);
  const joinedAll = await joinAll(db, {
    secretKey,
    addresses: sandbox.addresses,
    allowPrivateHosts: config.allowPrivateHosts,
  });
  const worker = startWorkerProcess({
    ...asSettings(config.addresses),
    DATABASE_URL: postgres.url,
    DATA_DIR: dir,
    SECRET_KEY: secretKey.toString('base64'),
    LOG_LEVEL: 'warn',
    SANDBOX: 'on',
    ALLOW_PRIVATE_HOSTS: config.allowPrivateHosts.join(','),
  });
  await untilListening(db, 1);
  return {
    ...joinedAll,
    db,
    worker,
    storage: openDiskStorage(dir),
    sandboxUrl: sandbox.addresses.url,
    stop: async () => {
      await end(worker);
      await sandbox.stop();
      await db.close();
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

type Sandboxed = {
  secretKey: Buffer;
  addresses: Awaited<ReturnType<typeof startSandbox>>['addresses'];
  allowPrivateHosts: readonly string[];
};

async function joinAll(
  db: Database,
  { secretKey, addresses, allowPrivateHosts }: Sandboxed,
): Promise<Omit<Accounts, 'db'>> {
  // People reach the consent pages through our own site, which does not run here: the sandbox's pages are called
  // directly.
  const own = networkAddresses({ url: addresses.url, publicUrl: addresses.url });
  const { networks, close } = openNetworks({ ...own, allowPrivateHosts });
  try {
    const secrets = openSecrets(secretKey);
    const {
      agencyId,
      clientIds: [clientId = ''],
    } = await insertAgency(db, { clients: 1 });
    const accountIds: string[] = [];
    for (const network of videoNetworks) {
      const account = await joinOne(network, networks, addresses);
      accountIds.push(await insertJoined(db, { secrets, agencyId, clientId, network, given: account }));
    }
    return { agencyId, clientId, accountIds };
  } finally {
    await close();
  }
}

async function joinOne(
  network: VideoNetwork,
  networks: Networks,
  { wordpressUrl }: Sandboxed['addresses'],
): Promise<FreshAccount> {
  const adapter = networks[network];
  if (adapter === undefined) throw new Error(`${network} is not there`);
  switch (network) {
    case 'telegram':
      return typed(adapter, {
        chat_id: '@sunrise_bakery',
        bot_token: '7100000001:AAsunriseBakerySandboxKey0000000001',
      });
    case 'wordpress':
      return typed(adapter, {
        url: `${wordpressUrl}/sunrise-blog`,
        username: 'editor',
        password: 'abcd efgh ijkl mnop qrst uvwx',
      });
    default: {
      if (adapter.consent === undefined) throw new Error(`${network} has no consent page`);
      const account = await joined(adapter.consent, personas[network]);
      return network === 'vimeo' ? { ...account, credentials: withOwnApp(account.credentials, aVisit().app) } : account;
    }
  }
}

async function typed({ id, connect }: Network, input: Readonly<Record<string, string>>): Promise<FreshAccount> {
  const answer = await connect?.(input, { signal: new AbortController().signal });
  if (answer?.kind !== 'connected') throw new Error(`${id}: ${JSON.stringify(answer)}`);
  return answer.account;
}

import { z } from 'zod';
import { credentialsPlace } from './credentials.ts';
import { updateToldAccount } from './accounts/queries.ts';
import type { Services } from './handlers.ts';
import { storableTexts } from './storable.ts';
import { describeError, type Log } from './http/log.ts';
import { reconnectMail } from './mail/queries.ts';
import type { Clock } from './publishing/clock.ts';
import type { EngineOptions } from './publishing/engine.ts';
import { startPublisher, type Publisher } from './publishing/loop.ts';

const texts = z.record(z.string(), z.string());

type Told = Parameters<NonNullable<EngineOptions['onAccountChange']>>[0];

/** Stores what a network told, sealed for the account's identity as it is from now on. */
async function keepTold({ db, secrets }: Services, { row, change }: Told): Promise<void> {
  const place = { agencyId: row.agencyId, userId: row.userId, network: row.network };
  const credentials = change.credentials ?? texts.parse(JSON.parse(secrets.open(row.credentials, credentialsPlace({ ...place, externalId: row.externalId }))));
  const externalId = change.externalId ?? row.externalId;
  await db.asAgency(row.agencyId, (tx) => updateToldAccount(tx, {
    agencyId: row.agencyId,
    id: row.accountId,
    before: row.credentials,
    externalId,
    profile: storableTexts({ ...row.profile, ...change.profile }),
    credentials: secrets.seal(JSON.stringify(credentials), credentialsPlace({ ...place, externalId })),
  }));
}

/** Starts the engine that publishes what is due, on this process's services; a given `clock` replaces the database's. */
export const openPublisher = (services: Services, log: Log, options: { clock?: Clock } = {}): Promise<Publisher> => {
  const { config, db, networks, storage, secrets, clock } = services;
  return startPublisher({
    ...options,
    db,
    networks,
    files: { storage, mediaUrl: (name) => `${config.publicUrl}/files/${name}` },
    openCredentials: (row) => texts.parse(JSON.parse(secrets.open(row.credentials, credentialsPlace(row)))),
    onAccountChange: (told) => keepTold(services, told),
    onAccountLost: (account) => db.asAgency(account.agencyId, (tx) => reconnectMail(tx, { ...account, now: clock() })),
    log: (event, { error, ...fields }) => {
      if (error === undefined) log.info(fields, event);
      else log.error({ ...fields, ...describeError(error) }, event);
    },
    concurrency: config.publishConcurrency,
    lateLimitHours: config.lateLimitHours,
  });
};

import { z } from 'zod';
import {
  credentialsAssociatedData,
  credentialsWorked,
  freshAccount,
  renewalMeans,
  type RenewalMeans,
  updateReportedAccount,
} from '../../people/accounts/index.ts';
import type { Services } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { storableTexts } from '../../base/lib/storable.ts';
import { type Failures, plainFailures } from './outages.ts';
import { describeError, type Log } from '../http/index.ts';
import { openJournal } from '../../base/journal/index.ts';
import { reconnectMail } from '../../base/mail/index.ts';
import { makeFit, posterOf } from '../../base/media/index.ts';
import {
  type Clock,
  type FitMedia,
  type EngineOptions,
  type PostEnd,
  startPublisher,
  type Publisher,
  type Renewals,
} from '../../publishing/index.ts';

const texts = z.record(z.string(), z.string());

/** An item's media for a network: as it is, or the version made for it; a video with its still picture. */
const fitMediaOf =
  (services: Services): FitMedia =>
  async ({ row: { agencyId, fileId }, media: given, network, signal }) => {
    if (fileId === null) return given;
    const media = given.kind === 'video' ? { ...given, poster: posterOf(services, { agencyId, fileId }) } : given;
    const { fileName: name, contentType, sizeBytes, width, height, durationMs } = media;
    const made = await makeFit(
      services,
      { agencyId, fileId, name, contentType, sizeBytes, width, height, durationMs },
      { network, signal },
    );
    if (made === null) return null;
    if (made.kind === 'fits') return media;
    if (made.kind === 'unfit') return { unfit: made.message };
    const { kind: _made, name: fileName, ...facts } = made;
    return {
      ...media,
      ...facts,
      fileName,
      publicUrl: `${services.config.publicUrl}/files/${fileName}`,
      open: async () => (await services.storage.open(fileName))?.body ?? (await media.open()),
    };
  };

type Reported = Parameters<NonNullable<EngineOptions['onAccountChange']>>[0];

/** Stores the changes of an account that its network reports, with its credentials encrypted for its new identity. */
async function keepReported({ db, secrets }: Services, { row, change }: Reported): Promise<void> {
  const owner = { agencyId: row.agencyId, userId: row.userId, network: row.network };
  const credentials =
    change.credentials ??
    texts.parse(
      JSON.parse(secrets.open(row.credentials, credentialsAssociatedData({ ...owner, externalId: row.externalId }))),
    );
  const externalId = change.externalId ?? row.externalId;
  await db.asAgency(row.agencyId, (tx) =>
    updateReportedAccount(tx, {
      agencyId: row.agencyId,
      id: row.accountId,
      before: row.credentials,
      externalId,
      profile: storableTexts({ ...row.profile, ...change.profile }),
      credentials: secrets.seal(JSON.stringify(credentials), credentialsAssociatedData({ ...owner, externalId })),
    }),
  );
}

/**
 * The engine's source of working credentials: server/people/accounts, on this process's services; `given` replaces some
 * of its dependencies.
 */
export function renewalsOf(
  services: Services,
  log: Pick<Log, 'error'>,
  given: Pick<RenewalMeans, 'pause'> = {},
): Renewals {
  const means = {
    ...renewalMeans(services, (error) => {
      log.error(describeError(error), 'renewal-broke');
    }),
    ...given,
  };
  return {
    fresh: async ({ row, refused }) => {
      const fresh = await freshAccount(means, {
        agencyId: row.agencyId,
        accountId: row.accountId,
        ...(refused ? { refused: row.credentials } : {}),
      });
      switch (fresh.kind) {
        case 'usable':
          return { kind: 'usable', credentials: fresh.sealed, expiresAt: fresh.expiresAt, renewed: fresh.renewed };
        case 'refused':
        case 'cannot':
          return { kind: 'unauthorized', message: fresh.message };
        case 'gone':
          return { kind: 'unauthorized', message: '' };
        case 'rateLimited':
        case 'unreachable':
          return fresh;
        default:
          return fresh satisfies never;
      }
    },
    worked: ({ agencyId, accountId, credentials }) =>
      credentialsWorked(means, { agencyId, accountId, sealed: credentials }),
  };
}

/** Logs the engine's events: thrown errors and faults for the operator (`appFault`) as errors. */
export const engineLog =
  (log: Log, failures: Pick<Failures, 'say'>): EngineOptions['log'] =>
  (event, { error, ...fields }) => {
    if (error !== undefined) failures.say(event, fields, error);
    else if ('appFault' in fields) log.error(fields, event);
    else log.info(fields, event);
  };

/**
 * Starts the engine that publishes what is due, on this process's services. `clock` replaces the database's clock,
 * `leaseSeconds` its lease.
 */
export const openPublisher = async (
  services: Services,
  log: Log,
  options: { clock?: Clock; leaseSeconds?: number; countPost?: (end: PostEnd) => void; failures?: Failures } = {},
): Promise<Publisher> => {
  const { config, db, networks, storage, secrets, clock } = services;
  const { countPost, failures = plainFailures(log), ...ofEngine } = options;
  const journal = openJournal(config);
  const publisher = await startPublisher({
    ...ofEngine,
    db,
    networks,
    files: { storage, mediaUrl: (name) => `${config.publicUrl}/files/${name}` },
    openCredentials: (row) => texts.parse(JSON.parse(secrets.open(row.credentials, credentialsAssociatedData(row)))),
    fitMedia: fitMediaOf(services),
    renewals: renewalsOf(services, log),
    onAccountChange: (reported) => keepReported(services, reported),
    onHandedOver: ({ agencyId }) =>
      db.asAgency(agencyId, (tx) => enqueueJob(tx, jobs.handOver, {}, { singletonKey: 'nudge' })),
    onAccountLost: (account) => db.asAgency(account.agencyId, (tx) => reconnectMail(tx, { ...account, now: clock() })),
    onConcluded: (end) => {
      log.info(end, 'post');
      countPost?.(end);
    },
    log: engineLog(log, failures),
    concurrency: config.publishConcurrency,
    lateLimitHours: config.lateLimitHours,
    journal,
  });
  return {
    stop: async (given) => {
      await publisher.stop(given);
      await journal.close();
    },
  };
};

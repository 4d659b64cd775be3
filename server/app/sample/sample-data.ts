/** Fills a new evaluation set-up, so that a newcomer sees posts go out automatically. All rows are marked as sample. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tx } from '#db/database.ts';
import type { Account } from '#networks/network.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { isZone, planRound } from '#rules/planning.ts';
import { credentialsAssociatedData, upsertAccount } from '../../people/accounts/index.ts';
import { insertClient } from '../../people/users/index.ts';
import type { Services } from '../../base/handlers.ts';
import { drawing, storeFile, type JudgedFile, type StoredNames } from '../../base/media/index.ts';
import { insertRound } from '../../publishing/index.ts';
import { insertSchedule } from '../../planning/schedules/index.ts';
import { insertFile } from '../../base/files/index.ts';
import { insertItems, insertStream, lockStream } from '../../content/streams/index.ts';
import { sample, type Sample } from './sample.ts';
import { startOf } from './start-time.ts';

/**
 * The agency to fill, and the address of the sandbox's WordPress sites (`<address>/<site>`). `leftOut` are networks
 * that are not the sandbox here, where the sample's keys would not work.
 */
export type SampleSetup = {
  agencyId: string;
  ownerId: string;
  sandbox: { wordpressUrl: string };
  leftOut?: readonly NetworkId[];
  timezone?: string;
};

type Picture = { judged: JudgedFile; stored: StoredNames };
type Connected = { network: NetworkId; account: Account };
type Made = { accountIds: ReadonlyMap<NetworkId, string>; clientId: string };

const connectLimitMs = 10_000;

/**
 * Creates two clients with connected sandbox accounts, four streams and four schedules; the first post goes out within
 * a minute. Throws, without writing anything, if the sandbox does not answer as expected.
 */
export async function makeSampleData(services: Services, setup: SampleSetup): Promise<void> {
  const connected = new Map<string, Connected[]>();
  for (const client of sample.clients) connected.set(client.key, await connectAll(services, client.accounts, setup));
  const pictures = new Map<string, Picture>();
  for (const { picture } of sample.streams.flatMap((stream) => stream.items)) {
    if (picture !== undefined) pictures.set(picture, await draw(services, picture));
  }
  await services.db.asAgency(setup.agencyId, async (tx) => {
    const clients = new Map<string, Made>();
    for (const client of sample.clients)
      clients.set(
        client.key,
        await addClient(tx, client, { services, setup, connected: connected.get(client.key) ?? [] }),
      );
    const streams = new Map<string, { id: string; itemIds: string[] }>();
    // The first stream is the newest, so that it is at the top of the list.
    for (const stream of sample.streams.toReversed())
      streams.set(stream.key, await addStream(tx, stream, { setup, pictures, now: services.clock() }));
    for (const schedule of sample.schedules.toReversed()) {
      const [client, stream] = [clients.get(schedule.client), streams.get(schedule.stream)];
      if (client === undefined || stream === undefined) throw new Error('the sample schedules what it does not have');
      await addSchedule(tx, schedule, { setup, client, stream, now: services.clock() });
    }
  });
}

async function connectAll(
  { networks }: Services,
  accounts: Sample['clients'][number]['accounts'],
  { sandbox, leftOut = [] }: SampleSetup,
): Promise<Connected[]> {
  const connected: Connected[] = [];
  for (const { network, site, fields } of accounts) {
    const adapter = networks[network];
    if (adapter?.connect === undefined || leftOut.includes(network)) continue;
    const typed = site === undefined ? fields : { ...fields, url: `${sandbox.wordpressUrl}/${site}` };
    const answer = await adapter.connect(typed, { signal: AbortSignal.timeout(connectLimitMs) });
    if (answer.kind === 'refused')
      throw new Error(`the sandbox's ${network} refused the sample's account: ${answer.message}`);
    connected.push({ network, account: answer.account });
  }
  return connected;
}

async function draw({ storage }: Services, name: string): Promise<Picture> {
  const svg = await readFile(new URL(`./pictures/${name}.svg`, import.meta.url), 'utf8');
  const { bytes, width, height, contentType, thumbnail } = await drawing(svg);
  const judged: JudgedFile = {
    kind: 'image',
    extension: 'png',
    contentType,
    body: { bytes },
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    width,
    height,
    durationMs: null,
    thumbnail,
  };
  return { judged, stored: await storeFile(storage, judged) };
}

async function addClient(
  tx: Tx,
  { name, email, company, description, earningCents, frequency }: Sample['clients'][number],
  {
    services,
    setup: { agencyId },
    connected,
  }: { services: Services; setup: SampleSetup; connected: readonly Connected[] },
): Promise<Made> {
  const clientId = await insertClient(tx, {
    agencyId,
    name,
    email,
    company,
    description,
    earningCents,
    frequency,
    passwordHash: null,
    isSample: true,
  });
  const accountIds = new Map<NetworkId, string>();
  for (const { network, account } of connected) {
    const associatedData = credentialsAssociatedData({
      agencyId,
      userId: clientId,
      network,
      externalId: account.externalId,
    });
    const { row } = await upsertAccount(tx, {
      agencyId,
      userId: clientId,
      network,
      externalId: account.externalId,
      username: account.username,
      profile: account.profile,
      credentials: services.secrets.seal(JSON.stringify(account.credentials), associatedData),
      gapSeconds: services.networks[network]?.limits.gapSeconds ?? 0,
      isSample: true,
    });
    accountIds.set(network, row.id);
  }
  return { accountIds, clientId };
}

async function addStream(
  tx: Tx,
  stream: Sample['streams'][number],
  {
    setup: { agencyId, ownerId },
    pictures,
    now,
  }: { setup: SampleSetup; pictures: ReadonlyMap<string, Picture>; now: Date },
): Promise<{ id: string; itemIds: string[] }> {
  const { type, title, tags, description } = stream;
  const id = await insertStream(tx, {
    agencyId,
    type,
    title,
    tags,
    description,
    createdBy: ownerId,
    isSample: true,
    now,
  });
  await lockStream(tx, { agencyId, id });
  const items: { title: string; description: string; fileId: string | null }[] = [];
  for (const item of stream.items) {
    const picture = item.picture === undefined ? undefined : pictures.get(item.picture);
    const fileId =
      picture === undefined
        ? null
        : await insertFile(tx, {
            ...picture.judged,
            ...picture.stored,
            title: item.title,
            agencyId,
            createdBy: ownerId,
            now,
          });
    items.push({ title: item.title, description: item.text, fileId });
  }
  const rows = await insertItems(tx, {
    agencyId,
    streamId: id,
    format: type === 'formatted' ? 'formatted' : 'text',
    items,
    now,
  });
  return { id, itemIds: rows.map((row) => row.id) };
}

async function addSchedule(
  tx: Tx,
  { networks, frequency, repurpose, start }: Sample['schedules'][number],
  {
    setup,
    client,
    stream,
    now,
  }: { setup: SampleSetup; client: Made; stream: { id: string; itemIds: string[] }; now: Date },
): Promise<void> {
  const here = setup.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timezone = isZone(here) ? here : 'UTC';
  const { agencyId } = setup;
  const accountIds = networks.flatMap((network) => client.accountIds.get(network) ?? []);
  if (accountIds.length === 0) return; // none of its networks is connected here
  const originLocal = startOf(start, { now, timezone });
  const plan = { originLocal, timezone, frequency, repurpose };
  const scheduleId = await insertSchedule(tx, {
    ...plan,
    agencyId,
    clientId: client.clientId,
    streamId: stream.id,
    accountIds,
    createdBy: setup.ownerId,
    now,
  });
  await insertRound(tx, {
    agencyId,
    scheduleId,
    round: 1,
    itemIds: stream.itemIds,
    accountIds,
    now,
    plan: planRound({ origin: originLocal, zone: timezone, frequency, firstStep: 0, count: stream.itemIds.length }),
  });
}

import type { Database } from '#db/database.ts';
import { openNetworks } from '#networks/index.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { insertRound } from '#server/publishing/plan/rounds.ts';
import { credentialsAssociatedData } from '#server/people/accounts/credentials.ts';
import type { Secrets } from '#server/base/secrets/secrets.ts';
import { aClient, anOwner, type TestPerson } from '#server/app/testing/people.ts';
import type { Random } from '../random.ts';
import type { SandboxProcess } from './sandbox.ts';

/** A connected account, with the name of its posts in the sandbox's feeds. */
export type StageAccount = { id: string; network: NetworkId; feedAccount: string };

/** An agency with an owner at the web, a client, and its connected accounts. */
export type Stage = { owner: TestPerson; client: TestPerson; accounts: readonly StageAccount[] };

type Wanted = { network: 'telegram' | 'wordpress' | 'medium'; input: Record<string, string>; feedAccount: string };

const signal = new AbortController().signal;
const itemsPerSchedule = 10;
const accountsPerSchedule = 5;
/** How many deliveries the rounds of `planStorm` contain. */
export const deliveriesPerSchedule = itemsPerSchedule * accountsPerSchedule;

/** Seeds the sandbox and connects its accounts through the adapters, as a person would. */
export async function setStage({
  db,
  sandbox,
  secrets,
  accounts,
}: {
  db: Database;
  sandbox: SandboxProcess;
  secrets: Secrets;
  accounts: number;
}): Promise<Stage> {
  const owner = await anOwner(db, { membership: 'unlimited' });
  const client = await aClient(db, owner);
  const { networks, close } = openNetworks({
    telegramApiUrl: sandbox.telegramApiUrl,
    telegramWebUrl: sandbox.telegramWebUrl,
    mediumApiUrl: sandbox.mediumApiUrl,
    allowPrivateHosts: [new URL(sandbox.url).host],
  });
  const connected: StageAccount[] = [];
  for (const chunk of chunksOf(await seed(sandbox, accounts), 25)) {
    connected.push(
      ...(await Promise.all(
        chunk.map(async ({ network, input, feedAccount }) => {
          const answer = await networks[network].connect(input, { signal });
          if (answer.kind === 'refused') throw new Error(`${network} refused ${feedAccount}: ${answer.message}`);
          const { externalId, username, profile, credentials } = answer.account;
          const sealed = secrets.seal(
            JSON.stringify(credentials),
            credentialsAssociatedData({ agencyId: client.agencyId, userId: client.id, network, externalId }),
          );
          const { rows } = await db.pool.query<{ id: string }>(
            `insert into social_accounts (agency_id, user_id, network, external_id, username, profile, credentials,
              gap_seconds)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
            [
              client.agencyId,
              client.id,
              network,
              externalId,
              username,
              JSON.stringify(profile),
              sealed,
              networks[network].limits.gapSeconds,
            ],
          );
          return { id: rows[0]?.id ?? '', network, feedAccount };
        }),
      )),
    );
  }
  await close();
  return { owner, client, accounts: connected };
}

/** 60 % Telegram channels, 25 % WordPress sites, the rest Medium writers. */
async function seed(sandbox: SandboxProcess, accounts: number): Promise<Wanted[]> {
  const channels = Math.ceil(accounts * 0.6);
  const sites = Math.ceil(accounts * 0.25);
  const writers = accounts - channels - sites;
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  await sandbox.control('POST', 'seed', {
    bench: channels,
    sites: numbers(sites).map((n) => ({
      name: `torture-${n}`,
      rest: 'open',
      xmlrpc: 'open',
      permalinks: 'pretty',
      users: [
        {
          id: 1,
          login: 'editor',
          name: 'Editor',
          role: 'editor',
          password: '',
          appPasswords: ['abcdefghijklmnopqrstuvwx'],
        },
      ],
    })),
    writers: numbers(writers).map((n) => ({
      token: tokenOf(n),
      id: `writer${n}`,
      username: `writer-${n}`,
      name: `Writer ${n}`,
      publications: [],
    })),
  });
  return [
    ...numbers(channels).map((n): Wanted => ({
      network: 'telegram',
      input: { bot_token: `${9_000_000_000 + n}:AA${String(n).padStart(33, '0')}`, chat_id: `@bench_${n}` },
      feedAccount: String(-1_009_000_000_000 - n),
    })),
    ...numbers(sites).map((n): Wanted => ({
      network: 'wordpress',
      input: {
        url: `${sandbox.wordpressUrl}/torture-${n}`,
        username: 'editor',
        password: 'abcd efgh ijkl mnop qrst uvwx',
      },
      feedAccount: `torture-${n}`,
    })),
    ...numbers(writers).map((n): Wanted => ({
      network: 'medium',
      input: { access_token: tokenOf(n) },
      feedAccount: `writer-${n}`,
    })),
  ];
}

const tokenOf = (n: number): string => `torture${String(n).padStart(57, '0')}`;

/** Plans schedules of 10 texts to 5 accounts each, every text due at some moment of the storm. */
export async function planStorm(
  db: Database,
  {
    stage,
    schedules,
    before = 0,
    from,
    lengthMs,
    random,
  }: {
    stage: Stage;
    schedules: number;
    /** How many schedules earlier storms have planned: their texts are others. */
    before?: number;
    from: number;
    lengthMs: number;
    random: Random;
  },
): Promise<void> {
  const { agencyId } = stage.client;
  for (let number = before; number < before + schedules; number += 1) {
    const due = Array.from({ length: itemsPerSchedule }, () => from + random.next() * lengthMs).toSorted(
      (a, b) => a - b,
    );
    const first = random.between(0, stage.accounts.length);
    const accountIds = Array.from(
      { length: accountsPerSchedule },
      (_, counter) => stage.accounts[Math.floor(first + counter * 7) % stage.accounts.length]?.id ?? '',
    );
    const { streamId, itemIds } = await insertStream(db, {
      agencyId,
      texts: due.map((_, counter) => `storm${number}x${counter}`),
    });
    await db.asAgency(agencyId, async (tx) => {
      const { id } = await tx
        .insertInto('schedules')
        .values({
          agency_id: agencyId,
          user_client_id: stage.client.id,
          stream_id: streamId,
          origin_local: '2026-01-01 09:00',
          timezone: 'UTC',
          frequency: 'hourly',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const plan = due.map((at, position) => ({
        position,
        step: position,
        localAt: new Date(at).toISOString().slice(0, 16).replace('T', ' '),
        dueAt: new Date(at),
      }));
      await insertRound(tx, {
        agencyId,
        scheduleId: id,
        round: 1,
        itemIds,
        accountIds: [...new Set(accountIds)],
        plan,
        now: new Date(),
      });
    });
  }
}

/** A stream of texts; each text is a word that can be found in the feeds. */
export async function insertStream(
  db: Database,
  { agencyId, texts }: { agencyId: string; texts: readonly string[] },
): Promise<{ streamId: string; itemIds: string[] }> {
  const { rows } = await db.pool.query<{ stream_id: string; id: string }>(
    `
    with stream as (
      insert into streams (agency_id, type, title) values ($1, 'text', $3) returning id
    )
    insert into items (agency_id, stream_id, sequence, title, description)
    select $1, stream.id, place, '', 'This is ' || word
    from stream, unnest($2::text[]) with ordinality as given (word, place)
    returning stream_id, id`,
    [agencyId, texts, texts[0] ?? ''],
  );
  return { streamId: rows[0]?.stream_id ?? '', itemIds: rows.map(({ id }) => id) };
}

function* chunksOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

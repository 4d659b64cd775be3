/**
 * Builders for tests of publishing: an agency with planned deliveries, a scripted network, and a worker that the test
 * drives.
 */

import type { Database } from '#db/database.ts';
import type {
  Account,
  Found,
  Limits,
  LostAttempt,
  Network,
  Networks,
  Outcome,
  PostContent,
  PublishContext,
} from '#networks/network.ts';
import { planRound, type Frequency } from '#rules/planning.ts';
import { claimDue, claimReads } from './engine/claim.ts';
import { publishDelivery } from './engine/publish.ts';
import { createEngine, type Engine, type EngineOptions } from './engine/engine.ts';
import { sweep } from './engine/loop.ts';
import { insertRound } from './plan/rounds.ts';
import { settleDelivery } from './engine/settle.ts';
import { runOn } from './statements.ts';

/** A clock that stands still until it is moved. */
export function aClock(start = '2026-06-01T12:00:00Z') {
  let now = new Date(start);
  return {
    now: () => now,
    /** Moves the clock on by seconds. */
    pass: (seconds: number): void => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** Moves the clock to an instant. */
    set: (instant: Date): void => {
      now = instant;
    },
  };
}
/** The clock of `aClock`. */
export type TestClock = ReturnType<typeof aClock>;

const limits: Limits = {
  gapSeconds: 0,
  parallel: 1000,
  textLength: null,
  captionLength: null,
  titleLength: null,
  lengthUnit: 'utf16',
  imageBytes: null,
  videoBytes: null,
  videoSeconds: null,
};

/** The script of one publish: pass the fence or not, make the post or not, answer or throw. */
export type Behaviour = (context: PublishContext, post: () => Outcome) => Promise<Outcome>;

/** The usual behaviour: passes the fence, makes the post and reports it. */
export const posts: Behaviour = async (context, post) => {
  await context.fence({ payload: 'words' });
  return post();
};

/** Passes the fence and gives this outcome without making a post. */
export const answers =
  (outcome: Outcome): Behaviour =>
  async (context) => {
    await context.fence({ payload: 'words' });
    return outcome;
  };

/** Passes the fence and makes the post, but the answer is lost. */
export const postsSilently: Behaviour = async (context, post) => {
  await context.fence({ payload: 'words' });
  post();
  return { kind: 'unknown', message: 'cut off' };
};

/** A network in this process: it follows the script, in order, and then behaves as usual. */
export function aNetwork({
  id = 'telegram',
  canFind = false,
  parallel = 1000,
}: { id?: Network['id']; canFind?: boolean; parallel?: number } = {}) {
  const feed: { account: string; title: string; marker: string; postId: string }[] = [];
  const script: Behaviour[] = [];
  const checks: Outcome[] = [];
  const found: Found[] = [];
  const searches: Readonly<Record<string, string>>[] = [];
  const sideBySide = { now: 0, most: 0 };
  const network: Network = {
    id,
    limits: { ...limits, parallel },
    connect: () => Promise.resolve({ kind: 'refused', message: 'not in this test' }),
    publish: async (content: PostContent, account: Account, context) => {
      sideBySide.now += 1;
      sideBySide.most = Math.max(sideBySide.most, sideBySide.now);
      const post = (): Outcome => {
        const postId = String(feed.length + 1);
        feed.push({ account: account.externalId, title: content.title, marker: content.marker, postId });
        return { kind: 'published', postId, postUrl: `https://example.test/${postId}` };
      };
      try {
        return await (script.shift() ?? posts)(context, post);
      } finally {
        sideBySide.now -= 1;
      }
    },
    check: () => Promise.resolve(checks.shift() ?? { kind: 'unknown', message: '' }),
    ...(canFind
      ? {
          find: (content: PostContent, _account: Account, { remoteIds }: LostAttempt) => {
            searches.push(remoteIds);
            const post = feed.find(({ marker }) => marker === content.marker);
            return Promise.resolve(
              found.shift() ??
                (post ? { kind: 'found' as const, postId: post.postId, postUrl: null } : { kind: 'absent' as const }),
            );
          },
        }
      : {}),
  };
  return { network, feed, script, checks, found, searches, sideBySide };
}

/**
 * A worker driven by the test: it claims the deliveries due at the clock's instant, publishes them, and waits for all.
 */
export function aWorker(
  db: Pick<Database, 'pool'>,
  { networks, clock, ...options }: { networks: Networks; clock: TestClock } & Partial<EngineOptions>,
) {
  const events: string[] = [];
  const engine: Engine = createEngine({
    pool: db.pool,
    networks,
    clock,
    files: {
      storage: { open: () => Promise.resolve(null), put: () => Promise.resolve(), delete: () => Promise.resolve() },
      mediaUrl: (name) => `https://files.test/${name}`,
    },
    openCredentials: () => ({}),
    log: (event) => events.push(event),
    workerName: 'test',
    ...options,
  });
  const claim = (limit = 100) =>
    claimDue(runOn(db.pool), {
      worker: engine.worker,
      now: clock.now(),
      leaseUntil: engine.leaseUntil(),
      limit,
      identity: engine.watch?.identity() ?? null,
      rooms: new Map(Object.values(networks).map(({ id, limits: { parallel } }) => [id, parallel])),
    });
  const publishDue = async (): Promise<number> => {
    const rows = await claim();
    await Promise.all(rows.map((row) => publishDelivery(engine, row)));
    return rows.length;
  };
  const settleDue = async (): Promise<number> => {
    const rows = await claimReads(runOn(db.pool), {
      worker: engine.worker,
      now: clock.now(),
      leaseUntil: engine.leaseUntil(),
      limit: 100,
    });
    await Promise.all(rows.map((row) => settleDelivery(engine, row)));
    return rows.length;
  };
  return { engine, events, claim, publishDue, settleDue, sweep: () => sweep(engine) };
}

/** The plan of a test: text items and accounts, one post every `frequency` from `origin` in `zone`. */
export type Planned = {
  items?: number;
  accounts?: number;
  origin?: string;
  zone?: string;
  frequency?: Frequency;
  repurpose?: boolean;
  gapSeconds?: number;
  network?: Network['id'];
  /** Whether its client approves its posts. */
  needsApproval?: boolean;
};

/** An agency with a client, accounts, a stream of texts and a schedule of it, planned as the screens do it. */
export async function aSchedule(db: Database, planned: Planned = {}) {
  const {
    items = 1,
    accounts = 1,
    origin = '2026-06-01 12:00',
    zone = 'UTC',
    frequency = 'daily',
    repurpose = false,
    gapSeconds = 0,
    network = 'telegram',
    needsApproval = false,
  } = planned;
  const one = async (text: string, values: unknown[]): Promise<string> => {
    const { rows } = await db.pool.query<{ id: string }>(`${text} returning id`, values);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('an insert gives its id');
    return id;
  };
  const agencyId = await one(`insert into agencies (name) values ('Agency')`, []);
  const clientId = await one(`insert into users (agency_id, role, name, email) values ($1, 'client', 'Client', $2)`, [
    agencyId,
    `client-${agencyId}@example.test`,
  ]);
  const streamId = await one(`insert into streams (agency_id, type, title) values ($1, 'text', 'Stream')`, [agencyId]);
  const itemIds: string[] = [];
  for (let index = 1; index <= items; index += 1) {
    itemIds.push(
      await one(
        `insert into items (agency_id, stream_id, sequence, title, description) values ($1, $2, $3, $4, 'words')`,
        [agencyId, streamId, index, `item ${index}`],
      ),
    );
  }
  const scheduleId = await one(
    `insert into schedules (agency_id, user_client_id, stream_id, origin_local, timezone, frequency, repurpose,
      needs_approval) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [agencyId, clientId, streamId, origin, zone, frequency, repurpose, needsApproval],
  );
  const accountIds: string[] = [];
  for (let index = 1; index <= accounts; index += 1) {
    const accountId = await one(
      `insert into social_accounts (agency_id, user_id, network, external_id, username, credentials, gap_seconds)
        values ($1, $2, $3, $4, 'name', 'sealed', $5)`,
      [agencyId, clientId, network, `${agencyId}-${index}`, gapSeconds],
    );
    accountIds.push(accountId);
    await db.pool.query('insert into schedule_accounts (schedule_id, account_id, agency_id) values ($1, $2, $3)', [
      scheduleId,
      accountId,
      agencyId,
    ]);
  }
  const plan = planRound({ origin, zone, frequency, firstStep: 0, count: items });
  await db.asAgency(agencyId, (tx) =>
    insertRound(tx, {
      agencyId,
      scheduleId,
      round: 1,
      itemIds,
      accountIds,
      plan,
      now: new Date('2026-06-01T00:00:00Z'),
    }),
  );
  return { agencyId, clientId, streamId, scheduleId, itemIds, accountIds };
}

/** A schedule's deliveries as stored in the tables, in the order of the plan. */
export async function deliveriesOf(db: Pick<Database, 'pool'>, scheduleId: string) {
  const { rows } = await db.pool.query<{
    id: string;
    occurrence_id: string;
    state: string;
    next_at: Date;
    due_at: Date;
    message: string;
    post_id: string | null;
    post_url: string | null;
    tries: number;
    occurrence: string;
    round: number;
    local_at: string;
    position: number;
    account_id: string;
  }>(
    `select d.*, o.state as occurrence, o.round, o.local_at, o.position
     from deliveries d join occurrences o on o.id = d.occurrence_id
     where d.schedule_id = $1
     order by o.round, o.position, d.account_id`,
    [scheduleId],
  );
  return rows;
}

/** The states of a schedule's deliveries, in the order of the plan. */
export const statesOf = async (db: Pick<Database, 'pool'>, scheduleId: string): Promise<string[]> =>
  (await deliveriesOf(db, scheduleId)).map(({ state }) => state);

/** Builders for tests of approval: a server whose clients approve, with posts planned for them. */
import type { Database } from '#db/database.ts';
import type { ApprovalState } from '#rules/approvals.ts';
import { aNetwork, aWorker } from '../../publishing/testing.ts';
import { anAccount } from '../schedules/testing.ts';
import { aClient, aServer, type TestPerson } from '../../app/testing/server.ts';

const hour = 3_600_000;

/**
 * A server at 2026-06-01 08:00 UTC with a clock that tests move and a worker that publishes to one scripted network.
 */
export async function anApprovalStage() {
  let now = new Date('2026-06-01T08:00:00Z');
  const clock = {
    now: () => now,
    pass: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    set: (to: Date) => {
      now = to;
    },
  };
  const outside = aNetwork();
  const networks = { telegram: outside.network };
  const server = await aServer({ networks, clock: clock.now, config: { publicUrl: 'https://app.example' } });
  const worker = aWorker(server.db, { networks, clock });
  let feeds = 0;
  const made: string[] = [];

  /** A client (who approves by default) with two posts, one hour and two hours from now. */
  const aPlannedClient = async ({
    name = 'Bakery',
    approval = 'client',
    repurpose = false,
    words = ['One', 'Two'],
  }: {
    name?: string;
    approval?: 'none' | 'client';
    repurpose?: boolean;
    words?: readonly string[];
  } = {}) => {
    const client = await aClient(server.db, server.owner, { name });
    if (approval === 'client') await setApproval(client, { approval });
    feeds += 1;
    const account = await anAccount(server, client, 'telegram', `feed-${feeds}`);
    const [stream] = await server.ask('content-stream', { type: 'text', title: 'Daily', description: 'Words' });
    const streamId = stream?.id ?? '';
    const items = await server.ask('text-stream', {
      content_stream_id: streamId,
      description: JSON.stringify(words.map((value) => ({ title: value, value: `${name} ${value}` }))),
    });
    const schedule = async (): Promise<string> => {
      const at = new Date(now.getTime() + hour).toISOString();
      const { id } = await server.ask('save-scheduler', {
        user_client_id: client.id,
        content_stream_id: streamId,
        social_accounts: [account],
        schedule_date: at.slice(0, 10),
        hours: at.slice(11, 13),
        minutes: at.slice(14, 16),
        timezone: 'UTC',
        re_purpose: repurpose ? 1 : 0,
        schedule_type: 'hourly',
      });
      made.push(id);
      return id;
    };
    const scheduleId = await schedule();
    const as = { as: client };
    return {
      client,
      account,
      streamId,
      scheduleId,
      schedule,
      as,
      itemIds: items.map(({ id }) => id),
      posts: async () => (await server.ask('fetch-scheduler', { id: scheduleId })).items,
      waiting: async () => (await server.ask('fetch-approvals', {}, as)).items,
    };
  };

  /** Removes all planned posts before the next test. */
  const clear = async (): Promise<void> => {
    for (const id of made.splice(0)) await server.call('delete-scheduler', { id });
    outside.script.length = 0;
  };

  /** Edits a client as the form does; answers the whole reply. */
  const editClient = (
    client: TestPerson,
    approval: { approval?: 'none' | 'client'; approval_covers?: boolean; approval_waiting?: 'approve' | 'keep' },
    as: TestPerson = server.owner,
  ) =>
    server.call(
      'edit-app-client-account',
      { id: client.id, name: client.name, earning: 0, frequency: 'weekly', ...approval },
      { as },
    );
  const setApproval = async (...given: Parameters<typeof editClient>): Promise<void> => {
    const reply = await editClient(...given);
    if (!reply.status) throw new Error(reply.message);
  };

  const auditOf = async (client: TestPerson) =>
    (
      await server.db.pool.query<{ action: string; details: Record<string, unknown> }>(
        'select action, details from audit_entries where subject_id = $1 order by id',
        [client.id],
      )
    ).rows;

  return { server, clock, worker, ...outside, aPlannedClient, editClient, setApproval, auditOf, clear };
}

/** Makes a planned post need approval, written straight into the database; answers the fingerprint of its content. */
export async function keepBack(
  db: Pick<Database, 'pool'>,
  { occurrenceId, state }: { occurrenceId: string; state: ApprovalState },
): Promise<string> {
  const {
    rows: [row],
  } = await db.pool.query<{ fingerprint: string }>(
    `insert into approvals (occurrence_id, agency_id, client_id, state, fingerprint, asked_at)
     select o.id, o.agency_id, s.user_client_id, $2, content_fingerprint(i), now()
     from occurrences o join schedules s on s.id = o.schedule_id join items i on i.id = o.item_id
     where o.id = $1 returning fingerprint`,
    [occurrenceId, state],
  );
  if (state !== 'approved')
    await db.pool.query(`update deliveries set unapproved = true, next_at = 'infinity' where occurrence_id = $1`, [
      occurrenceId,
    ]);
  if (row === undefined) throw new Error('an insert gave no row');
  return row.fingerprint;
}

import type { Database } from '#db/database.ts';
import type { DeliveryState } from '#rules/delivery-states.ts';
import { checkLedger } from '#server/publishing/plan/ledger-check.ts';
import { runOn } from '#server/publishing/statements.ts';
import type { OfficeBook } from './office.ts';
import type { SandboxProcess } from './sandbox.ts';
import type { Stage } from './stage.ts';
import { judge, wordOf, type EndRow, type Verdict } from './verdict.ts';

/** The evidence at the end of a run. */
export type Findings = {
  deliveries: number;
  states: ReadonlyMap<string, number>;
  verdict: Verdict;
  /** Broken invariants of the ledger, and answers of the web server that the tables contradict. */
  inconsistent: readonly string[];
};

/**
 * Compares the tables with the sandbox's feeds and with the answers that the person at the web got. `untilMs`: when
 * clocks were first set forward.
 */
export async function bearWitness(
  db: Database,
  {
    sandbox,
    stage,
    book,
    planned,
    untilMs,
  }: {
    sandbox: SandboxProcess;
    stage: Stage;
    book: OfficeBook;
    planned: number;
    untilMs: number;
  },
): Promise<Findings> {
  const rows = await listRows(db, stage);
  const states = new Map(
    [...Map.groupBy(rows, ({ state }) => state)]
      .map(([state, list]) => [String(state), list.length])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
      .map(([state, count]) => [String(state), Number(count)]),
  );
  const verdict = judge(rows, await sandbox.feeds(), { untilMs });
  const ledger = (await checkLedger(runOn(db.pool))).map(({ what, count }) => `${count} × ${what}`);
  const expected = planned + book.saved.reduce((sum, { accounts }) => sum + accounts, 0);
  const missing = rows.length === expected ? [] : [`${rows.length} deliveries where ${expected} were planned`];
  return {
    deliveries: rows.length,
    states,
    verdict,
    inconsistent: [...ledger, ...missing, ...(await wrongSchedules(db, book))],
  };
}

async function listRows(db: Database, stage: Stage): Promise<EndRow[]> {
  const feedAccounts = new Map(stage.accounts.map(({ id, feedAccount }) => [id, feedAccount]));
  const { rows } = await db.pool.query<{
    id: string;
    state: DeliveryState;
    account_id: string;
    description: string;
    due_at: Date;
    message: string;
    post_id: string | null;
    waits: boolean;
    attempts: number;
  }>(`
    select d.id, d.state, d.account_id, i.description, d.due_at, d.message, d.post_id, d.next_at < 'infinity' as waits,
      (select count(*)::int from attempts t where t.delivery_id = d.id) as attempts
    from deliveries d
    join occurrences o on o.id = d.occurrence_id
    join items i on i.id = o.item_id
    order by d.id`);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    feedAccount: feedAccounts.get(row.account_id) ?? '',
    word: wordOf(row.description),
    dueAt: row.due_at,
    message: row.message,
    postId: row.post_id,
    waits: row.waits,
    attempts: row.attempts,
  }));
}

/** Every saved schedule exists once and is complete, and no running schedule has nothing open. */
async function wrongSchedules(db: Database, book: OfficeBook): Promise<string[]> {
  const { rows } = await db.pool.query<{ stream_id: string; schedules: number; deliveries: number }>(
    `select s.stream_id, count(distinct s.id)::int as schedules, count(d.id)::int as deliveries
     from schedules s left join deliveries d on d.schedule_id = s.id
     where s.stream_id = any($1)
     group by s.stream_id`,
    [book.saved.map(({ streamId }) => streamId)],
  );
  const found = new Map(rows.map((row) => [row.stream_id, row]));
  const wrong = book.saved.flatMap(({ streamId, accounts }) => {
    const row = found.get(streamId);
    return row?.schedules === 1 && row.deliveries === accounts
      ? []
      : [
          `stream ${streamId} was saved once and is there ${row?.schedules ?? 0} times with ${row?.deliveries ?? 0} ` +
            'deliveries',
        ];
  });
  const { rows: idle } = await db.pool.query<{ id: string }>(
    `select s.id from schedules s
     where s.state = 'active' and not exists (select from occurrences o where o.schedule_id = s.id
       and o.state = 'scheduled')`,
  );
  return [...wrong, ...idle.map(({ id }) => `schedule ${id} goes on with nothing open`)];
}

/** Requests to the AI and their cost: the table `ai_requests`. Costs are micro-dollars. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { AiTokens } from '#rules/ai.ts';
import { byId } from '../../base/retention/index.ts';

/**
 * Makes the agency's other requests wait until this transaction ends, so that they cannot exceed the limit together.
 */
export async function lockAi(tx: Tx, agencyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ai', ${agencyId}::bigint))`.execute(tx);
}

/** Requests of months that are shown no longer. */
export const oldRequests = byId({ table: 'ai_requests', column: 'started_at', days: 'aiRequests' });

/** One month of an agency; `month` is 'YYYY-MM' in UTC. */
export type MonthRow = {
  month: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
};

/** The months in which the agency has used the AI, the latest first, at most twelve. */
export async function listMonths(tx: Tx, agencyId: string): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select to_char(started_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as requests,
      sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens",
      sum(cost_micros)::float8 as "costMicros"
    from ai_requests
    where agency_id = ${agencyId}
    group by 1
    order by 1 desc
    limit 12`.execute(tx);
  return rows;
}

/** The requests of an agency in the month of an instant. */
export async function findMonth(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<MonthRow> {
  const month = now.toISOString().slice(0, 7);
  const { rows } = await sql<Omit<MonthRow, 'month'>>`
    select count(*)::int as requests, coalesce(sum(input_tokens), 0)::float8 as "inputTokens",
      coalesce(sum(output_tokens), 0)::float8 as "outputTokens", coalesce(sum(cost_micros), 0)::float8 as "costMicros"
    from ai_requests
    where agency_id = ${agencyId} and started_at >= ${`${month}-01T00:00:00Z`}::timestamptz`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum has one row');
  return { month, ...row };
}

/** Records a request that is being sent; `mostMicros` counts until the cost is known. */
export async function insertRequest(
  tx: Tx,
  request: { agencyId: string; userId: string; task: string; mostMicros: number; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ai_requests (agency_id, user_id, task, cost_micros, started_at)
    values (${request.agencyId}, ${request.userId}, ${request.task}, ${request.mostMicros}, ${request.now})
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gave no row');
  return row.id;
}

/** Records how a request has ended. `costMicros` null: the cost is unknown, so its maximum continues to count. */
export async function settleRequest(
  tx: Tx,
  end: {
    agencyId: string;
    id: string;
    state: 'done' | 'failed';
    tokens: AiTokens;
    costMicros: number | null;
    now: Date;
  },
): Promise<void> {
  await sql`
    update ai_requests set state = ${end.state}, input_tokens = ${end.tokens.input},
      output_tokens = ${end.tokens.output}, cost_micros = coalesce(${end.costMicros}::bigint, cost_micros),
      ended_at = ${end.now}
    where agency_id = ${end.agencyId} and id = ${end.id}`.execute(tx);
}

/** The texts and the picture of an item that the AI may see. */
export type PictureRow = {
  type: 'image' | 'video' | 'text' | 'formatted';
  title: string;
  description: string;
  format: 'text' | 'formatted';
  thumbnail_name: string | null;
};

/** An existing item of an existing stream of the agency, or undefined. */
export async function findPicture(tx: Tx, key: { agencyId: string; id: string }): Promise<PictureRow | undefined> {
  const { rows } = await sql<PictureRow>`
    select s.type, i.title, i.description, i.description_format as format, f.thumbnail_name
    from items i
    join streams s on s.id = i.stream_id
    left join files f on f.id = i.file_id
    where i.agency_id = ${key.agencyId} and i.id = ${key.id} and i.deleted_at is null
      and s.deleted_at is null`.execute(tx);
  return rows[0];
}

/** What a year adds to the database, table by table, and deleting old rows beside posts. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { retentions } from '#server/app/processes/retentions.ts';
import { deleteOldRows } from '#server/base/retention/index.ts';
import { keepOf, keepSettings } from '#server/base/settings/keep.ts';
import { checkLedger } from '#server/publishing/plan/ledger-check.ts';
import { runOn } from '#server/publishing/statements.ts';
import { openPublisher } from './engine.ts';
import { withDatabase } from './own-database.ts';
import { insertAccounts, planDeliveries, type Accounts } from './publishing-stage.ts';
import { fillAgency } from './rig.ts';
import { atMost, bytes, exactly, ms, quantile, reported, type Figure } from './table.ts';

/** Rows that an agency of 20 clients adds in a year: three accounts each, and a post a day to all three. */
const perYear = {
  occurrences: 20 * 365,
  deliveries: 20 * 3 * 365,
  attempts: 20 * 3 * 365 * 1.03,
  delivery_events: 20 * 3 * 365 * 0.1,
  engagements: 20 * 3 * 365,
  engagement_readings: 20 * 3 * 365 * 6,
  approvals: 10 * 365,
  approval_events: 10 * 365 * 3,
  audit_entries: 30 * 365,
  ai_requests: 10 * 365,
  keyword_finds: 20 * 3 * 365,
} as const;
type Table = keyof typeof perYear;

const agencies = 500;
const schedules = 2500;
const perSecond = 50;
const seconds = 20;
const accounts = 2000;

/** Sizes of real rows with their indexes, times the rows of a year; then the nightly deletion beside posts. */
export const measure = (): Promise<Figure[]> =>
  withDatabase(async (db) => {
    const stage = { db, ...(await insertAccounts(db, { accounts, secretKey: randomBytes(32), gapSeconds: 0 })) };
    await fillAgency(db, { agencyId: stage.agencyId, schedules, from: '2020-01-01' });
    await fillHistory(db, stage.agencyId);
    return [...(await sizes(db)), ...(await besidePosts(stage))];
  });

/** Everything that was planned went out long ago, and left its rows. */
async function fillHistory(db: Database, agencyId: string): Promise<void> {
  const fill = async (text: string): Promise<void> => {
    await db.pool.query(text.replaceAll('$agency', agencyId));
  };
  await db.pool.query('alter table deliveries disable trigger user');
  await fill(`update deliveries set state = 'published', next_at = 'infinity', post_id = '1234567890' || id,
    post_url = 'https://example.test/a/1234567890' || id, published_at = due_at, finished_at = due_at, tries = 1,
    first_tried_at = due_at where state = 'scheduled'`);
  await db.pool.query('alter table deliveries enable trigger user');
  await fill(`update occurrences set state = 'posted'`);
  const of = `from deliveries d`;
  await fill(`insert into attempts (agency_id, delivery_id, number, worker, fingerprint, fenced_at, post_id, outcome,
    finished_at, remote_ids) select agency_id, id, 1, 'worker-1234-abcdef', repeat('0', 64), due_at, post_id,
    'published', due_at, '{}' ${of}`);
  await fill(`insert into engagements (delivery_id, agency_id, account_id, published_at, read_at, likes, comments,
    shares, views) select id, agency_id, account_id, published_at, published_at, 10, 1, 2, 300 ${of}`);
  await fill(`insert into engagement_readings (delivery_id, agency_id, at, likes, comments, shares, views)
    select id, agency_id, published_at + n * interval '1 day', 10, 1, 2, 300 ${of}, generate_series(1, 6) n`);
  await fill(`insert into delivery_events (agency_id, delivery_id, at, from_state, to_state, message, note, due_before,
    due_at, next_at, tries, settle_reads, cancel_asked) select agency_id, id, due_at, 'sending', 'processing', '',
    'The network is processing it.', due_at, due_at, due_at, 1, 0, false ${of}`);
  await fill(`insert into approvals (occurrence_id, agency_id, client_id, state, fingerprint, asked_at, decided_at)
    select o.id, o.agency_id, s.user_client_id, 'approved', repeat('0', 64), o.due_at, o.due_at from occurrences o
    join schedules s on s.id = o.schedule_id`);
  await fill(`insert into approval_events (agency_id, occurrence_id, at, kind) select agency_id, id, due_at, kind
    from occurrences, unnest(array['asked', 'approved', 'comment']) kind`);
  const many = `generate_series(1, 100000) n`;
  await fill(`insert into audit_entries (agency_id, action, subject_kind, subject_id, details, address, created_at)
    select $agency, 'schedule-changed', 'schedule', n, '{"title": "The title of a schedule"}', '203.0.113.7',
    '2020-01-01'::timestamptz + n * interval '1 minute' from ${many}`);
  await fill(`insert into ai_requests (agency_id, task, state, input_tokens, output_tokens, cost_micros, started_at,
    ended_at) select $agency, 'write-post', 'done', 800, 300, 1200, '2020-01-01'::timestamptz + n * interval '1 minute',
    '2020-01-01'::timestamptz + n * interval '1 minute' from ${many}`);
  await fill(`insert into watched_keywords (agency_id, client_id, keyword, created_at)
    select $agency, min(id), 'a keyword', now() from users where role = 'client'`);
  await fill(`insert into keyword_finds (agency_id, keyword_id, source, reference, title, url, found_at)
    select $agency, (select id from watched_keywords), 'reddit', 'reference-' || n, repeat('The title of a find ', 3),
    'https://example.test/r/' || n, '2020-01-01'::timestamptz + n * interval '1 minute' from ${many}`);
  await fill(`insert into engagement_progress (taken_until) values (now())`);
  await db.pool.query('vacuum analyze');
}

const tables = Object.keys(perYear).filter((name): name is Table => name in perYear);

async function sizes(db: Database): Promise<Figure[]> {
  const figures: Figure[] = [];
  let [rows, room, endless] = [0, 0, 0];
  const deleted = new Set<string>(retentions.map(({ table }) => table));
  for (const table of tables) {
    const { rows: found } = await db.pool.query<{ each: number }>(
      `select pg_total_relation_size($1::regclass)::float8 / greatest(1, (select count(*) from ${table})) as each`,
      [table],
    );
    const each = found[0]?.each ?? 0;
    const year = perYear[table] * each;
    rows += perYear[table];
    room += year;
    if (!deleted.has(table)) endless += year;
    figures.push(
      reported(
        `${table}: rows a year of 20 clients, bytes each with indexes; of ${agencies} agencies`,
        `${perYear[table].toFixed(0)} x ${each.toFixed(0)} = ${bytes(year)}; ${gigabytes(year * agencies)}`,
      ),
    );
  }
  const all = `${rows.toFixed(0)} rows, ${bytes(room)}; ${gigabytes(room * agencies)}`;
  return [
    ...figures,
    reported(`all of these a year, of 20 clients; of ${agencies} agencies`, all),
    reported('of it kept as long as the agency', `${bytes(endless)}; ${gigabytes(endless * agencies)}`),
  ];
}

const gigabytes = (value: number): string => `${(value / 1e9).toFixed(1)} GB`;

/** Lateness at the network of posts, 50 a second: alone, and while old rows are deleted. */
async function besidePosts(stage: Accounts): Promise<Figure[]> {
  const alone = await latenessOf(stage, 'alone');
  const before = await checkLedger(runOn(stage.db.pool));
  const ended = new AbortController();
  const { keep } = keepOf(z.object(keepSettings).parse({}));
  const began = performance.now();
  const deleting = deleteOldRows(stage.db, { retentions, keep, now: new Date(), signal: ended.signal }).then(
    (counts) => ({ counts, seconds: (performance.now() - began) / 1000 }),
  );
  const beside = await latenessOf(stage, 'beside');
  const { counts, seconds: took } = await deleting;
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  const name = `${perSecond} posts a second, at the network after their time`;
  const after = await checkLedger(runOn(stage.db.pool));
  return [
    reported(`${name}, p50 / p99`, `${ms(quantile(alone, 0.5))} / ${ms(quantile(alone, 0.99))}`),
    reported('the same while old rows are deleted, p50', ms(quantile(beside, 0.5))),
    atMost('the same, p99', quantile(beside, 0.99), Math.max(100, 3 * quantile(alone, 0.99)), ms),
    reported('old rows deleted, a second', `${sum.toLocaleString('en')}, ${(sum / took).toFixed(0)}`),
    exactly('posts that did not go out meanwhile', perSecond * seconds - beside.length, 0),
    exactly('further inconsistencies of the ledger', after.length - before.length, 0),
  ];
}

async function latenessOf(stage: Accounts, name: string): Promise<number[]> {
  const asked = new Map<string, number>();
  const publisher = await openPublisher(stage.db, (text, times) => asked.set(text, times.asked));
  const first = Date.now() + 2000;
  const dueAt = await planDeliveries(stage, {
    name,
    deliveries: Array.from({ length: perSecond * seconds }, (_, index) => ({
      account: index % accounts,
      dueAt: new Date(first + (index * 1000) / perSecond),
    })),
  });
  const end = first + seconds * 1000 + 30_000;
  while (asked.size < dueAt.size && Date.now() < end) await sleep(50);
  await publisher.stop();
  return [...dueAt].flatMap(([text, due]) => (asked.has(text) ? [(asked.get(text) ?? 0) - due] : []));
}

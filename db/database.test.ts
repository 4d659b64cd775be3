import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, test } from 'vitest';
import { mostIdleSeconds, openDatabase, type Database } from './database.ts';
import { testDatabase } from './testing.ts';
import { infinity } from './values.ts';

describe('a transaction of an agency', () => {
  test('a transaction sees only its agency’s rows', async () => {
    const db = await testDatabase();
    const [mine] = await twoAgencies(db);
    assert.deepEqual(await db.asAgency(mine, (tx) => tx.selectFrom('streams').select('title').execute()), [
      { title: 'Mine' },
    ]);
  });

  test('a transaction cannot change or delete the rows of another agency', async () => {
    const db = await testDatabase();
    const [mine] = await twoAgencies(db);
    const changed = await db.asAgency(mine, (tx) =>
      tx.updateTable('streams').set({ title: 'Stolen' }).executeTakeFirst(),
    );
    const deleted = await db.asAgency(mine, (tx) =>
      tx.deleteFrom('streams').where('title', '=', 'Theirs').executeTakeFirst(),
    );
    assert.equal(changed.numUpdatedRows, 1n);
    assert.equal(deleted.numDeletedRows, 0n);
  });

  test('a transaction cannot write a row with another agency’s id', async () => {
    const db = await testDatabase();
    const [mine, theirs] = await twoAgencies(db);
    const written = db.asAgency(mine, (tx) =>
      tx.insertInto('streams').values({ agency_id: theirs, type: 'text', title: 'Planted' }).execute(),
    );
    await assert.rejects(written, /violates row-level security policy/);
  });

  test('a transaction leaves no trace of its agency on the connection', async () => {
    const db = await testDatabase({ max: 1 });
    const [mine] = await twoAgencies(db);
    await db.asAgency(mine, (tx) => tx.selectFrom('streams').select('id').execute());
    const { rows } = await db.pool.query<{ title: string }>('select title from streams order by title');
    assert.deepEqual(rows, [{ title: 'Mine' }, { title: 'Theirs' }]);
  });

  test('a transaction is rolled back as a whole if its work throws', async () => {
    const db = await testDatabase();
    const [mine] = await twoAgencies(db);
    await assert.rejects(
      db.asAgency(mine, async (tx) => {
        await tx.deleteFrom('streams').execute();
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    assert.equal((await db.asAgency(mine, (tx) => tx.selectFrom('streams').select('id').execute())).length, 1);
  });

  test('only an id is accepted as an agency, so that no input can select all agencies', async () => {
    const db = await testDatabase();
    assert.throws(
      () =>
        db.asAgency('*', async () => {
          /* never runs */
        }),
      /not the id of an agency/,
    );
  });
});

test('a transaction begun by a statement has its rows and sees the agency it names', async () => {
  const db = await testDatabase({ max: 1 });
  const [, theirs] = await twoAgencies(db);
  const opening = `select set_config('app.agency_id', '${theirs}', true) as agency`;
  const seen = await db.openedBy<{ agency: string }, unknown>(opening, async (tx, rows) => ({
    rows,
    streams: await tx.selectFrom('streams').select('title').execute(),
  }));
  assert.deepEqual(seen, { rows: [{ agency: theirs }], streams: [{ title: 'Theirs' }] });
  const after = await db.asSystem((tx) => tx.selectFrom('streams').select('title').orderBy('title').execute());
  assert.deepEqual(after, [{ title: 'Mine' }, { title: 'Theirs' }]);
});

test('lists of texts arrive unchanged, with any characters', async () => {
  const db = await testDatabase();
  const lists = [['reddit', 'vimeo'], [], ['a,b', 'c"d', 'e\\f', '{}'], [null, 'null', 'NULL', ''], ['ä ö', ' ']];
  for (const list of lists) {
    const { rows } = await db.pool.query<{ list: unknown }>('select $1::text[] as list', [list]);
    assert.deepEqual(rows[0]?.list, list);
  }
});

test('a connection that names no agency sees no rows', async () => {
  const db = await testDatabase();
  await twoAgencies(db);
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  try {
    assert.deepEqual((await client.query('select title from streams')).rows, []);
  } finally {
    await client.end();
  }
});

test('the system sees every agency', async () => {
  const db = await testDatabase();
  await twoAgencies(db);
  assert.equal((await db.asSystem((tx) => tx.selectFrom('streams').select('id').execute())).length, 2);
});

describe('a lost connection', () => {
  test('a lost connection fails only its transaction', async () => {
    const db = await testDatabase();
    await assert.rejects(
      db.asSystem(async (tx) => {
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      }),
    );
    assert.deepEqual((await db.pool.query('select 1 as one')).rows, [{ one: 1 }]);
  });

  test('a connection that is lost while idle is replaced', async () => {
    const db = await testDatabase({ max: 2 });
    const [idle, other] = [await db.pool.connect(), await db.pool.connect()];
    const { rows } = await idle.query<{ pid: number }>('select pg_backend_pid() as pid');
    idle.release();
    const removed = new Promise<void>((resolve) => {
      db.pool.once('remove', () => resolve());
    });
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    other.release();
    await removed;
    assert.deepEqual((await db.pool.query('select 1 as one')).rows, [{ one: 1 }]);
  });
});

describe('a listener', () => {
  test('a listener gets the notification of a transaction once it has committed', async () => {
    const db = await testDatabase();
    const heard = Promise.withResolvers<string>();
    await db.listen('due', heard.resolve);
    await db.asSystem((tx) => sql`select pg_notify('due', 'now')`.execute(tx));
    assert.equal(await heard.promise, 'now');
  });

  test('a listener is called once its lost connection is restored, and gets later notifications', async () => {
    const db = await testDatabase();
    const heard: string[] = [];
    let next = Promise.withResolvers<void>();
    await db.listen('due', (payload) => {
      heard.push(payload);
      next.resolve();
    });
    await db.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ' +
        'application_name ' +
        "like '%listener'",
    );
    await next.promise;
    next = Promise.withResolvers();
    await db.pool.query("select pg_notify('due', 'later')");
    await next.promise;
    assert.deepEqual(heard, ['', 'later']);
  });

  test('a listener that has ended gets no more, while another on the channel does', async () => {
    const db = await testDatabase();
    const heard: string[] = [];
    const other = Promise.withResolvers<void>();
    const end = await db.listen('due', () => heard.push('ended one'));
    await db.listen('due', () => {
      heard.push('other');
      other.resolve();
    });
    await end();
    await db.pool.query("select pg_notify('due', '')");
    await other.promise;
    assert.deepEqual(heard, ['other']);
  });
});

test('values arrive with the types that the table declares', async () => {
  const db = await testDatabase();
  const { rows } = await db.pool.query(`
    select
      9007199254740993::bigint as big, 1.10::numeric as price, date '2026-03-29' as day,
        'infinity'::timestamptz as never,
      '-infinity'::timestamptz as always, timestamptz '2026-03-29 01:30:00+00' as instant,
        '{"a": [1]}'::jsonb as json`);
  assert.deepEqual(rows, [
    {
      big: '9007199254740993',
      price: '1.10',
      day: '2026-03-29',
      never: infinity.future,
      always: infinity.past,
      instant: new Date('2026-03-29T01:30:00Z'),
      json: { a: [1] },
    },
  ]);
});

test('a transaction that is idle for too long is ended, so that its locks block nobody', async () => {
  const db = await testDatabase({ max: 2 });
  const [mine] = await twoAgencies(db);
  const {
    rows: [setting],
  } = await db.pool.query<{ setting: string }>(
    "select current_setting('idle_in_transaction_session_timeout') as setting",
  );
  assert.deepEqual(setting, { setting: `${mostIdleSeconds}s` });
  const frozen = db.asAgency(mine, async (tx) => {
    await tx.updateTable('streams').set({ title: 'Held' }).execute();
    await sql`set local idle_in_transaction_session_timeout = '100ms'`.execute(tx);
    await db.asAgency(mine, (other) => other.updateTable('streams').set({ title: 'Not held up' }).execute());
    await tx.selectFrom('streams').select('id').execute();
  });
  await assert.rejects(frozen, /idle-in-transaction timeout|connection error/);
  assert.deepEqual(await db.asAgency(mine, (tx) => tx.selectFrom('streams').select('title').execute()), [
    { title: 'Not held up' },
  ]);
});

// The kernel shows its timers in /proc only.
test(
  'a quiet connection checks within ten seconds whether its server is still there',
  { skip: process.platform !== 'linux' },
  async () => {
    const db = await testDatabase();
    const {
      rows: [connection],
    } = await db.pool.query<{ client: number; server: number }>(
      'select inet_client_port() as client, inet_server_port() as server',
    );
    const hex = (port = 0): string => port.toString(16).toUpperCase().padStart(4, '0');
    // A closed connection to another server may have had the same port and still be listed.
    const own = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(
        ([, local, remote]) =>
          local?.endsWith(`:${hex(connection?.client)}`) && remote?.endsWith(`:${hex(connection?.server)}`),
      );
    const [timer, hundredths] = own?.[5]?.split(':') ?? [];
    assert.equal(timer, '02', 'the timer of TCP keep-alive runs');
    assert.ok(Number.parseInt(hundredths ?? '', 16) <= 1001);
  },
);

test('an unreachable server fails the query with the reason', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing');
  await assert.rejects(
    db.asSystem(async () => {
      /* never runs */
    }),
    /ECONNREFUSED/,
  );
  await db.close();
});

/** Two agencies with a stream each, "Mine" and "Theirs"; answers their ids. */
async function twoAgencies(db: Database): Promise<[string, string]> {
  const ids: string[] = [];
  for (const title of ['Mine', 'Theirs']) {
    ids.push(
      await db.asSystem(async (tx) => {
        const { id } = await tx
          .insertInto('agencies')
          .values({ name: title })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx.insertInto('streams').values({ agency_id: id, type: 'text', title }).execute();
        return id;
      }),
    );
  }
  const [mine = '', theirs = ''] = ids;
  return [mine, theirs];
}

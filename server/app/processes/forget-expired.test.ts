import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aServer } from '../testing/server.ts';
import { forgetExpired } from './forget-expired.job.ts';
import { loginByAddress, takeTry } from '../../base/limits/limits.ts';

test('rows that expired a week ago are deleted, valid ones stay', async () => {
  let time = Date.UTC(2026, 10, 21, 9, 0);
  const server = await aServer({ clock: () => new Date(time) });
  const { db, owner } = server;
  const key = [owner.agencyId, owner.id];
  await db.pool.query(
    `insert into sessions (agency_id, user_id, token_hash, expires_at) values ($1, $2, '\\x01', '2026-11-22')`,
    key,
  );
  await db.pool.query(
    `insert into login_links (agency_id, user_id, purpose, token_hash, expires_at) values ($1, $2, 'set-password',
      '\\x02', '2026-11-22')`,
    key,
  );
  await db.asSystem((tx) => takeTry(tx, loginByAddress, { who: '127.0.0.1', now: new Date(time) }));
  const forget = () =>
    forgetExpired(server.services)({}, { signal: new AbortController().signal, jobId: 'x', retryCount: 0 });
  const left = async () =>
    (
      await db.pool.query<{ counts: string }>(
        "select (select count(*) from sessions) || ' ' || (select count(*) from login_links) || ' ' || (select " +
          'count(*) from rate_limits) as counts',
      )
    ).rows[0]?.counts;

  await forget();
  assert.equal(await left(), '2 1 1');
  time += 9 * 86_400_000;
  await forget();
  assert.equal(await left(), '1 0 0');
  assert.equal((await server.call('fetch-user', {})).code, 200);
});

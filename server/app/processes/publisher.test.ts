import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '#db/testing-until.ts';
import type { Network } from '#networks/network.ts';
import { credentialsAssociatedData } from '../../people/accounts/credentials.ts';
import { openPublisher } from './publisher.ts';
import { aNetwork, aSchedule, statesOf } from '../../publishing/testing.ts';
import { aServer } from '../testing/server.ts';

test('an error while publishing is logged without content, address or secret', async () => {
  const { network } = aNetwork();
  const breaking: Network = {
    ...network,
    publish: (content) =>
      Promise.reject(new TypeError(`cannot send "${content.title}" to 'https://user:canary@host' (canary)`)),
  };
  const { db, services } = await aServer({ networks: { telegram: breaking } });
  const lines: [level: string, fields: object, event: string][] = [];
  const writer =
    (level: string) =>
    (fields: object, event: string): void => {
      lines.push([level, fields, event]);
    };
  const { rows } = await db.pool.query<{ local: string }>(
    `select to_char(now() at time zone 'UTC' - interval '5 minutes', 'YYYY-MM-DD HH24:MI') as local`,
  );
  const { scheduleId, agencyId, clientId, accountIds } = await aSchedule(db, { origin: rows[0]?.local ?? '' });
  const associatedData = credentialsAssociatedData({
    agencyId,
    userId: clientId,
    network: 'telegram',
    externalId: `${agencyId}-1`,
  });
  await db.pool.query('update social_accounts set credentials = $2 where id = $1', [
    accountIds[0],
    services.secrets.seal('{"botToken":"canary"}', associatedData),
  ]);
  const publisher = await openPublisher(services, {
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  });
  await until(() => lines.some(([, , event]) => event === 'publish-broke'));
  await until(() => lines.some(([, , event]) => event === 'post'));
  await publisher.stop();
  const line = lines.find(([, , event]) => event === 'publish-broke');
  assert.equal(line?.[0], 'error');
  assert.doesNotMatch(JSON.stringify(lines), /canary|item 1/);
  assert.match(JSON.stringify(line), /TypeError.*publisher\.test\.ts/);
  assert.deepEqual(
    (await statesOf(db, scheduleId)).filter((state) => state === 'published'),
    [],
  );
  // Two days of a hundred thousand posts each are under 50 MB.
  const [, post] = lines.find(([, , event]) => event === 'post') ?? [];
  const bytes = JSON.stringify({ level: 30, time: Date.now(), ...post, msg: 'post' }).length + 1;
  assert.ok(bytes < 250, `${bytes} bytes a post`);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aServer } from '../../app/testing/server.ts';
import { checkLedger } from './check-ledger.job.ts';
import { aSchedule } from '../testing.ts';

test('the hourly check of the ledger accepts a sound one, and names what does not add up', async () => {
  const { db, services } = await aServer();
  const look = () => checkLedger(services)({}, { signal: new AbortController().signal, jobId: '1', retryCount: 0 });
  await aSchedule(db, { items: 2 });
  await look();
  await db.pool.query(`update occurrences set state = 'posted' where position = 1`);
  await assert.rejects(
    look(),
    /^Error: the ledger does not add up: 1 × an occurrence whose state does not follow from its deliveries$/,
  );
});

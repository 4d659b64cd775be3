/**
 * `server/worker.ts` as a process of the torture: the same parts, with shorter leases and a clock that can be set
 * forward.
 */

import { z } from 'zod';
import { migrate } from '#db/migrate.ts';
import { loadConfig } from '#server/base/settings/config.ts';
import { openLog } from '#server/app/http/log.ts';
import { runProcess } from '#server/app/processes/process.ts';
import { databaseClock } from '#server/publishing/engine/clock.ts';
import { openServices } from '#server/app/processes/services.ts';
import { startWorker } from '#server/worker.ts';

const told = z.object({ aheadMs: z.number() });
let aheadMs = 0;
process.on('message', (message) => {
  aheadMs = told.parse(message).aheadMs;
});
process.once('disconnect', () => process.exit(1));

await runProcess(async () => {
  const config = loadConfig();
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is not set');
  await migrate(config.databaseUrl);
  const { services, close } = await openServices(config, {
    databaseUrl: config.databaseUrl,
    connections: 10,
    name: 'agencyreel worker',
  });
  const clock = await databaseClock(services.db.pool);
  const log = openLog('info');
  const worker = await startWorker(services, log, {
    clock: { now: () => new Date(clock.now().getTime() + aheadMs) },
    leaseSeconds: Number(process.env['TORTURE_LEASE_SECONDS'] ?? 60),
  });
  log.info({}, 'worker-ready');
  return async () => {
    await worker.stop();
    await close();
  };
});

/** The alert rules and the board in deploy/monitoring name only exported figures, and leave out none. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { declareFigures, openWatch } from '#server/app/health/index.ts';
import { declareWorkerFigures } from '#server/app/processes/worker-figures.ts';
import { openMetrics, watchPools, watchProcess } from '#server/base/metrics/index.ts';
import { openDatabase } from '#db/database.ts';
import { boardQueries, ruleQueries } from './monitoring.ts';

/** The names of all figures, as a scrape of web and worker shows them. */
function exported(): string[] {
  const metrics = openMetrics();
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const services = { db, storage: { put: nothing, open: () => Promise.resolve(null), delete: nothing } };
  const clock = (): Date => new Date();
  declareFigures(metrics, { watch: openWatch({ ...services, clock }), services: { db, clock } });
  declareWorkerFigures(metrics);
  watchPools(metrics, { web: db.pool });
  watchProcess(metrics, { version: '0' }).stop();
  return metrics.names();
}
const nothing = (): Promise<void> => Promise.resolve();

test('alert rules and board name exported figures, and the board or a rule shows each', () => {
  const named = new Set(
    [...ruleQueries, ...boardQueries].flatMap(({ query }) => query.match(/\b(?:agencyreel|process)_\w+/g) ?? []),
  );
  const names = exported();
  assert.deepEqual(
    [...named].filter((name) => !names.includes(name)),
    [],
  );
  const notShown = ['process_start_time_seconds', 'agencyreel_build_info', 'agencyreel_post_lateness_seconds_sum'];
  assert.deepEqual(
    names.filter((name) => !named.has(name)),
    names.filter((name) => notShown.includes(name)),
  );
});

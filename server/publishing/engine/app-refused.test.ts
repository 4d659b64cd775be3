/** A network that refuses the app: the operator must act, and no account is disconnected. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testDatabase } from '#db/testing.ts';
import { deliveryMessages } from '#rules/delivery.ts';
import { engineLog } from '../../app/processes/publisher.ts';
import { resolveDelivery } from '../actions/decide.ts';
import { checkLedger } from '../plan/ledger-check.ts';
import type { Renewal } from './credentials.ts';
import { runOn } from '../statements.ts';
import { answers } from '../testing.ts';
import { aStage } from '../testing-stage.ts';

const db = await testDatabase();
const appFault = 'the app is not enrolled';

async function aRefusedAppStage({ accounts = 1, renewal }: { accounts?: number; renewal?: Renewal } = {}) {
  const lines: { level: 'info' | 'error'; event: string; fields: object }[] = [];
  const lost: string[] = [];
  const at =
    (level: 'info' | 'error') =>
    (fields: object, event: string): void => {
      lines.push({ level, event, fields });
    };
  const stage = await aStage(
    db,
    { accounts },
    {
      log: engineLog(
        { info: at('info'), warn: at('info'), error: at('error') },
        { say: (event, fields) => at('error')(fields, event) },
      ),
      onAccountLost: ({ accountId }) => {
        lost.push(accountId);
        return Promise.resolve();
      },
      ...(renewal === undefined
        ? {}
        : { renewals: { fresh: () => Promise.resolve(renewal), worked: () => Promise.resolve() } }),
    },
  );
  const statuses = async () =>
    (await db.pool.query<{ status: string }>('select status from social_accounts')).rows.map(({ status }) => status);
  return { ...stage, lines, lost, statuses };
}

const told = [{ level: 'error', event: 'app-refused', fields: { network: 'telegram', appFault } }];

test('a refused app is reported, its network waits, its accounts stay, and the post goes out later', async () => {
  const stage = await aRefusedAppStage({ accounts: 2 });
  stage.script.push(
    answers({ kind: 'rateLimited', retryAfterSeconds: 900, scope: 'app', message: 'X: Client Forbidden', appFault }),
  );
  stage.script.push(
    answers({ kind: 'rateLimited', retryAfterSeconds: 900, scope: 'app', message: 'X: Client Forbidden', appFault }),
  );
  await stage.worker.publishDue();
  assert.deepEqual(stage.lines, [...told, ...told]);
  assert.deepEqual([await stage.statuses(), stage.lost], [['connected', 'connected'], []]);
  assert.deepEqual(
    (await stage.deliveries()).map(({ state, message }) => [state, message]),
    Array(2).fill(['scheduled', deliveryMessages.appRefused('X: Client Forbidden')]),
  );
  stage.clock.pass(899);
  assert.equal(await stage.worker.publishDue(), 0);
  stage.clock.pass(1);
  assert.equal(await stage.worker.publishDue(), 2);
  assert.deepEqual([await stage.states(), await checkLedger(runOn(db.pool))], [['published', 'published'], []]);
});

test('a post whose app stays refused is missed after the late limit, and can be published then', async () => {
  const stage = await aRefusedAppStage();
  const refusal = { kind: 'rateLimited', retryAfterSeconds: 12 * 3600, scope: 'app', message: 'no', appFault } as const;
  stage.script.push(answers(refusal), answers(refusal), answers(refusal));
  await stage.worker.publishDue();
  stage.clock.pass(12 * 3600);
  await stage.worker.publishDue();
  assert.deepEqual(await stage.states(), ['scheduled']);
  stage.clock.pass(12 * 3600);
  await stage.worker.publishDue();
  const [missed] = await stage.deliveries();
  assert.deepEqual([missed?.state, missed?.message], ['missed', deliveryMessages.missedByApp('no')]);
  assert.deepEqual([await stage.statuses(), await checkLedger(runOn(db.pool))], [['connected'], []]);
  stage.clock.pass(12 * 3600);
  const { agencyId } = stage;
  const decision = { agencyId, deliveryId: missed?.id ?? '', decision: 'publish-now', postUrl: '' } as const;
  assert.equal(await stage.inAgency((tx) => resolveDelivery(tx, { ...decision, now: stage.clock.now() })), 'done');
  assert.equal(await stage.worker.publishDue(), 1);
  assert.deepEqual([await stage.states(), await checkLedger(runOn(db.pool))], [['published'], []]);
});

test('a refused app is also reported to the operator when it is found during a renewal', async () => {
  const stage = await aRefusedAppStage({
    renewal: { kind: 'unreachable', message: 'X: unauthorized_client', appFault },
  });
  await db.pool.query('update social_accounts set expires_at = $1', [stage.clock.now()]);
  await stage.worker.publishDue();
  assert.deepEqual([stage.lines, await stage.statuses(), await stage.states()], [told, ['connected'], ['scheduled']]);
});

test('a network that only asks to wait is not reported to the operator', async () => {
  const stage = await aRefusedAppStage();
  stage.script.push(answers({ kind: 'rateLimited', retryAfterSeconds: 900, scope: 'app', message: 'busy' }));
  await stage.worker.publishDue();
  assert.deepEqual(stage.lines, []);
});

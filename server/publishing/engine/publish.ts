/** The steps of a due delivery: it is too late, by hand, or tried; then concluded. */

import { isMissed } from '#rules/lateness.ts';
import { tracePost } from '../../base/tracing/index.ts';
import { conclude, concludeTry } from './conclude.ts';
import { waitsOf, type DeliveryRow } from './delivery-row.ts';
import type { Engine } from './engine.ts';
import { tryOnce } from './try.ts';
import { repaceAccounts } from '../repace.ts';
import { runOn } from '../statements.ts';

/**
 * Publishes a claimed delivery and stores its conclusion; `answered` is called in between. Throws only for bugs and a
 * lost database.
 */
export const publishDelivery = (engine: Engine, row: DeliveryRow, answered: () => void = () => {}): Promise<void> =>
  tracePost({ network: row.network, deliveryId: row.id, agencyId: row.agencyId }, () => publish(engine, row, answered));

async function publish(engine: Engine, row: DeliveryRow, answered: () => void): Promise<void> {
  if (isTooLate(engine, row)) return miss(engine, row);
  if (row.byHand) return handOver(engine, row);
  const ensured = await engine.outside.credentials.ensure(row);
  if ('outcome' in ensured) {
    answered();
    const { outcome } = ensured;
    await conclude(engine, { row, from: 'claimed', attemptId: null, conclusion: { kind: 'outcome', outcome } });
    return;
  }
  const tried = await tryOnce(engine, ensured.row);
  answered();
  if (tried === null) await engine.records.letGo(row);
  else await concludeTry(engine, ensured.row, tried);
}

function isTooLate({ lateLimitHours, clock }: Engine, row: DeliveryRow): boolean {
  const firstTriedAt = row.tries > 1 ? row.firstTriedAt : null;
  return isMissed({ dueAt: row.dueAt, firstTriedAt, waits: waitsOf(row) }, lateLimitHours, clock.now());
}

async function miss(engine: Engine, row: DeliveryRow): Promise<void> {
  await conclude(engine, { row, from: 'claimed', attemptId: null, conclusion: { kind: 'missed' } });
  await repaceAccounts(runOn(engine.pool), { accountIds: [row.accountId], now: engine.clock.now() });
}

/** Hands a due delivery over to a person: nothing is sent, so it passes no fence and makes no attempt. */
async function handOver(engine: Engine, row: DeliveryRow): Promise<void> {
  const isWritten = await conclude(engine, {
    row,
    from: 'claimed',
    attemptId: null,
    conclusion: { kind: 'handed-over' },
  });
  // Only an early signal: a job finds missed notifications every minute.
  if (isWritten)
    await engine.outside.onHandedOver?.(row).catch((error: unknown) => {
      engine.log('hand-over-nudge-broke', { deliveryId: row.id, error });
    });
}

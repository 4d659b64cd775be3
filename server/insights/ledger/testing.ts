import { aClock, aNetwork, aSchedule, aWorker, deliveriesOf, type Planned } from '../../publishing/testing.ts';
import { aServer } from '../../app/testing/server.ts';

/** An instant to the minute: '2026-06-01 09:30'. */
export const minute = (instant: Date): string => instant.toISOString().slice(0, 16).replace('T', ' ');

/**
 * A schedule due now, in an agency whose owner makes the calls. The database stamps the history, so the clock begins at
 * the real time.
 */
export async function aLedger(planned: Planned = {}) {
  const clock = aClock(new Date().toISOString());
  const outside = aNetwork({ canFind: true });
  const server = await aServer({ clock: clock.now });
  const { db, owner } = server;
  const schedule = await aSchedule(db, { origin: minute(clock.now()), ...planned });
  const { agencyId, scheduleId } = schedule;
  await db.pool.query(`update users set agency_id = $1, name = 'Olga' where id = $2`, [agencyId, owner.id]);
  await db.pool.query('update sessions set agency_id = $1 where user_id = $2', [agencyId, owner.id]);
  const worker = aWorker(db, { networks: { telegram: outside.network }, clock });
  const deliveries = () => deliveriesOf(db, scheduleId);
  const month = clock.now().toISOString().slice(0, 7);
  const explain = async (index = 0) => {
    const { steps } = await server.ask('explain-delivery', { delivery_id: (await deliveries())[index]?.id ?? '' });
    return steps.map(({ text }) => text);
  };
  return { clock, ...outside, server, db, worker, deliveries, month, explain, ...schedule };
}

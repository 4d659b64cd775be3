/** A client with one post a day from tomorrow on, and the days of it as its clock has them. */
import { instantToLocal } from '#rules/planning.ts';
import { addClient, addStream, callsOf, connect, schedule, type Caller } from './arrange.ts';
import type { Product } from './product.ts';

/** Plans a text for each of the next days, in Telegram and Berlin's time. */
export async function aDailyPlan(
  product: Product,
  items: readonly string[],
): Promise<{ calls: Caller; clientId: string }> {
  const calls = await callsOf(product);
  const clientId = await addClient(calls, { name: 'Sunrise Bakery' });
  const telegram = await connect(calls, product, { clientId, network: 'telegram' });
  const streamId = await addStream(calls, { type: 'text', title: 'Daily words', items });
  const accountIds = [telegram];
  await schedule(calls, product, { clientId, streamId, accountIds, inMinutes: 24 * 60, frequency: 'daily' });
  return { calls, clientId };
}

/** The day of an instant in Berlin: '2026-11-22'; of what was due, for a week may have begun since. */
export const berlinDayOf = (instant: string): string => instantToLocal(new Date(instant), 'Europe/Berlin').slice(0, 10);

/** The time in Berlin in `days` days: '2026-11-22 09:30'. */
export const localIn = (product: Product, days: number): string =>
  instantToLocal(new Date(product.now().getTime() + days * 24 * 3_600_000), 'Europe/Berlin');

/** The same day as the calendar writes it: 'Sunday, 22 November 2026'. */
export const saidIn = (product: Product, days: number): string =>
  new Date(`${localIn(product, days).slice(0, 10)}T12:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

import { messages } from '#contract/messages.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { csvOf } from '../../base/lists/csv.ts';
import { saved } from '../../base/lib/versions.ts';
import { findClient } from '../../people/users/index.ts';
import { profitsOf, stateOf } from './month.ts';
import { lockMonth, upsertMonth } from './queries.ts';

const mostListed = 1000;

/** `123456 -> 1234.56`; '' for none. A number, because a negative text would be escaped against formulas. */
const inDollars = (cents: number | null): number | string => (cents === null ? '' : cents / 100);

/** The handlers of the calls in contract/insights/profit.ts. */
export const profitCalls = {
  'fetch-profits': async ({ month, timezone }, { user: { agencyId }, tx }) => {
    const { clients, total } = await profitsOf(tx, { agencyId, month, timezone });
    return { message: '', data: { clients: clients.slice(0, mostListed), clients_total: clients.length, total } };
  },

  'save-profit': async ({ id, month, ...entered }, { user: { agencyId }, tx, now }) => {
    const key = { agencyId, clientId: id, month };
    if ((await findClient(tx, { agencyId, id })) === undefined) throw new UserError(messages.notFound, { status: 404 });
    const state = saved(stateOf(await lockMonth(tx, key)), entered);
    await upsertMonth(tx, {
      ...key,
      paidCents: state.paid_cents,
      minutes: state.minutes,
      costsCents: state.costs_cents,
      now,
    });
    return { message: messages.profitSaved, data: null };
  },

  'export-profits': async ({ month, timezone }, { user: { agencyId }, tx }) => {
    const { clients, total } = await profitsOf(tx, { agencyId, month, timezone });
    const heads = ['Client', 'Pays', 'Hours', 'Costs', 'Posts delivered', 'Profit', 'An hour', 'A post'];
    const rows = [...clients, { name: 'All clients', ...total }].map((row) => [
      row.name,
      inDollars(row.paid_cents),
      Math.round((row.minutes / 60) * 100) / 100,
      inDollars(row.costs_cents),
      row.delivered,
      inDollars(row.profit_cents),
      inDollars(row.an_hour_cents),
      inDollars(row.a_post_cents),
    ]);
    return { message: '', data: { file_name: `profit-${month}.csv`, csv: csvOf([heads, ...rows]) } };
  },
} satisfies Partial<Handlers>;

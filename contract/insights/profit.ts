/** The profit of each client: its payments, the entered hours and costs, and the published posts. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, noData, timezone } from '../base/fields.ts';
import { version } from '../base/versions.ts';

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month');
const cents = z.number().int();
const most = 99_999_999_999;
const amount = cents.min(0, 'Please enter 0 or more').max(most, 'Please enter a smaller amount');

const figures = {
  paid_cents: cents,
  minutes: cents,
  costs_cents: cents,
  /** Published posts, as the ledger counts them. */
  delivered: cents,
  profit_cents: cents,
  /** The profit for an hour of work, and for a post; null without hours or posts. */
  an_hour_cents: cents.nullable(),
  a_post_cents: cents.nullable(),
};

const clientProfit = z.object({
  id: z.string(),
  name: z.string(),
  ...figures,
  /** The payment due for this month by its agreement. */
  agreed_cents: cents,
  /** Whether the payment was entered for this month; otherwise it is the agreed one. */
  paid_entered: z.boolean(),
  version,
});
/** The payment that a client agreed to, what it paid, and what it cost in a month. */
export type ClientProfit = z.output<typeof clientProfit>;

const input = z.object({ month, timezone });

/**
 * A month (of the requested time zone) by client, by name: at most 1,000 clients of `clients_total`; the sum is that of
 * all clients.
 */
export const fetchProfits = call('fetch-profits', {
  who: 'profit',
  shows: ['profits', 'clients', 'schedules', 'posts'],
  input,
  data: z.object({ clients: z.array(clientProfit), clients_total: z.number().int(), total: z.object(figures) }),
});

/** Saves the figures of a client's month. `paid_cents` null: the agreed payment. */
export const saveProfit = call('save-profit', {
  who: 'profit',
  changes: ['profits'],
  input: z.object({
    id,
    month,
    paid_cents: amount.nullable(),
    minutes: cents.min(0, 'Please enter 0 or more').max(600_000, 'Please enter at most 10,000 hours'),
    costs_cents: amount,
    version: version.optional(),
  }),
  data: noData,
});

/** A month as CSV, money in dollars. */
export const exportProfits = call('export-profits', {
  who: 'profit',
  shows: ['profits', 'clients', 'schedules', 'posts'],
  input,
  data: z.object({ file_name: z.string(), csv: z.string() }),
});

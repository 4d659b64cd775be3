import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { ledgerBuckets } from '#rules/ledger.ts';
import { call } from '../base/call.ts';
import { id, instant, listInput, page, timezone } from '../base/fields.ts';
import { deliveryState } from '../publishing/deliveries.ts';

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month');
const count = z.number().int();
const counts = {
  planned: count,
  published: count,
  failed: count,
  missed: count,
  cancelled: count,
  uncertain: count,
  waiting: count,
};
const bucket = z.enum(ledgerBuckets);

/**
 * The outcome of everything planned for a month (of the requested time zone), by client and in total; `planned` is the
 * sum of the other figures.
 */
export const fetchLedger = call('fetch-ledger', {
  who: 'schedule',
  shows: ['clients', 'schedules', 'posts'],
  input: z.object({ month, timezone }),
  data: z.object({
    clients: z.array(z.object({ id: z.string(), name: z.string(), ...counts })),
    total: z.object(counts),
    adds_up: z.boolean(),
  }),
});

/** One delivery as the ledger lists it. `at` is its time in the plan, `timezone` its schedule's. */
const ledgerEntry = z.object({
  delivery_id: z.string(),
  schedule_id: z.string(),
  client: z.string(),
  /** Null if it was deleted. */
  client_id: z.string().nullable(),
  title: z.string(),
  network: z.enum(networkIds),
  username: z.string(),
  state: deliveryState,
  /** A person has to post it by hand now. */
  by_hand: z.boolean(),
  /** Its client has not approved it; until then it is not sent. */
  unapproved: z.boolean(),
  message: z.string(),
  post_url: z.string().nullable(),
  at: instant,
  timezone: z.string(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

const figure = { month, timezone, client_id: id.optional(), place: bucket.optional(), search: listInput.search };

/**
 * The deliveries behind a figure, in the order of the plan: of one client or all, in one bucket of the ledger or all
 * planned.
 */
export const fetchLedgerDeliveries = call('fetch-ledger-deliveries', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts'],
  input: z.object({ ...figure, cursor: z.string().max(60).optional() }),
  data: page(ledgerEntry),
});

/** The ledger of a month, or the deliveries behind a figure (at most 20,000), as CSV. */
export const exportLedger = call('export-ledger', {
  who: 'schedule',
  shows: ['clients', 'accounts', 'streams', 'schedules', 'posts'],
  input: z.object({ ...figure, what: z.enum(['figures', 'deliveries']) }),
  data: z.object({ file_name: z.string(), csv: z.string() }),
});

/**
 * The kind of event, for its icon: planned, in progress, success, failure, unclear, a person's action, a wait, a future
 * step.
 */
export const stepKinds = ['plan', 'work', 'good', 'bad', 'doubt', 'person', 'wait', 'next'] as const;

/** One delivery's history, oldest first. `at` is null if only the order is known. */
export const explainDelivery = call('explain-delivery', {
  who: 'schedule',
  shows: ['person', 'accounts', 'streams', 'schedules', 'posts', 'approvals', 'pauses'],
  input: z.object({ delivery_id: id }),
  data: z.object({
    delivery: ledgerEntry,
    steps: z.array(
      z.object({
        at: instant.nullable(),
        kind: z.enum(stepKinds),
        text: z.string(),
        detail: z.string(),
      }),
    ),
  }),
});
export type StoryStep = z.output<typeof explainDelivery.data>['steps'][number];

/** The profit of every client in a month, from its agreement, the entered figures, and the ledger. */
import type { Data } from '#contract/index.ts';
import type { ClientProfit } from '#contract/insights/profit.ts';
import type { Tx } from '#db/database.ts';
import { agreedCents, profitOf, type MonthOfClient } from '#rules/profit.ts';
import { monthBounds } from '#rules/reports.ts';
import { versionOf } from '../../base/lib/versions.ts';
import { fetchLedger } from '../../publishing/index.ts';
import { findMonth, listMonths, type ClientMonth } from './queries.ts';

type Entered = NonNullable<ClientMonth['entered']>;

const nothing: Entered = { paidCents: null, minutes: 0, costsCents: 0 };

/** The values that a form edits, by the fields of the call that saves it. */
export const stateOf = (entered: ClientMonth['entered']) => {
  const { paidCents, minutes, costsCents } = entered ?? nothing;
  return { paid_cents: paidCents, minutes, costs_cents: costsCents };
};

const figuresOf = (month: MonthOfClient) => {
  const { profitCents, anHourCents, aPostCents } = profitOf(month);
  return {
    paid_cents: month.paidCents,
    minutes: month.minutes,
    costs_cents: month.costsCents,
    delivered: month.delivered,
    profit_cents: profitCents,
    an_hour_cents: anHourCents,
    a_post_cents: aPostCents,
  };
};

/** A client's month, and its payment by agreement. */
function monthOf(
  { agreed: agreement, entered }: ClientMonth,
  { month, delivered }: { month: string; delivered: number },
): { own: MonthOfClient; agreed: number } {
  const { paidCents, costsCents, minutes } = entered ?? nothing;
  const agreed = agreedCents(month, agreement);
  return { own: { paidCents: paidCents ?? agreed, costsCents, minutes, delivered }, agreed };
}

/** The profit of one client in a month, by its number of published posts; null for a client of another agency. */
export async function profitOfClient(
  tx: Tx,
  key: { agencyId: string; clientId: string; month: string; delivered: number },
): Promise<ReturnType<typeof figuresOf> | null> {
  const row = await findMonth(tx, key);
  return row === undefined ? null : figuresOf(monthOf(row, key).own);
}

/** The month ('2026-05') of all clients in a zone, and their total. */
export async function profitsOf(
  tx: Tx,
  { agencyId, month, timezone }: { agencyId: string; month: string; timezone: string },
): Promise<{ clients: ClientProfit[]; total: Data<'fetch-profits'>['total'] }> {
  const { clients } = await fetchLedger(tx, { agencyId, ...monthBounds({ month, zone: timezone }) });
  const delivered = new Map(clients.map(({ clientId, published }) => [clientId, published]));
  const rows = (await listMonths(tx, { agencyId, month })).map((row) => ({
    row,
    ...monthOf(row, { month, delivered: delivered.get(row.id) ?? 0 }),
  }));
  const sum = (of: (own: MonthOfClient) => number): number => rows.reduce((all, { own }) => all + of(own), 0);
  return {
    clients: rows.map(({ row, own, agreed }) => ({
      id: row.id,
      name: row.name,
      ...figuresOf(own),
      agreed_cents: agreed,
      paid_entered: (row.entered?.paidCents ?? null) !== null,
      version: versionOf(stateOf(row.entered)),
    })),
    total: figuresOf({
      paidCents: sum(({ paidCents }) => paidCents),
      costsCents: sum(({ costsCents }) => costsCents),
      minutes: sum(({ minutes }) => minutes),
      delivered: sum((own) => own.delivered),
    }),
  };
}

/** A month of every client: what it brings, out of its agreement, what was entered, and the ledger. */
import type { Data } from '#contract/index.ts';
import type { ClientProfit } from '#contract/profits.ts';
import type { Tx } from '#db/database.ts';
import { agreedCents, profitOf, type MonthOfClient } from '#rules/profit.ts';
import { monthBounds } from '#rules/reports.ts';
import { versionOf } from '../lib/versions.ts';
import { fetchLedger } from '../publishing/index.ts';
import { listMonths, type ClientMonth } from './queries.ts';

type Entered = NonNullable<ClientMonth['entered']>;

const nothing: Entered = { paidCents: null, minutes: 0, costsCents: 0 };

/** What a form edits, by the fields of the call that saves it. */
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

/** The month ('2026-05') of all clients in a zone, and its sum. */
export async function profitsOf(
  tx: Tx,
  { agencyId, month, timezone }: { agencyId: string; month: string; timezone: string },
): Promise<{ clients: ClientProfit[]; total: Data<'fetch-profits'>['total'] }> {
  const { clients } = await fetchLedger(tx, { agencyId, ...monthBounds({ month, zone: timezone }) });
  const delivered = new Map(clients.map(({ clientId, published }) => [clientId, published]));
  const rows = (await listMonths(tx, { agencyId, month })).map((row) => {
    const entered = row.entered ?? nothing;
    const agreed = agreedCents(month, row.agreed);
    const own: MonthOfClient = {
      paidCents: entered.paidCents ?? agreed,
      costsCents: entered.costsCents,
      minutes: entered.minutes,
      delivered: delivered.get(row.id) ?? 0,
    };
    return { row, own, agreed };
  });
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

/** Stripe's objects, by account, stored in the journal like the rest of the state. */
import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import type { StripeObject, StripeRow } from './rows.ts';
import type { Json } from '../json.ts';

/** An id in Stripe's form: `newId('cus')` -> 'cus_Qx…'. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Seconds since 1970, as in Stripe's times. */
export const seconds = ({ now }: Pick<Context, 'now'>): number => Math.floor(now().getTime() / 1000);

/** Stores an object, replacing one with the same id. */
export async function keep({ state }: Context, row: StripeRow): Promise<StripeObject> {
  await state.commit({ kind: 'row', table: 'stripe', id: row.object.id, value: row });
  return row.object;
}

/** The object of an account with this id; undefined if there is none. */
export const find = ({ state }: Context, account: string, id: string): StripeRow | undefined => {
  const row = state.tables.stripe.get(id);
  return row?.account === account ? row : undefined;
};

/** Changes some fields of an object. */
export async function change(context: Context, row: StripeRow, fields: Json): Promise<StripeRow> {
  const changed = { ...row, object: { ...row.object, ...fields } };
  await keep(context, changed);
  return changed;
}

/** Deletes an object. */
export const drop = ({ state }: Context, id: string): Promise<void> =>
  state.commit({ kind: 'row', table: 'stripe', id, value: null });

/** All objects of a kind of an account, newest first. */
export const all = ({ state }: Context, account: string, kind: string): StripeRow[] =>
  [...state.tables.stripe.values()].filter((row) => row.account === account && row.object.object === kind).toReversed();

import type { Context } from '../context.ts';
import type { Call } from '../http/request.ts';
import { text, type Json } from '../json.ts';
import { badParameter } from './errors.ts';

/**
 * One page of a list with its cursors; `paging.next` is missing on the last one, and an empty list has no paging.
 * Source: graph-api/results.
 */
export async function listed<Item>(
  context: Context,
  call: Call,
  { all, fields, one }: { all: readonly Item[]; fields: Json; one: (item: Item) => Json | Promise<Json> },
): Promise<Json> {
  const limit = Number(fields['limit'] ?? 25);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw badParameter('param limit must be a number between 1 and 100');
  const after = text(fields['after']);
  const start = after === '' ? 0 : Number(Buffer.from(after, 'base64url').toString().replace(/^at:/, '')) + 1;
  if (Number.isNaN(start)) throw badParameter('Invalid cursors values after');
  const items = all.slice(start, start + limit);
  if (items.length === 0) return { data: [] };
  const cursor = (index: number) => Buffer.from(`at:${index}`).toString('base64url');
  const last = start + items.length - 1;
  const next = new URL(`${context.ownUrl}/facebook${call.path}?${call.query.toString()}`);
  next.searchParams.set('after', cursor(last));
  return {
    data: await Promise.all(items.map(async (item) => one(item))),
    paging: {
      cursors: { before: cursor(start), after: cursor(last) },
      ...(last + 1 < all.length ? { next: next.href } : {}),
    },
  };
}

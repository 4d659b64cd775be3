import type { Spot } from './mercator.ts';

/** Places that stand too close together to be told apart: where, and which. */
export type Cluster<Item> = { at: Spot; items: Item[] };

/**
 * Joins what stands within so many px of the first of a cluster, in the order of the list; each item stands in one
 * cluster, which stands in the middle of its items.
 */
export function clustersOf<Item>(items: readonly { item: Item; px: Spot }[], within: number): Cluster<Item>[] {
  const open: { first: Spot; sum: Spot; items: Item[] }[] = [];
  for (const { item, px } of items) {
    const near = open.find(({ first }) => Math.hypot(first.x - px.x, first.y - px.y) < within);
    if (near === undefined) {
      open.push({ first: px, sum: px, items: [item] });
      continue;
    }
    near.items.push(item);
    near.sum = { x: near.sum.x + px.x, y: near.sum.y + px.y };
  }
  return open.map(({ sum, items: own }) => ({ at: { x: sum.x / own.length, y: sum.y / own.length }, items: own }));
}

import type { Spot } from './mercator.ts';

/** Positions too close together to tell apart: where, and which. */
export type Cluster<Item> = { at: Spot; items: Item[] };

/**
 * Joins items within this many px of the first one of a cluster, in the order of the list. Each item is in one cluster,
 * which is at the centre of its items.
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

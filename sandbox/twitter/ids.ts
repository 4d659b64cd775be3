import type { Context } from '../context.ts';

const epoch = 1_288_834_974_657n;

/** The next id: milliseconds since X's epoch in the upper bits, so that ids always grow and sort by time. */
export function nextId(context: Context): string {
  const sequence = BigInt(context.state.nextId('twitter/ids') % 4096);
  return (((BigInt(context.now().getTime()) - epoch) << 22n) + sequence).toString();
}

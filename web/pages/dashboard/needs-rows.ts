import type { Data } from '#contract/index.ts';
import type { Decision } from '../../parts/decisions.ts';

/** Something that waits for a person, as the dashboard gets it. */
export type Entry = Data<'fetch-needs-you'>['needs_you'][number];
/** An entry about which this person has decided, with when (ms). */
export type Decided = { entry: Entry; decision: Decision; at: number };
/** A line of the list: still to be decided, or decided and on its way. */
export type NeedsRow = { entry: Entry; decision: Decision | null };

/** What names an entry through the answers of the server. */
export const keyOf = ({ kind, item_id: itemId, delivery_id: deliveryId, account_id: accountId }: Entry): string =>
  itemId !== null ? `item ${itemId}` : deliveryId === null ? `${kind} ${accountId ?? ''}` : `delivery ${deliveryId}`;

/**
 * The list with what was decided kept in its place, so that nothing jumps under the pointer and one sees what comes of
 * it. One that the server, asked later than the decision, names again is open again. `asOf`: when the entries were read
 * (ms).
 */
export function needsRows({
  entries,
  decided,
  asOf,
}: {
  entries: readonly Entry[];
  decided: readonly Decided[];
  asOf: number;
}): NeedsRow[] {
  const open = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const kept = decided.filter(({ entry, at }) => at > asOf || !open.has(keyOf(entry)));
  const keptKeys = new Set(kept.map(({ entry }) => keyOf(entry)));
  const rows: NeedsRow[] = entries
    .filter((entry) => !keptKeys.has(keyOf(entry)))
    .map((entry) => ({ entry, decision: null }));
  // In the server's order: accounts first, then what was due last, then what is only to be known.
  return [...rows, ...kept]
    .toSorted(
      (a, b) => rankOf(a.entry) - rankOf(b.entry) || (isAccount(a.entry) ? 0 : b.entry.at.localeCompare(a.entry.at)),
    )
    .map(({ entry, decision }) => ({ entry, decision }));
}

/** Whether there is something to do about it. */
export const isToDo = ({ kind }: Entry): boolean => kind !== 'waits';

const isAccount = (entry: Entry): boolean => rankOf(entry) < 2;
const rankOf = ({ kind }: Entry): number => (kind === 'account' ? 0 : kind === 'ending' ? 1 : kind === 'waits' ? 3 : 2);

import type { Data } from '#contract/index.ts';
import type { Decision } from '../../../parts/deliveries/decisions.ts';

/** Something that needs a person, as the dashboard receives it. */
export type Entry = Data<'fetch-needs-you'>['needs_you'][number];
/** An entry that this person has decided, with the time (ms). */
export type Decided = { entry: Entry; decision: Decision; at: number };
/** A row of the list: still undecided, or decided and in progress. */
export type NeedsRow = { entry: Entry; decision: Decision | null };

/** Identifies an entry across the server's answers. */
export function keyOf({ kind, item_id: itemId, delivery_id: deliveryId, ...entry }: Entry): string {
  if (itemId !== null) return `item ${itemId}`;
  return deliveryId === null ? `${kind} ${entry.account_id ?? entry.client_id}` : `delivery ${deliveryId}`;
}

/**
 * The list with decided entries kept in their positions, so that nothing moves under the pointer and the person sees
 * the effect. An entry that the server lists again, in an answer requested after the decision, is open again. `asOf`:
 * when the entries were read (ms).
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
  // In the server's order: accounts first, then the most recently due, then awaited approvals by their first post, then
  // what is only information.
  return [...rows, ...kept]
    .toSorted(
      (a, b) => rankOf(a.entry) - rankOf(b.entry) || (rankOf(a.entry) === 2 ? b.entry.at.localeCompare(a.entry.at) : 0),
    )
    .map(({ entry, decision }) => ({ entry, decision }));
}

/** The undecided entries that can be published now. */
export const missedOf = (rows: readonly NeedsRow[]): Entry[] =>
  rows.flatMap(({ entry, decision }) =>
    decision === null && entry.kind === 'missed' && entry.actions.includes('publish-now') ? [entry] : [],
  );

/** Whether a person can do something about it. */
export const isToDo = ({ kind }: Entry): boolean => kind !== 'waits';

const ranks: Partial<Record<Entry['kind'], number>> = { account: 0, ending: 1, 'to-approve': 3, waits: 4 };
const rankOf = ({ kind }: Entry): number => ranks[kind] ?? 2;

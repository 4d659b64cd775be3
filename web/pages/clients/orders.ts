import type { Sortable } from '../../lib/sorting.ts';

/** What lists of clients can be sorted by, for `SortSelect`. */
export const clientOrders: {
  readonly sortables: readonly Sortable[];
  readonly further: readonly { value: string; label: string }[];
} = {
  sortables: [
    { by: 'created', label: 'Created', kind: 'time' },
    { by: 'name', label: 'Name', kind: 'name' },
  ],
  further: [{ value: 'connected', label: 'With accounts first' }],
};

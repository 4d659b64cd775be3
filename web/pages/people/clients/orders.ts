import type { Sortable } from '../../../lib/sorting.ts';

/** The columns by which lists of clients can be sorted, for `SortSelect`. */
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

/** The queries that the sources of trends accept. */

/** The rule for keywords: letters of any script, digits and spaces. */
export const trendKeyword = /^[\p{L}\p{M}\p{N} ]+$/u;

/** The message for a keyword that breaks the rule. */
export const trendKeywordWords = 'Please use letters, digits and spaces only';

/** The sort orders of Reddit's search. */
export const redditSorts = ['relevance', 'hot', 'top', 'new'] as const;

/** The periods of Google, minutes back from now, with their names. */
export const trendPeriods = [
  { value: '-60', label: 'Last 1 hour' },
  { value: '-180', label: 'Last 3 hours' },
  { value: '-360', label: 'Last 6 hours' },
  { value: '-1440', label: '1 day' },
  { value: '-4320', label: '3 days' },
  { value: '-10080', label: '1 week' },
  { value: '-43200', label: '1 month' },
  { value: '-129600', label: '3 months' },
  { value: '-259200', label: '6 months' },
  { value: '-525600', label: '1 year' },
] as const;

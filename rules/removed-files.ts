/**
 * Days for which a file stays in the storage once nothing needs it: what was deleted with it can be brought back so
 * long.
 */
export const keptDays = 30;

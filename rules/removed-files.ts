/** Days for which a file stays in the storage once nothing needs it, so that a deletion can be undone. */
export const keptDays = 30;

/** The most rows of a list that one action can change at once. */
export const mostAtOnce = 300;

/** The most posts that one call plans. */
export const mostPlannedAtOnce = 100;

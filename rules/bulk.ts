/** The most rows of a list that one action can change at once. */
export const mostAtOnce = 300;

/**
 * The most rows of a list that are counted. Beyond this a list says only that there are more, so that it is as fast
 * with a million.
 */
export const mostCounted = 1000;

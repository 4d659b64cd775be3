/**
 * Rows of a list that are counted. Of more a list says only that there are more, so that it is as quick with a million.
 */
export const mostCounted = 1000;

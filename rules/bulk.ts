/** To so many rows of a list something can be done at once. */
export const mostAtOnce = 300;

/**
 * The messages that any page may show, signed in or not. They are in a file of their own, so that the log-in page does
 * not load the others.
 */
export const baseMessages = {
  unauthorizedToken: 'Unauthorized Token',
  internalError: 'Getting Internal Server Error',
  notFound: 'We could not find that. It may have been deleted.',
  notConfirmed: 'Nothing was changed, because you did not confirm that it is you',
} as const;

/**
 * The texts that any page may have to say by itself, signed in or not: apart from all others, which a log-in page need
 * not carry.
 */
export const baseMessages = {
  unauthorizedToken: 'Unauthorized Token',
  internalError: 'Getting Internal Server Error',
  notFound: 'We could not find that. It may have been deleted.',
  notConfirmed: 'Nothing was changed, since it was not confirmed that it is you',
} as const;

/**
 * The author and the licence of the program's own drawings, which may be used for anything. No product is named,
 * because each brand names it differently. NOTE this file has no imports, so that importing it does not load the
 * canvas, which takes about 30 MB of memory.
 */
export const ownCredit = {
  author: 'Built-in collection',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  pageUrl: null,
  attribution: null,
} as const;

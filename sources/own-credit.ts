/**
 * The author and the licence of what this program draws: anything may be done with it. No product is named, as it has
 * another name under each brand. NOTE in a file without imports: whoever names it must not load the canvas that draws
 * the pictures, which takes some 30 MB of a process.
 */
export const ownCredit = {
  author: 'Built-in collection',
  licence: 'CC0-1.0',
  licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
  pageUrl: null,
  attribution: null,
} as const;

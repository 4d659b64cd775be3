/** The networks of the sandbox, in the order of the page's tabs. */
export const networkIds = [
  'facebook',
  'youtube',
  'twitter',
  'linkedin',
  'reddit',
  'vimeo',
  'telegram',
  'wordpress',
  'medium',
] as const;

/** A network of the sandbox. */
export type NetworkId = (typeof networkIds)[number];

/** Whether a word names a network of the sandbox. */
export function isNetworkId(word: unknown): word is NetworkId {
  return networkIds.some((id) => id === word);
}

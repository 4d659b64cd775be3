/** The networks that are spoken here, in the order of the page's tabs. */
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

/** A network that is spoken here. */
export type NetworkId = (typeof networkIds)[number];

/** Whether a word names a network that is spoken here. */
export function isNetworkId(word: unknown): word is NetworkId {
  return networkIds.some((id) => id === word);
}

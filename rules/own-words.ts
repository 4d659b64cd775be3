/** An item's texts for single networks, besides its general ones. */

import { composeCaption, plainTextOf } from './captions.ts';
import { networkIds, type NetworkId } from './eligibility.ts';

/** A title and a text; for '' the general one is used. */
export type Words = { title: string; description: string };

/** The texts of an item for networks that have texts of their own. */
export type OwnWords = Partial<Record<NetworkId, Words>>;

/** Whether a network shows a title of its own beside the text; the others get both as one text. */
export const takesTitle = (network: NetworkId): boolean =>
  ['reddit', 'youtube', 'vimeo', 'wordpress', 'medium'].includes(network);

/**
 * The texts of an item at a network. A network without titles that has a text of its own gets only that, without the
 * title in front.
 */
export function wordsAt(network: NetworkId, { title, description }: Words, own: Words | null | undefined): Words {
  if (!own || (own.title === '' && own.description === '')) return { title, description };
  const isWhole = own.title === '' && own.description !== '' && !takesTitle(network);
  return { title: isWhole ? '' : own.title || title, description: own.description || description };
}

/** The title and the caption of an item at a network, not yet cut; `title` is '' if the network shows none. */
export function wordsFor(
  network: NetworkId,
  item: Words & { description_format: 'text' | 'formatted'; own_words: OwnWords },
): { title: string; caption: string } {
  const { title, description } = wordsAt(network, item, item.own_words[network]);
  const text = item.description_format === 'formatted' ? plainTextOf(description) : description;
  return takesTitle(network) ? { title, caption: text } : { title: '', caption: composeCaption({ title, text }) };
}

/** Own words in a fixed order of networks and fields and without empty ones, so that equal ones are identical. */
export const tidyOwnWords = (own: OwnWords): OwnWords =>
  Object.fromEntries(
    networkIds.flatMap((network) => {
      const { title = '', description = '' } = own[network] ?? {};
      return title === '' && description === '' ? [] : [[network, { title, description }]];
    }),
  );

/** Words that an item has for single networks, beside those for all. */

import { composeCaption, plainTextOf } from './captions.ts';
import { networkIds, type NetworkId } from './eligibility.ts';

/** A title and a text; '' is as for all networks. */
export type Words = { title: string; description: string };

/** The words of an item for the networks that get others than the rest. */
export type OwnWords = Partial<Record<NetworkId, Words>>;

/** Whether a network shows a title of its own beside the text; the others get both as one text. */
export const takesTitle = (network: NetworkId): boolean =>
  ['reddit', 'youtube', 'vimeo', 'wordpress', 'medium'].includes(network);

/**
 * The words of an item at a network. A network without titles that has a text of its own gets just that, without the
 * title in front.
 */
export function wordsAt(network: NetworkId, { title, description }: Words, own: Words | null | undefined): Words {
  if (!own || (own.title === '' && own.description === '')) return { title, description };
  const isWhole = own.title === '' && own.description !== '' && !takesTitle(network);
  return { title: isWhole ? '' : own.title || title, description: own.description || description };
}

/** The title and the caption that a network gets of an item, not yet cut; `title` is '' where it shows none. */
export function wordsFor(
  network: NetworkId,
  item: Words & { description_format: 'text' | 'formatted'; own_words: OwnWords },
): { title: string; caption: string } {
  const { title, description } = wordsAt(network, item, item.own_words[network]);
  const text = item.description_format === 'formatted' ? plainTextOf(description) : description;
  return takesTitle(network) ? { title, caption: text } : { title: '', caption: composeCaption({ title, text }) };
}

/** Own words in one order of networks and fields and without what says nothing, so that equal ones look the same. */
export const tidyOwnWords = (own: OwnWords): OwnWords =>
  Object.fromEntries(
    networkIds.flatMap((network) => {
      const { title = '', description = '' } = own[network] ?? {};
      return title === '' && description === '' ? [] : [[network, { title, description }]];
    }),
  );

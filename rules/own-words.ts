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

/** General texts of an item; `title_from_file`: the title is the name of its file, which nobody wrote to be read. */
export type GeneralWords = Words & { title_from_file?: boolean };

/**
 * The texts of an item at a network. A network without titles that has a text of its own gets only that, without the
 * title in front. A file's name is published only where a network demands a title and there is no text to take it from.
 */
export function wordsAt(network: NetworkId, item: GeneralWords, own: Words | null | undefined): Words {
  const description = own?.description || item.description;
  if (own && own.title !== '') return { title: own.title, description };
  const isWhole = own && own.description !== '' && !takesTitle(network);
  if (isWhole) return { title: '', description };
  return { title: item.title_from_file === true && !namedByFile(network, description) ? '' : item.title, description };
}

/** Whether a network demands a title, and only the file's name could be one. */
const namedByFile = (network: NetworkId, description: string): boolean =>
  takesTitle(network) && description.trim() === '';

/** Whether an item's file name becomes its title at a network, because there are no other words for one. */
export const usesFileName = (network: NetworkId, item: GeneralWords & { own_words: OwnWords }): boolean =>
  item.title_from_file === true && wordsAt(network, item, item.own_words[network]).title === item.title;

/** The title and the caption of an item at a network, not yet cut; `title` is '' if the network shows none. */
export function wordsFor(
  network: NetworkId,
  item: GeneralWords & { description_format: 'text' | 'formatted'; own_words: OwnWords },
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

/** Which of an item's texts a network shows, and how long they may be. */
import type { Data } from '#contract/index.ts';
import { cutText, lengthOf, plainTextOf, type LengthUnit } from '#rules/captions.ts';
import { isEligible, networkIds, networkNames, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import { takesTitle, wordsAt, wordsFor, type GeneralWords, type OwnWords } from '#rules/own-words.ts';
import { isFileName } from '#rules/titles.ts';
import { sayCount } from './words.ts';

/** A limit in the network's own units; null for no limit. */
export type Room = { limit: number | null; unit: LengthUnit };

/** An item's texts, for all networks and for single ones. */
export type Worded = GeneralWords & {
  type: StreamType;
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
};

/** The networks' length limits, as `fetch-networks` returns them. */
export type KnownRooms = Data<'fetch-networks'> | undefined;

/** Whether a network publishes a page with a heading; the others show a caption as one text. */
export const showsArticle = (network: NetworkId): boolean => network === 'wordpress' || network === 'medium';

/** Whether a network shows a title above the caption. */
export const showsTitle = (network: NetworkId): boolean => takesTitle(network) && !showsArticle(network);

/** A network's length limits for titles and captions of a type of stream. */
export function roomsOf(known: KnownRooms, network: NetworkId, type: StreamType): { caption: Room; title: Room } {
  const limits = known?.find((one) => one.type === network);
  const isText = type === 'text' || type === 'formatted';
  return {
    caption: {
      limit: (isText ? limits?.text_length : limits?.caption_length) ?? null,
      unit: limits?.length_unit ?? 'utf16',
    },
    title: { limit: limits?.title_length ?? null, unit: limits?.title_unit ?? 'utf16' },
  };
}

/** '212 of 280 characters, as Twitter counts them', and what happens to the excess. */
export function roomInWords(network: NetworkId, { length, limit, unit }: { length: number } & Room): string {
  if (limit === null) return '';
  return [
    `${sayCount(length)} of ${sayCount(limit)} `,
    unit === 'bytes' ? 'bytes' : 'characters',
    unit === 'weighted' ? `, as ${networkNames[network]} counts them` : '',
    length > limit ? ': the end is cut off at a word' : '',
  ].join('');
}

/** How much of the network's limit a post uses; `title` is for networks that count it separately. */
export type Count = { network: NetworkId; of: 'caption' | 'title'; length: number; room: Room; isOver: boolean };

/** Why a person should look at a post before it is planned. */
export type Flag = 'no-caption' | 'file-name' | 'cut';

/** A post before it is planned: its texts as they go out, how they are counted, and the warnings. */
export type PostWords = { title: string; caption: string; counts: readonly Count[]; flags: readonly Flag[] };

/** How an item will read on some networks; title and caption are those of the first. */
export function postWords(item: Worded, networks: readonly NetworkId[], known: KnownRooms): PostWords {
  const at = networkIds
    .filter((network) => networks.includes(network) && isEligible(network, item.type))
    .map((network) => ({ network, ...wordsFor(network, item), rooms: roomsOf(known, network, item.type) }));
  const counts = at.flatMap(({ network, title, caption, rooms }) =>
    showsArticle(network)
      ? []
      : [
          countOf(network, 'caption', caption, rooms.caption),
          ...(showsTitle(network) ? [countOf(network, 'title', title, rooms.title)] : []),
        ].filter(({ of, room, isOver }) => room.limit !== null && (of === 'caption' || isOver)),
  );
  const said = networks.map((network) => wordsAt(network, item, item.own_words[network]));
  const isBlank = (text: string): boolean =>
    (item.description_format === 'formatted' ? plainTextOf(text) : text).trim() === '';
  const [first] = at;
  return {
    title: item.title,
    caption: first ? cutText(first.caption, first.rooms.caption) : item.description,
    counts,
    flags: [
      ...(said.some(({ description }) => isBlank(description)) ? (['no-caption'] as const) : []),
      ...(said.some(({ title }) => isFileName(title)) ? (['file-name'] as const) : []),
      ...(counts.some(({ isOver }) => isOver) ? (['cut'] as const) : []),
    ],
  };
}

function countOf(network: NetworkId, of: Count['of'], words: string, room: Room): Count {
  const length = lengthOf(words, room.unit);
  return { network, of, length, room, isOver: room.limit !== null && length > room.limit };
}

/** Own words of single networks, as a conflict shows them. */
export const ownWordsInWords = (own: OwnWords, formatted: boolean): string =>
  networkIds
    .flatMap((network) => {
      const { title = '', description = '' } = own[network] ?? {};
      const text = formatted ? plainTextOf(description) : description;
      return own[network]
        ? [`${networkNames[network]}: ${[title, text].filter((part) => part !== '').join(' – ')}`]
        : [];
    })
    .join('\n');

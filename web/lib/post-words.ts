/** What of an item's words a network shows, and how much room it has for them. */
import type { Data } from '#contract/index.ts';
import { cutText, lengthOf, plainTextOf, type LengthUnit } from '#rules/captions.ts';
import { isEligible, networkIds, networkNames, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import { takesTitle, wordsAt, wordsFor, type OwnWords, type Words } from '#rules/own-words.ts';
import { isFileName } from '#rules/titles.ts';
import { sayCount } from './words.ts';

/** A limit in the network's own units; null for none. */
export type Room = { limit: number | null; unit: LengthUnit };

/** An item's words, for all networks and for single ones. */
export type Worded = Words & {
  type: StreamType;
  description_format: 'text' | 'formatted';
  own_words: OwnWords;
};

/** The room networks have, as `fetch-networks` tells it. */
export type KnownRooms = Data<'fetch-networks'> | undefined;

/** Whether a network publishes a page with a heading; the others show a caption in one text. */
export const showsArticle = (network: NetworkId): boolean => network === 'wordpress' || network === 'medium';

/** Whether a network shows a title over the caption. */
export const showsTitle = (network: NetworkId): boolean => takesTitle(network) && !showsArticle(network);

/** The room a network has for titles and captions of a type of stream. */
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

/** '212 of 280 characters, as Twitter counts them', with what happens to what is too long. */
export function roomInWords(network: NetworkId, { length, limit, unit }: { length: number } & Room): string {
  if (limit === null) return '';
  return [
    `${sayCount(length)} of ${sayCount(limit)} `,
    unit === 'bytes' ? 'bytes' : 'characters',
    unit === 'weighted' ? `, as ${networkNames[network]} counts them` : '',
    length > limit ? ': the end is cut off at a word' : '',
  ].join('');
}

/** How much of its room a post takes at a network; `title` is for the networks that count it by itself. */
export type Count = { network: NetworkId; of: 'caption' | 'title'; length: number; room: Room; isOver: boolean };

/** Why somebody should look at a post before it is planned. */
export type Flag = 'no-caption' | 'file-name' | 'cut';

/** A post before it is planned: its words as they go out, how they are counted, and what to look at. */
export type PostWords = { title: string; caption: string; counts: readonly Count[]; flags: readonly Flag[] };

/** How an item will read at some networks; the title and the caption are those of the first. */
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

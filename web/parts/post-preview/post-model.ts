import { cutText, lengthOf } from '#rules/captions.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import { wordsAt, wordsFor } from '#rules/own-words.ts';
import { titleOf } from '#rules/titles.ts';
import { roomsOf, showsArticle, showsTitle, type KnownRooms, type Room, type Worded } from '../../lib/post-words.ts';

/** A picture or a video of a post. */
export type PostMedia = {
  kind: 'image' | 'video';
  url: string;
  thumbnail: string | null;
  width: number | null;
  height: number | null;
};

/** A post as a network will show it: its texts after the network's cut, and its media in order. */
export type PostModel = {
  /** '' if the network shows none. */ title: string;
  words: string;
  /** The words are HTML of an article. */ isArticle: boolean;
  media: readonly PostMedia[];
  /** How much of the network's limits the texts use; what is over is cut off. */
  caption: Room & { length: number };
  titleRoom: Room & { length: number };
};

/** What a network will show of a post. */
export function postModel(
  network: NetworkId,
  item: Worded,
  { media, known }: { media: readonly PostMedia[]; known: KnownRooms },
): PostModel {
  const rooms = roomsOf(known, network, item.type);
  const { title, caption } = wordsFor(network, item);
  const isArticle = showsArticle(network);
  const { description } = wordsAt(network, item, item.own_words[network]);
  return {
    title: showsTitle(network)
      ? cutText(title, rooms.title)
      : isArticle
        ? titleOf({ title, description, description_format: item.description_format })
        : '',
    words: isArticle ? description : cutText(caption, rooms.caption),
    isArticle,
    media,
    caption: { ...rooms.caption, length: lengthOf(caption, rooms.caption.unit) },
    titleRoom: { ...rooms.title, length: lengthOf(title, rooms.title.unit) },
  };
}

/** Whether a text has more than a network allows. */
export const isOver = ({ length, limit }: { length: number; limit: number | null }): boolean =>
  limit !== null && length > limit;

/** One sentence on what the network shows: 'As X will show it: nothing is cut.' */
export function saysOf({ caption, titleRoom, isArticle }: PostModel, name: string): string {
  if (isArticle) return `As ${name} will show it.`;
  const cut = [...(isOver(titleRoom) ? ['title'] : []), ...(isOver(caption) ? ['text'] : [])];
  return cut.length === 0
    ? `As ${name} will show it: nothing is cut.`
    : `As ${name} will show it: the end of the ${cut.join(' and of the ')} is cut off at a word.`;
}

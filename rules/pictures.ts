/**
 * Pictures in formatted text. The text is allow-listed HTML; every picture is written as `<img src="…" alt="…"
 * />`.
 */

import { tagsIn, withTags } from './tags.ts';

const pictureTag = /<img\b/gi;
const attributeOf = (attributes: string, name: 'src' | 'alt'): string =>
  new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '';
const pictureOf = (attributes: string): TextPicture => ({
  address: attributeOf(attributes, 'src'),
  alt: attributeOf(attributes, 'alt'),
});

/**
 * The path of a permitted address of a picture in a text: a stored file's, or a search result's; null for any other.
 * The address may be absolute: the caller checks its host.
 */
export const picturePath = (address: string): string | null => ourPicture.exec(address)?.[1] ?? null;
const ourPicture =
  /^(?:https?:\/\/[^/?#]+)?(\/(?:files\/[A-Za-z0-9]{1,64}\.(?:png|jpe?g|webp)|found\/[\w.-]{1,4000}))$/;

/** A picture in a text: its address and its alternative text, both as written in the HTML. */
export type TextPicture = { address: string; alt: string };

/** The pictures in a text, in their order. */
export const picturesIn = (html: string): TextPicture[] =>
  [...tagsIn(html, pictureTag)].map(({ inside, to }) => pictureOf(html.slice(inside, to - 1)));

/** A text with each picture replaced; '' removes it. */
export const withPictures = (html: string, instead: (picture: TextPicture) => string): string =>
  withTags(html, pictureTag, (attributes) => instead(pictureOf(attributes)));

/** A picture as HTML for a text; `alt` is already escaped. */
export const pictureTagOf = ({ address, alt }: TextPicture): string => `<img src="${address}" alt="${alt}" />`;

/** A text with absolute addresses of its pictures, for readers elsewhere; `origin` without a trailing slash. */
export const withPicturesAt = (html: string, origin: string): string =>
  withPictures(html, ({ address, alt }) =>
    pictureTagOf({ address: address.startsWith('/') ? `${origin}${address}` : address, alt }),
  );

/**
 * A rewritten text followed by the pictures of the previous one, so that rewriting a text does not lose its pictures.
 */
export const keepPictures = (words: string, before: string): string => {
  const there = new Set(picturesIn(words).map(({ address }) => address));
  const left = picturesIn(before).filter(({ address }) => !there.has(address));
  return [words, ...left.map(pictureTagOf)].join('');
};

/** The most pictures in one text. */
export const mostPictures = 50;

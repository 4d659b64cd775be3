/** Pictures in formatted text. It is allow-listed HTML: every picture is `<img src="…" alt="…" />`, quoted so. */

const pictureTag = /<img\b([^>]*)>/gi;
const attributeOf = (attributes: string, name: 'src' | 'alt'): string =>
  new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '';

/**
 * The path of an address where a picture of a text may lie: a stored file's, or that of a search's result; null for any
 * other. The address may be absolute: whose host it is, is for the caller to judge.
 */
export const picturePath = (address: string): string | null => ourPicture.exec(address)?.[1] ?? null;
const ourPicture =
  /^(?:https?:\/\/[^/?#]+)?(\/(?:files\/[A-Za-z0-9]{1,64}\.(?:png|jpe?g|webp)|found\/[\w.-]{1,4000}))$/;

/** A picture in a text: its address, and what it shows, both as they stand in the HTML. */
export type TextPicture = { address: string; alt: string };

/** The pictures in a text, in their order. */
export const picturesIn = (html: string): TextPicture[] =>
  [...html.matchAll(pictureTag)].map(([, attributes = '']) => ({
    address: attributeOf(attributes, 'src'),
    alt: attributeOf(attributes, 'alt'),
  }));

/** A text with something else in the place of each picture; '' takes it out. */
export const withPictures = (html: string, instead: (picture: TextPicture) => string): string =>
  html.replace(pictureTag, (_whole, attributes: string) =>
    instead({ address: attributeOf(attributes, 'src'), alt: attributeOf(attributes, 'alt') }),
  );

/** A picture as it stands in a text; `alt` is HTML already. */
export const pictureTagOf = ({ address, alt }: TextPicture): string => `<img src="${address}" alt="${alt}" />`;

/** A text with absolute addresses of its pictures, for who reads it elsewhere; `origin` without a slash at the end. */
export const withPicturesAt = (html: string, origin: string): string =>
  withPictures(html, ({ address, alt }) =>
    pictureTagOf({ address: address.startsWith('/') ? `${origin}${address}` : address, alt }),
  );

/** Other words with the pictures of a text behind them: what writes a text anew does not lose its pictures. */
export const keepPictures = (words: string, before: string): string => {
  const there = new Set(picturesIn(words).map(({ address }) => address));
  const left = picturesIn(before).filter(({ address }) => !there.has(address));
  return [words, ...left.map(pictureTagOf)].join('');
};

/** The most pictures of one text. */
export const mostPictures = 50;

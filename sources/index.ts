/** The embedded source of each kind, which is always available. */

import { embeddedFonts } from './fonts/fonts.ts';
import { embeddedMemes } from './memes/memes.ts';
import { embeddedMusic } from './music/music.ts';
import { embeddedImages } from './pictures/pictures.ts';
import { embeddedQuotes } from './quotes/search.ts';
import type { Kind, Source } from './source.ts';
import { embeddedVideos, embeddedViral } from './videos/videos.ts';

/** The kinds that have an embedded source. Trends and businesses have none: they need a live source. */
export type EmbeddedKind = Exclude<Kind, 'trend' | 'business'>;

/** The embedded source of each kind; none needs a key or the internet. */
export const embedded: { readonly [K in EmbeddedKind]: Source<K> } = {
  image: embeddedImages,
  video: embeddedVideos,
  quote: embeddedQuotes,
  font: embeddedFonts,
  music: embeddedMusic,
  meme: embeddedMemes,
  viral: embeddedViral,
};

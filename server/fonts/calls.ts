import { emojiOf } from '#sources/emoji/pictures.ts';
import { families } from '#sources/fonts/families.ts';
import type { Handlers } from '../app/handlers.ts';
import { stackOf } from './fonts.ts';

/** Handlers of typefaces and emoji. */
export const fontCalls = {
  'fetch-fonts': async () => ({
    message: '',
    data: families.map(({ family, category }) => ({ family, category })),
  }),

  'fetch-font-files': async ({ family, bold, italic }) => {
    const { files, slanted, emboldened } = stackOf(family, { bold, italic });
    const data = files.map(({ id, range }) => ({ url: `/fonts/${id}.woff2`, range, slanted, emboldened }));
    return { message: '', data };
  },

  'fetch-emoji': async ({ graphemes }) => ({
    message: '',
    data: graphemes.flatMap((grapheme) => {
      const found = emojiOf(grapheme);
      return found === undefined ? [] : [{ grapheme, url: `/emoji/${found.icon}.png` }];
    }),
  }),
} satisfies Partial<Handlers>;

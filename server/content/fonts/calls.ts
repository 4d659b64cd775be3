import { emojiOf } from '#sources/emoji/pictures.ts';
import { families } from '#sources/fonts/families.ts';
import type { Handlers } from '../../base/handlers.ts';
import { takenFonts } from './taken.ts';
import { stackOf } from './fonts.ts';

/** Calls for fonts and emoji. */
export const fontCalls = {
  'fetch-fonts': async (_input, { user: { agencyId }, tx }) => {
    const taken = (await takenFonts(tx, agencyId)).map(({ typeface }) => typeface);
    return { message: '', data: [...families, ...taken].map(({ family, category }) => ({ family, category })) };
  },

  'fetch-font-files': async ({ family, bold, italic }, { user: { agencyId }, tx }) => {
    const { files, slanted, emboldened } = stackOf(family, { bold, italic }, await takenFonts(tx, agencyId));
    return { message: '', data: files.map(({ url, range }) => ({ url, range, slanted, emboldened })) };
  },

  'fetch-emoji': async ({ graphemes }) => ({
    message: '',
    data: graphemes.flatMap((grapheme) => {
      const found = emojiOf(grapheme);
      return found === undefined ? [] : [{ grapheme, url: `/emoji/${found.icon}.png` }];
    }),
  }),
} satisfies Partial<Handlers>;

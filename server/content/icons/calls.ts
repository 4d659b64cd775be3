import { emoji, emojiGroups, findEmoji } from '#sources/emoji/emoji.ts';
import { findIcons, iconCategories } from '#sources/icons/icons.ts';
import type { Handlers } from '../../base/handlers.ts';
import { emojiDrawing, iconDrawing } from './drawings.ts';

const pageSize = 60;

type Found = { sign: string; name: string; category: string };
const foundEmoji = (keyword: string): Found[] =>
  (keyword === '' ? emoji : findEmoji(keyword)).map(({ icon, label, group }) => ({
    sign: icon,
    name: label,
    category: group,
  }));
const foundIcons = (keyword: string): Found[] =>
  findIcons(keyword).map(({ name, category }) => ({ sign: name, name: name.replaceAll('-', ' '), category }));

/** Calls for emoji and icons. */
export const iconCalls = {
  'search-signs': async ({ set, keyword, category, cursor = '0' }) => {
    const found = (set === 'emoji' ? foundEmoji(keyword) : foundIcons(keyword)).filter(
      (each) => category === '' || each.category === category,
    );
    const from = Number(cursor);
    const items = found.slice(from, from + pageSize).flatMap(({ sign, name }) => {
      const svg = iconDrawing({ set, sign });
      return svg === undefined ? [] : [{ sign, name, svg }];
    });
    return {
      message: '',
      data: {
        items,
        categories: [...(set === 'emoji' ? emojiGroups : iconCategories)],
        next: from + pageSize < found.length ? String(from + pageSize) : null,
        total: found.length,
      },
    };
  },

  'fetch-signs': async ({ signs: icons, emoji: characters }) => ({
    message: '',
    data: {
      signs: icons.flatMap((sign) => {
        const svg = iconDrawing(sign);
        return svg === undefined ? [] : [{ ...sign, svg }];
      }),
      emoji: characters.flatMap((each) => {
        const svg = emojiDrawing(each);
        return svg === undefined ? [] : [{ emoji: each, svg }];
      }),
    },
  }),
} satisfies Partial<Handlers>;

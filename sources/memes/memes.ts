import { pageOf } from '../paging.ts';
import { ownCredit } from '../own-credit.ts';
import type { Failure, Result, Source } from '../source.ts';
import { finder } from '../words.ts';
import { drawTemplate } from './draw.ts';
import { templates, type Template } from './templates.ts';

const notOurs: Failure = { kind: 'refused', message: 'This meme is not one of the built-in ones.' };
/** The width of a preview, px. */
const previewWidth = 360;

const find = finder(templates, ({ title, words }) => ({ name: title, tags: words }));
const byId = new Map(templates.map((template) => [template.id, template]));

/** Our own meme layouts: those that match a keyword come first, the others follow, so that no search is empty. */
export const embeddedMemes: Source<'meme'> = {
  id: 'embedded',
  kind: 'meme',
  search: async ({ keyword, cursor }) => {
    const meant = find(keyword);
    return pageOf<'meme'>([...meant, ...templates.filter((each) => !meant.includes(each))].map(resultOf), cursor);
  },
  open: async (reference, { size }) => {
    const isSmall = reference.startsWith('small.');
    const template = byId.get(isSmall ? reference.slice('small.'.length) : reference);
    if (!template) return notOurs;
    const width = size
      ? Math.min(3_000, Math.max(16, Math.round(size.width)))
      : isSmall
        ? previewWidth
        : template.width;
    return { kind: 'bytes', contentType: 'image/jpeg', bytes: await drawTemplate(template, width) };
  },
};

const resultOf = ({ id, title, width, height, boxes }: Template): Result<'meme'> => ({
  id,
  source: 'embedded',
  ...ownCredit,
  title,
  thumb: `small.${id}`,
  file: id,
  width,
  height,
  boxes,
});

import sanitizeHtml from 'sanitize-html';
import { messages } from '#contract/messages.ts';
import { plainTextOf } from '#rules/captions.ts';
import { isInvisible } from '#rules/visible.ts';
import { formattedTags } from '#rules/formatted-tags.ts';
import type { OwnWords } from '#rules/own-words.ts';
import { picturePath } from '#rules/pictures.ts';
import { deepestIn, mostOpenElements } from '#rules/tags.ts';
import { UserError } from '../../base/handlers.ts';

const mostAlt = 1000;

/**
 * What formatted text may contain: words, their emphasis, lists, headings, links, and pictures of the library or of a
 * search. No styles, scripts, or pictures of other hosts.
 */
const allowList: sanitizeHtml.IOptions = {
  allowedTags: [...formattedTags],
  allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    img: (tagName, { src = '', alt = '' }) => ({
      tagName,
      attribs: { src: picturePath(src) ?? '', alt: alt.slice(0, mostAlt) },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
};

/** Formatted text with everything removed that is not on the allow-list; a UserError if too many elements are open. */
export function cleanFormatted(html: string): string {
  if (deepestIn(html) > mostOpenElements) throw refused(messages.formattedTooDeep);
  return sanitizeHtml(html, allowList).trim();
}

/** Formatted text as it is stored; throws a UserError if it contains nothing to read. */
export function formattedText(html: string): string {
  const clean = cleanFormatted(html);
  if (isInvisible(plainTextOf(clean))) throw refused('Please add a text');
  return clean;
}

const refused = (description: string): UserError =>
  new UserError(messages.invalidInput, { status: 422, errors: { description } });

/** Formatted texts of single networks as they are stored. */
export const cleanOwnWords = (own: OwnWords): OwnWords =>
  Object.fromEntries(
    Object.entries(own).map(([network, { title, description }]) => {
      const clean = cleanFormatted(description);
      return [network, { title, description: isInvisible(plainTextOf(clean)) ? '' : clean }];
    }),
  );

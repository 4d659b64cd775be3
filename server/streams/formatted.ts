import sanitizeHtml from 'sanitize-html';

/** What formatted text may hold: words, their emphasis, lists, headings and links. No pictures, styles or scripts. */
const allowList: sanitizeHtml.IOptions = {
  allowedTags: [
    'p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'code', 'pre', 'hr',
  ],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
};

/** Formatted text with everything removed that is not on the allow-list. */
export const cleanFormatted = (html: string): string => sanitizeHtml(html, allowList).trim();

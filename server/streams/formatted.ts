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

/** The words of formatted text on one line, without markup: `'<p>Hello</p><p>you</p>' -> 'Hello you'`. */
export function wordsOf(html: string): string {
  const spaced = html.replace(/<\/(p|li|h[1-4]|blockquote|pre)>|<(br|hr)\s*\/?>/gi, ' $&');
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  return text
    .replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&')
    .replace(/[\s\u00a0]+/g, ' ').trim();
}

/** Turns the Markdown of articles into HTML that contains only text. */
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

/**
 * No pictures, styles or scripts from any author; headings begin one level below the title, the page's first
 * heading.
 */
const allowList: sanitizeHtml.IOptions = {
  allowedTags: 'p br strong em s a ul ol li blockquote h2 h3 h4 code pre hr table thead tbody tr th td'.split(' '),
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { h1: 'h2' },
};

/** `'**Bold**' -> '<p><strong>Bold</strong></p>'`; anything else is left out. */
export const htmlOf = (markdown: string): string =>
  sanitizeHtml(marked.parse(markdown, { async: false, gfm: true }), allowList).trim();

/** Markdown of articles as HTML with text only. */
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

/** No pictures, styles or scripts, whoever the author; headings begin below the title, which is the page's first. */
const allowList: sanitizeHtml.IOptions = {
  allowedTags: 'p br strong em s a ul ol li blockquote h2 h3 h4 code pre hr table thead tbody tr th td'.split(' '),
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { h1: 'h2' },
};

/** `'**Bold**' -> '<p><strong>Bold</strong></p>'`; everything else is left out. */
export const htmlOf = (markdown: string): string =>
  sanitizeHtml(marked.parse(markdown, { async: false, gfm: true }), allowList).trim();

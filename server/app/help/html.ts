/** Turns the Markdown of articles into HTML that contains only text. */
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { deepestIn, mostOpenElements } from '#rules/tags.ts';

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

/**
 * NOTE: articles come from people too. This parser takes twice as long for twice the text and at most 100 levels, which
 * marked does not: 40,000 characters of `_*a` took it 27 s, 20,000 `>` ended in an error.
 */
const parser = new MarkdownIt({ html: true, linkify: true });
// A bare name like example.com is no link; an address with http or a mail address is one.
parser.linkify.set({ fuzzyLink: false });
// The allow-list decides about schemes.
parser.validateLink = () => true;
/** Shows elements as they are written. */
const asWords = new MarkdownIt({ html: false });

/** `'**Bold**' -> '<p><strong>Bold</strong></p>'`; anything else is left out. */
export const htmlOf = (markdown: string): string =>
  sanitizeHtml((deepestIn(markdown) > mostOpenElements ? asWords : parser).render(markdown), allowList).trim();

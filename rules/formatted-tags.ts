/**
 * The HTML elements of a formatted text: words, their emphasis, lists, headings, links and pictures. The server stores
 * no others, and the browser shows no others.
 */
export const formattedTags = [
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'code',
  'pre',
  'hr',
  'img',
] as const;

/**
 * Tags and attributes that a post keeps if its author lacks `unfiltered_html` (wp-includes/kses.php, $allowedposttags,
 * shortened to what posts use).
 */
const tags = new Set([
  'a',
  'abbr',
  'audio',
  'b',
  'blockquote',
  'br',
  'cite',
  'code',
  'dd',
  'del',
  'details',
  'div',
  'dl',
  'dt',
  'em',
  'figcaption',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'img',
  'ins',
  'kbd',
  'li',
  'mark',
  'ol',
  'p',
  'pre',
  'q',
  's',
  'section',
  'small',
  'source',
  'span',
  'strike',
  'strong',
  'sub',
  'summary',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'tt',
  'u',
  'ul',
  'var',
  'video',
]);
const attributes = new Set([
  'align',
  'alt',
  'cite',
  'class',
  'colspan',
  'controls',
  'datetime',
  'dir',
  'height',
  'href',
  'id',
  'lang',
  'loop',
  'muted',
  'open',
  'playsinline',
  'poster',
  'preload',
  'rel',
  'reversed',
  'rowspan',
  'src',
  'start',
  'style',
  'target',
  'title',
  'type',
  'width',
]);

/**
 * HTML as WordPress stores it for authors and contributors: unknown tags dropped (their text stays), handlers and
 * script addresses removed. Block comments stay.
 */
export function kses(html: string): string {
  return html.replace(
    /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi,
    (_, slash: string, name: string, rest: string) => {
      const tag = name.toLowerCase();
      if (!tags.has(tag)) return '';
      const kept = slash
        ? ''
        : [...rest.matchAll(/([a-z][\w-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/gi)]
            .map(([, key = '', value]) => keep(key.toLowerCase(), value))
            .join('');
      return `<${slash}${tag}${kept}${/\/\s*$/.test(rest) ? ' /' : ''}>`;
    },
  );
}

function keep(key: string, value: string | undefined): string {
  if (!attributes.has(key) && !key.startsWith('data-') && !key.startsWith('aria-')) return '';
  if (value === undefined) return ` ${key}`;
  return /^["']?\s*(?:javascript|vbscript|data):/i.test(value) ? '' : ` ${key}=${value}`;
}

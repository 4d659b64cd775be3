import DOMPurify from 'dompurify';
import { useMemo } from 'react';

const allowed = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'strike',
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
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
};

type Props = { html: string; className?: string };

/** Formatted text of people, reduced to an allow-list once more at display. */
export function SafeHtml({ html, className }: Props) {
  const clean = useMemo(() => DOMPurify.sanitize(html, allowed), [html]);
  return <div className={className} dangerouslySetInnerHTML={{ __html: clean }} />;
}

import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { formattedTags } from '#rules/formatted-tags.ts';
import { picturePath } from '#rules/pictures.ts';
import styles from './safe-html.module.css';

/** Elements that only help articles contain. */
const articleTags = ['strike', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];

const allowed = {
  ALLOWED_TAGS: [...formattedTags, ...articleTags],
  ALLOWED_ATTR: ['href', 'src', 'alt'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
};

const purify = DOMPurify(window);
// A picture must be on our own host: a text never requests another one.
purify.addHook('uponSanitizeAttribute', (_element, attribute) => {
  if (attribute.attrName !== 'src') return;
  attribute.forceKeepAttr = attribute.attrValue.startsWith('/') && picturePath(attribute.attrValue) !== null;
  attribute.keepAttr = attribute.forceKeepAttr;
});

type Props = { html: string; className?: string };

/** Formatted text from people, filtered by an allow-list again when it is shown. */
export function SafeHtml({ html, className }: Props) {
  const clean = useMemo(() => purify.sanitize(html, allowed), [html]);
  return <div className={`${styles.html} ${className ?? ''}`} dangerouslySetInnerHTML={{ __html: clean }} />;
}

import sanitizeHtml from 'sanitize-html';

const blockEnd = /<\/(?:p|h[1-6]|li|blockquote|pre|ul|ol|div)\s*>|<br\s*\/?>/gi;
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };

/** The words of formatted text: blocks become lines, marks go, at most one empty line between two blocks. */
export function sanitizedText(html: string): string {
  const lines = html.replace(blockEnd, (end) => `${end}\n`);
  const text = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} });
  return text
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll('\u00a0', ' ')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

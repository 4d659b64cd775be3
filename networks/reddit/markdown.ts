const address = /(https?:\/\/[^\s<>]+)/;

/**
 * Plain text as the markdown that shows it unchanged: characters with a meaning are escaped, but not inside addresses,
 * and single line breaks stay. Source: reddit.com/wiki/markdown, read 2026-11-21.
 */
export function markdownOf(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .trim()
    .split('\n')
    .map(lineOf)
    .join('\n')
    .replace(/([^\n])\n(?=[^\n])/g, '$1  \n');
}

function lineOf(line: string): string {
  // Four leading spaces would make the line code.
  const words = line
    .trim()
    .split(address)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_~^[\]<>|]/g, '\\$&')))
    .join('');
  return words
    .replace(/^([#+=-]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? start : `\\${start}`))
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** The longest beginning of a text whose markdown stays within `limit` UTF-16 units, cut by `cut`. */
export function markdownWithin(
  text: string,
  { limit, cut }: { limit: number; cut: (text: string, limit: number) => string },
): string {
  for (let room = limit; ; room = Math.floor(room * 0.9)) {
    const markdown = markdownOf(cut(text, room));
    if (markdown.length <= limit) return markdown;
  }
}

import type { Context } from '../context.ts';
import { plainText } from '../json.ts';
import { fetchOwn } from '../media/fetch-own.ts';
import type { Media } from '../media/store.ts';

/** A story's HTML, with pictures of this machine copied, and those pictures. Pictures elsewhere keep their address. */
export async function sideLoad(context: Context, html: string): Promise<{ html: string; media: Media[] }> {
  const media: Media[] = [];
  let loaded = html;
  for (const [tag, , source = ''] of html.matchAll(/<img\b[^>]*?\bsrc\s*=\s*(["'])(.*?)\1[^>]*>/gi)) {
    const data = await fetchOwn(source.replaceAll('&amp;', '&'));
    if (!data) continue;
    const file = await context.media.keep(data);
    if (file.kind !== 'image') continue;
    media.push(file);
    loaded = loaded.replace(tag, tag.replace(source, `${context.publicUrl}/files/${file.name}`));
  }
  return { html: loaded, media };
}

const tags = new Set([
  'a',
  'b',
  'blockquote',
  'br',
  'code',
  'em',
  'figcaption',
  'figure',
  'h1',
  'h2',
  'h3',
  'h4',
  'hr',
  'i',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  'strong',
  'ul',
  'iframe',
]);

/**
 * Drops the tags and attributes that Medium drops (list: medium.com/@katie/a4367010924e); h1 to h4 stay, scripts are
 * removed with their text.
 */
export function keepMediumTags(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/gi, (_, slash: string, name: string, rest: string) => {
      const tag = name.toLowerCase();
      if (!tags.has(tag)) return '';
      const kept = slash
        ? ''
        : [...rest.matchAll(/\b(href|src|alt|title)\s*=\s*("[^"]*"|'[^']*')/gi)]
            .map(([, key = '', value = '']) =>
              /^["']\s*javascript:/i.test(value) ? '' : ` ${key.toLowerCase()}=${value}`,
            )
            .join('');
      return `<${slash}${tag}${kept}>`;
    });
}

/** Markdown turned into HTML as far as the page needs it: headings, pictures, links, bold, italic, paragraphs. */
export function markdownToHtml(source: string): string {
  const inline = (line: string) =>
    line
      .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, '<img alt="$1" src="$2">')
      .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replace(/\*([^*]+)\*/g, '<em>$1</em>');
  return source
    .split(/\n{2,}/)
    .map((block) => {
      const heading = /^(#{1,4})\s+(.*)$/.exec(block);
      return heading
        ? `<h${heading[1]?.length ?? 1}>${inline(heading[2] ?? '')}</h${heading[1]?.length ?? 1}>`
        : `<p>${inline(block)}</p>`;
    })
    .join('\n');
}

/** The title that Medium generates if the given one is over 100 characters: the first words of the story. */
export function titleFrom(html: string): string {
  return plainText(html).split('\n')[0]?.slice(0, 100) || 'Untitled story';
}

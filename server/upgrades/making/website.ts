/** The pages of the agency's website as an import file of WordPress (WXR 1.2). */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { marked } from 'marked';
import { titleOf } from './documents.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** One day for all pages, so that equal texts make equal files. */
const day = '2026-01-01 12:00:00';

/** In which order the pages stand in the menu; the others follow. */
const order = ['home', 'services', 'about', 'contact', 'privacy'];
const placeOf = (slug: string): number => (order.includes(slug) ? order.indexOf(slug) : order.length);

/** The import file of Markdown pages, given by their paths. */
export async function importFileOf(paths: readonly string[]): Promise<string> {
  const pages = await Promise.all(
    paths.map(async (path) => ({ slug: basename(path, extname(path)), markdown: await readFile(path, 'utf8') })),
  );
  const items = pages.toSorted((one, other) => placeOf(one.slug) - placeOf(other.slug)).map(itemXml);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" ' +
    'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:wp="http://wordpress.org/export/1.2/">\n<channel>\n<title>Agency website</title>\n' +
    '<wp:wxr_version>1.2</wp:wxr_version>\n<wp:base_site_url>https://example.com</wp:base_site_url>\n' +
    `<wp:base_blog_url>https://example.com</wp:base_blog_url>\n${items.join('')}</channel>\n</rss>\n`
  );
}

/** The lines for search engines and the title are not part of the page's text. */
function itemXml({ slug, markdown }: { slug: string; markdown: string }, index: number): string {
  const description = /^\*\*Description:\*\* (.+)$/m.exec(markdown)?.[1] ?? '';
  const text = markdown
    .replace(/^# .+$/m, '')
    .replaceAll(/^\*\*(?:Title for search|Description):\*\* .+$/gm, '')
    .replaceAll(/\{\{([^{}]*)\}\}/g, '[$1]');
  const html = marked.parse(text, { async: false, gfm: true });
  return [
    '<item>',
    `<title>${escaped(titleOf(markdown))}</title>`,
    `<link>https://example.com/${slug}</link>`,
    '<dc:creator>admin</dc:creator>',
    `<guid isPermaLink="false">agency-website-${slug}</guid>`,
    `<content:encoded>${cdata(html.trim())}</content:encoded>`,
    `<excerpt:encoded>${cdata(description.replaceAll(/\{\{([^{}]*)\}\}/g, '[$1]'))}</excerpt:encoded>`,
    `<wp:post_id>${1001 + index}</wp:post_id>`,
    `<wp:post_date>${day}</wp:post_date><wp:post_date_gmt>${day}</wp:post_date_gmt>`,
    '<wp:comment_status>closed</wp:comment_status><wp:ping_status>closed</wp:ping_status>',
    `<wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent>`,
    `<wp:menu_order>${index + 1}</wp:menu_order><wp:post_type>page</wp:post_type>`,
    '<wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>',
    '</item>\n',
  ].join('\n');
}

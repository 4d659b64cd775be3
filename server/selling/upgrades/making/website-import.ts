/** The pages, posts and menu of the agency's website as an import file of WordPress (WXR 1.2). */
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { titleOf } from './documents.ts';
import { markdownBlocks, sectionIn, siteIn, type Site } from './website.ts';

/** The placeholder for the site's address, which the theme fills in. */
const placeholder = 'https://agency-website.example';
/** One date for all pages, so that equal texts make equal files. */
const pageDay = '2026-01-01';

type Item = {
  slug: string;
  type: 'page' | 'post' | 'wp_navigation';
  title: string;
  content: string;
  excerpt: string;
  day: string;
  parent?: string | undefined;
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;

/** The import file of a folder of sources. */
export async function importFileOf(folder: string): Promise<string> {
  const site = await siteIn(folder);
  const items = [...(await pagesOf(folder, site)), ...(await postsOf(folder, site)), menuOf(site)];
  const ids = new Map(items.map(({ slug }, index) => [slug, 1001 + index]));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
    '  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    '  xmlns:wp="http://wordpress.org/export/1.2/">',
    '<channel>',
    '<title>Agency website</title>',
    '<wp:wxr_version>1.2</wp:wxr_version>',
    `<wp:base_site_url>${placeholder}</wp:base_site_url>`,
    `<wp:base_blog_url>${placeholder}</wp:base_blog_url>`,
    ...items.map((item, index) => itemXml(item, { ids, order: index + 1 })),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

async function pagesOf(folder: string, { pages, theme }: Site): Promise<Item[]> {
  const made = pages.map(async ({ slug, title, parent, sections, text }): Promise<Item> => {
    const parts = await Promise.all(sections.map((name) => sectionIn(folder, name)));
    const blocks = parts.map((part) => withAddresses(part.blocks, theme));
    const markdown = text === undefined ? [] : [markdownBlocks(await readFile(join(folder, text), 'utf8'))];
    return {
      slug,
      type: 'page',
      title,
      parent,
      content: [...blocks, ...markdown].join('\n\n'),
      excerpt: '',
      day: pageDay,
    };
  });
  return Promise.all(made);
}

const withAddresses = (blocks: string, theme: string): string =>
  blocks.replaceAll('{{site}}', placeholder).replaceAll('{{theme}}', `${placeholder}/wp-content/themes/${theme}`);

async function postsOf(folder: string, { posts }: Site): Promise<Item[]> {
  const made = posts.map(async (path): Promise<Item> => {
    const text = await readFile(join(folder, path), 'utf8');
    const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
    const field = (name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1] ?? '';
    return {
      slug: basename(path, extname(path)),
      type: 'post',
      title: titleOf(body),
      content: markdownBlocks(body.replace(/^# .+$/m, '')),
      excerpt: field('excerpt'),
      day: field('date'),
    };
  });
  return Promise.all(made);
}

function menuOf({ menu, pages }: Site): Item {
  const links = menu.map(({ label, page }) => {
    if (!pages.some(({ slug }) => slug === page)) throw new Error(`the menu leads to ${page}, which is no page`);
    const settings = { label, url: `${placeholder}/${page}/`, kind: 'custom', isTopLevelLink: true };
    return `<!-- wp:navigation-link ${JSON.stringify(settings)} /-->`;
  });
  const content = links.join('\n\n');
  return { slug: 'menu', type: 'wp_navigation', title: 'Menu', content, excerpt: '', day: pageDay };
}

function itemXml(
  { slug, type, title, content, excerpt, day, parent }: Item,
  { ids, order }: { ids: ReadonlyMap<string, number>; order: number },
): string {
  return [
    '<item>',
    `<title>${escaped(title)}</title>`,
    `<link>${placeholder}/${slug}/</link>`,
    '<dc:creator>admin</dc:creator>',
    `<guid isPermaLink="false">agency-website-${slug}</guid>`,
    '<description></description>',
    `<content:encoded>${cdata(content)}</content:encoded>`,
    `<excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>`,
    `<wp:post_id>${ids.get(slug)}</wp:post_id>`,
    `<wp:post_date>${day} 12:00:00</wp:post_date><wp:post_date_gmt>${day} 12:00:00</wp:post_date_gmt>`,
    '<wp:comment_status>closed</wp:comment_status><wp:ping_status>closed</wp:ping_status>',
    `<wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status>`,
    `<wp:post_parent>${parent === undefined ? 0 : ids.get(parent)}</wp:post_parent>`,
    `<wp:menu_order>${type === 'page' ? order : 0}</wp:menu_order><wp:post_type>${type}</wp:post_type>`,
    '<wp:post_password></wp:post_password><wp:is_sticky>0</wp:is_sticky>',
    '</item>',
  ].join('\n');
}

/**
 * Reads the facts of a business from the front page of its site. The page is untrusted: it is treated as text and never
 * run.
 */
import { tagsIn } from '#rules/tags.ts';
import socials from './socials.json' with { type: 'json' };

/** The facts of a page; `feed` is an absolute address, null if the page names none. */
export type PageFacts = {
  title: string;
  description: string;
  socials: { network: string; url: string }[];
  feed: string | null;
};

const mostTitle = 200;
const mostDescription = 400;

const escapes: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
const plain = (html: string): string =>
  html
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => escapes[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();

type Attributes = Readonly<Record<string, string>>;
const openings = { a: /<a\s/gi, link: /<link\s/gi, meta: /<meta\s/gi } as const;
const longestTag = 2000;

/** The tags of one name, each as its attributes by lower-case name. */
const tagsOf = (html: string, name: keyof typeof openings): Attributes[] =>
  [...tagsIn(html, openings[name], longestTag)].map(({ inside, to }) => attributesIn(html.slice(inside, to - 1)));

const attributeName = /[a-z:-]{1,30}$/i;
/** What stands behind a `=`: in quotes of either kind, or up to the next blank. */
const attributeValue = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/y;

function attributesIn(inside: string): Attributes {
  const attributes: Record<string, string> = {};
  let at = 0;
  for (let sign = inside.indexOf('='); sign !== -1; sign = inside.indexOf('=', Math.max(at, sign + 1))) {
    const key = attributeName.exec(inside.slice(at, sign).trimEnd().slice(-30))?.[0];
    attributeValue.lastIndex = sign + 1;
    const value = key === undefined ? null : attributeValue.exec(inside);
    if (key === undefined || value === null) continue;
    attributes[key.toLowerCase()] = plain(value[1] ?? value[2] ?? value[3] ?? '');
    at = attributeValue.lastIndex;
  }
  return attributes;
}

const absolute = (address: string | undefined, base: URL): URL | null =>
  address !== undefined && URL.canParse(address, base.href) ? new URL(address, base) : null;

/** Reads a page that came from `base`. */
export function readPage(html: string, base: URL): PageFacts {
  const title = titleIn(html);
  const description =
    tagsOf(html, 'meta').find(({ name, property }) => /^(og:)?description$/i.test(name ?? property ?? ''))?.[
      'content'
    ] ?? '';
  const feed = tagsOf(html, 'link').find(
    ({ rel, type }) => /\balternate\b/i.test(rel ?? '') && /^application\/(rss|atom)\+xml$/i.test(type ?? ''),
  );
  return {
    title: plain(title).slice(0, mostTitle),
    description: description.slice(0, mostDescription),
    socials: socialsOf(html, base),
    feed: absolute(feed?.['href'], base)?.href ?? null,
  };
}

/** What stands behind the first `<title>`, up to the next tag. */
function titleIn(html: string): string {
  for (const { to } of tagsIn(html, /<title/gi, 200)) return html.slice(to, to + 2000).split('<', 1)[0] ?? '';
  return '';
}

function socialsOf(html: string, base: URL): PageFacts['socials'] {
  const byNetwork = new Map<string, string>();
  for (const { href } of tagsOf(html, 'a')) {
    const url = absolute(href, base);
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) continue;
    const host = url.hostname.replace(/^(www|m|de|en)\./, '');
    const network = socials.find(({ hosts }) => hosts.includes(host))?.network;
    const isShare = url.pathname === '/' || /^\/(sharer|share|intent|dialog)\b/.test(url.pathname);
    if (network !== undefined && !isShare && !byNetwork.has(network)) byNetwork.set(network, url.href);
  }
  return [...byNetwork].map(([network, url]) => ({ network, url }));
}

/** When the newest entry of a feed (RSS or Atom) was posted; null if unknown. */
export function newestIn(feed: string): Date | null {
  let newest = 0;
  for (const [, text = ''] of feed.matchAll(/<(?:pubDate|updated|published|dc:date)>([^<]{4,60})</gi)) {
    const at = Date.parse(text);
    if (at > newest) newest = at;
  }
  return newest === 0 ? null : new Date(newest);
}

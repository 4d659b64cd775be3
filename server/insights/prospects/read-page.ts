/**
 * Reads the facts of a business from the front page of its site. The page is untrusted: it is treated as text and never
 * run.
 */
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

/** The tags of one name, each as its attributes by lower-case name. */
function tagsOf(html: string, name: string): Record<string, string>[] {
  const tags = html.match(new RegExp(`<${name}\\s[^>]{1,2000}>`, 'gi')) ?? [];
  return tags.map((tag) =>
    Object.fromEntries(
      [...tag.matchAll(/([a-z:-]{1,30})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)].map(
        ([, key = '', double, single, bare]) => [key.toLowerCase(), plain(double ?? single ?? bare ?? '')],
      ),
    ),
  );
}

const absolute = (address: string | undefined, base: URL): URL | null =>
  address !== undefined && URL.canParse(address, base.href) ? new URL(address, base) : null;

/** Reads a page that came from `base`. */
export function readPage(html: string, base: URL): PageFacts {
  const title = /<title[^>]{0,200}>([^<]{0,2000})/i.exec(html)?.[1] ?? '';
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
  const dates = [...feed.matchAll(/<(?:pubDate|updated|published|dc:date)>([^<]{4,60})</gi)]
    .map(([, text = '']) => Date.parse(text))
    .filter((at) => !Number.isNaN(at) && at > 0);
  return dates.length === 0 ? null : new Date(Math.max(...dates));
}

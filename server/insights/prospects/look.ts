/** Reads a prospect's site through the guarded client: public addresses only, one page and one feed. */
import { messages } from '#contract/messages.ts';
import type { Data } from '#contract/index.ts';
import { UserError, type Services } from '../../base/handlers.ts';
import { newestIn, readPage } from './read-page.ts';

const mostBytes = 2_000_000;
const timeoutMs = 10_000;
const mostRedirects = 4;

/** Whether a text is a page's address, on a host with a dot in its name or on this machine. */
function isSite(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && /^(localhost|\[[\da-f:.]+\]|[a-z\d-]+(\.[a-z\d-]+)+)$/.test(hostname);
}

type Means = { http: Services['http']; signal: AbortSignal };

const unread = { reached: false, title: '', description: '', socials: [], feed: null, posted_at: null };

/**
 * The facts that a site states about itself; "not reached" if it cannot be read, like private hosts. Throws a 422 for
 * an invalid address.
 */
export async function lookAt(typed: string, means: Means): Promise<Data<'look-at-site'>> {
  const address = /^[a-z][a-z+.-]*:/i.test(typed) ? typed : `https://${typed}`;
  // A single number is an address too, but never the intended one: '99' -> 0.0.0.99.
  if (!/[.[]|localhost/.test(typed) || !isSite(address))
    throw new UserError(messages.siteAddress, { status: 422, errors: { url: messages.siteAddress } });
  const page = await read(new URL(address), means);
  if (page === null) return unread;
  const facts = readPage(page.text, page.url);
  const feed = facts.feed === null ? null : await read(new URL(facts.feed), means);
  return { reached: true, ...facts, posted_at: (feed === null ? null : newestIn(feed.text))?.toISOString() ?? null };
}

/** The text at an address and its final address after redirects; null if there is no text. */
async function read(url: URL, { http, signal }: Means): Promise<{ text: string; url: URL } | null> {
  let at = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (at.protocol !== 'https:' && at.protocol !== 'http:') return null;
    const reply = await http.sendGuarded({
      method: 'GET',
      url: at,
      headers: { accept: 'text/html, application/xml;q=0.9', 'user-agent': 'AgencyReel/1.0 (business finder)' },
      signal,
      maxBytes: mostBytes,
      timeoutMs,
    });
    if (reply.kind !== 'answered') return null;
    const { location } = reply.headers;
    if (reply.status >= 300 && reply.status < 400 && location !== undefined && URL.canParse(location, at.href)) {
      at = new URL(location, at);
      continue;
    }
    const isText = /html|xml/.test(reply.headers['content-type'] ?? '');
    return reply.status === 200 && isText ? { text: reply.text, url: at } : null;
  }
  return null;
}

import { z } from 'zod';
import type { Answer, Http } from '#outbound/request.ts';
import { readJson } from './noisy-json.ts';
import { errorOf, mostRedirects, routeUrl, statusOf } from './rest.ts';

/**
 * A discovered site: its base URL (without a trailing slash), its REST API if it has one, its name ('' if unknown), and
 * whether it says that it takes no application passwords.
 */
export type Site = { homeUrl: string; apiUrl: string | null } & Index;
type Index = { name: string; withoutAppPasswords: boolean };
/** The result of looking at an address. */
export type Discovered = { kind: 'site'; site: Site } | { kind: 'refused'; message: string };

/** PHP writes an empty map as a list. */
const authentication = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()).max(0)]);
const indexShape = z.object({
  name: z.string().default(''),
  namespaces: z.array(z.string()),
  authentication: authentication.optional().catch(undefined),
});
const unknownIndex: Index = { name: '', withoutAppPasswords: false };
const apiRelation = 'https://api.w.org/';

/**
 * Finds a WordPress site from what a person typed, without sending the login anywhere: through its own Link header,
 * otherwise at the two usual addresses. Source: developer.wordpress.org/rest-api/discovery (read 2026-11-21).
 */
export async function discoverSite({
  http,
  typedUrl,
  signal,
}: {
  http: Http;
  typedUrl: string;
  signal: AbortSignal;
}): Promise<Discovered> {
  const typed = homeOf(typedUrl);
  if (typed === null)
    return { kind: 'refused', message: 'Please enter the address of the site, such as https://example.com' };
  const page = await firstPage(http, typed, signal);
  if (page.kind === 'refused') return page;
  const { url, headers } = page.answer;
  if (!isSameSite(url, typed)) {
    return {
      kind: 'refused',
      message: `${typed.host} leads to ${url.host}. If that is your site, please enter its address.`,
    };
  }
  const base = new URL(typed.pathname, url.origin);
  const linked = linkedApi(headers['link'] ?? '', url);
  const usual = [new URL(`${trimmed(base)}/wp-json/`), new URL(`${trimmed(base)}/?rest_route=/`)];
  for (const candidate of linked === null ? usual : [linked]) {
    const index = await readIndex(http, candidate, signal);
    if (index !== null)
      return { kind: 'site', site: { homeUrl: homeOfApi(candidate), apiUrl: candidate.href, ...index } };
  }
  return {
    kind: 'site',
    site: { homeUrl: linked === null ? trimmed(base) : homeOfApi(linked), apiUrl: null, ...unknownIndex },
  };
}

/** The home address in a pasted one: without the log-in page, the admin pages, the API, query and fragment. */
export function homeOf(typed: string): URL | null {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  url.search = '';
  url.hash = '';
  const path = url.pathname.replace(/\/(wp-admin|wp-login\.php|wp-json|xmlrpc\.php|index\.php)(\/.*)?$/, '');
  url.pathname = `${path.replace(/(?<!\/)\/+$/, '')}/`;
  return url.hostname === '' ? null : url;
}

async function firstPage(
  http: Http,
  url: URL,
  signal: AbortSignal,
): Promise<{ kind: 'page'; answer: Answer } | { kind: 'refused'; message: string }> {
  const head = await http.sendGuarded({ method: 'HEAD', url, signal, redirects: mostRedirects });
  // Some hosts do not support HEAD; a GET of the page returns the same headers.
  const reply =
    head.kind === 'answered' && [405, 501].includes(head.status)
      ? await http.sendGuarded({ method: 'GET', url, signal, redirects: mostRedirects })
      : head;
  return reply.kind === 'answered' ? { kind: 'page', answer: reply } : { kind: 'refused', message: reply.message };
}

/** The same host, with or without www, and never from TLS down to plain text: only then is the login sent there. */
function isSameSite(found: URL, typed: URL): boolean {
  const bare = (url: URL): string => url.host.replace(/^www\./, '').replace(/:(80|443)$/, '');
  return bare(found) === bare(typed) && (found.protocol === 'https:' || typed.protocol === 'http:');
}

/**
 * The API that a Link header names, if it is on the same site. Behind a proxy that ends TLS, sites call themselves
 * http: the scheme of our own request counts.
 */
function linkedApi(header: string, page: URL): URL | null {
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (!parameters.includes(apiRelation) || !URL.canParse(target, page.href)) continue;
    const url = new URL(target, page.href);
    if (page.protocol === 'https:') url.protocol = 'https:';
    return isSameSite(url, page) ? url : null;
  }
  return null;
}

/** What the API says of itself; null if there is none. */
async function readIndex(http: Http, apiUrl: URL, signal: AbortSignal): Promise<Index | null> {
  const reply = await http.sendGuarded({
    method: 'GET',
    url: routeUrl(apiUrl.href, '', { _fields: 'name,namespaces,authentication' }),
    signal,
    redirects: mostRedirects,
  });
  if (reply.kind !== 'answered') return null;
  // Some plugins show even the index to signed-in users only: WordPress's own refusal also proves an API.
  if ([401, 403].includes(statusOf(reply)) && errorOf(reply) !== null) return unknownIndex;
  const index = readJson(reply.text, indexShape)?.value;
  if (index === undefined || !index.namespaces.includes('wp/v2')) return null;
  const ways = index.authentication;
  return { name: index.name, withoutAppPasswords: ways !== undefined && !('application-passwords' in ways) };
}

const trimmed = (url: URL): string => url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
const homeOfApi = (api: URL): string =>
  api.origin + api.pathname.replace(/\/(index\.php\/)?wp-json\/?$/, '').replace(/\/(index\.php)?$/, '');

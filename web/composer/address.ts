/** The window of a post in the address: it opens over any page, and Back closes it. */

/**
 * What the window shows: a new post, for a client and at a time ('YYYY-MM-DD HH:mm', or only the day) where they are
 * given; a draft; or a planned or published post.
 */
export type Asked =
  | { kind: 'new'; clientId: string | null; at: string | null }
  | { kind: 'draft'; id: string }
  | { kind: 'post'; id: string };

const idIn = (search: URLSearchParams, name: string): string | null =>
  /^[1-9]\d{0,17}$/.exec(search.get(name) ?? '')?.[0] ?? null;

/** The window that the search of an address asks for; null for none. */
export function askedIn(search: URLSearchParams): Asked | null {
  const draft = idIn(search, 'draft');
  if (draft !== null) return { kind: 'draft', id: draft };
  const post = idIn(search, 'post');
  if (post !== null) return { kind: 'post', id: post };
  if (search.get('post') !== 'new') return null;
  return {
    kind: 'new',
    clientId: idIn(search, 'for'),
    at: /^\d{4}-\d\d-\d\d( ([01]\d|2[0-3]):[0-5]\d)?$/.exec(search.get('on') ?? '')?.[0] ?? null,
  };
}

const own = ['post', 'draft', 'for', 'on'];

/** The search of the same page without the window. */
export function closedIn(search: URLSearchParams): URLSearchParams {
  const closed = new URLSearchParams(search);
  for (const name of own) closed.delete(name);
  return closed;
}

/** The search of the same page with this window. */
export function openedIn(search: URLSearchParams, asked: Asked): URLSearchParams {
  const opened = closedIn(search);
  if (asked.kind !== 'new') {
    opened.set(asked.kind, asked.id);
    return opened;
  }
  opened.set('post', 'new');
  if (asked.clientId !== null) opened.set('for', asked.clientId);
  if (asked.at !== null) opened.set('on', asked.at);
  return opened;
}

/** A new post about which nothing is known yet. */
export const newPost = { kind: 'new', clientId: null, at: null } as const satisfies Asked;

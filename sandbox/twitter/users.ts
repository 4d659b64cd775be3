import list from './users.json' with { type: 'json' };
import type { Persona } from '../oauth/consent.ts';

/** A user of X. A premium user may write 25,000 characters; a locked one may read but not post. */
export type XUser = { id: string; username: string; name: string; premium: boolean; locked: boolean; note?: string };

/** Everybody who can sign in here. */
export const users: readonly XUser[] = list;

/** The user of an id or a user name. */
export function findUser(named: string): XUser | undefined {
  return users.find((each) => each.id === named || each.username.toLowerCase() === named.toLowerCase());
}

/** The users as the consent page lists them. */
export const personas: Persona[] = users.map(({ id, name, username, note }) => ({
  id,
  name,
  handle: `@${username}`,
  ...(note ? { note } : {}),
}));

import type { Persona } from '../oauth/consent.ts';
import list from './members.json' with { type: 'json' };

/** A member of LinkedIn; `id` is OpenID's `sub` and the end of the member's URN. A restricted member may not post. */
export type Member = {
  id: string;
  given: string;
  family: string;
  email: string;
  vanity: string;
  restricted: boolean;
  note?: string;
};

/** Everybody who can sign in here. */
export const members: readonly Member[] = list;

/** The members as the consent page lists them. */
export const personas: Persona[] = members.map(({ id, given, family, email, note }) => ({
  id,
  name: `${given} ${family}`,
  handle: email,
  ...(note ? { note } : {}),
}));

/** The URN of a member as the owner of files and posts. */
export const urnOf = (member: Member): string => `urn:li:person:${member.id}`;

/** The name of a member. */
export const nameOf = (member: Member): string => `${member.given} ${member.family}`;

import type { Data } from '#contract/index.ts';
import { brandFrom, userFrom } from './kept-user.ts';

/** The session of this browser: the token for every call, and the last known person. */
export type Session = { token: string; user: Data<'fetch-user'> };

/**
 * Whether two sessions belong to the same person, both times directly or both times through an operator. Data stored
 * for one is then valid for the other.
 */
export const isSamePerson = (one: Session, other: Session): boolean => keyOfPerson(one) === keyOfPerson(other);

/** Identifies the person of a session, and an operator acting for them. */
export const keyOfPerson = ({ user: { id, impersonated } }: Session): string =>
  `${id} ${impersonated ? 'by operator' : ''}`;

const key = 'session';
const brandKey = 'brand';
const listeners = new Set<() => void>();
let current: Session | null = restore();
let end: 'choice' | 'server' | null = null;

/** The session of this browser, null when nobody is signed in. */
export const currentSession = (): Session | null => current;

/** Whether the last session ended because the person signed out, and not because the server ended it. */
export const endedByChoice = (): boolean => end === 'choice';

/** Whether the server ended the last session of this page: for example after a new password, or from another device. */
export const endedByServer = (): boolean => end === 'server';

/** Calls back after every change; returns a function to stop. For `useSyncExternalStore`. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts a session and stores it for the next visit. Nothing of a previous person stays. */
export function keepSession(session: Session): void {
  if (current === null || !isSamePerson(session, current)) emptyStorage();
  current = session;
  end = null;
  store(key, JSON.stringify(session));
  for (const listener of listeners) listener();
}

/** Deletes the session and everything else stored in this browser, except a white-label user's brand. */
export function forgetSession({ byChoice }: { byChoice: boolean }): void {
  const brand = current?.user.isWL === 1 ? current.user.brand : null;
  current = null;
  end = byChoice ? 'choice' : 'server';
  emptyStorage();
  if (brand) store(brandKey, JSON.stringify(brand));
  for (const listener of listeners) listener();
}

/** The brand that a white-label user who signed out has left in this browser; null without one. */
export function keptBrand(): Data<'fetch-user'>['brand'] {
  return brandFrom(parse(read(brandKey) ?? 'null'));
}

/** The session from its stored text; null for damaged or other text. */
export function sessionOf(text: string): Session | null {
  const kept = parse(text);
  if (typeof kept !== 'object' || kept === null || !('token' in kept) || !('user' in kept)) return null;
  const { token } = kept;
  const user = userFrom(kept.user);
  return typeof token === 'string' && token !== '' && user !== null ? { token, user } : null;
}

function restore(): Session | null {
  return sessionOf(read(key) ?? 'null');
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // forbidden storage is the same as an empty one
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null; // damaged text is the same as none
  }
}

function emptyStorage(): void {
  try {
    localStorage.clear();
  } catch {
    // storage may be blocked; then nothing was stored
  }
}

function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // blocked or full storage: signed in until the page is left
  }
}

// Signing in or out in one tab does so in all tabs.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== key && event.key !== null) return;
  current = restore();
  for (const listener of listeners) listener();
});

/**
 * The session of a connect link. Only the window with the link's page has it and sends it with every call; the
 * browser's signed-in person is not affected. It survives a reload, because it is in the window's own storage, but ends
 * with the window.
 */
type Held = {
  /** The link's own token, as in the page's address. */ link: string;
  /** The session's. */ token: string;
};

const key = 'connect-link';
const listeners = new Set<() => void>();
let held: Held | null = null;

/** The token that this window's calls send instead of the signed-in person's; null except on a link's page. */
export const linkToken = (): string | null => held?.token ?? null;

/** Starts a link's session. */
export function enterLink(entered: Held): void {
  held = entered;
  try {
    sessionStorage.setItem(key, JSON.stringify(entered));
  } catch {
    // Storage is forbidden: after a reload the link is opened once more.
  }
}

/** Resumes the session after a reload of the link's page; returns whether there was one. */
export function resumeLink(link: string): boolean {
  const kept = stored();
  if (kept?.link !== link) return false;
  held = kept;
  return true;
}

/** Returns to the signed-in person when the link's page is left. */
export function leaveLink(): void {
  held = null;
}

/** Deletes a session that the server no longer knows, and notifies the page. */
export function loseLink(): void {
  held = null;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // What could not be stored need not be deleted.
  }
  for (const listener of listeners) listener();
}

/** Calls back when the session is lost; returns a function to stop. */
export function onLinkLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): Held | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isHeld(value) ? value : null;
  } catch {
    return null; // damaged or forbidden storage is the same as none
  }
}

const isHeld = (value: unknown): value is Held =>
  typeof value === 'object' &&
  value !== null &&
  'link' in value &&
  typeof value.link === 'string' &&
  'token' in value &&
  typeof value.token === 'string';

const visitKey = (state: string): string => `link-visit ${state}`;

/**
 * Records for all windows that a visit to a network began on a link's page, so that the code is passed to that page.
 */
export function markLinkVisit(state: string): void {
  try {
    localStorage.setItem(visitKey(state), '1');
  } catch {
    // Storage is forbidden: the window submits its code as the signed-in person, and the server refuses it.
  }
}

/** Whether a visit began on a link's page. */
export function isLinkVisit(state: string): boolean {
  try {
    return state !== '' && localStorage.getItem(visitKey(state)) !== null;
  } catch {
    return false; // see markLinkVisit
  }
}

/** Deletes a visit that has ended. */
export function unmarkLinkVisit(state: string): void {
  try {
    localStorage.removeItem(visitKey(state));
  } catch {
    // Nothing was recorded.
  }
}

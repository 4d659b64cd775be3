import { useSyncExternalStore } from 'react';
import type { Data } from '#contract/index.ts';
import { may, type Permission, type Person } from '#rules/permissions.ts';
import { call } from './call.ts';
import { queryClient } from './query-client.ts';
import {
  currentSession,
  forgetSession,
  keepSession,
  keyOfPerson,
  onSessionChange,
  type Session,
} from './session-store.ts';

/** The signed-in person. */
export type User = Data<'fetch-user'>;

/** The session, null when nobody is signed in; follows signing in and out, in other tabs too. */
export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, currentSession);

/**
 * The signed-in person; only for pages behind the guard, throws elsewhere. A page that renders while the server ends
 * the session still gets its person: the guard redirects before it is seen.
 */
export function useUser(): User {
  const user = useSession()?.user ?? latestUser;
  if (!user) throw new Error('useUser outside of the guard');
  return user;
}

/** The person for the permission table. */
export const personOf = (user: User): Person => ({
  role: user.is_client_account ? 'client' : user.is_virtual_account ? 'member' : 'owner',
  isReseller: user.is_reseller_account,
  isWhiteLabel: user.isWL === 1,
  membership: user.membership,
  impersonated: user.impersonated,
});

/** Whether the signed-in person has a permission. */
export const useMay = (permission: Permission): boolean => may(personOf(useUser()), permission);

/** Starts the session from a log-in's answer. */
export const signIn = (session: Session): void => keepSession(session);

/** Ends the session here and on the server; here even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  const ended = call('logout', {}).catch(() => undefined); // the token is deleted here either way, and expires
  forgetSession({ byChoice: true });
  await ended;
}

/**
 * Reads the signed-in person from the server, so that a changed plan or name shows; without an answer the stored one
 * stays.
 */
export async function refreshUser(): Promise<void> {
  const session = currentSession();
  if (!session) return;
  try {
    const { data } = await call('fetch-user', {});
    if (currentSession()?.token === session.token) keepSession({ token: session.token, user: data });
  } catch {
    // an invalid token has already signed the person out; other failures show on the page that needs it
  }
}

// Another tab may have changed the person without this tab seeing the time between.
const personNow = (): string | null => {
  const session = currentSession();
  return session && keyOfPerson(session);
};
let known = personNow();
let latestUser = currentSession()?.user;
onSessionChange(() => {
  latestUser = currentSession()?.user ?? latestUser;
  const person = personNow();
  if (person !== known) queryClient.clear();
  known = person;
});

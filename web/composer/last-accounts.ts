import { currentSession } from '../api/session-store.ts';
import type { Account } from './accounts.tsx';

const keyOf = (clientId: string): string | null => {
  const session = currentSession();
  return session && `accounts ${session.user.id} ${clientId}`;
};

/** Remembers, in this browser, the accounts of a person's last post for a client. Log-out clears the storage. */
export function keepAccounts(clientId: string, accounts: readonly string[]): void {
  const key = keyOf(clientId);
  try {
    if (key !== null) localStorage.setItem(key, JSON.stringify(accounts));
  } catch {
    // full or blocked storage: the next post begins with all accounts
  }
}

/** The accounts with which a new post begins: those of this person's last post for the client, otherwise all. */
export function lastAccounts(clientId: string, accounts: readonly Account[]): string[] {
  const all = accounts.filter(({ status }) => status === 'connected').map(({ id }) => id);
  const key = keyOf(clientId);
  try {
    const kept: unknown = key === null ? null : JSON.parse(localStorage.getItem(key) ?? 'null');
    const known = Array.isArray(kept) ? accounts.flatMap(({ id }) => (kept.includes(id) ? [id] : [])) : [];
    return known.length > 0 ? known : all;
  } catch {
    return all;
  }
}

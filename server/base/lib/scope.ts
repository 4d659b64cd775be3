import type { SignedIn } from '../handlers.ts';

/**
 * The user whose rows a client account may see or change; null for the agency's own users, who see the whole agency.
 */
export const onlyOwn = (user: SignedIn): string | null => (user.role === 'client' ? user.id : null);

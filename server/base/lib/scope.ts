import type { SignedIn } from '../handlers.ts';

/**
 * The one user whose rows a client account may see or change; null for the agency's own people, who see all of the
 * agency.
 */
export const onlyOwn = (user: SignedIn): string | null => (user.role === 'client' ? user.id : null);

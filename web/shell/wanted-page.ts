import { paths } from '../paths.ts';

/**
 * The page that the guard withheld, from a location's state; '/dashboard' for none. Only addresses of this product are
 * accepted.
 */
export function wantedPage(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return paths.dashboard();
  const { from } = state;
  return typeof from === 'string' && /^\/[a-z]/.test(from) && !from.startsWith(paths.login())
    ? from
    : paths.dashboard();
}

import { useLocation } from 'react-router';
import type { Prospect } from './client-fields.ts';

/** The business that *Find Clients* passed on; null if the person came another way. */
export function useProspect(): Prospect | null {
  const state: unknown = useLocation().state;
  return isLedHere(state) ? state.prospect : null;
}

const isLedHere = (state: unknown): state is { prospect: Prospect } =>
  typeof state === 'object' && state !== null && 'prospect' in state && isProspect(state.prospect);

const isProspect = (value: unknown): value is Prospect =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'email' in value &&
  typeof value.email === 'string' &&
  'company' in value &&
  typeof value.company === 'string' &&
  'description' in value &&
  typeof value.description === 'string';

import type { Handlers } from '../app/handlers.ts';
import { typefaces } from './typefaces.ts';

/** Handlers of typefaces. */
export const typefaceCalls = {
  'fetch-typefaces': async () => ({ message: '', data: typefaces }),
} satisfies Partial<Handlers>;

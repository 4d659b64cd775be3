import type { Handlers } from '../app/handlers.ts';
import { typefaces } from './typefaces.ts';

/** Handlers of typefaces. */
export const typefaceCalls: Pick<Handlers, 'fetch-typefaces'> = {
  'fetch-typefaces': async () => ({ message: '', data: typefaces }),
};

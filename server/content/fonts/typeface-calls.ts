import { outside, type Handlers } from '../../base/handlers.ts';
import { takeFont } from './take-font.ts';
import { typefacesOf } from './taken.ts';

/** Calls for bundled and copied fonts. */
export const typefaceCalls = {
  'fetch-typefaces': async (_input, { user: { agencyId }, tx }) => ({
    message: '',
    data: await typefacesOf(tx, agencyId),
  }),

  'take-font': outside(takeFont),
} satisfies Partial<Handlers>;

/** The brand that a person sees: name, logo and two colours. */
import { z } from 'zod';
import { call } from './call.ts';
import { id, line, noData, nothing } from './fields.ts';
import { messages } from '../messages.ts';

/** A brand: its name, its logo's address (null without one) and the two colours of its gradient (`#rrggbb`). */
export const brand = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  color: z.object({ first: z.string(), second: z.string() }),
});
export type Brand = z.output<typeof brand>;

/** An agency's rebranding. */
const rebranding = z.object({ id: z.string(), name: z.string(), logo: z.string().nullable() });
export type Rebranding = z.output<typeof rebranding>;

/** The agency's rebranding, or none. */
export const fetchWlRebranding = call('fetch-wl-rebranding', {
  who: 'rebrand',
  shows: ['rebranding'],
  input: nothing,
  data: z.array(rebranding),
});

/** Saves the rebranding. The first one needs a logo; without a file the logo stays. */
export const wlRebranding = call('wl-rebranding', {
  who: 'rebrand',
  changes: ['person', 'rebranding', 'activity'],
  input: z.object({ name: line('Brand Name', 60) }),
  data: z.array(rebranding),
  file: { field: 'logo', maxBytes: 5_000_000, required: false, tooLarge: messages.rebrandingTooLarge },
});

/** Removes the rebranding: the product shows its own name again. */
export const deleteWl = call('delete-wl', {
  who: 'rebrand',
  changes: ['person', 'rebranding', 'activity'],
  input: z.object({ id }),
  data: noData,
});

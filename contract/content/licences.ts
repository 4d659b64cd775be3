/** The licence ledger: the licence of every work in use, for a client or for the whole agency. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { id, instant } from '../base/fields.ts';

/** A use of a work. */
const use = z.object({ of: z.enum(['video', 'design', 'stream']), id: z.string(), name: z.string() });

/** A used work: a picture, a clip, a piece of music or a typeface. */
const licenceRow = z.object({
  kind: z.enum(['image', 'video', 'audio', 'document', 'font']),
  title: z.string(),
  source: z.string(),
  /** The source's own name for the work. */
  item: z.string(),
  author: z.string(),
  licence: z.string(),
  licence_url: z.string(),
  page_url: z.string(),
  /** When it was copied; for a shipped typeface, when it was first used. */
  taken: instant.nullable(),
  /** Since when its source no longer offers it; null while it does. */
  withdrawn: instant.nullable(),
  uses: z.array(use),
  /** The number of waiting posts that use it. */
  waiting: z.number().int(),
});
export type LicenceRow = z.output<typeof licenceRow>;

const input = z.object({
  /** A client; without one, the whole agency. */
  client_id: id.optional(),
});

/** The scope of the ledger. */
const shows = ['library', 'videos', 'designs', 'streams', 'schedules', 'posts', 'clients'] as const;

/** Every work in use, withdrawn ones first, then latest first; at most 5,000. */
export const fetchLicences = call('fetch-licences', {
  who: 'createContent',
  shows,
  input,
  data: z.object({ items: z.array(licenceRow), client: z.string().nullable() }),
});

/** The works as a CSV file. */
export const exportLicences = call('export-licences', {
  who: 'createContent',
  shows,
  input,
  data: z.object({ file_name: z.string(), csv: z.string() }),
});

/** The waiting posts that use a withdrawn work, next one first; at most 200. */
export const fetchWithdrawn = call('fetch-withdrawn', {
  who: 'createContent',
  shows,
  input: z.object({}),
  data: z.object({
    posts: z.array(
      z.object({
        id: z.string(),
        due: instant,
        client: z.string(),
        title: z.string(),
        stream: z.object({ id: z.string(), name: z.string() }),
        file: z.object({ id: z.string(), title: z.string() }),
        work: z.object({ title: z.string(), source: z.string(), withdrawn: instant }),
      }),
    ),
  }),
});

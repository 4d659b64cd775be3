/** Everything a person needs to post by hand. */
import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { call } from '../base/call.ts';
import { id } from '../base/fields.ts';

/**
 * A post as a person pastes it: `paste_title` goes into a field of its own ('' if there is none), `html` is the
 * formatted text (null if the network takes none), `link` the page to post on. `is_open` is false once somebody has
 * reported the outcome.
 */
export const fetchHandOver = call('fetch-hand-over', {
  who: 'schedule',
  shows: ['accounts', 'streams', 'posts'],
  input: z.object({ delivery_id: id }),
  data: z.object({
    title: z.string(),
    paste_title: z.string(),
    text: z.string(),
    html: z.string().nullable(),
    media: z.object({ url: z.string(), file_name: z.string(), kind: z.enum(['image', 'video']) }).nullable(),
    link: z.string(),
    network: z.enum(networkIds),
    username: z.string(),
    client: z.string(),
    is_open: z.boolean(),
  }),
});
export type HandOver = z.output<typeof fetchHandOver.data>;

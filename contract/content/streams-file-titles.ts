/** Titles that are names of files: they are shown in lists and not published. */
import { z } from 'zod';
import { call } from '../base/call.ts';
import { nothing } from '../base/fields.ts';

/**
 * How many waiting posts carry a file's name as a title that would be published; 0 after the question is answered:
 * "12 waiting posts carry a file name as title. Leave it out?"
 */
export const fetchFileTitles = call('fetch-file-titles', {
  who: 'manageStreams',
  shows: ['streams', 'posts'],
  input: nothing,
  data: z.object({ posts: z.number().int() }),
});

/**
 * Answers the question for the whole agency, once: 'leave-out' publishes those posts without the title, and asks for
 * approval again where a client approves; 'keep' leaves them as they are.
 */
export const settleFileTitles = call('settle-file-titles', {
  who: 'manageStreams',
  changes: ['agency', 'streams', 'posts', 'approvals'],
  input: z.object({ answer: z.enum(['leave-out', 'keep']) }),
  data: z.object({
    /** Posts without that title by now; those being sent keep it. */
    posts: z.number().int(),
    asked_again: z.number().int(),
  }),
});

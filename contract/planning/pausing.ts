import { z } from 'zod';
import { networkIds } from '#rules/eligibility.ts';
import { pauseScopes, resumeChoices } from '#rules/pausing.ts';
import { bulkOutcome, someIds } from '../base/bulk.ts';
import { call } from '../base/call.ts';
import { id, instant, nearInstant, noData, nothing } from '../base/fields.ts';

/** The target of a pause: everything of the agency, or the client, account or schedule with that `id`. */
const target = { scope: z.enum(pauseScopes), id: id.optional() };
const named = { error: 'Please say which one', path: ['id'] };
const isNamed = ({ scope, id }: { scope: (typeof pauseScopes)[number]; id?: string | undefined }): boolean =>
  (scope === 'everything') === (id === undefined);

/**
 * Stops publishing at once, also claimed deliveries that have not been sent yet. Pausing twice changes nothing. A
 * schedule that has ended is refused.
 */
export const pausePublishing = call('pause-publishing', {
  who: 'pause',
  changes: ['connect-links', 'schedules', 'posts', 'pauses', 'account-data', 'activity'],
  input: z.object(target).refine(isNamed, named),
  data: noData,
});

/**
 * Pauses several clients, each as `pause-publishing` does, or ends their pauses. Clients already in that state stay as
 * they are; a client with posts that fell due meanwhile stays paused until a person has decided about them.
 */
export const pauseClients = call('pause-clients', {
  who: 'pause',
  changes: ['connect-links', 'posts', 'pauses', 'account-data', 'activity'],
  input: z.object({ ids: someIds, paused: z.boolean() }),
  data: bulkOutcome,
});

/** Pauses several schedules or ends their pauses, as `pause-clients` does with clients. */
export const pauseSchedulers = call('pause-schedulers', {
  who: 'pause',
  changes: ['schedules', 'posts', 'approvals', 'pauses', 'activity'],
  input: z.object({ ids: someIds, paused: z.boolean() }),
  data: bulkOutcome,
});

/** One pause: since when, by whom ('' for somebody who has left), and how many posts have piled up under it. */
const pause = { paused_at: instant, paused_by: z.string(), piled_up: z.number().int() };

/** All pauses, latest first; `more` counts what the lists (200 each) leave out. */
export const fetchPauses = call('fetch-pauses', {
  who: 'pause',
  shows: ['person', 'posts', 'pauses'],
  input: nothing,
  data: z.object({
    /** `processing_stopped`: networks are not read either, and only the owner resumes ("Stop Processing My Data"). */
    everything: z.object({ ...pause, processing_stopped: z.boolean() }).nullable(),
    clients: z.array(z.object({ id: z.string(), name: z.string(), ...pause })),
    accounts: z.array(
      z.object({
        id: z.string(),
        client_id: z.string(),
        client: z.string(),
        type: z.enum(networkIds),
        username: z.string(),
        ...pause,
      }),
    ),
    /** By the titles of their streams. */
    schedules: z.array(
      z.object({ id: z.string(), client_id: z.string(), client: z.string(), title: z.string(), ...pause }),
    ),
    /** Posts that wait for any pause to end. */
    piled_up: z.number().int(),
    more: z.number().int(),
  }),
});
export type Pauses = z.output<typeof fetchPauses.data>;

/**
 * Posts of one account in a preview: their number, the oldest one's time, and when they would go out one after the
 * other.
 */
const accountPile = z.object({
  id: z.string(),
  type: z.enum(networkIds),
  username: z.string(),
  total: z.number().int(),
  /** False if its posts wait until it is reconnected, regardless of the choice. */
  connected: z.boolean(),
  oldest_at: instant,
  first_at: instant,
  last_at: instant,
});

/** A preview of resuming. `at` and `fingerprint` are sent back with the confirmation, which does exactly this. */
export const previewResume = call('preview-resume', {
  who: 'pause',
  shows: ['posts', 'pauses'],
  input: z.object(target).refine(isNamed, named),
  data: z.object({
    at: instant,
    fingerprint: z.string(),
    /** Null if it is no longer paused, so that there is nothing to resume. */
    paused_at: instant.nullable(),
    /** Posts that came due under the pause. */
    total: z.number().int(),
    /** Due posts that stay held because of another pause. */
    staying: z.number().int(),
    /** Due posts that stay held because their client has not approved them. */
    unapproved: z.number().int(),
    /** The choice to offer first. */
    usual: z.enum(resumeChoices),
    clients: z.array(
      z.object({ id: z.string(), name: z.string(), total: z.number().int(), accounts: z.array(accountPile) }),
    ),
    /**
     * The first 200, oldest first: when each was due, would be sent, or would be moved to (null if its schedule was
     * deleted).
     */
    posts: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        client: z.string(),
        type: z.enum(networkIds),
        username: z.string(),
        timezone: z.string(),
        due_at: instant,
        send_at: instant,
        move_to: instant.nullable(),
      }),
    ),
  }),
});
export type ResumePreview = z.output<typeof previewResume.data>;

/**
 * Ends a pause and handles the piled-up posts as the preview showed; refused with "look again" if they have changed
 * since.
 */
export const resumePublishing = call('resume-publishing', {
  who: 'pause',
  changes: ['schedules', 'posts', 'approvals', 'pauses', 'account-data', 'activity'],
  input: z
    .object({ ...target, at: nearInstant, fingerprint: z.string().max(100), choice: z.enum(resumeChoices) })
    .refine(isNamed, named),
  data: noData,
});

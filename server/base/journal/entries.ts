/** The lines of the journal. They hold ids and times, never content. */

import { z } from 'zod';

const id = z.string().regex(/^\d+$/);
const at = z.iso.datetime().transform((text) => new Date(text));

const attemptLine = z.discriminatedUnion('kind', [
  /** Written before the one irreversible request of an attempt; `at` is the attempt's `fenced_at`. */
  z.object({
    kind: z.literal('attempt'),
    at,
    agency: id,
    account: id,
    delivery: id,
    marker: z.string(),
    attempt: id,
  }),
  /** What came of an attempt. `fencedAt` names it, with the delivery. */
  z.object({
    kind: z.literal('outcome'),
    at,
    delivery: id,
    fencedAt: at,
    outcome: z.string(),
    postId: z.string().nullable(),
  }),
  /** The journal could not be written until now: attempts up to this one may be missing. */
  z.object({ kind: z.literal('gap'), at, attempt: id }),
]);
const changeLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('agency-deleted'), at, agency: id }),
  z.object({ kind: z.literal('account-deleted'), at, agency: id, account: id }),
  z.object({ kind: z.literal('schedule-made'), at, agency: id, schedule: id }),
  z.object({ kind: z.literal('tokens-replaced'), at, agency: id, account: id }),
]);

/** A line about an attempt to post. */
export type AttemptEntry = z.output<typeof attemptLine>;
/** A line about a change that a restore must repeat, list or take into account. */
export type ChangeEntry = z.output<typeof changeLine>;

/** How many days segments are kept: attempts for daily and weekly backups, changes for monthly ones. */
export const keepDays = { attempts: 35, changes: 400 } as const;
/** A kind of segments. */
export type JournalKind = keyof typeof keepDays;

/** The attempts in a segment. */
export const attemptsIn = (text: string): AttemptEntry[] => linesOf(text, attemptLine);
/** The changes in a segment. */
export const changesIn = (text: string): ChangeEntry[] => linesOf(text, changeLine);

/**
 * A line that a crash has torn is left out: its request was not sent. So is one of a later version, which will compare
 * it.
 */
function linesOf<Entry>(text: string, line: z.ZodType<Entry>): Entry[] {
  return text.split('\n').flatMap((each) => {
    const parsed = line.safeParse(jsonOf(each));
    return parsed.success ? [parsed.data] : [];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // torn, or empty
  }
}

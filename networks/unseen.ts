import type { Outcome } from './network.ts';

/** How long a post that a network has accepted may be missing from its answers before it counts as deleted. */
const unseenMs = 600_000;
const checkAgainSeconds = 60;

/**
 * The outcome of a check that does not find an accepted post. Networks show some uploads minutes late, so the ticket
 * keeps since when it has been missing, and only then it counts as `deleted`.
 */
export function unseen(ticket: Readonly<Record<string, string>>, deleted: string, now = new Date()): Outcome {
  const { missingSince = now.toISOString() } = ticket;
  return now.getTime() - Date.parse(missingSince) < unseenMs
    ? { kind: 'processing', ticket: { ...ticket, missingSince }, checkAfterSeconds: checkAgainSeconds }
    : { kind: 'rejected', message: deleted };
}

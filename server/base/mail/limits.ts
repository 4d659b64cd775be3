/** Limits of mails to one address, so that nobody can flood a mailbox through the product. */
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { countTries, returnTry, secondsToWait, type Limit } from '../limits/index.ts';

/**
 * Mails that an agency sends to an address of its choice: links to set a password, connect links. Counted per agency;
 * otherwise the answer would reveal that another agency writes to the same address.
 */
export const invitationLimits: readonly Limit[] = [
  { name: 'invite-hour', most: 5, seconds: 3600 },
  { name: 'invite-day', most: 10, seconds: 86_400 },
];

/** All mails to an address, whatever their cause. Mails beyond the limit are not lost: they wait in the queue. */
export const addressLimits: readonly Limit[] = [
  { name: 'mail-hour', most: 60, seconds: 3600 },
  { name: 'mail-day', most: 300, seconds: 86_400 },
];

/**
 * Counts a mail that an agency is about to send to an address, in the same transaction as the action. Throws a
 * UserError 429 if the limit is reached.
 */
export const countInvitation = (
  tx: Tx,
  { agencyId, email, now }: { agencyId: string; email: string; now: Date },
): Promise<void> =>
  countTries(
    { transaction: (work) => work(tx), now },
    invitationLimits.map((limit) => [limit, `${agencyId} ${email.toLowerCase()}`]),
    messages.mailTooMany,
  );

/**
 * Counts a mail to an address and returns 0; at the limit, does not count it and returns the seconds until it may be
 * sent.
 */
export async function countMail(tx: Tx, { to, now }: { to: string; now: Date }): Promise<number> {
  const counted: Limit[] = [];
  for (const limit of addressLimits) {
    const seconds = await secondsToWait(tx, limit, { who: to.toLowerCase(), now });
    if (seconds > 0) {
      for (const before of counted) await returnTry(tx, before, { who: to.toLowerCase() });
      return seconds;
    }
    counted.push(limit);
  }
  return 0;
}

/** Uncounts a mail that was not sent. */
export async function uncountMail(tx: Tx, to: string): Promise<void> {
  for (const limit of addressLimits) await returnTry(tx, limit, { who: to.toLowerCase() });
}

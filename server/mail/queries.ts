import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { enqueueJob, jobs } from '../app/jobs.ts';
import { brandOf } from '../brand/index.ts';
import {
  writeEmailChangedMail,
  writeEmailNoticeMail,
  writePasswordChangedMail,
  writePasswordSetMail,
} from './account-mails.ts';
import { writeFactorOffMail, writeFactorOnMail, writeFactorResetMail, writeRecoveryCodeMail } from './factor-mails.ts';

/** A mail that is written already; `agencyId` where the transaction sees more than the one it is about. */
type WrittenMail = { to: string; subject: string; text: string; html?: string; agencyId?: string; replyTo?: string };

/**
 * Sends a mail once the transaction has committed. Not for mails with a secret in them: those are written when they
 * are sent. Whose it is stands with it, so that nothing of a deleted agency stays in the queue.
 */
export async function enqueueMail(
  tx: Tx,
  { to, subject, text, html = '', agencyId, replyTo = '' }: WrittenMail,
): Promise<void> {
  const {
    rows: [seen],
  } = await sql<{ id: string | null }>`select visible_agency()::text as id`.execute(tx);
  await enqueueJob(tx, jobs.sendMail, {
    letter: 'written',
    agencyId: agencyId ?? seen?.id ?? '',
    to,
    subject,
    text,
    html,
    replyTo,
  });
}

/** Mails a person where to sign in and a link to set a password, once the transaction has committed. */
export const credentialsMail = (tx: Tx, user: { id: string; agencyId: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, { letter: 'credentials', agencyId: user.agencyId, userId: user.id });

/** Tells a client just added that its address opens another account already, if it does; nothing goes out otherwise. */
export const addedMail = (tx: Tx, user: { id: string; agencyId: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, { letter: 'added', agencyId: user.agencyId, userId: user.id });

/** Mails a person a link to choose another password, once the transaction has committed. */
export const resetMail = (tx: Tx, user: { id: string; agencyId: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, { letter: 'reset-password', agencyId: user.agencyId, userId: user.id });

/** Mails a link to the address a person wants to have from now on, once the transaction has committed. */
export const changeEmailMail = (tx: Tx, user: { id: string; agencyId: string; newEmail: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, {
    letter: 'change-email',
    agencyId: user.agencyId,
    userId: user.id,
    newEmail: user.newEmail,
  });

/** Tells a person, at the address they have, that somebody wants another one for their account. */
export const emailChangeNotice = async (tx: Tx, person: { name: string; email: string }): Promise<void> =>
  enqueueMail(tx, { to: person.email, ...writeEmailNoticeMail({ ...person, brand: (await brandOf(tx)).name }) });

/** Tells a person, at the address they had, that another one holds now. */
export const emailChangedMail = async (
  tx: Tx,
  person: { name: string; email: string; agencyId: string },
): Promise<void> =>
  enqueueMail(tx, {
    to: person.email,
    agencyId: person.agencyId,
    ...writeEmailChangedMail({ ...person, brand: (await brandOf(tx, person.agencyId)).name }),
  });

/** Tells a person that their password has been changed. */
export const passwordChangedMail = async (tx: Tx, person: { name: string; email: string }): Promise<void> =>
  enqueueMail(tx, { to: person.email, ...writePasswordChangedMail({ ...person, brand: (await brandOf(tx)).name }) });

/** Tells a client that its agency has set another password for it. */
export const passwordSetMail = async (tx: Tx, client: { name: string; email: string; agency: string }): Promise<void> =>
  enqueueMail(tx, { to: client.email, ...writePasswordSetMail({ ...client, brand: (await brandOf(tx)).name }) });

/** Tells a person that their second factor is on, is off, or that the operator has taken it away. */
export const factorMail = async (
  tx: Tx,
  person: { name: string; email: string },
  what: 'on' | 'off' | 'reset',
): Promise<void> => {
  const mailOf = { on: writeFactorOnMail, off: writeFactorOffMail, reset: writeFactorResetMail }[what];
  return enqueueMail(tx, { to: person.email, ...mailOf({ ...person, brand: (await brandOf(tx)).name }) });
};

/** Tells a person that one of their recovery codes was used, and how many are left. */
export const recoveryCodeMail = async (tx: Tx, person: { name: string; email: string; left: number }): Promise<void> =>
  enqueueMail(tx, { to: person.email, ...writeRecoveryCodeMail({ ...person, brand: (await brandOf(tx)).name }) });

/** Mails a connect link to its client, once the transaction has committed. */
export const connectLinkMail = (tx: Tx, link: { agencyId: string; linkId: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, { letter: 'connect-link', ...link });

/** Mails the owner that an account needs reconnecting, if it still does in half a minute; never twice at a time. */
export const reconnectMail = (tx: Tx, account: { accountId: string; agencyId: string; now: Date }): Promise<void> =>
  enqueueJob(
    tx,
    jobs.sendMail,
    { letter: 'reconnect', agencyId: account.agencyId, accountId: account.accountId },
    {
      startAfter: new Date(account.now.getTime() + 30_000),
      singletonKey: `reconnect-${account.accountId}`,
    },
  );

/** Whom to tell that an account needs reconnecting, and of what; undefined where it does not. */
export const findLostAccount = (tx: Tx, key: { agencyId: string; accountId: string }) =>
  tx
    .selectFrom('social_accounts as a')
    .innerJoin('users as holder', 'holder.id', 'a.user_id')
    .innerJoin('users as owner', (join) =>
      join
        .onRef('owner.agency_id', '=', 'a.agency_id')
        .on('owner.role', '=', 'owner')
        .on('owner.deleted_at', 'is', null),
    )
    .select([
      'a.network',
      'a.username',
      'holder.id as holder_id',
      'holder.role as holder_role',
      'owner.name',
      'owner.email',
    ])
    .where('a.agency_id', '=', key.agencyId)
    .where('a.id', '=', key.accountId)
    .where('a.status', '=', 'needs-reconnecting')
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();

import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { enqueueJob, jobs } from '../jobs.ts';
import { brandOf } from '../brand/index.ts';
import {
  writeEmailChangedMail,
  writeEmailNoticeMail,
  writePasswordChangedMail,
  writePasswordSetMail,
} from './account-mails.ts';
import { writeFactorOffMail, writeFactorOnMail, writeFactorResetMail, writeRecoveryCodeMail } from './factor-mails.ts';

/** A written mail; `agencyId` is needed if the transaction sees more than its agency. */
type WrittenMail = { to: string; subject: string; text: string; html?: string; agencyId?: string; replyTo?: string };

/**
 * Sends a mail once the transaction has committed. Not for mails with secrets, which are written when they are sent.
 * The agency is stored with the mail, so that the queue keeps nothing of a deleted agency.
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

/** Informs a new client if its address already belongs to another account; otherwise sends nothing. */
export const addedMail = (tx: Tx, user: { id: string; agencyId: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, { letter: 'added', agencyId: user.agencyId, userId: user.id });

/** Mails a person a link to choose another password, once the transaction has committed. */
export const resetMail = (tx: Tx, user: { id: string; agencyId: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, { letter: 'reset-password', agencyId: user.agencyId, userId: user.id });

/** Mails a link to the person's new address, once the transaction has committed. */
export const changeEmailMail = (tx: Tx, user: { id: string; agencyId: string; newEmail: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, {
    letter: 'change-email',
    agencyId: user.agencyId,
    userId: user.id,
    newEmail: user.newEmail,
  });

/** Informs a person, at their current address, that a change to another one was requested. */
export const emailChangeNotice = async (tx: Tx, person: { name: string; email: string }): Promise<void> =>
  enqueueMail(tx, { to: person.email, ...writeEmailNoticeMail({ ...person, brand: (await brandOf(tx)).name }) });

/** Informs a person, at their previous address, that their email was changed. */
export const emailChangedMail = async (
  tx: Tx,
  person: { name: string; email: string; agencyId: string },
): Promise<void> =>
  enqueueMail(tx, {
    to: person.email,
    agencyId: person.agencyId,
    ...writeEmailChangedMail({ ...person, brand: (await brandOf(tx, person.agencyId)).name }),
  });

/** Informs a person that their password was changed. */
export const passwordChangedMail = async (tx: Tx, person: { name: string; email: string }): Promise<void> =>
  enqueueMail(tx, { to: person.email, ...writePasswordChangedMail({ ...person, brand: (await brandOf(tx)).name }) });

/** Informs a client that its agency has set another password for it. */
export const passwordSetMail = async (tx: Tx, client: { name: string; email: string; agency: string }): Promise<void> =>
  enqueueMail(tx, { to: client.email, ...writePasswordSetMail({ ...client, brand: (await brandOf(tx)).name }) });

/** Informs a person that their second factor was turned on or off, or removed by the operator. */
export const factorMail = async (
  tx: Tx,
  person: { name: string; email: string },
  what: 'on' | 'off' | 'reset',
): Promise<void> => {
  const mailOf = { on: writeFactorOnMail, off: writeFactorOffMail, reset: writeFactorResetMail }[what];
  return enqueueMail(tx, { to: person.email, ...mailOf({ ...person, brand: (await brandOf(tx)).name }) });
};

/** Informs a person that one of their recovery codes was used, and how many are left. */
export const recoveryCodeMail = async (tx: Tx, person: { name: string; email: string; left: number }): Promise<void> =>
  enqueueMail(tx, { to: person.email, ...writeRecoveryCodeMail({ ...person, brand: (await brandOf(tx)).name }) });

/** Mails a connect link to its client, once the transaction has committed. */
export const connectLinkMail = (tx: Tx, link: { agencyId: string; linkId: string }): Promise<void> =>
  enqueueJob(tx, jobs.sendMail, { letter: 'connect-link', ...link });

/**
 * Mails the owner that an account needs reconnecting, if it still does in half a minute; never twice for the same time.
 */
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

/** The recipient and content of the mail that an account needs reconnecting; undefined if it no longer does. */
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

import type { Tx } from '#db/database.ts';
import { enqueueJob } from '../jobs.ts';

/** Sends a mail once the transaction has committed. Not for letters with a secret in them: those are written when they are sent. */
export const enqueueMail = (tx: Tx, { to, subject, text, html = '' }: { to: string; subject: string; text: string; html?: string }): Promise<void> =>
  enqueueJob(tx, 'send-mail', { letter: 'written', to, subject, text, html });

/** Mails a person where to sign in and a link to set a password, once the transaction has committed. */
export const credentialsMail = (tx: Tx, user: { id: string; agencyId: string }): Promise<void> =>
  enqueueJob(tx, 'send-mail', { letter: 'credentials', agencyId: user.agencyId, userId: user.id });

/** Mails a person a link to choose another password, once the transaction has committed. */
export const resetMail = (tx: Tx, user: { id: string; agencyId: string }): Promise<void> =>
  enqueueJob(tx, 'send-mail', { letter: 'reset-password', agencyId: user.agencyId, userId: user.id });

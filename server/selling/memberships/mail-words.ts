/**
 * The words of mails to buyers of a membership, under the brand of its seller, and to sellers about their Stripe
 * account.
 */
import { composeMail, type MailContent } from '../../base/mail/index.ts';

type About = { name: string; link: string; brand: string };

/** A payment has failed; everything continues until `until` ('8 June 2026'). */
export const writePaymentFailedMail = ({ name, link, brand, until }: About & { until: string }): MailContent =>
  composeMail(
    `Your payment for ${brand} did not go through`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `the last payment for your ${brand} membership was refused. Everything keeps working until ${until}; ` +
          'after that nothing is published until it is paid. Nothing is deleted.',
      },
      { link, label: 'Pay now' },
    ],
    brand,
  );

/** The bank requires the buyer to confirm a payment. */
export const writeConfirmPaymentMail = ({ name, link, brand }: About): MailContent =>
  composeMail(
    `Please confirm your payment for ${brand}`,
    [
      { line: `Hello ${name},` },
      { line: `your bank asks you to confirm the payment for your ${brand} membership.` },
      { link, label: 'Confirm the payment' },
    ],
    brand,
  );

/** The agency is suspended: nothing is published from now on. */
export const writeSuspendedMail = ({ name, link, brand }: About): MailContent =>
  composeMail(
    `Your ${brand} account is suspended`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `your ${brand} membership is no longer paid for, so your posts are not published. Your content, ` +
          'accounts and schedules are kept, and publishing resumes once it is paid.',
      },
      { link, label: 'See what is open' },
    ],
    brand,
  );

/** The agency is active again. */
export const writeResumedMail = ({ name, link, brand }: About): MailContent =>
  composeMail(
    `Your ${brand} account is active again`,
    [
      { line: `Hello ${name},` },
      {
        line:
          'thank you, your membership is paid for. Posts that fell due meanwhile go out now; posts more than a day ' +
          'late are marked as missed, and you decide about them.',
      },
      { link, label: 'Open your dashboard' },
    ],
    brand,
  );

/** The seller was deleted, and so was the membership. */
export const writeSellerGoneMail = ({ name, brand }: Omit<About, 'link'>): MailContent =>
  composeMail(
    `Your ${brand} membership has ended`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `${brand} has closed its account with us. Your subscription is cancelled, nothing more is charged, and ` +
          'nothing of yours is published any more. You can still sign in and download your data.',
      },
    ],
    brand,
  );

/** The seller's key lacks a permission. */
export const writeStripeTroubleMail = ({ name, link, brand, words }: About & { words: string }): MailContent =>
  composeMail(
    'Your Stripe account needs attention',
    [
      { line: `Hello ${name},` },
      { line: `we checked the Stripe account through which your memberships are paid. ${words}` },
      { line: 'Until that is right, buyers may not be able to buy or to manage their subscription.' },
      { link, label: 'Open Payment Integration' },
    ],
    brand,
  );

/** Mails about a person's log-in: a changed email, a changed password. */
import { composeMail, type MailContent } from './mails.ts';

type Person = { name: string; brand: string };

/** To the new address: a link that makes it the person's email. It works once and for 24 hours. */
export const writeConfirmEmailMail = ({ name, link, brand }: Person & { link: string }): MailContent =>
  composeMail(
    `Confirm your email for ${brand}`,
    [
      { line: `Hello ${name},` },
      { line: `open this link to make this address the email of your ${brand} account.` },
      { link, label: 'Confirm this address' },
      { line: 'The link works once and for 24 hours. If you did not ask for this, you can ignore this mail.' },
    ],
    brand,
  );

/** To an address that already has an account: explains why there is no link. */
export const writeEmailTakenMail = ({ signInUrl, brand }: { signInUrl: string; brand: string }): MailContent =>
  composeMail(
    `You already have an account at ${brand}`,
    [
      { line: 'Hello,' },
      {
        line:
          `somebody wanted to use this address for another ${brand} account. It already belongs to one, so ` +
          'nothing has changed.',
      },
      { link: signInUrl, label: 'Sign in' },
      { line: 'If it was not you, you can ignore this mail.' },
    ],
    brand,
  );

/** To a person's current address, when they asked for a change to another one. */
export const writeEmailNoticeMail = ({ name, brand }: Person): MailContent =>
  composeMail(
    `Somebody wants to change your ${brand} email`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `somebody, hopefully you, asked to sign in to your ${brand} account with another email. This address ` +
          'stays valid until somebody opens the link that we sent to the other one.',
      },
      {
        line:
          'If it was not you, change your password on My Account now: the link no longer works after that, and ' +
          'everybody else is signed out.',
      },
    ],
    brand,
  );

/** To a person's previous address, after a change. */
export const writeEmailChangedMail = ({ name, brand }: Person): MailContent =>
  composeMail(
    `Your ${brand} email has been changed`,
    [
      { line: `Hello ${name},` },
      { line: `the email of your ${brand} account has been changed. You can no longer sign in with this address.` },
      { line: 'If it was not you, please tell the operator of this installation at once.' },
    ],
    brand,
  );

/** Informs a person that the password was changed. */
export const writePasswordChangedMail = ({ name, brand }: Person): MailContent =>
  composeMail(
    `Your ${brand} password has been changed`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `the password of your ${brand} account has just been changed, and you have been signed out ` +
          'everywhere else.',
      },
      { line: 'If it was not you, use "Forgot your account details?" on the sign-in page at once.' },
    ],
    brand,
  );

/**
 * Informs a client that its agency has set another password, and that anyone who knows it can sign in as the client.
 */
export const writePasswordSetMail = ({ name, agency, brand }: Person & { agency: string }): MailContent =>
  composeMail(
    `${agency} has set your ${brand} password`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `${agency} has just set another password for your ${brand} account, and you have been signed out ` +
          'everywhere.',
      },
      {
        line:
          'Anyone who knows that password can sign in as you and approve posts in your name. To set one that ' +
          'only you know, use "Forgot your account details?" on the sign-in page.',
      },
      { line: `If you did not expect this, please ask ${agency}.` },
    ],
    brand,
  );

/** To a client whose address already belongs to another account: it was added, but cannot log in with this address. */
export const writeAddedElsewhereMail = ({
  name,
  agency,
  signInUrl,
  brand,
}: Person & { agency: string; signInUrl: string }): MailContent =>
  composeMail(
    `${agency} has added you as a client`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `${agency} has added you as a client at ${brand} with this address. The address already belongs ` +
          `to another ${brand} account and signs in to that one only. That account has not changed, and ${agency} ` +
          'does not know about it.',
      },
      { line: `To sign in as a client of ${agency} as well, please give ${agency} another email address.` },
      { link: signInUrl, label: 'Sign in to your existing account' },
      { line: `If you do not know ${agency}, you can ignore this mail.` },
    ],
    brand,
  );

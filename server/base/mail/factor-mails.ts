/** Mails about changes to the second factor, so that a person notices if somebody else made them. */
import { composeMail, type MailContent } from './mails.ts';

type Person = { name: string; brand: string };

/** Informs a person that logging in now needs a code. */
export const writeFactorOnMail = ({ name, brand }: Person): MailContent =>
  composeMail(
    `Two-step log-in is on for ${brand}`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `from now on, you need your password and a code from your app to sign in to your ${brand} account. You ` +
          'have been signed out everywhere else.',
      },
      { line: 'Keep your recovery codes in a safe place: each one replaces a code from the app once.' },
      { line: 'If it was not you, please tell the operator of this installation at once.' },
    ],
    brand,
  );

/** Informs a person that the password alone is enough again. */
export const writeFactorOffMail = ({ name, brand }: Person): MailContent =>
  composeMail(
    `Two-step log-in is off for ${brand}`,
    [
      { line: `Hello ${name},` },
      {
        line: `two-step log-in has just been turned off for your ${brand} account: your password is enough to sign in.`,
      },
      { line: 'If it was not you, change your password at once and turn two-step log-in on again.' },
    ],
    brand,
  );

/** Informs a person that the operator has removed the second factor at their request. */
export const writeFactorResetMail = ({ name, brand }: Person): MailContent =>
  composeMail(
    `Two-step log-in was reset for ${brand}`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `the operator has turned off two-step log-in for your ${brand} account, so that you can sign in with ` +
          'your password alone, and has signed you out everywhere.',
      },
      { line: 'Please turn it on again after signing in. If you did not ask for this, tell the operator at once.' },
    ],
    brand,
  );

/** Informs a person that a recovery code was used instead of the app. */
export const writeRecoveryCodeMail = ({ name, left, brand }: Person & { left: number }): MailContent =>
  composeMail(
    `A recovery code was used for ${brand}`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `one of the recovery codes of your ${brand} account has just been used instead of your app. ` +
          `${leftInWords(left)}`,
      },
      { line: 'If it was not you, change your password at once and make new recovery codes.' },
    ],
    brand,
  );

const leftInWords = (left: number): string =>
  left === 0 ? 'It was the last one: please make new ones.' : `${left} ${left === 1 ? 'is' : 'are'} left.`;

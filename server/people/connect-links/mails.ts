/** Mails to clients about connecting their accounts. */
import { composeMail, type MailContent } from '../../base/mail/index.ts';

/**
 * Sends a client the link for connecting its accounts. `maker` is the person of the agency who created it, null if that
 * person has left.
 */
export const writeConnectLinkMail = ({
  agency,
  client,
  maker,
  days,
  link,
}: {
  agency: string;
  client: string;
  maker: string | null;
  days: number;
  link: string;
}): MailContent =>
  composeMail(
    `${agency} asks you to connect your accounts`,
    [
      { line: `Hello ${client},` },
      {
        line:
          `${maker === null ? agency : `${maker} of ${agency}`} asks you to connect the social accounts that ` +
          `${agency} will publish to. It takes a few minutes, and you don't need an account here.`,
      },
      { link, label: 'Connect your accounts' },
      {
        line:
          'You give permission at each network, or with a key that you create there for this purpose. Either way ' +
          `${agency} never sees your passwords. The link works for ${days === 1 ? 'one day' : `${days} days`}. It is ` +
          'meant only for you: anyone who has it can connect accounts for you.',
      },
      { line: `If you do not know ${agency}, you can ignore this mail.` },
    ],
    agency,
  );

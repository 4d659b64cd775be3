/** Letters to clients about connecting their accounts. */
import { letter, type Letter } from './letters.ts';

/**
 * The link by which a client connects its accounts, from its agency. `maker` is who made it, null where they are gone.
 */
export const connectLinkLetter = ({
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
}): Letter =>
  letter(
    `${agency} asks you to connect your accounts`,
    [
      { line: `Hello ${client},` },
      {
        line:
          `${maker === null ? agency : `${maker} of ${agency}`} asks you to connect the social accounts that ` +
          `${agency} is to publish to. It takes a few minutes, and you don't need an account here.`,
      },
      { link, label: 'Connect your accounts' },
      {
        line:
          'You allow it at each network itself, or with a key that you make there for this purpose. Either way ' +
          `${agency} never sees your passwords. The link works for ${days === 1 ? 'one day' : `${days} days`}. It is ` +
          'meant for you alone: anyone who has it can connect accounts for you.',
      },
      { line: `If you do not know ${agency}, there is nothing to do.` },
    ],
    agency,
  );

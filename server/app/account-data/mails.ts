/** The mails about all data of an agency: the download is ready; everything is deleted. */
import { composeMail, type MailContent } from '../../base/mail/index.ts';

const day = (at: Date): string => at.toISOString().slice(0, 10);
const megabytes = (bytes: number): string =>
  bytes < 1e6 ? 'less than 1 MB' : bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/**
 * Informs the owner that the download is ready. It links to the page, which requires signing in, and not to the file.
 */
export const writeExportReadyMail = ({
  name,
  sizeBytes,
  expiresAt,
  link,
  brand,
}: {
  name: string;
  sizeBytes: number;
  expiresAt: Date;
  link: string;
  brand: string;
}): MailContent =>
  composeMail(
    `Your data from ${brand} is ready`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `everything we keep for your agency is put together in one file (${megabytes(sizeBytes)}). It can be ` +
          `downloaded until ${day(expiresAt)}, then it is deleted here.`,
      },
      { link, label: 'Go to the download' },
      { line: 'If you did not ask for this, change your password on My Account: somebody else is signed in as you.' },
    ],
    brand,
  );

/**
 * The owner's final mail: everything is deleted. `unrevoked` are the accounts whose access the owner must revoke at
 * their networks.
 */
export const writeDeletedMail = ({
  name,
  unrevoked,
  brand,
}: {
  name: string;
  unrevoked: readonly string[];
  brand: string;
}): MailContent =>
  composeMail(
    `Your data at ${brand} has been deleted`,
    [
      { line: `Hello ${name},` },
      {
        line:
          'everything of your agency has been deleted, as you requested: clients, accounts, content, schedules, ' +
          'posts on record, files, and everybody’s access. Posts that are out stay where they were published.',
      },
      ...(unrevoked.length === 0
        ? []
        : [
            {
              line:
                'We could not revoke our access to these accounts. Our keys to them are deleted; please also ' +
                `remove us in their settings:\n${unrevoked.map((account) => `- ${account}`).join('\n')}`,
            },
          ]),
      {
        line:
          'Copies in the operator’s backups disappear when those backups are replaced. This is the last mail you ' +
          'get from us.',
      },
    ],
    brand,
  );

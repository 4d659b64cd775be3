/** Mails to owners about the licences of what they use. */
import { composeMail, type MailContent } from './mails.ts';

/** Posts wait with a work that its source does not offer any more. */
export const writeWithdrawnMail = ({
  name,
  work,
  source,
  posts,
  link,
  brand,
}: {
  name: string;
  work: string;
  source: string;
  posts: number;
  link: string;
  brand: string;
}): MailContent =>
  composeMail(
    posts === 1 ? 'A waiting post uses a work that was withdrawn' : 'Waiting posts use a work that was withdrawn',
    [
      { line: `Hello ${name},` },
      {
        line:
          `${source} does not offer “${work}” any more. ${posts === 1 ? 'One post waits' : `${posts} posts wait`} ` +
          'with it. Nothing is stopped: please look whether your licence still holds, or replace the work.',
      },
      { link, label: 'See the posts' },
    ],
    brand,
  );

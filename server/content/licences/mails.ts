/** Mails to owners about the licences of works they use. */
import { composeMail, type MailContent } from '../../base/mail/index.ts';

/** Informs an owner that waiting posts use a work that its source no longer offers. */
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
          `${source} no longer offers “${work}”. ` +
          `${posts === 1 ? 'One waiting post uses it' : `${posts} waiting posts use it`}. ` +
          'No post is stopped: please check whether your licence is still valid, or replace the work.',
      },
      { link, label: 'See the posts' },
    ],
    brand,
  );

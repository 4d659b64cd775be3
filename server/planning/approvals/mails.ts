import { composeMail, type MailContent } from '../../base/mail/index.ts';

/** A post in a mail: `at` is its local time with the zone. */
export type PostInMail = { title: string; at: string };

const listed = 20;
const lines = (posts: readonly string[]): string =>
  [
    ...posts.slice(0, listed).map((post) => `- ${post}`),
    ...(posts.length > listed ? [`… and ${posts.length - listed} more`] : []),
  ].join('\n');

const counted = (count: number): string => (count === 1 ? 'A post waits' : `${count} posts wait`);

/**
 * Asks a client to look at posts that wait for its approval. `isReminder`: no post is new, but the time of some comes
 * near.
 */
export const writeApprovalMail = ({
  name,
  agency,
  posts,
  isReminder,
  link,
  brand,
}: {
  name: string;
  agency: string;
  posts: readonly PostInMail[];
  isReminder: boolean;
  link: string;
  brand: string;
}): MailContent =>
  composeMail(
    `${isReminder ? 'Reminder: ' : ''}${counted(posts.length)} for your approval`,
    [
      { line: `Hello ${name},` },
      {
        line:
          `${agency} has planned ${posts.length === 1 ? 'a post' : `${posts.length} posts`} for you. Nothing is ` +
          'published before you approve it.',
      },
      { line: lines(posts.map(({ title, at }) => `${at}: ${title}`)) },
      { link, label: posts.length === 1 ? 'Look at the post' : 'Look at the posts' },
      {
        line:
          'There you can also send a post back with a comment. A post that is not approved by its time is ' +
          'held, and is published once you approve it.',
      },
    ],
    brand,
  );

type Commented = PostInMail & { client: string; comment: string };
const withComment = ({ client, title, at, comment }: Commented): string => `${client}, ${at}: ${title}\n  “${comment}”`;

/** Informs a person of the agency about posts that clients sent back, did not approve in time, or commented on. */
export const writeHeldMail = ({
  name,
  sentBack,
  held,
  comments,
  link,
  brand,
}: {
  name: string;
  sentBack: readonly Commented[];
  held: readonly (PostInMail & { client: string })[];
  comments: readonly Commented[];
  link: string;
  brand: string;
}): MailContent =>
  composeMail(
    subjectOf({ sentBack: sentBack.length, held: held.length, comments: comments.length }),
    [
      { line: `Hello ${name},` },
      ...(sentBack.length === 0
        ? []
        : [{ line: 'sent back by the client:' }, { line: lines(sentBack.map(withComment)) }]),
      ...(held.length === 0
        ? []
        : [
            { line: 'held, because the client has not approved it in time:' },
            { line: lines(held.map(({ client, title, at }) => `${client}, ${at}: ${title}`)) },
          ]),
      ...(sentBack.length + held.length === 0
        ? []
        : [
            {
              line:
                'It is not published before it is approved. Once approved, it is published as scheduled or, if that ' +
                'time has passed, at the next free time of its schedule.',
            },
          ]),
      ...(comments.length === 0
        ? []
        : [{ line: 'comments of the client without a decision:' }, { line: lines(comments.map(withComment)) }]),
      { link, label: sentBack.length + held.length === 0 ? 'Read and answer' : 'Go to the dashboard' },
    ],
    brand,
  );

function subjectOf({ sentBack, held, comments }: { sentBack: number; held: number; comments: number }): string {
  const some = (count: number, word: string): string => `${count} ${count === 1 ? word : `${word}s`}`;
  if (sentBack + held === 0) return `${some(comments, 'comment')} by your client`;
  const back =
    held === 0
      ? `${some(sentBack, 'post')} sent back by your client`
      : `${some(sentBack, 'post')} sent back, ${held} held: not approved in time`;
  const posts = sentBack === 0 ? `${some(held, 'post')} held: not approved in time` : back;
  return comments === 0 ? posts : `${posts}, ${some(comments, 'comment')}`;
}

import { defaultBrand } from '../brand.ts';
import { letter, type Letter } from './letters.ts';

/** A post in a letter: `at` is its local time with the zone. */
export type PostInLetter = { title: string; at: string };

const listed = 20;
const lines = (posts: readonly string[]): string =>
  [...posts.slice(0, listed).map((post) => `- ${post}`), ...(posts.length > listed ? [`… and ${posts.length - listed} more`] : [])].join('\n');

const counted = (count: number): string => (count === 1 ? 'A post waits' : `${count} posts wait`);

/** Asks a client to look at what waits for its approval; `isReminder`: the time of some of it comes near, and nothing of it is new. */
export const approvalLetter = (
  { name, agency, posts, isReminder, link, brand = defaultBrand }: {
    name: string; agency: string; posts: readonly PostInLetter[]; isReminder: boolean; link: string; brand?: string;
  },
): Letter =>
  letter(`${isReminder ? 'Reminder: ' : ''}${counted(posts.length)} for your approval`, [
    { line: `Hello ${name},` },
    { line: `${agency} has planned ${posts.length === 1 ? 'a post' : `${posts.length} posts`} for you. Nothing of it is published before you say yes.` },
    { line: lines(posts.map(({ title, at }) => `${at}: ${title}`)) },
    { link, label: posts.length === 1 ? 'Look at the post' : 'Look at the posts' },
    { line: 'There you can also send a post back with a comment. What is not approved at its time is held, and goes out later once you approve it.' },
  ], brand);

/** Tells the owner what its clients have sent back, and what they have not approved in time. */
export const heldLetter = (
  { name, sentBack, held, link, brand = defaultBrand }: {
    name: string; sentBack: readonly (PostInLetter & { client: string; comment: string })[]; held: readonly (PostInLetter & { client: string })[]; link: string; brand?: string;
  },
): Letter =>
  letter(subjectOf(sentBack.length, held.length), [
    { line: `Hello ${name},` },
    ...(sentBack.length === 0 ? [] : [
      { line: 'sent back by the client:' },
      { line: lines(sentBack.map(({ client, title, at, comment }) => `${client}, ${at}: ${title}\n  “${comment}”`)) },
    ]),
    ...(held.length === 0 ? [] : [
      { line: 'held, because the client has not approved it in time:' },
      { line: lines(held.map(({ client, title, at }) => `${client}, ${at}: ${title}`)) },
    ]),
    { line: 'Nothing of it is published before it is approved. Once it is, it goes out at its time or, where that has passed, at the next free time of its schedule.' },
    { link, label: 'Go to the dashboard' },
  ], brand);

function subjectOf(sentBack: number, held: number): string {
  const posts = (count: number): string => `${count} ${count === 1 ? 'post' : 'posts'}`;
  if (held === 0) return `${posts(sentBack)} sent back by your client`;
  if (sentBack === 0) return `${posts(held)} held: not approved in time`;
  return `${posts(sentBack)} sent back, ${held} held: not approved in time`;
}

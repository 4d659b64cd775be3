import { z } from 'zod';

/** A post as X lists it. Source: docs.x.com, "Post" and "Entities" of the data dictionary (read 2026-11-22). */
export const tweetShape = z.object({
  id: z.string().min(1),
  text: z.string().default(''),
  entities: z
    .object({
      urls: z
        .array(z.object({ url: z.string(), expanded_url: z.string().optional(), media_key: z.string().optional() }))
        .default([]),
    })
    .default({ urls: [] }),
  attachments: z.object({ media_keys: z.array(z.string()).default([]) }).default({ media_keys: [] }),
});
/** One of the listed posts. */
export type Tweet = z.output<typeof tweetShape>;

/** The text and files that identify a post. */
export type Sent = { text: string; mediaId: string };

/**
 * Whether a listed post is the one that was sent. X rewrites every address, even bare domains, as a link to t.co, and
 * lists the full address with its own scheme beside the text; it adds a link for files. 'unsure': the words agree, but
 * a link among them lacks the details to compare the rest.
 */
export function compare(tweet: Tweet, { text, mediaId }: Sent): 'same' | 'other' | 'unsure' {
  const keys = tweet.attachments.media_keys;
  // A media key is a number for the kind, then the file's id ('3_1136…').
  if (mediaId !== '' && keys.some((key) => key.split('_')[1] === mediaId)) return 'same';
  if (mediaId === '' && keys.length > 0) return 'other';
  const isFileTold = (mediaId === '') === (keys.length === 0);
  if (text === '') return isFileTold || !anyLink.test(tweet.text) ? 'other' : 'unsure';
  if (bare(written(tweet)) === bare(text)) return isFileTold ? 'same' : 'unsure';
  return mayAgree(words(decoded(tweet.text)), words(text)) ? 'unsure' : 'other';
}

const link = /https?:\/\/t\.co\/\w+/g;
const anyLink = /https?:\/\/t\.co\/\w+/;

/** The text as it was sent: addresses restored, links that X added for files removed, references decoded. */
function written({ text, entities, attachments }: Tweet): string {
  const isOfFile = ({ expanded_url: full = '', media_key: key }: Tweet['entities']['urls'][number]): boolean =>
    key !== undefined || (attachments.media_keys.length > 0 && /\/status\/\d+\/(photo|video)\/\d+$/.test(full));
  return decoded(
    entities.urls.reduce(
      (sum, each) => sum.replace(each.url, () => (isOfFile(each) ? '' : (each.expanded_url ?? each.url))),
      text,
    ),
  );
}

const decoded = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const words = (text: string): string[] => text.normalize('NFC').trim().split(/\s+/);

/** A text without the parts that X may change: white space and the schemes of addresses. */
const bare = (text: string): string =>
  words(text)
    .join(' ')
    .replace(/https?:\/\//gi, '');

/** Whether two texts agree apart from their links; the last link may be one for a file. */
function mayAgree(listed: readonly string[], sent: readonly string[]): boolean {
  if (!listed.some((word) => anyLink.test(word))) return false;
  const last = listed.at(-1) ?? '';
  const isLastAlone = last.replace(link, '') === '';
  const agree = (shown: readonly string[]): boolean =>
    shown.length === sent.length && shown.every((word, index) => fits(word, sent[index] ?? ''));
  return agree(listed) || (isLastAlone && agree(listed.slice(0, -1)));
}

/** Whether a word of a listed text may have been this one: the text around its link is the same. */
function fits(listed: string, sent: string): boolean {
  const [before = '', ...others] = listed.split(link);
  const after = others.at(-1);
  if (after === undefined) return listed === sent;
  return sent.startsWith(before) && sent.endsWith(after) && sent.length >= before.length + after.length;
}

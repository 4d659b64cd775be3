/** The post that is being written. */
import type { Data, Sent } from '#contract/index.ts';
import { plainTextOf } from '#rules/captions.ts';
import { isEligible, networkNames, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import { tidyOwnWords, type OwnWords } from '#rules/own-words.ts';

/** A draft or a post as the server has it. */
export type Post = Data<'fetch-post'>;
/** A file of the library. */
export type PostFile = NonNullable<Post['file']>;
/** A time of a zone. */
export type Time = { date: string; time: string; timezone: string };

/** What a person composes. `when` is null as long as no time is chosen or offered. */
export type Composed = {
  clientId: string | null;
  accounts: readonly string[];
  title: string;
  words: string;
  format: 'text' | 'formatted';
  own: OwnWords;
  file: PostFile | null;
  alt: string;
  when: 'now' | Time | null;
  /** The address where the idea was found; '' for none. */
  url: string;
};

/** A post before anything is written. */
export const blank: Composed = {
  clientId: null,
  accounts: [],
  title: '',
  words: '',
  format: 'text',
  own: {},
  file: null,
  alt: '',
  when: null,
  url: '',
};

/** What is stored of a post, in the form in which it is edited. */
export const composedOf = (post: Post): Composed => ({
  clientId: post.client.id,
  accounts: post.accounts.map(({ id }) => id),
  title: post.title,
  words: post.words,
  format: post.format,
  own: post.own_words,
  file: post.file,
  alt: post.alt_text,
  when: post.when === null || post.when.expired ? null : pick(post.when),
  url: post.url,
});
const pick = ({ date, time, timezone }: Time): Time => ({ date, time, timezone });

/** The kind of post, which follows from what it holds. */
export const typeOf = ({ file, format }: Pick<Composed, 'file' | 'format'>): StreamType =>
  file === null ? format : file.kind;

/** Whether there is nothing worth keeping: no word and no file. */
export const isEmpty = ({ title, words, own, file, format }: Composed): boolean =>
  file === null &&
  title.trim() === '' &&
  (format === 'formatted' ? plainTextOf(words) : words).trim() === '' &&
  Object.keys(tidyOwnWords(own)).length === 0;

/** What the calls say about the content of a post. */
export const contentOf = ({ title, words, format, own, file, alt }: Composed) => ({
  title,
  words,
  format,
  own_words: tidyOwnWords(own),
  file_id: file?.id ?? null,
  alt_text: file === null ? '' : alt,
});

/** The draft as `save-post` takes it, without its name. */
export const draftOf = (composed: Composed, clientId: string): Omit<Sent<'save-post'>, 'save_key' | 'draft_id'> => ({
  client_id: clientId,
  account_ids: [...composed.accounts],
  ...contentOf(composed),
  when: typeof composed.when === 'object' ? composed.when : null,
  url: composed.url,
});

/** Whether two posts are stored alike. */
export const isSame = (one: Composed, other: Composed): boolean =>
  one.clientId === other.clientId && JSON.stringify(draftOf(one, '')) === JSON.stringify(draftOf(other, ''));

const takes: Readonly<Record<NetworkId, string>> = {
  reddit: 'takes no formatted texts',
  vimeo: 'takes videos only',
  facebook: 'takes no formatted texts',
  telegram: 'takes no formatted texts',
  twitter: 'takes no formatted texts',
  youtube: 'takes videos only',
  linkedin: 'takes no formatted texts',
  wordpress: '',
  medium: 'takes texts only',
};

/** Why an account's network cannot take the post: 'YouTube takes videos only'; '' if it can, or nothing is composed. */
export const unfitWords = (network: NetworkId, composed: Composed): string =>
  isEmpty(composed) || isEligible(network, typeOf(composed)) ? '' : takes[network];

/** The same with the network's name. */
export const unfitSentence = (network: NetworkId, composed: Composed): string => {
  const words = unfitWords(network, composed);
  return words === '' ? '' : `${networkNames[network]} ${words}`;
};

import { plainTextOf } from '#rules/captions.ts';
import { sayLocal } from '../lib/dates.ts';
import { ownWordsInWords } from '../lib/post-words.ts';
import type { Composed } from './post.ts';

/** The name of each part of a post, for a conflict. */
export const fieldLabels: Readonly<Record<keyof Composed, string>> = {
  clientId: 'Client',
  accounts: 'Accounts',
  title: 'Title',
  words: 'Words',
  format: 'Kind of text',
  own: 'Own words of single networks',
  file: 'File',
  alt: 'Description of the picture',
  when: 'Time',
  url: 'Address',
};

/** A part of a post, as a conflict shows it. */
export function fieldWords(field: keyof Composed, composed: Composed): string {
  const { when, format, words, own, file, accounts } = composed;
  switch (field) {
    case 'when':
      return when === null ? 'No time' : when === 'now' ? 'Now' : sayLocal(`${when.date} ${when.time}`, 'short');
    case 'words':
      return format === 'formatted' ? plainTextOf(words) : words;
    case 'own':
      return ownWordsInWords(own, format === 'formatted');
    case 'file':
      return file?.name ?? 'No file';
    case 'accounts':
      return `${accounts.length} chosen`;
    case 'format':
      return format === 'formatted' ? 'Article' : 'Text';
    case 'clientId':
      return composed.clientId === null ? 'No client' : `Client ${composed.clientId}`;
    case 'title':
    case 'alt':
    case 'url':
      return composed[field];
    default:
      return field satisfies never;
  }
}

import { cutText, plainTextOf } from './captions.ts';

const shortTitle = { limit: 80, unit: 'graphemes' } as const;

/** What an item is called where only one line fits: its title, else the first words of its text. */
export function titleOf(item: {
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
}): string {
  if (item.title !== '') return item.title;
  // The description may have been cut to its beginning, in the middle of a tag.
  const text =
    item.description_format === 'formatted' ? plainTextOf(item.description.replace(/<[^>]*$/, '')) : item.description;
  return cutText(text.replace(/\s+/g, ' ').trim(), shortTitle);
}

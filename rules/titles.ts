import { cutText, plainTextOf } from './captions.ts';
import { withoutCutTag } from './tags.ts';

const shortTitle = { limit: 80, unit: 'graphemes' } as const;

/** The name of an item on one line: its title, otherwise the first words of its text. */
export function titleOf(item: {
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
}): string {
  if (item.title !== '') return item.title;
  // The description may have been cut to its beginning, in the middle of a tag.
  const text =
    item.description_format === 'formatted' ? plainTextOf(withoutCutTag(item.description)) : item.description;
  return cutText(text.replace(/\s+/g, ' ').trim(), shortTitle);
}

/** The prefixes that cameras, phones, messengers and screenshots use in file names, before a number. */
const machines =
  'img|dsc[nf]?|pxl|vid|mvimg|gopr|gx|mov|dji|fb_img|received|screenshot|screen shot|screen recording|' +
  'whatsapp (image|video)|signal|image|photo|video|untitled|download';
const machineName = new RegExp(String.raw`^(${machines})[ _-]?\(?\d`, 'i');

/**
 * Whether a title is an unedited file name: 'IMG_2041', 'offer.final.jpg', 'spring_v2', '20261123 101500'. A guess, to
 * be shown but never acted upon.
 */
export function isFileName(title: string): boolean {
  const name = title.trim();
  if (/\.(jpe?g|png|gif|webp|heic|avif|bmp|tiff?|mp4|mov|m4v|avi|webm)$/i.test(name)) return true;
  if (machineName.test(name)) return true;
  if (/^[\d ._()-]{6,}$/.test(name) || /^[0-9a-f]{8}[ -]?([0-9a-f]{4}[ -]?){3}[0-9a-f]{12}$/i.test(name)) return true;
  return /^[^\s#@]+$/.test(name) && /[\p{L}\d]_[\p{L}\d]/u.test(name);
}

import { composeCaption, cutText, escapeHtml, paragraphsOf } from '#rules/captions.ts';
import { withPictures } from '#rules/pictures.ts';
import type { Media, PostContent } from '../network.ts';
import type { SiteFile } from './transport.ts';

/** The title of a post: the item's, otherwise the beginning of its text. */
export const titleOf = ({ title, text }: PostContent): string =>
  title.trim() || cutText(text.trim().split('\n')[0] ?? '', { limit: 80, unit: 'graphemes' });

/** The files of a post that the site has: its own, and the pictures in its text by their addresses there. */
export type SiteFiles = { own: SiteFile | null; pictures: ReadonlyMap<string, SiteFile> };

/**
 * The HTML of a post; '' if there is nothing to show. The block classes are those of the block editor's own figures.
 */
export function bodyOf(content: PostContent, { own: file, pictures }: SiteFiles): string {
  const words =
    content.html === null
      ? paragraphsOf(content.text.trim() === content.title.trim() ? '' : content.text)
      : withSitePictures(content.html, pictures);
  if (file === null || content.media === null) return words;
  return [
    figureOf(content.media, file, content.alt.trim() || composeCaption({ title: content.title, text: '' })),
    words,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** A text with the site's own pictures; pictures that the site lacks are left out, since no reader could see them. */
const withSitePictures = (html: string, pictures: SiteFiles['pictures']): string =>
  withPictures(html, ({ address, alt }) => {
    const file = pictures.get(address);
    return file === undefined
      ? ''
      : `<img src="${escapeHtml(file.url)}" alt="${alt}" class="wp-image-${escapeHtml(file.id)}"/>`;
  });

function figureOf({ kind }: Media, { id, url }: SiteFile, alt: string): string {
  const source = escapeHtml(url);
  switch (kind) {
    case 'image': {
      const image = `<img src="${source}" alt="${escapeHtml(alt)}" class="wp-image-${escapeHtml(id)}"/>`;
      return `<figure class="wp-block-image">${image}</figure>`;
    }
    case 'video':
      return `<figure class="wp-block-video"><video controls src="${source}"></video></figure>`;
    default:
      return kind satisfies never;
  }
}

const slugLength = 60;

/**
 * Words for the address of a published post, or null for a title without any:
 * `('Crème & Brûlée!') -> 'creme-brulee'`.
 */
export function slugOf(title: string): string | null {
  const words =
    title
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const slug = words.join('-');
  if (slug.length <= slugLength) return slug || null;
  return slug.slice(0, slug.lastIndexOf('-', slugLength) > 0 ? slug.lastIndexOf('-', slugLength) : slugLength);
}

/**
 * The name a file is uploaded under: readable, plain ASCII, and unique to the delivery, so that a lost upload can be
 * found again.
 */
export function uploadNameOf({ fileName, contentType }: Media, marker: string): string {
  const stem = (slugOf(fileName.replace(/\.[^.]*$/, '')) ?? '')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 40);
  const ending = contentType === 'image/png' ? 'png' : contentType === 'video/mp4' ? 'mp4' : 'jpg';
  return `${stem === '' ? '' : `${stem}-`}${marker.toLowerCase()}.${ending}`;
}

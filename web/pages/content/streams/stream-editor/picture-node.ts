import { Node } from '@tiptap/core';
import { picturePath } from '#rules/pictures.ts';

/** The path of a picture on this host; null for any other address. */
function pathHere(address: string): string | null {
  const url = URL.parse(address, location.origin);
  return url?.origin === location.origin ? picturePath(url.pathname) : null;
}

/**
 * A picture of the library, or of a search, between the paragraphs of a text. Pictures of other hosts are not accepted.
 */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    src: { default: '', parseHTML: (element) => pathHere(element.getAttribute('src') ?? '') ?? '' },
    alt: { default: '' },
  }),
  parseHTML: () => [
    { tag: 'img', getAttrs: (element) => (pathHere(element.getAttribute('src') ?? '') === null ? false : {}) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

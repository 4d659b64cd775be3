import { Node } from '@tiptap/core';
import { picturePath } from '#rules/pictures.ts';

/** The path of a picture of this very host; null for any other address. */
function pathHere(address: string): string | null {
  const url = URL.parse(address, location.origin);
  return url?.origin === location.origin ? picturePath(url.pathname) : null;
}

/** A picture of the library, or of a search, between the paragraphs of a text. Those of other hosts are not taken. */
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

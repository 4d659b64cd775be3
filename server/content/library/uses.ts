import type { FileUse } from '#contract/content/library.ts';

const words: Readonly<Record<FileUse['of'], string>> = {
  video: 'the video',
  design: 'the image',
  stream: 'the content stream',
  kit: 'the brand kit of',
};

/**
 * The uses of a file in a sentence: 'It is used by the video “Spring” and the content stream “Offers”. Please remove it
 * there first.'
 */
export function usedBy(uses: readonly FileUse[]): string {
  const names = uses.map(({ of, name }) => `${words[of]} “${name}”`);
  const listed = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return `It is used by ${listed}. Please remove it there first.`;
}

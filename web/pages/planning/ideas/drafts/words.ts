import type { Draft } from '#contract/planning/drafts.ts';
import { titleOf } from '#rules/titles.ts';

/** The name of a draft: its title, otherwise the beginning of its words; 'Picture' or 'Video' without words. */
export const nameOf = ({ title, words, format, type }: Pick<Draft, 'title' | 'words' | 'format' | 'type'>): string =>
  titleOf({ title, description: words, description_format: format }) || (type === 'video' ? 'Video' : 'Picture');

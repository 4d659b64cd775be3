import type { Draft } from '#contract/planning/drafts.ts';
import { titleOf } from '#rules/titles.ts';
import type { Slot } from './slot-choice.tsx';

/** The name of a draft: its title, otherwise the beginning of its words. */
export const nameOf = ({ title, words }: Pick<Draft, 'title' | 'words'>): string =>
  titleOf({ title, description: words, description_format: 'text' });

/** The time that a draft is wished for; null without one. */
export const slotOf = ({ date, time, timezone }: Pick<Draft, 'date' | 'time' | 'timezone'>): Slot | null =>
  date === null || time === null ? null : { date, time, timezone };

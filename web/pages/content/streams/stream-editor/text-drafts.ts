import { paragraphsOf, plainTextOf } from '#rules/captions.ts';
import { isInvisible } from '#rules/visible.ts';
import { newUuid } from '../../../../lib/uuid.ts';

/** A text being written; `value` is HTML in a formatted stream. `key` is unique within the page. */
export type TextDraft = { key: string; title: string; value: string };

/** An empty text. */
export const blankDraft = (): TextDraft => ({ key: newUuid(), title: '', value: '' });

/** The drafts followed by further texts, which replace untouched empty drafts. */
export const withTexts = (
  drafts: readonly TextDraft[],
  texts: readonly { title: string; text: string }[],
  formatted: boolean,
): TextDraft[] => [
  ...drafts.filter((draft) => draft.title.trim() !== '' || !isBlank(draft, formatted)),
  ...texts.map(({ title, text }) => ({ ...blankDraft(), title, value: formatted ? paragraphsOf(text) : text })),
];

/** Whether formatted text is empty: an empty editor gives `'<p></p>'`. */
export const isBlankHtml = (html: string): boolean => isInvisible(plainTextOf(html));

/** Whether a draft has no text. */
export const isBlank = ({ value }: TextDraft, formatted: boolean): boolean =>
  formatted ? isBlankHtml(value) : isInvisible(value);

/** Whether leaving the page would lose typed words. */
export const isTouched = (drafts: readonly TextDraft[]): boolean =>
  drafts.some(({ title, value }) => title.trim() !== '' || value.trim() !== '');

/** The drafts in the format of the call: JSON of `{title, value}`. */
export const draftsOnWire = (drafts: readonly TextDraft[]): string =>
  JSON.stringify(drafts.map(({ title, value }) => ({ title: title.trim(), value })));

/** The drafts that the previous page passed on; null without any. */
export function draftsFrom(state: unknown): TextDraft[] | null {
  if (typeof state !== 'object' || state === null || !('drafts' in state) || !Array.isArray(state.drafts)) return null;
  const list: unknown[] = state.drafts;
  const drafts = list.filter(isDraft);
  return drafts.length > 0 ? drafts : null;
}

const isDraft = (value: unknown): value is TextDraft =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'title' in value &&
  typeof value.title === 'string' &&
  'value' in value &&
  typeof value.value === 'string';

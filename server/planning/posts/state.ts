/** The state of a draft by the fields of `save-post`, from which its version and conflicts follow. */
import type { Input, Sent } from '#contract/index.ts';
import type { SavedDraft } from '#contract/planning/posts.ts';
import { messages } from '#contract/messages.ts';
import type { Conflict } from '#contract/base/versions.ts';
import { tidyOwnWords } from '#rules/own-words.ts';
import { UserError } from '../../base/handlers.ts';
import { versionOf } from '../../base/lib/versions.ts';
import type { DraftRow } from './queries.ts';

/** The stored fields of the composer. */
export type DraftState = Required<Omit<Input<'save-post'>, 'save_key' | 'draft_id' | 'version'>>;

/** The wall-clock time of a row; null without one. */
export const whenOf = ({ local_at: localAt, timezone }: Pick<DraftRow, 'local_at' | 'timezone'>): DraftState['when'] =>
  localAt === null ? null : { date: localAt.slice(0, 10), time: localAt.slice(11), timezone };

/** A draft by the fields of `save-post`. */
export const stateOf = (row: DraftRow): DraftState => ({
  client_id: row.client_id,
  account_ids: row.account_ids,
  title: row.title_from_file ? '' : row.title,
  words: row.description,
  format: row.description_format,
  own_words: fullOwnWords(row.own_words),
  file_id: row.file_id,
  alt_text: row.alt_text,
  when: whenOf(row),
  url: row.url,
});

/** Own words with both fields, in a fixed order, so that equal ones have one version. */
export const fullOwnWords = (own: NonNullable<Sent<'save-post'>['own_words']>): DraftState['own_words'] =>
  tidyOwnWords(
    Object.fromEntries(
      Object.entries(own).map(([network, { title = '', description = '' }]) => [network, { title, description }]),
    ),
  );

/** The version of a stored draft. */
export const versionOfDraft = (row: DraftRow): string => versionOf(stateOf(row));

/** A draft for the reply of the calls that save one. */
export const presentSaved = (row: DraftRow): SavedDraft => ({
  draft_id: row.id,
  item_id: row.item_id,
  version: versionOfDraft(row),
  saved_at: row.saved_at.toISOString(),
  type: row.type,
});

/** The 409 for a draft that has changed since the version that was sent, with both states. */
export function conflict(stored: DraftRow, yours: object): UserError {
  const data: Conflict = { version: versionOfDraft(stored), current: stateOf(stored), yours: { ...yours } };
  return new UserError(messages.postChanged, { data });
}

/** Single posts and their drafts. */
export { postCalls } from './calls.ts';
export { discardDraft } from './discard.ts';
export { listDrafts, lockDraft, type DraftRow } from './queries.ts';
export { saveDraft } from './save.ts';
export { planDraft } from './schedule.ts';
export { stateOf, versionOfDraft, whenOf } from './state.ts';

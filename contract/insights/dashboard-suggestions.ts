/** Suggestions on the dashboard: features that a person does not use yet. */
import { z } from 'zod';
import { suggestionIds } from '#rules/suggestions.ts';
import { call } from '../base/call.ts';
import { noData, nothing } from '../base/fields.ts';

const id = z.enum(suggestionIds);

/** The caller's suggestions, at most three, and those that would fit but are hidden. */
export const fetchSuggestions = call('fetch-suggestions', {
  who: 'schedule',
  shows: [
    'second-factor',
    'members',
    'resellers',
    'clients',
    'accounts',
    'connect-links',
    'streams',
    'schedules',
    'approvals',
    'pauses',
    'suggestions',
  ],
  input: nothing,
  data: z.object({
    suggestions: z.array(
      z.object({
        id,
        title: z.string(),
        text: z.string(),
        /** The text of the link. */ action: z.string(),
        to: z.string(),
      }),
    ),
    hidden: z.array(id),
  }),
});

/** Permanently hides a suggestion from the caller. */
export const hideSuggestion = call('hide-suggestion', {
  who: 'schedule',
  changes: ['suggestions'],
  input: z.object({ id }),
  data: noData,
});

/** Shows suggestions again that the caller has hidden. */
export const showSuggestions = call('show-suggestions', {
  who: 'schedule',
  changes: ['suggestions'],
  input: z.object({ ids: z.array(id).min(1).max(suggestionIds.length) }),
  data: noData,
});

/** What the dashboard tells a person of that they do not use yet. */
import { z } from 'zod';
import { suggestionIds } from '#rules/suggestions.ts';
import { call } from './call.ts';
import { noData, nothing } from './fields.ts';

const id = z.enum(suggestionIds);

/** The suggestions for who asks, at most three, and which others would fit if they were not hidden. */
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
        /** The words of the link. */ action: z.string(),
        to: z.string(),
      }),
    ),
    hidden: z.array(id),
  }),
});

/** Hides one from who asks, for good. */
export const hideSuggestion = call('hide-suggestion', {
  who: 'schedule',
  changes: ['suggestions'],
  input: z.object({ id }),
  data: noData,
});

/** Brings back some that who asks has hidden. */
export const showSuggestions = call('show-suggestions', {
  who: 'schedule',
  changes: ['suggestions'],
  input: z.object({ ids: z.array(id).min(1).max(suggestionIds.length) }),
  data: noData,
});

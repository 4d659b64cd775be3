import texts from '#catalog/suggestions.json' with { type: 'json' };
import { suggestionsFor, type Suggestion, type SuggestionId } from '#rules/suggestions.ts';
import { reading, type Handlers } from '../../base/handlers.ts';
import { deleteHidden, insertHidden, usageStatement, type UsageRow } from './suggestion-queries.ts';

type Words = { title: string; text: string; action: string };
const words: Readonly<Record<SuggestionId, Words>> = texts;

const present = ({ id, to, client }: Suggestion) => {
  const { title, text, action } = words[id];
  const named = (sentence: string): string => sentence.replaceAll('{client}', () => client ?? '');
  return { id, title, text: named(text), action: named(action), to };
};

/**
 * The handlers of the calls in contract/insights/dashboard-suggestions.ts. rules/suggestions.ts decides which
 * suggestions fit.
 */
export const suggestionCalls = {
  'fetch-suggestions': reading(async (_input, read) => {
    const {
      rows: [row],
      user,
    } = await read<UsageRow>(usageStatement);
    if (row === undefined) throw new Error('an agency has one row of usage');
    const { withFactor, hidden, ...usage } = row;
    const own = hidden.filter(({ user: id }) => id === user.id).map(({ suggestion }) => suggestion);
    const { shown, kept } = suggestionsFor({
      person: user,
      usage: { ...usage, usesSecondFactor: withFactor.includes(user.id) },
      hidden: own,
    });
    return { message: '', data: { suggestions: shown.map(present), hidden: kept } };
  }),

  'hide-suggestion': async ({ id }, { user, tx, now }) => {
    await insertHidden(tx, { agencyId: user.agencyId, userId: user.id, suggestion: id, now });
    return { message: '', data: null };
  },

  'show-suggestions': async ({ ids }, { user, tx }) => {
    await deleteHidden(tx, { agencyId: user.agencyId, userId: user.id, suggestions: ids });
    return { message: '', data: null };
  },
} satisfies Partial<Handlers>;

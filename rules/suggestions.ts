import { may, type Permission, type Person } from './permissions.ts';

/** Features that the dashboard suggests to a person who does not use them yet; the first that fit are shown. */
export const suggestionIds = [
  'client-approval',
  'connect-link',
  'repurpose',
  'formatted-texts',
  'team-members',
  'second-factor',
  'resellers',
] as const;
export type SuggestionId = (typeof suggestionIds)[number];

/** The number of suggestions shown at a time. */
export const suggestionsShown = 3;

type Named = { id: string; name: string };

/** The features that the agency and the person already use, and the client that could be the first. */
export type Usage = {
  hasClient: boolean;
  hasSchedule: boolean;
  /** Some client approves its posts. */
  usesApproval: boolean;
  /** The newest client with a schedule that does not. */
  clientToAsk: Named | null;
  usesConnectLinks: boolean;
  /** The newest client without a connected account that is not paused, because a pause ends links. */
  clientToConnect: Named | null;
  usesRepurpose: boolean;
  usesFormattedTexts: boolean;
  /** Some client has an account on a network for articles. */
  hasBlog: boolean;
  hasMember: boolean;
  hasReseller: boolean;
  /** Two-step log-in is on for this person. */
  usesSecondFactor: boolean;
};

/** A suggestion that fits, its link, and the client that its text mentions. */
export type Suggestion = { id: SuggestionId; to: string; client: string | null };

type Fit = { to: string; client?: string };
type Rule = {
  permission: Permission;
  /** Its link; null if the feature is already used or would not help. */ fit: (
    usage: Usage,
    person: Person,
  ) => Fit | null;
};

const editor = (client: Named | null, tab: 'accounts' | 'details'): Fit | null =>
  client && { to: `/edit-client/${client.id}?tab=${tab}`, client: client.name };
const when = (fits: boolean, to: string): Fit | null => (fits ? { to } : null);

// A second factor is turned on under My Account, or on a separate page for people without it.
const rules: Readonly<Record<SuggestionId, Rule>> = {
  'client-approval': {
    permission: 'askForApproval',
    fit: ({ usesApproval, clientToAsk }) => (usesApproval ? null : editor(clientToAsk, 'details')),
  },
  'connect-link': {
    permission: 'connectLinks',
    fit: ({ usesConnectLinks, clientToConnect }) => (usesConnectLinks ? null : editor(clientToConnect, 'accounts')),
  },
  repurpose: {
    permission: 'schedule',
    fit: ({ usesRepurpose, hasSchedule }) => when(hasSchedule && !usesRepurpose, '/scheduler'),
  },
  'formatted-texts': {
    permission: 'manageStreams',
    fit: ({ usesFormattedTexts, hasBlog }) => when(hasBlog && !usesFormattedTexts, '/create-stream'),
  },
  'team-members': {
    permission: 'manageMembers',
    fit: ({ hasClient, hasMember }) => when(hasClient && !hasMember, '/account-management'),
  },
  'second-factor': {
    permission: 'signedIn',
    fit: ({ usesSecondFactor }, person) =>
      when(!usesSecondFactor, may(person, 'myAccount') ? '/my-account' : '/security'),
  },
  resellers: {
    permission: 'manageResellers',
    fit: ({ hasSchedule, hasReseller }) => when(hasSchedule && !hasReseller, '/reseller-account'),
  },
};

/**
 * The suggestions for a person: features they may use, do not use yet and have not hidden, most useful first, at most
 * three; none for a client account. `kept` would fit too, but are hidden.
 */
export function suggestionsFor({
  person,
  usage,
  hidden,
}: {
  person: Person;
  usage: Usage;
  hidden: readonly SuggestionId[];
}): { shown: Suggestion[]; kept: SuggestionId[] } {
  if (person.role === 'client') return { shown: [], kept: [] };
  const fitting = suggestionIds.flatMap((id): Suggestion[] => {
    const { permission, fit } = rules[id];
    const found = may(person, permission) ? fit(usage, person) : null;
    return found === null ? [] : [{ id, to: found.to, client: found.client ?? null }];
  });
  return {
    shown: fitting.filter(({ id }) => !hidden.includes(id)).slice(0, suggestionsShown),
    kept: fitting.map(({ id }) => id).filter((id) => hidden.includes(id)),
  };
}

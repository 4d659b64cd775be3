import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Person } from './permissions.ts';
import { suggestionIds, suggestionsFor, suggestionsShown, type SuggestionId, type Usage } from './suggestions.ts';

const owner: Person = {
  role: 'owner',
  isReseller: false,
  isWhiteLabel: false,
  membership: 'dfy__enterprise__unlimited',
};
const client = { id: '7', name: 'Corner Shop' };
/** An active agency that uses none of the suggested features. */
const busy: Usage = {
  hasClient: true,
  hasSchedule: true,
  usesApproval: false,
  clientToAsk: client,
  usesConnectLinks: false,
  clientToConnect: { id: '8', name: 'Old Mill' },
  usesRepurpose: false,
  usesFormattedTexts: false,
  hasBlog: true,
  hasMember: false,
  hasReseller: false,
  usesSecondFactor: false,
};
const all = {
  usesApproval: true,
  usesConnectLinks: true,
  usesRepurpose: true,
  usesFormattedTexts: true,
  hasMember: true,
  hasReseller: true,
  usesSecondFactor: true,
};
const idsOf = (
  usage: Usage,
  { person = owner, hidden = [] }: { person?: Person; hidden?: readonly SuggestionId[] } = {},
) => suggestionsFor({ person, usage, hidden }).shown.map(({ id }) => id);
/** All suggestions that fit, regardless of how many are shown. */
function everyId(usage: Usage, person = owner): SuggestionId[] {
  const found: SuggestionId[] = [];
  for (let next = idsOf(usage, { person }); next.length > 0; next = idsOf(usage, { person, hidden: found }))
    found.push(...next);
  return found;
}

test('at most three suggestions are shown, most useful first, and hiding one shows the next', () => {
  assert.deepEqual(idsOf(busy), ['client-approval', 'connect-link', 'repurpose']);
  assert.equal(suggestionsShown, 3);
  assert.deepEqual(idsOf(busy, { hidden: ['connect-link'] }), ['client-approval', 'repurpose', 'formatted-texts']);
  assert.deepEqual(suggestionsFor({ person: owner, usage: busy, hidden: suggestionIds }), {
    shown: [],
    kept: [...suggestionIds],
  });
});

test('a feature in use is not suggested, and does not count as hidden', () => {
  assert.deepEqual(everyId(busy), [...suggestionIds]);
  assert.deepEqual(everyId({ ...busy, ...all }), []);
  assert.deepEqual(suggestionsFor({ person: owner, usage: { ...busy, ...all }, hidden: ['repurpose'] }).kept, []);
});

test('using one feature removes only its suggestion', () => {
  const cases: [Partial<Usage>, SuggestionId][] = [
    [{ usesApproval: true }, 'client-approval'],
    [{ clientToAsk: null }, 'client-approval'],
    [{ usesConnectLinks: true }, 'connect-link'],
    [{ clientToConnect: null }, 'connect-link'],
    [{ usesRepurpose: true }, 'repurpose'],
    [{ usesFormattedTexts: true }, 'formatted-texts'],
    [{ hasBlog: false }, 'formatted-texts'],
    [{ hasMember: true }, 'team-members'],
    [{ usesSecondFactor: true }, 'second-factor'],
    [{ hasReseller: true }, 'resellers'],
  ];
  for (const [used, gone] of cases)
    assert.deepEqual(
      everyId({ ...busy, ...used }),
      suggestionIds.filter((id) => id !== gone),
      JSON.stringify(used),
    );
});

test('an agency without clients and plans gets no suggestion that needs them', () => {
  assert.deepEqual(
    everyId({
      ...busy,
      hasClient: false,
      hasSchedule: false,
      clientToAsk: null,
      clientToConnect: null,
      hasBlog: false,
    }),
    ['second-factor'],
  );
});

test('a person gets suggestions only for what they may do, and a client account none', () => {
  assert.deepEqual(everyId(busy, { ...owner, role: 'member' }), [
    'connect-link',
    'repurpose',
    'formatted-texts',
    'second-factor',
  ]);
  assert.deepEqual(
    everyId(busy, { ...owner, membership: 'unlimited' }),
    suggestionIds.filter((id) => id !== 'team-members'),
  );
  assert.deepEqual(
    everyId(busy, { ...owner, isReseller: true }),
    suggestionIds.filter((id) => id !== 'team-members' && id !== 'resellers'),
  );
  assert.deepEqual(everyId(busy, { ...owner, role: 'client' }), []);
});

test('a suggestion links to its client, and two-step log-in to the page where it is turned on', () => {
  const [approval, link] = suggestionsFor({ person: owner, usage: busy, hidden: [] }).shown;
  assert.deepEqual(
    [approval, link],
    [
      { id: 'client-approval', to: '/edit-client/7?tab=details', client: 'Corner Shop' },
      { id: 'connect-link', to: '/edit-client/8?tab=accounts', client: 'Old Mill' },
    ],
  );
  const onlyFactor = { ...busy, ...all, usesSecondFactor: false };
  assert.deepEqual(suggestionsFor({ person: owner, usage: onlyFactor, hidden: [] }).shown, [
    { id: 'second-factor', to: '/my-account', client: null },
  ]);
  assert.equal(
    suggestionsFor({ person: { ...owner, role: 'member' }, usage: onlyFactor, hidden: [] }).shown[0]?.to,
    '/security',
  );
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { hasWords, describeEntry } from './words.ts';

const server = fileURLToPath(new URL('../..', import.meta.url));

/** The source text of each call that writes into the audit log, up to its closing bracket. */
function entriesIn(text: string): string[] {
  return [...text.matchAll(/(?<!function )\b(?:audit|auditWorker)\(/g)].map(({ index }) => {
    let depth = 0;
    for (let end = text.indexOf('(', index); end < text.length; end += 1) {
      if (text[end] === '(') depth += 1;
      if (text[end] === ')') depth -= 1;
      if (depth === 0) return text.slice(index, end + 1);
    }
    return text.slice(index);
  });
}

const entries = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/(\.test|testing(-\w+)?)\.ts$|^testing\//.test(path))
  .flatMap((path) => entriesIn(readFileSync(join(server, path), 'utf8')).map((entry) => ({ path, entry })));

const actionsOf = (entry: string): string[] =>
  [...(/\baction: ([^,}]+)/.exec(entry)?.[1] ?? '').replaceAll(/[!=]==? '[^']*'/g, '').matchAll(/'([a-z-]+)'/g)].map(
    ([, action = '']) => action,
  );

describe('the audit entries that the server records', () => {
  test('the sources contain calls that record entries', () => {
    assert.ok(entries.length >= 15);
    assert.deepEqual(
      actionsOf("audit(tx, { user, action: renewed ? 'account-renewed' : 'account-connected', subjectKind: 'x' })"),
      ['account-renewed', 'account-connected'],
    );
    assert.deepEqual(actionsOf("audit(tx, { action: kind === 'x' ? 'one-thing' : 'another-thing' })"), [
      'one-thing',
      'another-thing',
    ]);
  });

  test('every call that records an entry names its action, and every action has words', () => {
    for (const { path, entry } of entries) {
      const actions = actionsOf(entry);
      assert.notDeepEqual(actions, [], `${path}: ${entry.slice(0, 80)} names no action`);
      assert.deepEqual(
        actions.filter((action) => !hasWords(action)),
        [],
        `${path}: an action has no words in server/app/activity/words.json`,
      );
    }
  });
});

const nothing = { subjectKind: '', name: null, network: null, details: {} };
const sayings: [Parameters<typeof describeEntry>[0], string][] = [
  [{ ...nothing, action: 'signed-in' }, 'Signed in'],
  [
    { ...nothing, action: 'client-added', subjectKind: 'client', name: 'Sunrise Bakery' },
    'Added the client “Sunrise Bakery”',
  ],
  [{ ...nothing, action: 'client-deleted', subjectKind: 'client' }, 'Deleted the client (gone)'],
  [
    { ...nothing, action: 'account-connected', subjectKind: 'account', name: 'News', network: 'telegram' },
    'Connected “News” on Telegram',
  ],
  [{ ...nothing, action: 'picture-changed' }, 'Changed the picture of the own account'],
  [{ ...nothing, action: 'publishing-paused', subjectKind: 'agency' }, 'Paused publishing for all clients'],
  [
    {
      ...nothing,
      action: 'publishing-resumed',
      subjectKind: 'client',
      name: 'Gym',
      details: { posts: 1, choice: 'skip' },
    },
    'Resumed publishing for “Gym”; 1 post that had piled up stayed unpublished',
  ],
  [
    { ...nothing, action: 'publishing-resumed', subjectKind: 'agency', details: { posts: 0, choice: 'skip' } },
    'Resumed publishing for all clients',
  ],
  [{ ...nothing, action: 'other-sessions-ended', details: { sessions: 3 } }, 'Signed out everywhere else (3 places)'],
  [{ ...nothing, action: 'plan-set', details: { membership: 'dfy__unlimited' } }, 'Set the plan to dfy, unlimited'],
  [
    { ...nothing, action: 'approval-begun', subjectKind: 'client', name: 'Gym', details: { items: 0 } },
    'Had “Gym” approve what is published for it',
  ],
  [
    { ...nothing, action: 'approval-begun', subjectKind: 'client', name: 'Gym', details: { items: 2 } },
    'Had “Gym” approve what is published for it, 2 posts planned already included',
  ],
  [{ ...nothing, action: 'dropped-long-ago' }, 'Dropped long ago'],
];
for (const [entry, what] of sayings) {
  test(`the words of ${entry.action} are ${what}`, () => {
    assert.equal(describeEntry(entry).what, what);
  });
}

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { keyFrom, openSecrets } from './secrets.ts';

const associatedData = { agencyId: '1', table: 'social_accounts', field: 'credentials', owner: '7:telegram:42' };

test('a sealed secret opens with its own associated data and does not contain the plain text', () => {
  const secrets = openSecrets(randomBytes(32));
  const sealed = secrets.seal('bot-token-✓', associatedData);
  assert.equal(secrets.open(sealed, associatedData), 'bot-token-✓');
  assert.doesNotMatch(sealed, /bot-token/);
  assert.notEqual(sealed, secrets.seal('bot-token-✓', associatedData));
});

for (const [field, value] of [
  ['agencyId', '2'],
  ['table', 'users'],
  ['field', 'other'],
  ['owner', '8:telegram:42'],
] as const) {
  test(`a secret moved to another ${field} does not open`, () => {
    const secrets = openSecrets(randomBytes(32));
    const sealed = secrets.seal('x', associatedData);
    assert.throws(() => secrets.open(sealed, { ...associatedData, [field]: value }));
  });
}

test('a sealed secret with one changed character does not open', () => {
  const secrets = openSecrets(randomBytes(32));
  const sealed = secrets.seal('hello', associatedData);
  const changed = sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2);
  assert.throws(() => secrets.open(changed, associatedData));
  assert.throws(() => secrets.open('v1.abc.', associatedData), /damaged/);
});

test('older keys still open secrets, and the first key seals', () => {
  const former = randomBytes(32);
  const sealed = openSecrets(former).seal('x', associatedData);
  const both = openSecrets(randomBytes(32), former);
  assert.equal(both.open(sealed, associatedData), 'x');
  assert.notEqual(both.seal('x', associatedData).split('.')[1], sealed.split('.')[1]);
});

test('a secret sealed with an unknown key fails with the id of that key', () => {
  const sealed = openSecrets(randomBytes(32)).seal('x', associatedData);
  assert.throws(
    () => openSecrets(randomBytes(32)).open(sealed, associatedData),
    /key [0-9a-f]{8}, which is not configured/,
  );
});

test('the key file is created once and is readable only by its owner', () => {
  const dir = mkdtempSync(join(tmpdir(), 'keys-'));
  const key = keyFrom(dir);
  assert.equal(key.length, 32);
  assert.deepEqual(keyFrom(dir), key);
  assert.equal(statSync(join(dir, 'secret.key')).mode & 0o777, 0o600);
});

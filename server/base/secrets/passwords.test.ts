import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password matches only its own hash', async () => {
  const hash = await hashPassword('Sunny-Day1! ✓');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await verifyPassword('Sunny-Day1! ✓', hash), true);
  assert.equal(await verifyPassword('sunny-Day1! ✓', hash), false);
});

test('hashing the same password twice gives different hashes', async () => {
  assert.notEqual(await hashPassword('Sunny-Day1!'), await hashPassword('Sunny-Day1!'));
});

test('no password matches a missing hash', async () => {
  assert.equal(await verifyPassword('', null), false);
});

test('a password matches a hash made by another implementation', async () => {
  // Made by the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 4 -l 24
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await verifyPassword('password', known), true);
});

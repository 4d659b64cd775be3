import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'vitest';
import { codeAt } from '../../app/testing/codes.ts';
import { base32, codeOf, newSecret, otpauthUri, stepAt, stepOf } from './totp.ts';

/**
 * The seed of RFC 6238's appendix B, '12345678901234567890', and its vectors for SHA-1: seconds and the last six of
 * their eight digits.
 */
const seed = base32(Buffer.from('12345678901234567890'));
const vectors: [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
];

describe('codes of an instant', () => {
  for (const [seconds, code] of vectors) {
    test(`the code at ${seconds} s is ${code}, as in RFC 6238, and the test's own function agrees`, async () => {
      const at = new Date(seconds * 1000);
      assert.equal(codeOf(seed, stepAt(at)), code);
      assert.equal(await codeAt(seed, at), code);
    });
  }

  test('the code equals that of another implementation for any key and time', async () => {
    for (let round = 0; round < 200; round += 1) {
      const [key, at] = [newSecret(), new Date(randomBytes(4).readUInt32BE() * 1000)];
      assert.equal(codeOf(key, stepAt(at)), await codeAt(key, at));
    }
  });
});

test('a key is written in base32 as in the examples of RFC 4648', () => {
  const examples: [string, string][] = [
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ];
  for (const [text, written] of examples) assert.equal(base32(Buffer.from(text)), written);
  assert.match(newSecret(), /^[A-Z2-7]{32}$/);
});

test('a code is accepted in its own thirty seconds, the thirty before and the thirty after', async () => {
  const now = new Date('2026-11-21T09:00:10Z');
  const step = stepAt(now);
  for (const [secondsAway, expected] of [
    [-60, null],
    [-30, step - 1],
    [0, step],
    [30, step + 1],
    [60, null],
  ] as const) {
    const code = await codeAt(seed, new Date(now.getTime() + secondsAway * 1000));
    assert.equal(stepOf({ secret: seed, code, now }), expected, String(secondsAway));
  }
});

test('a text that is not six digits is refused as a code', () => {
  const now = new Date('2026-11-21T09:00:10Z');
  const code = codeOf(seed, stepAt(now));
  for (const odd of ['', code.slice(1), `${code}0`, ` ${code}`, `${code.slice(0, 5)}x`, '٠١٢٣٤٥'])
    assert.equal(stepOf({ secret: seed, code: odd, now }), null);
});

test('the URL for the app names the owner of the key', () => {
  const uri = new URL(otpauthUri({ issuer: 'AgencyReel', email: 'ada+x@agency.test', secret: seed }));
  assert.deepEqual(
    [uri.protocol, uri.host, decodeURIComponent(uri.pathname)],
    ['otpauth:', 'totp', '/AgencyReel:ada+x@agency.test'],
  );
  assert.deepEqual(Object.fromEntries(uri.searchParams), { secret: seed, issuer: 'AgencyReel' });
});

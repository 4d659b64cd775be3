import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { hostIn, isReservedHost, lateDomain } from './domains.ts';

const typed: [string, string | null][] = [
  ['brand.test', 'brand.test'],
  ['https://Brand.Test:8080/path?x#y', 'brand.test'],
  ['www.brand.digital', 'www.brand.digital'],
  ['app.brand.co.uk.', 'app.brand.co.uk'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['brand', null],
  ['', null],
  ['1.2.3.4', null],
  ['[::1]', null],
  ['-a.test', null],
  ['ftp://brand.test', null],
  ['javascript://brand.test', null],
  ['https://me:pw@brand.test', null],
  ['brand..test', null],
  ['brand.test<script>', null],
  [`${'a'.repeat(64)}.test`, null],
];
for (const [text, host] of typed) {
  test(`the host in ${JSON.stringify(text)} is ${host ?? 'none'}`, () => assert.equal(hostIn(text), host));
}

describe('the reserved hosts', () => {
  for (const host of ['app.us.test', 'x.app.us.test', 'us.test', 'a.localhost', 'a.local', 'a.internal'])
    test(host, () => assert.ok(isReservedHost(host, 'app.us.test')));
  for (const host of ['brand.test', 'notapp.us.test2', 'other.us.test'])
    test(`${host} is not reserved`, () => assert.ok(!isReservedHost(host, 'app.us.test')));
});

const late: [days: number, mailed: number, expected: ReturnType<typeof lateDomain>][] = [
  [13, 0, { kind: 'none' }],
  [14, 0, { kind: 'mail', days: 14 }],
  [20, 14, { kind: 'none' }],
  [28, 14, { kind: 'mail', days: 28 }],
  [29, 0, { kind: 'mail', days: 28 }],
  [29, 28, { kind: 'none' }],
  [30, 28, { kind: 'release' }],
];
for (const [days, mailed, expected] of late) {
  test(`a domain ${days} days late with ${mailed} mails sent is: ${expected.kind}`, () =>
    assert.deepEqual(lateDomain(days, mailed), expected));
}

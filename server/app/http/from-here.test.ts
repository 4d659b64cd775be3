import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { IncomingMessage } from 'node:http';
import { test } from 'vitest';
import { isFromHere, openProxyCheck } from './from-here.ts';

/** A request whose connection comes from this address. */
function from(address: string, headers: Record<string, string> = {}) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  return { raw: new IncomingMessage(socket), headers };
}

for (const [address, isHere, isProxy] of [
  ['127.0.0.1', true, true],
  ['127.8.0.9', true, true],
  ['::1', true, true],
  ['::ffff:127.0.0.1', true, true],
  ['10.1.2.3', false, true],
  ['172.31.255.1', false, true],
  ['::ffff:192.168.7.7', false, true],
  ['fd12::7', false, true],
  ['203.0.113.7', false, true],
  ['198.51.100.77', false, true],
  ['203.0.113.8', false, false],
  ['172.32.0.1', false, false],
  ['198.51.101.1', false, false],
  ['169.254.0.1', false, false],
] as const)
  test(`${address} is ${isHere ? '' : 'not '}this machine and ${isProxy ? '' : 'not '}a trusted proxy`, () => {
    const check = openProxyCheck(['loopback', 'uniquelocal', '203.0.113.7', '198.51.100.0/24']);
    assert.deepEqual([isFromHere(from(address)), check(from(address))], [isHere, isProxy]);
    for (const header of ['x-forwarded-for', 'forwarded', 'via'])
      assert.deepEqual(
        [isFromHere(from(address, { [header]: '127.0.0.1' })), check(from(address, { [header]: '127.0.0.1' }))],
        [false, false],
        'it was passed on',
      );
  });

/** An attacker knows a password and tries codes: how often they may guess, and how the owner can still log in. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';
import { codeAt } from '../../app/testing/codes.ts';
import {
  codesInARow,
  codesFromUnknownAddresses,
  loginByEmail,
  secondsToWait,
  type GrowingLimit,
} from '../../base/limits/limits.ts';

const password = 'Sunny-Day1!';
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });
const home = '192.0.2.7';
let unknownAddresses = 0;
const otherAgency = (): string => `198.51.${Math.floor(unknownAddresses / 250)}.${1 + (unknownAddresses++ % 250)}`;

const replyShape = z.object({
  message: z.string(),
  data: z.object({ ticket: z.string().optional(), token: z.string().optional() }).nullish(),
});
async function from(
  address: string,
  call: string,
  input: object,
): Promise<{ code: number; message: string; ticket: string; token: string; retryAfter: number }> {
  const response = await fetch(`${server.url}/api/${call}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  });
  const { message, data } = replyShape.parse(await response.json());
  return {
    code: response.status,
    message,
    ticket: data?.ticket ?? '',
    token: data?.token ?? '',
    retryAfter: Number(response.headers.get('retry-after')),
  };
}

/** An owner with the second factor on, who has logged in at home. */
async function aProtectedOwner() {
  const owner = await anOwner(server.db, { password });
  const { key } = await server.ask('start-second-factor', {}, { as: owner });
  time += 30_000;
  const { recovery_codes: codes } = await server.ask(
    'turn-on-second-factor',
    { code: await codeAt(key, new Date(time)) },
    { as: owner },
  );
  const person = { ...owner, key, codes };
  const { token } = await logIn(person, home);
  assert.notEqual(token, '');
  return { ...person, token, first: owner };
}
type Protected = TestPerson & { key: string };

async function codeNow({ key }: Protected): Promise<string> {
  time += 30_000;
  return codeAt(key, new Date(time));
}
const ticketFrom = async ({ email }: TestPerson, address: string) =>
  (await from(address, 'login', { email, password })).ticket;
async function logIn(person: Protected, address: string, code?: string) {
  return from(address, 'login-code', {
    ticket: await ticketFrom(person, address),
    code: code ?? (await codeNow(person)),
  });
}
/** Tries wrong codes from every address until all are refused at this moment; returns how many were checked. */
async function guess(person: Protected, addresses: readonly string[]): Promise<number> {
  let letThrough = 0;
  for (const address of addresses) {
    for (;;) {
      const answer = await logIn(person, address, '000000x');
      if (answer.code !== 422) break;
      letThrough += 1;
    }
  }
  return letThrough;
}

test('wrong codes block their own address for a minute up to an hour, and no other address', async () => {
  const person = await aProtectedOwner();
  const here = otherAgency();
  for (let wrong = 0; wrong < 5; wrong += 1) assert.equal((await logIn(person, here, 'wrong')).code, 422);
  for (const minutes of [1, 2, 4, 8, 15, 30, 60, 60]) {
    const refused = await logIn(person, here, 'wrong');
    assert.deepEqual([refused.code, refused.message, refused.retryAfter], [429, messages.codeTooMany, minutes * 60]);
    time += minutes * minute;
    assert.equal((await logIn(person, here, 'wrong')).code, 422);
  }
  assert.equal((await logIn(person, otherAgency())).code, 200);
});

test('an attacker who uses up a day’s wrong codes does not lock the owner out at a known address', async () => {
  const person = await aProtectedOwner();
  time += hour;
  const through = await guess(person, Array.from({ length: 30 }, otherAgency));
  assert.equal(through, codesFromUnknownAddresses.most);
  assert.equal((await logIn(person, otherAgency())).code, 429, 'an unknown address, and so is the owner elsewhere');
  assert.equal((await logIn(person, home)).code, 200, 'an address from which the owner has logged in');
  const confirmed = await server.call('confirm-identity', { code: await codeNow(person) }, { as: person });
  assert.equal(confirmed.code, 200, 'in a session');
  assert.equal((await logIn(person, otherAgency(), person.codes[0])).code, 200, 'anywhere with a recovery code');
});

test('an address becomes known only by a log-in with a code since two-step log-in was turned on', async () => {
  const person = await aProtectedOwner();
  const thief = otherAgency();
  assert.notEqual(await ticketFrom(person, thief), '');
  time += hour;
  await guess(person, Array.from({ length: 30 }, otherAgency));
  assert.equal((await logIn(person, thief)).code, 429, 'the password alone makes no address known');
  await server.ask('turn-off-second-factor', {}, { as: person.first });
  assert.equal((await from(thief, 'login', { email: person.email, password })).code, 200);
  const { key } = await server.ask('start-second-factor', {}, { as: person.first });
  time += 30_000;
  await server.ask('turn-on-second-factor', { code: await codeAt(key, new Date(time)) }, { as: person.first });
  assert.equal((await logIn({ ...person, key }, thief)).code, 429);
});

test('an attacker who tries passwords from everywhere does not lock the owner out at home', async () => {
  const person = await aProtectedOwner();
  time += hour;
  for (let tries = 0; tries < 26; tries += 1) assert.notEqual(await ticketFrom(person, otherAgency()), '');
  for (let tries = 0; tries < 25; tries += 1)
    assert.equal((await from(otherAgency(), 'login', { email: person.email, password: 'Wrong-Day1!' })).code, 422);
  assert.equal((await from(otherAgency(), 'login', { email: person.email, password })).code, 429);
  assert.equal((await logIn(person, home)).code, 200);
  for (let tries = 0; tries < 25; tries += 1) {
    time += 13_000;
    assert.equal((await from(home, 'login', { email: person.email, password: 'Wrong-Day1!' })).code, 422);
  }
  time += 13_000;
  assert.equal(
    (await from(home, 'login', { email: person.email, password })).code,
    429,
    `at home ${loginByEmail.most} an hour, too`,
  );
});

test('a growing limit forgets its tries after a day, and accepts one of many concurrent tries', async () => {
  const limit: GrowingLimit = { ...codesInARow, name: 'growing-test' };
  const wait = (at: number) =>
    server.db.asSystem((tx) => secondsToWait(tx, limit, { who: 'someone', now: new Date(at) }));
  const waits = await Promise.all(Array.from({ length: 20 }, () => wait(time)));
  assert.deepEqual([waits.filter((seconds) => seconds === 0).length, Math.max(...waits)], [5, 60]);
  assert.deepEqual(
    (await Promise.all(Array.from({ length: 5 }, () => wait(time + minute)))).filter((seconds) => seconds === 0).length,
    1,
  );
  assert.equal(await wait(time + day + minute), 0);
});

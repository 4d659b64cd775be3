import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { openDatabase } from '#db/database.ts';
import { testDatabase } from '#db/testing.ts';
import { handlers } from '../../app/processes/calls.ts';
import { openHttp } from '../../app/processes/listener.ts';
import { aPerson, aServer } from '../../app/testing/server.ts';
import { loginByAddress, loginByEmail, resetByEmail, secondsToWait, type Limit } from './limits.ts';

const password = 'Sunny-Day1!';
let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });
// Log-in limits count across all web processes; a second listener on the same database acts as another process.
const another = await openHttp({
  services: server.services,
  handlers,
  siteDir: null,
  logLevel: 'silent',
  limits: { perUser: 1e6, perAddress: 1e6, uploadsPerUser: 1e6 },
});
const anotherUrl = await another.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => another.close());

type Told = { code: number; message: unknown; retryAfter: number };

async function ask(call: 'login' | 'forgot-password', input: object, { url = server.url } = {}): Promise<Told> {
  const response = await fetch(`${url}/api/${call}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json' },
  });
  const body: unknown = await response.json();
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return { code: response.status, message, retryAfter: Number(response.headers.get('retry-after')) };
}
const login = (email: string, given: string, at = {}) => ask('login', { email, password: given }, at);

/** One of two accounts with cheap hashes: a guess at an email without an account costs 66 ms of a processor. */
const known = (attempt: number): string => `known-${attempt % 2}@example.test`;
for (const index of [0, 1]) await aPerson(server.db, { role: 'owner', email: known(index), password });

test('an address gets 25 tries in five minutes, and can log in after the wait that the 26th names', async () => {
  await aPerson(server.db, { role: 'owner', email: 'right@example.test', password });
  for (let attempt = 0; attempt < 25; attempt += 1) {
    // The last ones fall into the next window, if windows began at fixed minutes.
    time += attempt === 20 ? 200_000 : 1000;
    assert.equal((await login(known(attempt), 'Wrong-Day1!')).code, 422);
  }
  time += 1000;
  const refused = await login('right@example.test', password);
  assert.deepEqual({ ...refused, retryAfter: 0 }, { code: 429, message: messages.loginTooMany, retryAfter: 0 });
  assert.equal(refused.retryAfter, 300 - 200 - 24, 'until the first of the 25 is five minutes old');
  time += refused.retryAfter * 1000 - 1000;
  assert.deepEqual(await login('right@example.test', password), { ...refused, retryAfter: 1 });
  time += 1000;
  assert.equal((await login('right@example.test', password)).code, 200);
});

test('an email may be tried 25 times in an hour, from any address, whether it has an account or not', async () => {
  await aPerson(server.db, { role: 'owner', email: 'tried@example.test', password });
  time += 3_600_000;
  for (const email of ['tried@example.test', 'nobody@example.test']) {
    for (let attempt = 0; attempt < 25; attempt += 1) {
      time += 30_000;
      assert.equal((await login(email, 'Wrong-Day1!')).code, 422);
    }
    time += 30_000;
    const refused = await login(email, password);
    assert.deepEqual(refused, { code: 429, message: messages.loginTooMany, retryAfter: 3600 - 25 * 30 });
  }
  time += 3_600_000;
  assert.equal((await login('tried@example.test', password)).code, 200);
});

test('the limits count tries across all web processes, and a process that ends loses no count', async () => {
  time += 3_600_000;
  const codes: number[] = [];
  for (let attempt = 0; attempt < 26; attempt += 1)
    codes.push((await login(known(attempt >> 1), 'x', attempt % 2 === 0 ? {} : { url: anotherUrl })).code);
  assert.deepEqual([codes.filter((code) => code === 422).length, codes.at(-1)], [25, 429]);
  assert.equal((await login('fresh@example.test', 'x')).code, 429);
});

test('a try refused because of its address does not count against the email', async () => {
  time += 3_600_000;
  for (let attempt = 0; attempt < 50; attempt += 1)
    await login(attempt < 25 ? known(attempt) : 'right@example.test', 'x');
  time += 300_000;
  assert.equal((await login('right@example.test', password)).code, 200);
});

test('five password resets in half an hour are accepted, and the sixth is refused with the time to wait', async () => {
  time += 3_600_000;
  for (let wish = 0; wish < 5; wish += 1)
    assert.equal((await ask('forgot-password', { email: 'right@example.test' })).code, 200);
  time += 60_000;
  assert.deepEqual(await ask('forgot-password', { email: 'right@example.test' }), {
    code: 429,
    message: messages.loginTooMany,
    retryAfter: 1740,
  });
});

const limits: Limit[] = [loginByAddress, loginByEmail, resetByEmail];
for (const [seed, limit] of limits.entries()) {
  test(`${limit.name}: exactly the tries beyond ${limit.most} in ${limit.seconds} s are refused`, async () => {
    // Lehmer's generator, so that the numbers are the same in every run.
    let state = seed + 1;
    const chance = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const through: number[] = [];
    let at = time;
    await server.db.asSystem(async (tx) => {
      for (let attempt = 0; attempt < 150; attempt += 1) {
        at += Math.floor((chance() ** 4 * limit.seconds * 1000) / 3);
        const wait = await secondsToWait(tx, limit, { who: 'someone', now: new Date(at) });
        const inWindow = through.filter((earlier) => earlier > at - limit.seconds * 1000);
        assert.equal(wait === 0, inWindow.length < limit.most);
        if (wait === 0) through.push(at);
        else assert.equal(wait, Math.ceil(((inWindow[0] ?? 0) + limit.seconds * 1000 - at) / 1000));
      }
    });
    assert.ok(through.length > limit.most && through.length < 150, 'some were let through and some refused');
  });
}

test('a hundred concurrent tries from two processes get no more than the limit through', async () => {
  const { url } = await testDatabase();
  const [one, two] = [openDatabase(url, { max: 5 }), openDatabase(url, { max: 5 })];
  const waits = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      (index % 2 === 0 ? one : two).asSystem((tx) =>
        secondsToWait(tx, loginByAddress, { who: '192.0.2.1', now: new Date(time + (index % 3)) }),
      ),
    ),
  );
  await Promise.all([one.close(), two.close()]);
  assert.equal(waits.filter((wait) => wait === 0).length, 25);
});

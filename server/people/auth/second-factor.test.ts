import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { takeQueued } from '../../app/testing/queue.ts';
import { aClient, aMember, anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';
import { codeAt } from '../../app/testing/codes.ts';

const password = 'Sunny-Day1!';
const minute = 60_000;
let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });

type Protected = { person: TestPerson; key: string; codes: string[] };

/** The code that the person's app shows after the thirty seconds of the last code. */
const nextCode = (key: string): Promise<string> => {
  time += 30_000;
  return codeAt(key, new Date(time));
};

/** Six digits that no app with this key shows around now. */
async function wrongCode(key: string): Promise<string> {
  const right = await Promise.all([-30_000, 0, 30_000].map((away) => codeAt(key, new Date(time + away))));
  return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? '';
}

async function turnedOn(given?: TestPerson): Promise<Protected> {
  const person = given ?? (await anOwner(server.db, { password }));
  const { key } = await server.ask('start-second-factor', {}, { as: person });
  const { recovery_codes: codes } = await server.ask(
    'turn-on-second-factor',
    { code: await nextCode(key) },
    { as: person },
  );
  return { person, key, codes };
}

const stateOf = (person: TestPerson) => server.ask('fetch-second-factor', {}, { as: person });
const confirm = (person: TestPerson, code: string) => server.call('confirm-identity', { code }, { as: person });
const actionsOf = async ({ id }: TestPerson) =>
  (
    await server.db.pool.query<{ action: string }>('select action from audit_entries where user_id = $1 order by id', [
      id,
    ])
  ).rows.map(({ action }) => action);
/** Takes the subjects of the mails queued for somebody out of the queue. */
const mailsTo = async ({ email }: TestPerson) =>
  (await takeQueued(server.db, jobs.sendMail, { to: email })).map(({ subject }) => subject);

describe('turning on the second factor', () => {
  test('the second factor is on only after the first code of the app', async () => {
    const owner = await anOwner(server.db, { password });
    const { key, uri } = await server.ask('start-second-factor', {}, { as: owner });
    assert.equal(new URL(uri).searchParams.get('secret'), key);
    assert.deepEqual(await stateOf(owner), { on: false, since: null, codes_left: 0 });
    const wrong = await server.call('turn-on-second-factor', { code: await wrongCode(key) }, { as: owner });
    assert.deepEqual(wrong, {
      code: 422,
      status: false,
      message: messages.codeWrong,
      errors: { code: messages.codeWrong },
    });
    const { recovery_codes: codes } = await server.ask(
      'turn-on-second-factor',
      { code: await nextCode(key) },
      { as: owner },
    );
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    assert.deepEqual(await stateOf(owner), { on: true, since: new Date(time).toISOString(), codes_left: 10 });
    assert.deepEqual(await mailsTo(owner), ['Two-step log-in is on for AgencyReel']);
    assert.deepEqual(await actionsOf(owner), ['second-factor-on']);
  });

  test('owners, members and client accounts can all turn on the second factor', async () => {
    for (const person of [await aMember(server.db, server.owner), await aClient(server.db, server.owner)]) {
      assert.equal((await turnedOn(person)).codes.length, 10);
      assert.equal((await stateOf(person)).on, true);
    }
    assert.equal((await stateOf(server.owner)).on, false);
  });

  test('turning on the second factor signs the person out everywhere else, but not here', async () => {
    const owner = await anOwner(server.db, { password });
    const elsewhere = { ...owner, token: (await server.logIn({ email: owner.email, password })).token };
    await turnedOn(owner);
    assert.equal((await server.call('fetch-user', {}, { as: elsewhere })).code, 401);
    assert.equal((await server.call('fetch-user', {}, { as: owner })).code, 200);
  });

  test('starting again gives another key, and turning on needs a start and is refused if it is on', async () => {
    const owner = await anOwner(server.db, { password });
    assert.equal(
      (await server.call('turn-on-second-factor', { code: '123456' }, { as: owner })).message,
      messages.factorNotStarted,
    );
    const first = await server.ask('start-second-factor', {}, { as: owner });
    const second = await server.ask('start-second-factor', {}, { as: owner });
    assert.notEqual(first.key, second.key);
    assert.equal(
      (await server.call('turn-on-second-factor', { code: await nextCode(first.key) }, { as: owner })).code,
      422,
    );
    assert.equal(
      (await server.call('turn-on-second-factor', { code: await codeAt(second.key, new Date(time)) }, { as: owner }))
        .code,
      200,
    );
    for (const name of ['start-second-factor', 'turn-on-second-factor'] as const) {
      assert.equal((await server.call(name, { code: '123456' }, { as: owner })).message, messages.factorIsOn);
    }
  });

  test('keys and recovery codes are not readable in the database or the log', async () => {
    const { person, key, codes } = await turnedOn();
    const { rows } = await server.db.pool.query<{ text: string }>(
      'select f::text || r::text as text from second_factors f join recovery_codes r using (user_id) where ' +
        'user_id = $1',
      [person.id],
    );
    assert.equal(rows.length, 10);
    for (const { text } of rows)
      assert.ok(
        !text.includes(key) && codes.every((code) => !text.includes(code) && !text.includes(code.replaceAll('-', ''))),
      );
    assert.ok(server.log.every((line) => !line.includes(key) && codes.every((code) => !line.includes(code))));
  });
});

describe('a code of the app', () => {
  test('a code is accepted once, and no earlier code after it', async () => {
    const { person, key } = await turnedOn();
    const before = await codeAt(key, new Date(time + 30_000));
    time += 60_000;
    const code = await codeAt(key, new Date(time));
    assert.equal((await confirm(person, code)).code, 200);
    for (const used of [code, before]) assert.deepEqual((await confirm(person, used)).code, 422);
  });

  test('a code may be thirty seconds early or late, and no more', async () => {
    const { person, key } = await turnedOn();
    time += 10 * minute;
    const codes = {
      late: await codeAt(key, new Date(time - 30_000)),
      early: await codeAt(key, new Date(time + 30_000)),
      tooEarly: await codeAt(key, new Date(time + 60_000)),
    };
    assert.equal((await confirm(person, await codeAt(key, new Date(time - 60_000)))).code, 422);
    assert.equal((await confirm(person, codes.tooEarly)).code, 422);
    assert.equal((await confirm(person, codes.late)).code, 200);
    assert.equal((await confirm(person, codes.early)).code, 200);
  });

  test('of two concurrent tries with one code, one is accepted', async () => {
    const { person, key } = await turnedOn();
    const code = await nextCode(key);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(person, code)));
    assert.deepEqual(
      answers.map((answer) => answer.code).toSorted((a, b) => a - b),
      [200, 422, 422],
    );
  });

  test('wrong codes may be tried five times in a row, then after growing waits; right ones do not count', async () => {
    const { person, key } = await turnedOn();
    time = Math.ceil(time / 86_400_000) * 86_400_000;
    for (let right = 0; right < 12; right += 1) assert.equal((await confirm(person, await nextCode(key))).code, 200);
    for (let wrong = 0; wrong < 5; wrong += 1) assert.equal((await confirm(person, await wrongCode(key))).code, 422);
    for (const minutes of [1, 2, 4]) {
      assert.equal((await confirm(person, await wrongCode(key))).code, 429);
      time += minutes * minute;
      assert.equal((await confirm(person, await wrongCode(key))).code, 422);
    }
    time += 8 * minute;
    assert.equal((await confirm(person, await nextCode(key))).code, 200);
  });

  test('a code of one person is refused for another', async () => {
    const [one, other] = [await turnedOn(), await turnedOn()];
    assert.equal((await confirm(one.person, await nextCode(other.key))).code, 422);
    assert.equal((await confirm(one.person, other.codes[0] ?? '')).code, 422);
  });
});

describe('a recovery code', () => {
  test('a recovery code replaces the app once, in any typed form, and the person gets a mail', async () => {
    const {
      person,
      codes: [code = ''],
    } = await turnedOn();
    await mailsTo(person);
    assert.equal((await confirm(person, ` ${code.toUpperCase().replaceAll('-', ' ')}`)).code, 200);
    assert.equal((await stateOf(person)).codes_left, 9);
    assert.deepEqual(await mailsTo(person), ['A recovery code was used for AgencyReel']);
    assert.deepEqual((await actionsOf(person)).slice(-2), ['recovery-code-used', 'identity-confirmed']);
    assert.equal((await confirm(person, code)).code, 422);
    assert.deepEqual(await mailsTo(person), []);
  });

  test('old recovery codes are invalid once new ones were created', async () => {
    const {
      person,
      codes: [old = ''],
    } = await turnedOn();
    const {
      recovery_codes: [code = ''],
    } = await server.ask('make-recovery-codes', {}, { as: person });
    assert.equal((await confirm(person, old)).code, 422);
    assert.equal((await confirm(person, code)).code, 200);
    assert.ok((await actionsOf(person)).includes('recovery-codes-made'));
  });
});

describe('while the second factor is on', () => {
  test('a sensitive call requires a code, which the password does not replace', async () => {
    const { person, key } = await turnedOn();
    await server.db.pool.query('update sessions set confirmed_at = $2 where user_id = $1', [person.id, new Date(time)]);
    time += 11 * minute;
    const asked = { code: 403, status: false, message: messages.confirmFirst, errors: { confirm: 'code' } };
    assert.deepEqual(await server.call('turn-off-second-factor', {}, { as: person }), asked);
    assert.deepEqual(await server.call('make-recovery-codes', {}, { as: person }), asked);
    assert.deepEqual(await server.call('change-email', { email: 'x@example.test' }, { as: person }), asked);
    assert.deepEqual(await server.call('delete-client', { client_id: '1' }, { as: person }), asked);
    const byPassword = await server.call('confirm-identity', { password }, { as: person });
    assert.deepEqual(byPassword, {
      code: 422,
      status: false,
      message: messages.codeMissing,
      errors: { code: messages.codeMissing },
    });
    assert.equal((await confirm(person, await nextCode(key))).code, 200);
    assert.equal((await server.call('delete-client', { client_id: '1' }, { as: person })).code, 404);
  });

  test('changing the password requires a code, and changing the name does not', async () => {
    const { person, key } = await turnedOn();
    await server.db.pool.query('update sessions set confirmed_at = $2 where user_id = $1', [person.id, new Date(time)]);
    time += 11 * minute;
    const chosen = { password, new_password: 'Rainy-Day2!', confirm_password: 'Rainy-Day2!' };
    assert.equal((await server.call('profile', { name: 'Another Name' }, { as: person })).code, 200);
    assert.deepEqual(await server.call('profile', chosen, { as: person }), {
      code: 403,
      status: false,
      message: messages.confirmFirst,
      errors: { confirm: 'code' },
    });
    assert.equal((await confirm(person, await nextCode(key))).code, 200);
    assert.equal((await server.call('profile', chosen, { as: person })).message, messages.passwordChanged);
  });

  test('a client account with a second factor needs a code to change its password, others do not', async () => {
    const client = await aClient(server.db, server.owner);
    const edit = (person: TestPerson, given: string) =>
      server.call(
        'edit-app-client-account',
        { id: client.id, name: client.name, earning: 0, frequency: 'weekly', password: given },
        { as: person },
      );
    const { key } = await turnedOn(client);
    await server.db.pool.query('update sessions set confirmed_at = null where user_id = $1', [client.id]);
    assert.equal((await edit(client, '')).code, 200);
    assert.deepEqual((await edit(client, 'Rainy-Day3!')).code, 403);
    assert.equal((await confirm(client, await nextCode(key))).code, 200);
    assert.equal((await edit(client, 'Rainy-Day3!')).code, 200);
    await server.db.pool.query('update sessions set confirmed_at = null where user_id = $1', [server.owner.id]);
    assert.equal((await edit(server.owner, 'Rainy-Day2!')).code, 200);
  });

  test('turning off the second factor deletes its codes and key and sends a mail', async () => {
    const { person, key, codes } = await turnedOn();
    await mailsTo(person);
    assert.equal((await server.call('turn-off-second-factor', {}, { as: person })).message, messages.factorOff);
    assert.deepEqual(await stateOf(person), { on: false, since: null, codes_left: 0 });
    assert.deepEqual(await mailsTo(person), ['Two-step log-in is off for AgencyReel']);
    assert.ok((await server.logIn({ email: person.email, password })).token !== '');
    assert.equal((await server.call('turn-off-second-factor', {}, { as: person })).message, messages.factorIsOff);
    assert.equal((await server.call('make-recovery-codes', {}, { as: person })).message, messages.factorIsOff);
    const again = await turnedOn(person);
    assert.notEqual(again.key, key);
    assert.equal((await confirm(person, codes[0] ?? '')).code, 422);
  });
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { jobs } from '../../base/jobs.ts';
import { queued } from '../../app/testing/queue.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { aClient, aMember, anotherAgency, anOwner, aServer, type TestPerson } from '../../app/testing/server.ts';

const [old, better] = ['Sunny-Day1!', 'Rainy-Day2!'];
const nobody = { as: null };
let time = Date.UTC(2026, 10, 21, 9, 0);
const server = await aServer({ clock: () => new Date(time) });
const actionsOf = async ({ id }: TestPerson) =>
  (
    await server.db.pool.query<{ action: string }>('select action from audit_entries where user_id = $1 order by id', [
      id,
    ])
  ).rows.map(({ action }) => action);
const signedIn = async ({ email }: { email: string }, password = old) => {
  const reply = await server.call('login', { email, password }, nobody);
  return reply.status && 'token' in reply.data ? reply.data.token : '';
};

describe('my name', () => {
  test('a name can be changed with the unchanged email in the same call', async () => {
    const owner = await anOwner(server.db, { email: 'Name@example.test' });
    const reply = await server.call('profile', { name: '  Mia Owner ', email: owner.email }, { as: owner });
    assert.equal(reply.message, messages.profileUpdated);
    assert.equal((await server.ask('fetch-user', {}, { as: owner })).name, 'Mia Owner');
    assert.deepEqual(await actionsOf(owner), ['profile-edited']);
  });

  test('changing a name cannot change the email', async () => {
    const owner = await anOwner(server.db);
    const reply = await server.call('profile', { name: 'Mia', email: 'other@example.test' }, { as: owner });
    assert.deepEqual([reply.code, reply.message], [422, messages.emailOnlyByLink]);
    assert.equal((await server.ask('fetch-user', {}, { as: owner })).name, owner.name);
  });
});

describe('my password', () => {
  const change = (owner: TestPerson, password: string, chosen = better, confirmed = chosen) =>
    server.call('profile', { password, new_password: chosen, confirm_password: confirmed }, { as: owner });

  test('a person changes their password; this session stays, other sessions and old links end', async () => {
    const owner = await anOwner(server.db, { email: 'change@example.test', password: old });
    const elsewhere = { ...owner, token: await signedIn(owner) };
    assert.equal((await change(owner, old)).message, messages.passwordChanged);
    assert.equal((await server.call('fetch-user', {}, { as: owner })).code, 200);
    assert.equal((await server.call('fetch-user', {}, { as: elsewhere })).message, messages.unauthorizedToken);
    assert.equal(await signedIn(owner), '');
    assert.notEqual(await signedIn(owner, better), '');
    assert.deepEqual(
      (await queued(server.db, jobs.sendMail, { to: owner.email })).map(({ subject }) => subject),
      ['Your AgencyReel password has been changed'],
    );
  });

  const refused: [string, string, string, string, string][] = [
    ['a wrong current password', 'Wrong-Day1!', better, better, messages.passwordWrong],
    ['no current password', '', better, better, 'Current password is required'],
    ['a new password without an uppercase letter', old, 'rainy-day2!', 'rainy-day2!', messages.newPasswordRule],
    ['a new password without a special character', old, 'RainyDay22', 'RainyDay22', messages.newPasswordRule],
    ['a new password of seven characters', old, 'Rainy2!', 'Rainy2!', messages.newPasswordRule],
    ['a different confirmation', old, better, `${better}x`, messages.newPasswordsDiffer],
  ];
  for (const [what, password, chosen, confirmed, message] of refused) {
    test(`a password does not change for ${what}`, async () => {
      const owner = await anOwner(server.db, { password: old });
      const reply = await change(owner, password, chosen, confirmed);
      assert.deepEqual([reply.code, reply.message], [422, message]);
      assert.notEqual(await signedIn(owner), '');
    });
  }

  test('after ten wrong passwords even the right one is refused for a quarter of an hour', async () => {
    const owner = await anOwner(server.db, { password: old });
    time += 900_000;
    for (let tries = 0; tries < 10; tries += 1) assert.equal((await change(owner, 'Wrong-Day1!')).code, 422);
    assert.deepEqual(
      [(await change(owner, old)).code, (await change(owner, old)).message],
      [429, messages.confirmTooMany],
    );
    time += 900_000;
    assert.equal((await change(owner, old)).code, 200);
  });

  test('of two concurrent changes of a password one succeeds', async () => {
    const owner = await anOwner(server.db, { password: old });
    const replies = await Promise.all([change(owner, old), change(owner, old, 'Windy-Day3!')]);
    assert.deepEqual(
      replies.map(({ code }) => code).toSorted((a, b) => a - b),
      [200, 422],
    );
  });

  for (const person of ['client', 'member'] as const) {
    test(`a ${person} cannot change the password with this call`, async () => {
      const as = await (person === 'client' ? aClient : aMember)(server.db, server.owner, { password: old });
      assert.equal((await change(as, old)).code, 403);
    });
  }
});

describe('a profile picture', () => {
  const upload = async (
    user: { id: string },
    { as = server.owner, name = 'me.png', bytes }: { as?: TestPerson; name?: string; bytes?: Buffer } = {},
  ) =>
    server.upload(
      'change-image',
      { user_id: user.id },
      { field: 'file', name, bytes: bytes ?? (await aPicture('png', { width: 900, height: 600 })) },
      { as },
    );
  const stored = (): string[] => {
    const dir = join(server.services.config.dataDir, 'files');
    return existsSync(dir)
      ? readdirSync(dir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
      : [];
  };

  test('a picture becomes a square of 512 px without camera or location data, and replaces the old one', async () => {
    const owner = await anOwner(server.db);
    const noted = await sharp(await aPicture('jpeg', { width: 1200, height: 800 }))
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer();
    const before = stored().length;
    const first = await upload(owner, { as: owner, name: 'me.jpg', bytes: noted });
    assert.equal(first.message, messages.imageUpdated);
    assert.ok(first.status);
    const picture = await server.send(first.data.image);
    const { width, height, exif } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    assert.deepEqual([picture.headers.get('content-type'), width, height, exif], ['image/jpeg', 512, 512, undefined]);
    const user = await server.ask('fetch-user', {}, { as: owner });
    assert.deepEqual([user.image, user.thumbnail], [first.data.image, first.data.thumbnail]);
    assert.equal((await upload(owner, { as: owner })).code, 200);
    assert.equal((await server.send(first.data.image)).status, 404);
    assert.equal(stored().length, before + 2);
    assert.deepEqual(await actionsOf(owner), ['picture-changed', 'picture-changed']);
  });

  test('a client’s picture can be changed by its agency and by itself, but not by another client', async () => {
    const [client, other] = [await aClient(server.db, server.owner), await aClient(server.db, server.owner)];
    assert.equal((await upload(client)).code, 200);
    assert.equal((await upload(client, { as: client })).code, 200);
    assert.equal((await upload(client, { as: other })).code, 404);
    assert.equal((await upload(client, { as: await anotherAgency(server.db) })).code, 404);
    assert.equal((await upload(server.owner, { as: await aMember(server.db, server.owner) })).code, 404);
  });

  test('a picture is checked by its bytes and size, and a refused one leaves nothing behind', async () => {
    const before = stored();
    const refused: [string, Buffer, number, string][] = [
      ['me.gif', Buffer.from('GIF89a-and-more-bytes'), 422, messages.invalidFileType],
      ['me.png', Buffer.from('<svg onload="alert(1)"/>'), 422, messages.invalidFileType],
      ['me.pdf', await aPicture('png'), 422, messages.invalidFileType],
      ['me.png', (await aPicture('png')).subarray(0, 60), 422, messages.unreadableImage],
      ['me.png', Buffer.concat([await aPicture('png'), Buffer.alloc(5_000_000)]), 413, messages.imageTooLarge],
    ];
    for (const [name, bytes, code, message] of refused) {
      const reply = await upload(server.owner, { name, bytes });
      assert.deepEqual([reply.code, reply.message], [code, message]);
    }
    assert.deepEqual(stored(), before);
  });

  test('of two concurrent pictures one stays', async () => {
    const owner = await anOwner(server.db);
    const replies = await Promise.all([upload(owner, { as: owner }), upload(owner, { as: owner })]);
    assert.deepEqual(
      replies.map(({ code }) => code),
      [200, 200],
    );
    const { rows } = await server.db.pool.query('select from files where created_by = $1', [owner.id]);
    assert.equal(rows.length, 1);
  });
});

describe('my sessions', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  async function anotherSession(owner: TestPerson): Promise<TestPerson> {
    const reply = await server.send('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': chrome },
      body: JSON.stringify({ email: owner.email, password: old }),
    });
    const token = /"token":"([\w-]+)"/.exec(await reply.text())?.[1] ?? '';
    return { ...owner, token };
  }

  test('valid sessions are listed with their device, the current one first', async () => {
    const owner = await anOwner(server.db, { password: old });
    time += 40 * 86_400_000;
    const windows = await anotherSession(owner);
    await server.db.pool.query(
      `insert into sessions (agency_id, user_id, token_hash, expires_at) values ($1, $2, 'x', $3)`,
      [owner.agencyId, owner.id, new Date(time - 1)],
    );
    const sessions = await server.ask('fetch-sessions', {}, { as: windows });
    assert.equal(sessions.length, 2);
    assert.deepEqual(
      sessions.map(({ device, kind, current }) => [device, kind, current]),
      [
        ['Chrome on Windows', 'computer', true],
        ['An unknown device', 'other', false],
      ],
    );
    assert.deepEqual([sessions[0]?.address, sessions[0]?.seen], ['127.0.0.1', new Date(time).toISOString()]);
  });

  test('the last use of a session is known to within five minutes', async () => {
    const owner = await anOwner(server.db, { password: old });
    const windows = await anotherSession(owner);
    time += 301_000;
    await server.ask('fetch-user', {}, { as: windows });
    const [here] = await server.ask('fetch-sessions', {}, { as: windows });
    assert.equal(here?.seen, new Date(time).toISOString());
  });

  test("a person can end one of their own sessions at once, and nobody else's", async () => {
    const owner = await anOwner(server.db, { password: old });
    const windows = await anotherSession(owner);
    const [, there] = await server.ask('fetch-sessions', {}, { as: owner });
    const id = there?.id ?? '';
    assert.equal((await server.call('delete-session', { id }, { as: server.owner })).code, 404);
    assert.equal((await server.call('delete-session', { id }, { as: owner })).message, messages.sessionEnded);
    assert.equal((await server.call('fetch-user', {}, { as: windows })).message, messages.unauthorizedToken);
    assert.equal((await server.call('delete-session', { id }, { as: owner })).code, 404);
    assert.equal((await server.call('fetch-user', {}, { as: owner })).code, 200);
  });

  test('a person can end all of their other sessions at once', async () => {
    const owner = await anOwner(server.db, { password: old });
    const others = [await anotherSession(owner), await anotherSession(owner)];
    assert.deepEqual(await server.ask('delete-other-sessions', {}, { as: owner }), { ended: 2 });
    for (const as of others) assert.equal((await server.call('fetch-user', {}, { as })).code, 401);
    assert.equal((await server.call('fetch-user', {}, { as: owner })).code, 200);
    assert.equal((await server.call('fetch-user', {})).code, 200);
  });
});

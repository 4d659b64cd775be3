import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { aCameraPicture, aPicture } from '../../content/streams/testing.ts';
import { aMember, anOwner, aServer } from '../../app/testing/server.ts';

const server = await aServer();
const form = { name: 'Bright Agency', email: 'Hello@Bright.test', site: 'bright.test' } as const;
const png = await aPicture('png');
const upload = (name: string, bytes: Buffer) => server.upload('agency', form, { field: 'logo', name, bytes });
const file = async (address: string | null) => server.send(address ?? '/files/none');

test('a profile that was never saved shows the name of the agency', async () => {
  const { name, email, site, logo } = await server.ask('fetch-agency', {});
  assert.match(name, /^Agency/);
  assert.deepEqual({ email, site, logo }, { email: '', site: '', logo: null });
});

test('name, email and website are saved and shown, the name everywhere', async () => {
  const reply = await server.call('agency', form);
  assert.ok(reply.status);
  assert.equal(reply.message, messages.agencySaved);
  assert.deepEqual(await server.ask('fetch-agency', {}), {
    ...reply.data,
    name: 'Bright Agency',
    email: 'hello@bright.test',
    site: 'https://bright.test',
    logo: null,
  });
  assert.equal((await server.ask('fetch-user', {})).agency_name, 'Bright Agency');
});

for (const [field, input] of [
  ['name', { ...form, name: ' ' }],
  ['email', { ...form, email: 'nobody' }],
  ['site', { ...form, site: 'javascript:alert(1)' }],
  ['site', { ...form, site: 'just words' }],
  ['site', { ...form, site: 'https://me:pw@site.test' }],
] as const) {
  test(`a profile with an invalid ${field} is refused: ${input[field] || 'blank'}`, async () => {
    const reply = await server.call('agency', input);
    assert.equal(reply.code, 422);
    assert.deepEqual(reply.status ? [] : Object.keys(reply.errors), [field]);
  });
}

test('a logo is re-encoded without metadata and served until the next one replaces it', async () => {
  const first = await upload('camera.jpg', await aCameraPicture());
  assert.ok(first.status, first.message);
  const response = await file(first.data.logo);
  assert.equal(response.headers.get('content-type'), 'image/jpeg');
  const { exif, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  assert.deepEqual({ exif, width, height }, { exif: undefined, width: 450, height: 600 });
  assert.equal((await server.ask('agency', form)).logo, first.data.logo);
  const second = await upload('logo.png', png);
  assert.ok(second.status && second.data.logo !== first.data.logo);
  assert.equal((await file(first.data.logo)).status, 404);
  assert.equal((await file(second.data.logo)).status, 200);
});

const refused: [string, string, Buffer, number, string][] = [
  [
    'a drawing in SVG',
    'logo.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    422,
    messages.logoInvalidFileType,
  ],
  ['a text named as a picture', 'logo.png', Buffer.from('just words'), 422, messages.logoInvalidFileType],
  ['a picture named as a video', 'logo.mp4', png, 422, messages.logoInvalidFileType],
  ['half a picture', 'logo.png', png.subarray(0, png.length / 2), 422, messages.unreadableImage],
  [
    '5,000,000 bytes',
    'logo.png',
    Buffer.concat([png, Buffer.alloc(5_000_000 - png.length)]),
    413,
    messages.imageTooLarge,
  ],
];
for (const [title, name, bytes, code, message] of refused) {
  test(`${title} is refused as a logo, and the profile does not change`, async () => {
    const before = await server.ask('fetch-agency', {});
    const reply = await server.upload('agency', { ...form, name: 'Not saved' }, { field: 'logo', name, bytes });
    assert.deepEqual([reply.code, reply.message], [code, message]);
    assert.deepEqual(await server.ask('fetch-agency', {}), before);
  });
}

test('an agency has its own profile, and only its owner sees and saves it', async () => {
  const otherAgency = await anOwner(server.db);
  assert.notEqual((await server.ask('fetch-agency', {}, { as: otherAgency })).name, 'Bright Agency');
  await server.ask('agency', { ...form, name: 'Elsewhere' }, { as: otherAgency });
  assert.equal((await server.ask('fetch-agency', {})).name, 'Bright Agency');
  const member = { as: await aMember(server.db, server.owner) };
  for (const name of ['fetch-agency', 'agency'] as const)
    assert.equal((await server.call(name, form, member)).code, 403);
});

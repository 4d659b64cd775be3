/** Logos and profile pictures count towards an agency's quota. */
import assert from 'node:assert/strict';
import { messages } from '#contract/messages.ts';
import sharp from 'sharp';
import { test } from 'vitest';
import { aClient, aServer } from '../../app/testing/server.ts';

const uploadQuotaBytes = 10_000_000;
const server = await aServer({ config: { uploadQuotaBytes } });
const { owner, services, db } = server;
await db.pool.query(`update users set membership = 'dfy__enterprise__unlimited' where id = $1`, [owner.id]);
const client = await aClient(db, owner);
const used = async (): Promise<number> => (await server.ask('fetch-space', {})).used_bytes;
/** A picture of noise, which no format can compress. */
const noise = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 60 } } })
    .png()
    .toBuffer();
const [small, large] = [await noise(60), await noise(200)];

type Answer = { status: boolean; code: number; message: string };
const ways: Readonly<Record<string, (bytes: Buffer) => Promise<Answer>>> = {
  'the picture of a person': (bytes) =>
    server.upload('change-image', { user_id: owner.id }, { field: 'file', name: 'a.png', bytes }),
  'the picture of a client': (bytes) =>
    server.upload('change-image', { user_id: client.id }, { field: 'file', name: 'a.png', bytes }),
  'the logo of the agency': (bytes) =>
    server.upload(
      'agency',
      { name: 'Agency', email: 'agency@example.test', site: '' },
      { field: 'logo', name: 'a.png', bytes },
    ),
  'the logo of a rebranding': (bytes) =>
    server.upload('wl-rebranding', { name: 'Brand' }, { field: 'logo', name: 'a.png', bytes }),
};

for (const [what, send] of Object.entries(ways))
  test(`${what} counts, is refused over the quota, and may always become smaller`, async () => {
    const before = await used();
    const first = await send(small);
    assert.ok(first.status, first.message);
    const afterFirst = await used();
    assert.ok(afterFirst > before, `${before} ${afterFirst}`);
    services.config.uploadQuotaBytes = afterFirst;
    const refused = await send(large);
    assert.deepEqual([refused.code, refused.message], [413, messages.quotaReached]);
    assert.equal(await used(), afterFirst, 'the refused one is not stored');
    services.config.uploadQuotaBytes = uploadQuotaBytes;
    assert.equal((await send(large)).code, 200);
    services.config.uploadQuotaBytes = 1;
    assert.equal((await send(small)).code, 200, 'a smaller one is always accepted');
    assert.equal(await used(), afterFirst);
    services.config.uploadQuotaBytes = uploadQuotaBytes;
  });

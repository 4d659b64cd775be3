/** Tests the table of what reading an account back can prove, against the adapters and the sandbox. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { z } from 'zod';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import { mp4 } from '../sandbox/testing.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import { openNetworks, type OpenNetworks } from './index.ts';
import type { Account, LostAttempt, Network, PostContent } from './network.ts';
import { readBack } from './read-back.ts';
import { aContent, aContext, aMedia } from './testing.ts';
import { joined } from './testing-consent.ts';

const signal = new AbortController().signal;
let sandbox: Sandbox;
let opened: OpenNetworks;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  opened = openNetworks({ ...sandbox, allowPrivateHosts: [new URL(sandbox.url).host] });
});
afterAll(async () => {
  await opened.close();
  await sandbox.stop();
});
const control = (call: string, body: unknown): Promise<Response> =>
  fetch(`${sandbox.controlUrl}/${call}`, { method: 'POST', body: JSON.stringify(body) });
beforeEach(() => control('reset', {}));
const feedShape = z.object({ posts: z.array(z.object({ id: z.coerce.string() })) });
const feed = async (id: NetworkId) =>
  feedShape.parse(await (await fetch(`${sandbox.controlUrl}/feeds?network=${id}`)).json()).posts;

/** A sandbox user with every permission, for the networks with a consent page. */
const personas: Partial<Record<NetworkId, string>> = {
  reddit: 'sunrise',
  vimeo: 'sunrise',
  facebook: '10158000000000001',
  twitter: '1510000000000000001',
  youtube: 'yt-sunrise',
};

async function anAccount({ id, consent }: Network): Promise<Account> {
  const persona = personas[id];
  if (consent && persona !== undefined) return joined(consent, persona);
  assert.equal(id, 'wordpress');
  const connected = await opened.networks.wordpress.connect(
    { url: `${sandbox.wordpressUrl}/sunrise-blog`, username: 'editor', password: 'abcd efgh ijkl mnop qrst uvwx' },
    { signal },
  );
  assert.ok(connected.kind === 'connected');
  return connected.account;
}

const image = (given: Partial<PostContent> = {}): PostContent =>
  aContent({ type: 'image', media: aMedia('image'), ...given });
const video = (given: Partial<PostContent> = {}): PostContent =>
  aContent({ type: 'video', media: aMedia('video', { bytes: mp4() }), ...given });
const wordless = { title: '', text: '' };
const hours = (count: number): Date => new Date(Date.now() - count * 3_600_000);
const forgotten = (attempt: LostAttempt): LostAttempt => ({
  ...attempt,
  remoteIds: {
    ...attempt.remoteIds,
    session: `${sandbox.youtubeUploadUrl}/videos?uploadType=resumable&upload_id=forgotten`,
  },
});

/** For each row of the table: the content sent, and how its attempt differs. */
const scenes: Readonly<
  Record<
    NetworkId,
    Readonly<Record<string, { content: () => PostContent; change?: (attempt: LostAttempt) => LostAttempt }>>
  >
> = {
  reddit: { text: { content: aContent }, 'picture or video': { content: image } },
  vimeo: { video: { content: video } },
  facebook: {
    text: { content: aContent },
    'picture with words': { content: image },
    'picture without words': { content: () => image(wordless) },
    'video with words': { content: video },
    'video without words': { content: () => video(wordless) },
  },
  telegram: {},
  twitter: { anything: { content: image } },
  youtube: { video: { content: video }, 'video of a forgotten session': { content: video, change: forgotten } },
  linkedin: {},
  wordpress: { anything: { content: image } },
  medium: {},
};

test('every network is in the table, and has `find` exactly where the table has a row', () => {
  assert.deepEqual(Object.keys(readBack).toSorted(), [...networkIds].toSorted());
  for (const id of networkIds) {
    assert.equal(opened.networks[id]?.find !== undefined, readBack[id].length > 0, id);
    assert.deepEqual(
      Object.keys(scenes[id]),
      readBack[id].map(({ sent }) => sent),
      id,
    );
  }
});

for (const id of networkIds) {
  for (const { sent, present, absent } of readBack[id]) {
    /** Searches an hour after the attempt for the post that was or was not made; lists are complete by then. */
    const look = async ({ isMade, isRefused = false }: { isMade: boolean; isRefused?: boolean }) => {
      const network = opened.networks[id];
      const scene = scenes[id][sent];
      assert.ok(network?.find && scene);
      const account = await anAccount(network);
      const content = scene.content();
      const died = new Error('the worker died right after the fence');
      const context = aContext(isMade ? {} : { refuseFence: died });
      if (isMade)
        assert.ok(['published', 'processing'].includes((await network.publish(content, account, context)).kind));
      else await assert.rejects(network.publish(content, account, context), died);
      const { remoteIds = {} } = context.fences[0] ?? {};
      const attempt = (scene.change ?? ((same) => same))({
        fencedAt: hours(1),
        remoteIds: { ...context.remembered, ...remoteIds },
      });
      if (isRefused) await control('tokens', { network: id, does: 'revoke' });
      const asking =
        isRefused && id === 'wordpress'
          ? { ...account, credentials: { ...account.credentials, password: 'other' } }
          : account;
      return network.find(content, asking, attempt, { signal });
    };

    const isThere = present === null ? 'cannot be proved' : 'is proved';
    test(`${id}, ${sent}: the presence of a post ${isThere}`, async () => {
      const found = await look({ isMade: true });
      if (present === null) assert.equal(found.kind, 'undecided');
      else assert.partialDeepStrictEqual(found, { kind: 'found', postId: (await feed(id))[0]?.id });
    });

    const isNotThere = absent === null ? 'cannot be proved' : 'is proved';
    test(`${id}, ${sent}: the absence of a post ${isNotThere}`, async () => {
      assert.equal((await look({ isMade: false })).kind, absent === null ? 'undecided' : 'absent');
    });

    test(`${id}, ${sent}: a refused look-up proves nothing`, async () => {
      assert.equal((await look({ isMade: true, isRefused: true })).kind, 'undecided');
    });
  }
}

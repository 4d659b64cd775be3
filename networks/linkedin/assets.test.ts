import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'vitest';
import { mp4 } from '../../sandbox/testing.ts';
import type { PostContent } from '../network.ts';
import { aContent, aContext, aMedia } from '../testing.ts';
import { listening, type Canned } from '../testing-answers.ts';
import { joined } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { linkedin } from './linkedin.ts';
import { aStage } from './testing.ts';

const emma = 'sUnRiSe001';
const { sandbox, http, stage } = await onSandbox(aStage);

const anAccount = (persona = emma) => joined(stage.network.consent, persona);
const videoBytes = (more = '', sizeBytes = 100_000): Buffer =>
  Buffer.concat([mp4(), Buffer.alloc(sizeBytes, 3), Buffer.from(more)]);
const aVideo = (bytes = videoBytes(), given: Partial<PostContent> = {}) =>
  aContent({ type: 'video', media: { ...aMedia('video', { bytes }), durationMs: 4000 }, ...given });

/**
 * The sandbox's LinkedIn behind a server that first gives these answers to uploads; records whether each upload had a
 * token.
 */
async function behindDoor(t: TestContext, answers: Canned[]) {
  const tokens: boolean[] = [];
  const here = await listening(t, (request, response) => {
    void (async () => {
      const body = await buffer(request);
      const path = request.url ?? '';
      const isFile = path.startsWith('/dms-uploads/');
      if (isFile) tokens.push(request.headers.authorization === `Bearer ${account.credentials['accessToken']}`);
      const refusal = isFile ? answers.shift() : undefined;
      if (refusal !== undefined) {
        response
          .writeHead(refusal.status, refusal.headers)
          .end(typeof refusal.body === 'string' ? refusal.body : JSON.stringify(refusal.body));
        return;
      }
      const headers = new Headers(
        Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' && name !== 'host' ? [[name, value]] : [],
        ),
      );
      const answer = await fetch(sandbox.linkedinApiUrl + path, {
        method: request.method ?? 'GET',
        headers,
        ...(body.byteLength > 0 ? { body: new Uint8Array(body) } : {}),
      });
      const text = (await answer.text()).replaceAll(`${sandbox.linkedinApiUrl}/dms-uploads`, `${here}/dms-uploads`);
      response
        .writeHead(
          answer.status,
          Object.fromEntries(
            [...answer.headers].filter(([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name)),
          ),
        )
        .end(text);
    })();
  });
  const account = await anAccount();
  const wait = async (seconds: number): Promise<void> => {
    sandbox.clock.aheadMs += seconds * 1000;
  };
  const network = linkedin({
    http,
    version: sandbox.linkedinVersion,
    apiUrl: here,
    authUrl: sandbox.linkedinAuthUrl,
    tokenUrl: sandbox.linkedinTokenUrl,
    wait,
  });
  return { tokens, account, network };
}

for (const type of ['image', 'video'] as const) {
  const content = (): PostContent => (type === 'video' ? aVideo() : aContent({ type, media: aMedia('image') }));
  test(`a ${type} file is sent with the token on the first request`, async (t) => {
    const { tokens, account, network } = await behindDoor(t, []);
    assert.equal((await network.publish(content(), account, aContext())).kind, 'published');
    assert.deepEqual(tokens, [true]);
  });

  for (const [form, refusal] of [
    ['an error of the API', { status: 401, body: { status: 401, message: 'Invalid access token' } }],
    ['plain text', { status: 400, body: 'Only one auth mechanism allowed' }],
    ['a page', { status: 403, body: '<h1>Forbidden</h1>' }],
    ['a redirect to the log-in', { status: 302, body: '', headers: { location: 'https://www.linkedin.com/login' } }],
  ] as const) {
    test(`a ${type} file refused with ${form} is resent without the token, and so are later files`, async (t) => {
      const { tokens, account, network } = await behindDoor(t, [refusal]);
      const context = aContext();
      assert.equal((await network.publish(content(), account, context)).kind, 'published');
      assert.deepEqual(tokens, [true, false]);
      tokens.length = 0;
      const next = aContext({ remembered: { uploadToken: context.remembered['uploadToken'] ?? '' } });
      assert.equal((await network.publish({ ...content(), text: 'Another' }, account, next)).kind, 'published');
      assert.deepEqual(tokens, [false]);
    });
  }

  test(`a ${type} file refused both ways is tried later, and the account stays connected`, async (t) => {
    const { tokens, account, network } = await behindDoor(t, [
      { status: 401, body: 'Unauthorized' },
      { status: 401, body: { message: 'Unauthorized' } },
    ]);
    const context = aContext();
    assert.equal((await network.publish(content(), account, context)).kind, 'unreachable');
    assert.deepEqual([tokens, context.fences.length, context.remembered['uploadToken']], [[true, false], 0, undefined]);
  });
}

test('a file is sent only to LinkedIn’s own hosts', async () => {
  const account = await anAccount();
  const elsewhere = linkedin({
    http,
    version: sandbox.linkedinVersion,
    apiUrl: sandbox.linkedinApiUrl.replace('127.0.0.1', 'localhost'),
    authUrl: sandbox.linkedinAuthUrl,
    tokenUrl: sandbox.linkedinTokenUrl,
  });
  const outcome = await elsewhere.publish(aContent({ type: 'image', media: aMedia('image') }), account, aContext());
  assert.match('message' in outcome ? outcome.message : outcome.kind, /which is not its own/);
  assert.equal((await stage.feed()).length, 0);
});

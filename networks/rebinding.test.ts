/** A name whose owner changes its DNS entry between our look and our request: to this machine, to a private network. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, beforeEach, describe, test } from 'node:test';
import type { Resolve } from './addresses.ts';
import type { Account } from './network.ts';
import { openHttp, type Http, type HttpRequest } from './request.ts';
import { aContent, aContext, aMedia } from './testing.ts';
import { wordpress } from './wordpress/wordpress.ts';

/** Public by the registries, but nobody's: what connects to it gets nowhere. */
const elsewhere = '3ffe::1';
const signal = new AbortController().signal;

let met = 0;
const inside = createServer((_request, response) => {
  met += 1;
  response.end('a secret of this machine');
});
await new Promise<void>((ready) => { inside.listen(0, '127.0.0.1', ready); });
const address = inside.address();
const port = typeof address === 'object' ? address?.port : undefined;

/** What the name's DNS says, one answer after the other; the last one stays. */
let answers: string[][] = [];
let asked = 0;
const resolve: Resolve = (_host, _options, answer) => {
  asked += 1;
  const [found = []] = answers.length > 1 ? answers.splice(0, 1) : answers;
  process.nextTick(answer, null, found.map((each) => ({ address: each, family: each.includes(':') ? 6 : 4 })));
};

const https: Http[] = [];
function anHttp(allowPrivateHosts: readonly string[] = []): Http {
  const http = openHttp({ allowPrivateHosts, resolve });
  https.push(http);
  return http;
}
const http = anHttp();
after(async () => {
  await Promise.all(https.map((each) => each.close()));
  await new Promise((done) => inside.close(done).closeAllConnections());
});
beforeEach(() => { [met, asked] = [0, 0]; });

const get = (url: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({ method: 'GET', url: new URL(url), signal, timeoutMs: 2000, ...rest });

// The machine's own DNS knows nothing of the first name and says 127.0.0.1 for the second, were it asked beside ours.
for (const name of ['rebinding.example', 'localhost']) {
  describe(`a name of ${name}`, () => {
    const url = `http://${name}:${port}/`;

    test('that is public when it is checked and private a moment later is not looked up again: the socket goes where the check looked', async () => {
      answers = [[elsewhere], ['127.0.0.1']];
      const reply = await http.sendGuarded(get(url));
      assert.equal(reply.kind, 'unreachable');
      assert.doesNotMatch(reply.kind === 'unreachable' ? reply.message : '', /private/);
      assert.deepEqual([asked, met], [1, 0]);
    });

    test('that is private is refused before a socket is opened, and so is one with a private address among others', async () => {
      for (const found of [['127.0.0.1'], [elsewhere, '127.0.0.1'], ['127.0.0.1', elsewhere], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.7'], ['169.254.169.254'], ['0.0.0.0'], ['fd00:ec2::254'], ['not an address'], []]) {
        answers = [found];
        const reply = await http.sendGuarded(get(url));
        assert.equal(reply.kind, 'unreachable', String(found));
        if (found.length > 0) assert.match(reply.kind === 'unreachable' ? reply.message : '', /private address/, String(found));
      }
      assert.equal(met, 0);
    });

    test('is checked anew by each request, however many run at once', async () => {
      answers = [[elsewhere], ['127.0.0.1']];
      const replies = await Promise.all(Array.from({ length: 50 }, () => http.sendGuarded(get(url))));
      assert.deepEqual([...new Set(replies.map(({ kind }) => kind))], ['unreachable']);
      assert.equal(met, 0);
    });

    test('at which a redirect ends is checked as well', async (t) => {
      const site = createServer((_request, response) => response.writeHead(302, { location: url }).end());
      await new Promise<void>((ready) => { site.listen(0, '127.0.0.1', ready); });
      t.after(() => new Promise((done) => site.close(done).closeAllConnections()));
      const at = site.address();
      const host = `127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
      answers = [['127.0.0.1']];
      for (const method of ['GET', 'HEAD'] as const) {
        const reply = await anHttp([host]).sendGuarded(get(`http://${host}/`, { method }));
        assert.ok(reply.kind === 'unreachable' && reply.message.includes('private address'), JSON.stringify(reply));
      }
      assert.equal(met, 0);
    });
  });
}

describe('a WordPress site whose name changes to this machine', () => {
  const { connect, publish, find, revoke } = wordpress({ http });
  const site = `http://rebinding.example:${port}`;
  const account = (profile: Record<string, string>): Account => ({ externalId: 'x', username: 'u', profile: { siteUrl: site, ...profile }, credentials: { username: 'u', password: 'p' } });
  const accounts = [account({ transport: 'rest', apiUrl: `${site}/wp-json/` }), account({ transport: 'xmlrpc', xmlrpcUrl: `${site}/xmlrpc.php`, blogId: '1' })];

  for (const [when, first] of [['before', '127.0.0.1'], ['while', elsewhere]] as const) {
    test(`${when} it is connected is refused, and learns no password`, async () => {
      answers = [[first], ['127.0.0.1']];
      assert.equal((await connect({ url: site, username: 'u', password: 'p' }, { signal })).kind, 'refused');
      assert.equal(met, 0);
    });

    test(`${when} a post is sent to it gets neither the post nor its file, and the post waits`, async () => {
      for (const each of accounts) {
        for (const content of [aContent(), aContent({ type: 'image', media: aMedia('image') })]) {
          answers = [[first], ['127.0.0.1']];
          const context = aContext();
          assert.equal((await publish(content, each, context)).kind, 'unreachable');
          assert.deepEqual([context.fences.length, met], [0, 0]);
        }
      }
    });
  }

  test('is not read back, and no password is revoked there', async () => {
    for (const each of accounts) {
      answers = [['127.0.0.1']];
      assert.equal((await find?.(aContent(), each, { fencedAt: new Date(), remoteIds: { postId: '7' } }, { signal }))?.kind, 'undecided');
      await revoke?.(each, { app: null, signal });
    }
    assert.equal(met, 0);
  });
});

/**
 * DNS rebinding: the owner of a name changes its DNS entry between our check and our request, to this machine or to a
 * private network.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterAll, beforeEach, describe, test } from 'vitest';
import type { Resolve } from './addresses.ts';
import type { HttpRequest } from './exchange.ts';
import { anHttp } from './testing.ts';

/** A public address that is not in use: connections to it fail. */
const elsewhere = '3ffe::1';
const signal = new AbortController().signal;

let met = 0;
const inside = createServer((_request, response) => {
  met += 1;
  response.end('a secret of this machine');
});
await new Promise<void>((ready) => {
  inside.listen(0, '127.0.0.1', ready);
});
const address = inside.address();
const port = typeof address === 'object' ? address?.port : undefined;

/** The DNS answers for the name, one after the other; the last one stays. */
let answers: string[][] = [];
let asked = 0;
const resolve: Resolve = (_host, _options, answer) => {
  asked += 1;
  const [found = []] = answers.length > 1 ? answers.splice(0, 1) : answers;
  process.nextTick(
    answer,
    null,
    found.map((each) => ({ address: each, family: each.includes(':') ? 6 : 4 })),
  );
};

const http = anHttp({ resolve });
afterAll(() => new Promise((done) => inside.close(done).closeAllConnections()));
beforeEach(() => {
  [met, asked] = [0, 0];
});

const get = (url: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: new URL(url),
  signal,
  timeoutMs: 2000,
  ...rest,
});

// The machine's own DNS has no entry for the first name and would answer 127.0.0.1 for the second.
for (const name of ['rebinding.example', 'localhost']) {
  describe(`a name of ${name}`, () => {
    const url = `http://${name}:${port}/`;

    test('a name that turns private after the check is not looked up again', async () => {
      answers = [[elsewhere], ['127.0.0.1']];
      const reply = await http.sendGuarded(get(url));
      assert.equal(reply.kind, 'unreachable');
      assert.doesNotMatch(reply.kind === 'unreachable' ? reply.message : '', /private/);
      assert.deepEqual([asked, met], [1, 0]);
    });

    test('a name with any private address is refused before a socket is opened', async () => {
      for (const found of [
        ['127.0.0.1'],
        [elsewhere, '127.0.0.1'],
        ['127.0.0.1', elsewhere],
        ['::1'],
        ['::ffff:127.0.0.1'],
        ['10.0.0.7'],
        ['169.254.169.254'],
        ['0.0.0.0'],
        ['fd00:ec2::254'],
        ['not an address'],
        [],
      ]) {
        answers = [found];
        const reply = await http.sendGuarded(get(url));
        assert.equal(reply.kind, 'unreachable', String(found));
        if (found.length > 0)
          assert.match(reply.kind === 'unreachable' ? reply.message : '', /private address/, String(found));
      }
      assert.equal(met, 0);
    });

    test('the name is checked again for each request, however many run at once', async () => {
      answers = [[elsewhere], ['127.0.0.1']];
      const replies = await Promise.all(Array.from({ length: 50 }, () => http.sendGuarded(get(url))));
      assert.deepEqual([...new Set(replies.map(({ kind }) => kind))], ['unreachable']);
      assert.equal(met, 0);
    });

    test('the name is checked too if a redirect points to it', async (t) => {
      const site = createServer((_request, response) => response.writeHead(302, { location: url }).end());
      await new Promise<void>((ready) => {
        site.listen(0, '127.0.0.1', ready);
      });
      t.onTestFinished(() => site.close().closeAllConnections());
      const at = site.address();
      const host = `127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
      answers = [['127.0.0.1']];
      for (const method of ['GET', 'HEAD'] as const) {
        const reply = await anHttp({ allowPrivateHosts: [host], resolve }).sendGuarded(
          get(`http://${host}/`, { method, redirects: 3 }),
        );
        assert.ok(reply.kind === 'unreachable' && reply.message.includes('private address'), JSON.stringify(reply));
      }
      assert.equal(met, 0);
    });
  });
}

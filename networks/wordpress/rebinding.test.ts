/**
 * A site whose owner changes its DNS entry between our check and our request, to this machine or to a private network.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterAll, beforeEach, describe, test } from 'vitest';
import type { Resolve } from '#outbound/addresses.ts';
import { openHttp } from '#outbound/request.ts';
import type { Account } from '../network.ts';
import { aContent, aContext, aMedia } from '../testing.ts';
import { wordpress } from './wordpress.ts';

/** A public address that belongs to nobody: connections to it fail. */
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

/** The answers of DNS for the name, one after the other; the last one stays. */
let answers: string[][] = [];
const resolve: Resolve = (_host, _options, answer) => {
  const [found = []] = answers.length > 1 ? answers.splice(0, 1) : answers;
  process.nextTick(
    answer,
    null,
    found.map((each) => ({ address: each, family: each.includes(':') ? 6 : 4 })),
  );
};

const http = openHttp({ allowPrivateHosts: [], resolve });
afterAll(async () => {
  await http.close();
  await new Promise((done) => inside.close(done).closeAllConnections());
});
beforeEach(() => {
  met = 0;
});

describe('DNS rebinding', () => {
  const { connect, publish, find, revoke } = wordpress({ http });
  const site = `http://rebinding.example:${port}`;
  const account = (profile: Record<string, string>): Account => ({
    externalId: 'x',
    username: 'u',
    profile: { siteUrl: site, ...profile },
    credentials: { username: 'u', password: 'p' },
  });
  const accounts = [
    account({ transport: 'rest', apiUrl: `${site}/wp-json/` }),
    account({ transport: 'xmlrpc', xmlrpcUrl: `${site}/xmlrpc.php`, blogId: '1' }),
  ];

  for (const [when, first] of [
    ['before', '127.0.0.1'],
    ['while', elsewhere],
  ] as const) {
    test(`a site rebound to this machine ${when} it is connected is refused, and receives no password`, async () => {
      answers = [[first], ['127.0.0.1']];
      assert.equal((await connect({ url: site, username: 'u', password: 'p' }, { signal })).kind, 'refused');
      assert.equal(met, 0);
    });

    test(`a site rebound to this machine ${when} a post is sent receives nothing, and the post waits`, async () => {
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

  test('a site rebound to this machine is not read back, and no password is revoked there', async () => {
    for (const each of accounts) {
      answers = [['127.0.0.1']];
      assert.equal(
        (await find?.(aContent(), each, { fencedAt: new Date(), remoteIds: { postId: '7' } }, { signal }))?.kind,
        'undecided',
      );
      await revoke?.(each, { app: null, signal });
    }
    assert.equal(met, 0);
  });
});

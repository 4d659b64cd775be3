/** Answers of a site that pass by themselves: a page of the web server or of a plugin instead of an answer. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openNetworks } from '../index.ts';
import type { Account } from '../network.ts';
import { aContent, aContext } from '../testing.ts';
import { answering } from '../testing-answers.ts';

const html = '<!doctype html><title>Maintenance</title>';
const noRoute = { code: 'rest_no_route', message: 'No route was found.', data: { status: 404 } };
for (const { name, answer, transport, kind } of [
  { name: 'a page with 404', answer: { status: 404, body: html }, transport: 'rest', kind: 'unreachable' },
  { name: 'a page with 405', answer: { status: 405, body: html }, transport: 'rest', kind: 'unreachable' },
  { name: 'a page with 404', answer: { status: 404, body: html }, transport: 'xml-rpc', kind: 'unreachable' },
  {
    name: 'its log-in page',
    answer: { status: 302, body: '', headers: { location: '/wp-login.php?redirect_to=x' } },
    transport: 'rest',
    kind: 'unreachable',
  },
  { name: 'no REST route', answer: { status: 404, body: noRoute }, transport: 'rest', kind: 'unauthorized' },
] as const) {
  test(`a site that answers ${transport} with ${name} gives ${kind}`, async (t) => {
    const address = await answering(t, answer);
    const { networks, close } = openNetworks({ allowPrivateHosts: [new URL(address).host] });
    t.onTestFinished(close);
    const site: Account = {
      externalId: 'site',
      username: 'editor',
      profile:
        transport === 'rest'
          ? { transport, apiUrl: `${address}/wp-json/` }
          : { transport, xmlrpcUrl: `${address}/xmlrpc.php`, blogId: '1' },
      credentials: { username: 'editor', password: 'x' },
    };
    assert.equal((await networks.wordpress.publish(aContent(), site, aContext())).kind, kind);
  });
}

/** A visit to a network that begins at a customer's host returns to that host, and to no other. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { z } from 'zod';
import { aConsentStage } from '../../people/accounts/testing-consent.ts';
import type { HostBrand } from '../../base/brand/index.ts';
import { aClient, aServer } from '../testing/server.ts';
import { rawRequest, sendRaw } from './testing-raw.ts';

const { app: ourApp, clock, network, visits } = await aConsentStage();

const brands = new Map<string, HostBrand>();
const server = await aServer({
  networks: { reddit: network('reddit') },
  clock: () => clock.now,
  config: { apps: { reddit: ourApp }, hasPublicUrl: true, publicUrl: 'https://app.example' },
  hosts: { of: (host) => brands.get(host), close: () => Promise.resolve() },
});
const brand = { name: 'Bright', logo: null, color: { first: '#112233', second: '#445566' } };
beforeAll(() => {
  for (const host of ['bright.example', 'other.example']) brands.set(host, { agencyId: server.owner.agencyId, brand });
});
afterAll(() => brands.clear());

const get = (path: string, host: string, cookie = '') =>
  sendRaw(server.url, rawRequest(`GET ${path}`, [`host: ${host}`, ...(cookie === '' ? [] : [`cookie: ${cookie}`])]));

const cookieOf = ({ headers }: { headers: ReadonlyMap<string, string> }): string =>
  (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
/** The link on the page that asks for confirmation. */
const wishedOf = (page: string): string => (/href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&#38;', '&');

let tries = 0;
/** Opens the pop-up at a host and follows it to the network; answers the browser's cookies and final query. */
async function begun(host: string) {
  tries += 1;
  const { id } = await aClient(server.db, server.owner);
  const ticket = { network: 'reddit', user_id: id, key: `key-of-a-customers-host-${tries}` } as const;
  const { url } = await askTicket(ticket);
  const first = await get(url, host);
  const onOurs = new URL(first.headers.get('location') ?? '');
  const question = await get(onOurs.pathname + onOurs.search, 'app.example');
  const second = await get(wishedOf(question.body), 'app.example', cookieOf(question));
  return { url, first, question, second, cookie: cookieOf(second), state: visits.at(-1)?.state ?? '' };
}

async function askTicket(ticket: { network: 'reddit'; user_id: string; key: string }) {
  const body = JSON.stringify(ticket);
  const reply = await sendRaw(
    server.url,
    rawRequest(
      'POST /api/connect-ticket',
      [
        'host: bright.example',
        'content-type: application/json',
        `content-length: ${body.length}`,
        `authorization: ${server.owner.token}`,
      ],
      body,
    ),
  );
  return z.object({ data: z.object({ url: z.string() }) }).parse(JSON.parse(reply.body)).data;
}

describe('a visit that begins at a customer’s host', () => {
  test('a visit goes through our host, which stores its origin for ten minutes, and returns there', async () => {
    const { first, question, second, cookie, state } = await begun('bright.example');
    assert.match(first.headers.get('location') ?? '', /^https:\/\/app\.example\/api\/connect-reddit\?/);
    assert.match(question.body, /<h1>Connect your Reddit account to Bright\?<\/h1>/);
    assert.equal(second.headers.get('location'), `https://reddit.test/authorize?state=${state}`);
    assert.equal(visits.at(-1)?.redirectUri, 'https://app.example/reddit-callback');
    assert.match(second.headers.get('set-cookie') ?? '', /Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
    const path = `/reddit-callback?state=${state}&code=x`;
    const back = await get(path, 'app.example', `scheme=dark; ${cookie}`);
    assert.deepEqual([back.status, back.headers.get('location')], [303, `https://bright.example${path}`]);
    assert.match(back.headers.get('set-cookie') ?? '', /^visit=; Path=\/; Max-Age=0/);
    assert.equal(back.headers.get('referrer-policy'), 'no-referrer');
    assert.equal((await get(path, 'bright.example', cookie)).status, 404, 'and stays there: a test has no pages');
  });

  test('a visit returns to our host with another state, in another browser, or after the host is dropped', async () => {
    const { cookie, state } = await begun('bright.example');
    const isLedOn = async (path: string, kept: string) => (await get(path, 'app.example', kept)).status === 303;
    const path = `/reddit-callback?code=x&state=${state}`;
    assert.ok(await isLedOn(path, cookie));
    for (const [other, kept] of [
      [path, ''],
      [`/reddit-callback?code=x&state=${'a'.repeat(64)}`, cookie],
      ['/reddit-callback?code=x', cookie],
      [path, `visit=${state}.app.example`],
      [path, `visit=${state}.evil.example`],
      [path, `visit=${state}.bright.example@evil.example`],
      [path, `visit=${state}.bright.example:1`],
      [`/dashboard?state=${state}`, cookie],
      [`//evil.example/reddit-callback?state=${state}`, cookie],
    ] as const)
      assert.ok(!(await isLedOn(other, kept)), `${other} ${kept}`);
    brands.delete('bright.example');
    assert.ok(!(await isLedOn(path, cookie)));
    brands.set('bright.example', { agencyId: server.owner.agencyId, brand });
  });

  test('no origin is stored for an unknown host, and the customer’s host says that a ticket is used', async () => {
    const { url } = await begun('bright.example');
    const asked = await get(`${url}&from=bright.example`, 'app.example');
    const again = await get(wishedOf(asked.body), 'app.example', cookieOf(asked));
    assert.equal(again.headers.get('location'), 'https://bright.example/popup?problem=ticket');
    const elsewhere = await get(`${url}&from=evil.example`, 'app.example');
    assert.equal(elsewhere.headers.get('location'), '/popup?problem=ticket');
    assert.equal(elsewhere.headers.get('set-cookie'), undefined);
  });

  test('a visit continues only by a click on our own page, which no other site can simulate', async () => {
    const { id } = await aClient(server.db, server.owner);
    const { url } = await askTicket({ network: 'reddit', user_id: id, key: 'key-of-a-wish-nobody-had' });
    const begunBefore = visits.length;
    const asked = await get(`${url}&from=bright.example`, 'app.example');
    assert.match(
      asked.headers.get('set-cookie') ?? '',
      /^visit-wish=[\da-f]{64}; .*HttpOnly; SameSite=Strict; Secure$/,
    );
    const wished = wishedOf(asked.body);
    const wish = new URL(wished, 'https://app.example').searchParams.get('wish') ?? '';
    for (const [path, kept] of [
      [wished, ''],
      [wished, `visit-wish=${'0'.repeat(64)}`],
      [wished, `visit-wish=${wish}0`],
      [`${url}&from=bright.example&wish=`, 'visit-wish='],
      [`${url}&from=bright.example`, cookieOf(asked)],
    ] as const) {
      const reply = await get(path, 'app.example', kept);
      assert.deepEqual([reply.status, reply.headers.get('location')], [200, undefined], `${path} ${kept}`);
    }
    assert.equal(visits.length, begunBefore);
    assert.equal((await get(wished, 'app.example', cookieOf(asked))).status, 303);
  });

  test('a brand’s name is shown as plain text', async () => {
    const name = '<script>alert(1)</script>"\'&';
    brands.set('odd.example', { agencyId: server.owner.agencyId, brand: { ...brand, name } });
    const { body, headers } = await get('/api/connect-reddit?from=odd.example', 'app.example');
    assert.ok(!body.includes('<script'));
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    brands.delete('odd.example');
  });
});

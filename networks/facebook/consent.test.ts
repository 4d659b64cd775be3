import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aContent, aContext } from '../testing.ts';
import { aVisit, decide, signIn } from '../testing-consent.ts';
import { onSandbox } from '../testing-stage.ts';
import { aStage } from './testing.ts';

const signal = new AbortController().signal;
const [emma, paula, nora, gina] = ['10158000000000001', '10158000000000002', '10158000000000003', '10158000000000004'];
const { sandbox, stage } = await onSandbox(aStage);
const { consent } = stage.network;

async function choices(persona = emma) {
  const given = await signIn(consent, persona ?? '');
  assert.ok(given.kind === 'connected', JSON.stringify(given));
  return given;
}

test('the log-in lists pages the person may post to and groups they administer, with long-lived tokens', async () => {
  const { accounts, next } = await choices();
  assert.deepEqual(
    accounts.map(({ username, profile }) => [username, profile['category']]),
    [
      ['Sunrise Bakery', 'page'],
      ['Harbor Coffee', 'page'],
      ['Sunrise Regulars', 'group'],
    ],
  );
  assert.equal(next, null);
  assert.deepEqual(
    accounts.map(({ expiresAt }) => expiresAt),
    [null, null, null],
  );
  sandbox.clock.aheadMs += 61 * 86_400_000;
  const [page] = accounts;
  assert.ok(page);
  assert.equal((await stage.network.publish(aContent(), page, aContext())).kind, 'published');
});

test('many pages are listed in parts, up to the last one', async () => {
  const { accounts, next } = await choices(paula);
  const all = [...accounts];
  let cursor = next;
  for (let calls = 0; cursor !== null; calls += 1) {
    assert.ok(calls < 5);
    const more = await consent.more?.(cursor, { signal });
    assert.ok(more?.kind === 'connected', JSON.stringify(more));
    all.push(...more.accounts);
    cursor = more.next;
  }
  const pages = all.filter(({ profile }) => profile['category'] === 'page');
  assert.deepEqual(
    [pages.length, new Set(pages.map(({ externalId }) => externalId)).size],
    [62, 61],
    'one page is listed twice',
  );
  assert.equal(all.length - pages.length, 13, 'the groups one administers');
});

test('a person without a page is told so, and groups that Facebook refuses do no harm', async () => {
  assert.partialDeepStrictEqual(await signIn(consent, nora ?? ''), { kind: 'refused' });
  assert.deepEqual(
    (await choices(gina)).accounts.map(({ username }) => username),
    ["Gina's Garden"],
  );
});

test('a page of the new experience is listed by its own tasks, and accepts a post', async () => {
  const { accounts } = await choices(gina);
  const [page] = accounts;
  assert.ok(page);
  assert.equal((await stage.network.publish(aContent(), page, aContext())).kind, 'published');
});

test('a declined consent, a wrong code and withheld permissions are refusals', async () => {
  const visit = aVisit();
  assert.equal(
    (await decide(consent, visit, { persona: emma ?? '', decision: 'cancel' })).get('error'),
    'access_denied',
  );
  assert.equal((await consent.complete({ ...visit, code: 'wrong' }, { signal })).kind, 'refused');
  const code = (await decide(consent, visit, { persona: emma ?? '' })).get('code') ?? '';
  assert.equal((await consent.complete({ ...visit, code }, { signal })).kind, 'connected');
  assert.equal(
    (await consent.complete({ ...visit, code }, { signal })).kind,
    'refused',
    'a code is worth something once',
  );
  const page = consent.authorizeUrl(visit);
  const narrow = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([
      ['persona', emma ?? ''],
      ['decision', 'allow'],
      ['scope', 'pages_show_list'],
      ['scope', 'public_profile'],
    ]),
  });
  const given = await consent.complete(
    { ...visit, code: new URL(narrow.headers.get('location') ?? '').searchParams.get('code') ?? '' },
    { signal },
  );
  assert.match(given.kind === 'refused' ? given.message : '', /permission/);
});

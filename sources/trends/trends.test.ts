import assert from 'node:assert/strict';
import { afterAll, afterEach, describe, test } from 'vitest';
import { openHttp } from '../../outbound/request.ts';
import { startSources, type SourceFault } from '../../sandbox/sources/server.ts';
import { rightKey } from '../../sandbox/sources/vendor.ts';
import type { Access } from '../remote/ask.ts';
import type { Failure, Found, Source } from '../source.ts';
import { googleTrends } from './google.ts';
import { redditTrends } from './reddit.ts';
import { twitterTrends } from './twitter.ts';
import { youtubeTrends } from './youtube.ts';

const sandbox = await startSources({ matching: 45 });
const http = openHttp({ allowPrivateHosts: [] });
afterAll(() => Promise.all([sandbox.close(), http.close()]));
afterEach(() => sandbox.fail(null));
const signal = new AbortController().signal;

type Case = {
  name: string;
  prefix: string;
  make: (access: Access) => Source<'trend'>;
  keyword: string;
  nothing: string | null;
  all: number;
  hasKey: boolean;
};
const cases: readonly Case[] = [
  {
    name: 'Reddit',
    prefix: 'reddit',
    make: redditTrends,
    keyword: 'hot:coffee',
    nothing: 'hot:nothing',
    all: 45,
    hasKey: true,
  },
  {
    name: 'YouTube',
    prefix: 'googleapis',
    make: youtubeTrends,
    keyword: 'any:coffee',
    nothing: 'any:nothing',
    all: 45,
    hasKey: true,
  },
  { name: 'Google', prefix: 'google-trends', make: googleTrends, keyword: 'US', nothing: 'AQ', all: 20, hasKey: false },
  { name: 'X', prefix: 'twitter', make: twitterTrends, keyword: '1', nothing: null, all: 45, hasKey: true },
];
const accessTo = (prefix: string, key: string = rightKey): Access => ({
  http,
  baseUrl: new URL(`${sandbox.url.origin}/${prefix}`),
  key,
});
const failures: readonly [SourceFault, Failure['kind']][] = [
  ['quota', 'rateLimited'],
  ['error', 'unreachable'],
  ['broken', 'unreadable'],
  ['odd', 'unreadable'],
  ['half', 'unreachable'],
  ['cut', 'unreachable'],
];

for (const { name, prefix, make, keyword, nothing, all, hasKey } of cases) {
  const search = (key?: string, words = keyword, cursor: string | null = null): Promise<Found<'trend'> | Failure> =>
    make(accessTo(prefix, key)).search({ keyword: words, cursor, signal });

  describe(name, () => {
    test(`${name} returns pages up to the end, each result once, with a title and a link`, async () => {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Found<'trend'> | Failure = await search(undefined, keyword, cursor);
        assert.ok(page.kind === 'found', JSON.stringify(page));
        for (const { title, pageUrl } of page.results) assert.ok(title !== '' && pageUrl?.startsWith('https://'));
        ids.push(...page.results.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== null);
      assert.deepEqual([ids.length, new Set(ids).size], [all, all]);
    });

    if (nothing !== null)
      test(`${name} finds nothing, without an error, if there is nothing`, async () => {
        const page = await search(undefined, nothing);
        assert.ok(page.kind === 'found');
        assert.deepEqual([page.results, page.next], [[], null]);
      });

    for (const [fault, kind] of failures)
      test(`${name} reports ${fault} as ${kind}, in words without key and address`, async () => {
        sandbox.fail(fault);
        const answer = await search();
        assert.equal(answer.kind, kind);
        assert.doesNotMatch(JSON.stringify(answer), /sandbox-key|127\.0\.0\.1/);
      });

    if (hasKey)
      test(`${name} reports a wrong key as unauthorized`, async () =>
        assert.equal((await search('wrong')).kind, 'unauthorized'));

    test(`${name} opens no address of another host`, async () => {
      for (const reference of ['https://example.com/a.jpg', 'file:///etc/passwd', 'thumb.x', ''])
        assert.equal((await make(accessTo(prefix)).open(reference, { signal })).kind, 'refused', reference);
    });
  });
}

test('a Reddit post has its figures, and no picture if it is text only', async () => {
  const page = await redditTrends(accessTo('reddit')).search({ keyword: 'top:coffee', cursor: null, signal });
  assert.ok(page.kind === 'found');
  const [first, second] = page.results;
  assert.deepEqual(first?.facts, {
    of: 'reddit',
    subreddit: 'coffee',
    ups: 999,
    subscribers: 54_321,
    comments: 1,
    awards: [],
  });
  assert.equal(second?.thumb, null);
  assert.ok(sandbox.requests.some((path) => path.includes('sort=top')));
});

test('a Reddit token serves several searches, and a refused one is dropped', async () => {
  const source = redditTrends(accessTo('reddit'));
  const asked = (): number => sandbox.requests.filter((path) => path.endsWith('/access_token')).length;
  const before = asked();
  for (const keyword of ['hot:a', 'hot:b']) await source.search({ keyword, cursor: null, signal });
  assert.equal(asked() - before, 1);
});

test('a YouTube video has at most ten tags, and no figure that its channel hides', async () => {
  const page = await youtubeTrends(accessTo('googleapis')).search({ keyword: 'any:sky', cursor: null, signal });
  assert.ok(page.kind === 'found');
  const third = page.results[2];
  assert.ok(third?.facts.of === 'youtube');
  assert.deepEqual(
    [third.title, third.facts.tags.length, third.facts.views, third.facts.likes],
    ['Clip 3 & more', 10, 3000, null],
  );
});

test('a Google search has its time, its traffic and articles', async () => {
  const page = await googleTrends(accessTo('google-trends')).search({ keyword: 'us', cursor: null, signal });
  assert.ok(page.kind === 'found');
  const first = page.results[0];
  assert.ok(first?.facts.of === 'google');
  assert.deepEqual(
    [first.title, first.facts.traffic, first.facts.articles[0]?.title],
    ['search 1 & co', '100+', 'Article 1'],
  );
});

test('X without paid credits says that it is a matter of billing, not of the key', async () => {
  const send = () =>
    Promise.resolve({
      kind: 'answered' as const,
      status: 402,
      headers: {},
      text: '{}',
      url: new URL('https://x.test'),
    });
  const access = { http: { send }, baseUrl: new URL('https://x.test'), key: 'k' };
  const answer = await twitterTrends(access).search({ keyword: '1', cursor: null, signal });
  assert.ok(answer.kind === 'refused', JSON.stringify(answer));
  assert.match(answer.message, /no paid credits/);
});

test('requests to Reddit name the app of the operator', async () => {
  const agents: (string | undefined)[] = [];
  const send: Access['http']['send'] = ({ url, headers = {} }) => {
    agents.push(headers['user-agent']);
    const text = JSON.stringify({ access_token: 't', expires_in: 60, data: { after: null, children: [] } });
    return Promise.resolve({ kind: 'answered', status: 200, headers: {}, text, url });
  };
  const access = { http: { send }, baseUrl: new URL('https://reddit.test'), key: 'my-app:secret' };
  await redditTrends(access).search({ keyword: 'hot:a', cursor: null, signal });
  assert.deepEqual(agents, Array(2).fill('web:my-app:1.0 (by /u/AgencyReel)'));
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { handlers } from '../processes/calls.ts';
import { openHttp } from '../processes/listener.ts';
import { openHostBrands } from '../../base/brand/index.ts';
import { rawRequest, sendRaw } from '../http/testing-raw.ts';
import { anotherAgency, aServer, type TestPerson } from '../testing/server.ts';
import { readCatalogue } from './catalogue.ts';
import { htmlOf } from './html.ts';
import { addArticle, listArticles, removeArticle, withdrawArticle } from './operator.ts';
import { listRatings, listSearches } from './queries.ts';
import { helpdeskAddress } from './site-calls.ts';
import { searchedWords, withoutNames } from './without-names.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'help-'));
let time = Date.UTC(2026, 10, 22, 9, 0);
const server = await aServer({
  clock: () => new Date(time),
  config: {
    dataDir,
    sandbox: true,
    hasPublicUrl: true,
    publicUrl: 'https://app.example',
    helpdeskUrl: 'https://desk.example',
  },
});
const { db, owner, services } = server;
await db.pool.query(
  `insert into white_labels (agency_id, name, first_color, second_color, host, proof, state, created_at)
   values ($1, 'Blue & Co', '#112233', '#445566', 'blue.test', 'proof', 'active', now())`,
  [owner.agencyId],
);
const hosts = await openHostBrands({ db, dataDir });
const app = await openHttp({ services, handlers, siteDir: null, logLevel: 'fatal', hosts });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await hosts.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = (path: string, ...head: string[]) => sendRaw(url, rawRequest(`GET ${path}`, head));
const at = (host: string) => get('/api/help/fetch-article?app_id=35', `host: ${host}`);
async function post(name: string, input: object, as?: TestPerson): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(as === undefined ? {} : { authorization: as.token }) };
  return (await server.send(`/api/${name}`, { method: 'POST', body: JSON.stringify(input), headers })).status;
}
const app35 = { app_id: 35 } as const;

describe('an article of the help', () => {
  test('everybody can read articles with the app id 35 or "35", and with no other id', async () => {
    const groups = await server.ask('help/fetch-article', app35, { as: null });
    const items = groups.flatMap((group) => group.items);
    assert.ok(items.length >= 44);
    assert.ok(items.every(({ title, content }) => title !== '' && content.startsWith('<')));
    assert.doesNotMatch(JSON.stringify(groups), /\{brand\}/);
    const send = async (id: unknown) =>
      (
        await server.send('/api/help/fetch-article', {
          method: 'POST',
          body: JSON.stringify({ app_id: id }),
          headers: { 'content-type': 'application/json' },
        })
      ).status;
    assert.deepEqual(await Promise.all([35, '35', 36, '', null].map(send)), [200, 200, 422, 422, 422]);
  });

  test('articles are compressed, and not sent again to a browser that has them', async () => {
    const path = '/api/help/fetch-article?app_id=35';
    const first = await server.send(path, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('content-encoding'), 'gzip');
    assert.match(first.headers.get('vary') ?? '', /host/);
    const again = await server.send(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
  });

  test('articles carry the brand of the requested host', async () => {
    const [blue, own] = await Promise.all([at('blue.test'), at('app.example')]);
    assert.match(blue.body, /With Blue &#38; Co, an agency/);
    assert.doesNotMatch(blue.body, /AgencyReel/);
    assert.match(own.body, /With AgencyReel, an agency/);
  });
});

test('every category has the count of its articles, and every video belongs to an existing tutorial', async () => {
  const categories = await server.ask('help/fetch-article-category', app35, { as: null });
  assert.ok(categories.length >= 9 && categories.every(({ articles }) => articles > 1));
  const [video] = await server.ask('help/fetch-videos', app35, { as: null });
  assert.equal((await server.send(video?.url ?? '', { method: 'HEAD' })).status, 200);
});

describe('the operator of the help', () => {
  const file = (name: string, text: string): string => {
    const dir = mkdtempSync(join(tmpdir(), 'article-'));
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const head = '---\ntitle: Ours\ncategory: networks\ndate: 2026-11-22\n---\n';
  const titlesOf = () => readCatalogue(dataDir).entries.map(({ id, title }) => `${id}: ${title}`);

  test('the operator adds, replaces and withdraws articles without a release', () => {
    const before = titlesOf().length;
    addArticle(dataDir, file('house-rules.md', `${head}Words`));
    addArticle(dataDir, file('connect-reddit.md', `${head}Other words`));
    withdrawArticle(dataDir, 'connect-vimeo');
    assert.ok(titlesOf().includes('house-rules: Ours') && titlesOf().includes('connect-reddit: Ours'));
    assert.equal(titlesOf().length, before);
    assert.ok(listArticles(dataDir).includes('connect-vimeo\twithdrawn'));
    for (const id of ['house-rules', 'connect-reddit', 'connect-vimeo']) removeArticle(dataDir, id);
    assert.ok(titlesOf().includes('connect-reddit: Connect Reddit'));
    assert.equal(titlesOf().length, before);
  });

  test('the operator sees what is wrong with a file, and the other files are read', () => {
    for (const [name, text, words] of [
      ['Bad Name.md', `${head}Words`, /small letters/],
      ['no-head.md', 'Words', /does not begin with a head/],
      ['no-text.md', head, /has no text/],
      ['odd.md', `${head.replace('networks', 'nowhere')}Words`, /no category nowhere/],
      ['no-date.md', '---\ntitle: A\ncategory: networks\n---\nWords', /date/],
    ] as const)
      assert.throws(() => addArticle(dataDir, file(name, text)), words);
    assert.throws(() => withdrawArticle(dataDir, 'nothing-like-it'), /no article/);
    mkdirSync(join(dataDir, 'help'), { recursive: true });
    writeFileSync(join(dataDir, 'help', 'broken.md'), 'Words');
    assert.ok(listArticles(dataDir).some((line) => line.startsWith('NOT READ\tbroken.md')));
    assert.ok(titlesOf().length >= 44);
    removeArticle(dataDir, 'broken');
  });

  test('the operator reads which searches found nothing, without anything that identifies the reader', async () => {
    const report = (words: string) => server.ask('help/report-search', { ...app35, words }, { as: null });
    await report('Pinterest ');
    await report('pinterest');
    await report('my mail is ann@example.com');
    const rows = await db.asSystem((tx) => listSearches(tx));
    assert.deepEqual(rows, [{ words: 'pinterest', times: 2, last_on: '2026-11-22' }]);
  });

  test('the operator reads which articles helped, with comments', async () => {
    const rate = (helpful: boolean, words: string) =>
      server.ask('help/rate-article', { ...app35, article: 'connect-reddit', helpful, words }, { as: null });
    await rate(true, '');
    await rate(false, 'Call +49 30 1234567, please');
    const rows = await db.asSystem((tx) => listRatings(tx));
    assert.deepEqual(rows, [{ article: 'connect-reddit', yes: 1, no: 1, words: ['Call …, please'] }]);
  });
});

test('one address may send thirty answers an hour, and an unknown article cannot be rated', async () => {
  time += 7_200_000;
  const codes: number[] = [];
  for (let answer = 0; answer < 31; answer += 1) {
    codes.push(await post('help/report-search', { ...app35, words: 'nothing' }));
  }
  assert.deepEqual([codes.filter((code) => code === 200).length, codes.at(-1)], [30, 429]);
  time += 7_200_000;
  assert.equal(await post('help/rate-article', { ...app35, article: 'no-such', helpful: true }), 404);
});

describe('the owner of a white label', () => {
  const shownAt = async (host: string): Promise<string> => (await at(host)).body;
  const save = (input: { article?: string; title: string; content: string }) =>
    server.ask('save-site-article', { category: 'networks', ...input });

  test('an owner hides, replaces and adds articles on the own site and on no other', async () => {
    await server.ask('hide-site-article', { article: 'connect-vimeo', hidden: true });
    await save({ article: 'connect-vimeo', title: 'Vimeo with us', content: 'Ask Ann' });
    await save({ article: 'connect-reddit', title: 'Reddit with us', content: 'Ask **Ann** of {brand}' });
    const { articles } = await save({ title: 'Our hours', content: '# Nine to five' });
    for (const deep of ['>', '- ', '<b>']) assert.ok(htmlOf(deep.repeat(20_000)).length > 0);
    const blue = await shownAt('blue.test');
    assert.doesNotMatch(blue, /"connect-vimeo"/);
    assert.match(blue, /Reddit with us.*Ask <strong>Ann<\/strong> of Blue/);
    assert.match(blue, /Our hours/);
    const main = await shownAt('app.example');
    assert.match(main, /"connect-vimeo"/);
    assert.doesNotMatch(main, /Reddit with us|Our hours/);

    const own = articles.find(({ state }) => state === 'own')?.article ?? '';
    const otherAgency = await anotherAgency(db);
    for (const name of ['remove-site-article', 'hide-site-article'] as const) {
      assert.equal(await post(name, { article: own, hidden: true }, otherAgency), 404, name);
    }
    await server.ask('remove-site-article', { article: own });
    await server.ask('remove-site-article', { article: 'connect-reddit' });
    await server.ask('hide-site-article', { article: 'connect-vimeo', hidden: false });
    const after = await shownAt('blue.test');
    assert.match(after, /"connect-vimeo"/);
    assert.doesNotMatch(after, /Reddit with us|Our hours/);
  });

  test('a site holds at most 100 own articles and 500,000 characters, also if two are saved at once', async () => {
    const fill = (texts: readonly string[]) =>
      db.pool.query(
        `insert into help_articles (agency_id, category, title, content, changed_at)
         select $1, 'networks', 'Filled', content, now() from unnest($2::text[]) as content`,
        [owner.agencyId, texts],
      );
    const one = (content: string, article?: string) =>
      post('save-site-article', { category: 'networks', title: 'One more', content, article }, owner);
    const codesOf = async (...contents: string[]): Promise<number[]> =>
      (await Promise.all(contents.map((content) => one(content)))).toSorted((a, b) => a - b);
    await db.pool.query('delete from help_articles');
    await fill(Array.from({ length: 99 }, () => 'Words'));
    assert.deepEqual(await codesOf('One', 'Two'), [200, 409]);
    assert.equal(await one('Words', 'connect-reddit'), 200);
    await db.pool.query('delete from help_articles');
    await fill(Array.from({ length: 10 }, () => 'x'.repeat(49_000)));
    assert.deepEqual(await codesOf('y'.repeat(9000), 'z'.repeat(9000)), [200, 422]);
    const { rows } = await db.pool.query<{ id: string }>('select id from help_articles order by id limit 1');
    const own = `own-${rows[0]?.id}`;
    assert.deepEqual([await one('r'.repeat(50_000), own), await one('r'.repeat(50_000), own)], [200, 200]);
    await db.pool.query('delete from help_articles');
  });

  test('an article is rendered once, and not for each reader', async () => {
    const text = '[a](https://x.example) **b** <i>c</i> `d`\n\n- e\n'.repeat(500);
    for (let row = 0; row < 5; row += 1) await save({ title: 'Long', content: `${text}${row}` });
    const cost = async (work: () => unknown): Promise<number> => {
      const costs: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        const before = process.cpuUsage();
        await work();
        const { user, system } = process.cpuUsage(before);
        costs.push(user + system);
      }
      return Math.min(...costs);
    };
    const rendering = await cost(() => htmlOf(text));
    const reading = await cost(() => at('blue.test'));
    assert.ok(reading < rendering * 2.5, `${reading} µs for a reader, ${rendering} µs for one of five texts`);
    await db.pool.query('delete from help_articles');
  });

  test('an owner sets the address of the helpdesk', async () => {
    const deskAt = async (host: string) => (await get('/api/help/fetch-support?app_id=35', `host: ${host}`)).body;
    assert.match(await deskAt('blue.test'), /"helpdesk":null/);
    await server.ask('save-helpdesk', { address: 'ann@blue.test' });
    assert.match(await deskAt('blue.test'), /"helpdesk":"mailto:ann@blue.test"/);
    assert.match(await deskAt('app.example'), /"helpdesk":"https:\/\/desk.example"/);
    assert.equal(await post('save-helpdesk', { address: 'javascript:alert(1)' }, owner), 422);
    await server.ask('remove-helpdesk', {});
    assert.match(await deskAt('blue.test'), /"helpdesk":null/);
  });

  test('a stored script is removed before the article reaches a reader', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[press](javascript:alert(1))',
      '[press](data:text/html,x)',
      '<a href="https://x.test" onclick="alert(1)">y</a>',
      '<svg onload=alert(1)></svg>',
      '<iframe src="https://x.test"></iframe>',
      '<style>*{}</style>',
    ].join('\n\n');
    await save({ title: '<script>alert(2)</script>', content: hostile });
    const html = htmlOf(hostile);
    assert.doesNotMatch(html, /script|onerror|onclick|onload|iframe|style|<img|<svg|javascript:|data:/);
    const blue = await shownAt('blue.test');
    assert.doesNotMatch(blue, /onerror|onclick|javascript:/);
  });
});

test('a helpdesk address is an https page or a mail address', () => {
  assert.deepEqual(
    [
      'https://a.example/x',
      'ann@a.example',
      'mailto:ann@a.example',
      'http://a.example',
      'https://user@a.example',
      'x',
    ].map(helpdeskAddress),
    ['https://a.example/x', 'mailto:ann@a.example', 'mailto:ann@a.example', null, null, null],
  );
});

test('words are stored without anything that could identify their writer', () => {
  assert.equal(withoutNames('I am @ann, ann@x.test, 030 1234567, www.ann.test'), 'I am … … …, …');
  assert.deepEqual(['  Time  ZONE ', 'a', 'ann@x.test', '東京'].map(searchedWords), ['time zone', null, null, '東京']);
});

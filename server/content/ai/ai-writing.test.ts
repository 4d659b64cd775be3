import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { twitterLimits } from '#networks/twitter/twitter.ts';
import { weightedLength } from '#rules/weighted.ts';
import { aMember, anotherAgency, aServer } from '../../app/testing/server.ts';
import { aPicture, aStream, aTextStream } from '../streams/testing.ts';
import { roomOf, textsIn } from './prompts.ts';
import { findMonth } from './request-queries.ts';
import { anAi, giveAiKey } from './testing.ts';

const ai = await anAi();
const server = await aServer({ config: { addresses: ai.addresses } });
const { db, owner } = server;
await giveAiKey(server, owner);
const costs = { input_price: 0.15, output_price: 0.6 };

const refusalOf = async (words: string): Promise<[code: number, message: string]> => {
  const reply = await server.call('write-with-ai', { task: 'rewrite', text: words });
  return [reply.code, reply.message];
};
const lastRequest = async () => {
  const { rows } = await db.pool.query<{ state: string; cost_micros: string; input_tokens: number }>(
    'select state, cost_micros, input_tokens from ai_requests order by id desc limit 1',
  );
  return rows[0] ?? assert.fail('nothing was asked');
};

describe('texts written by the AI', () => {
  test('a caption is about the picture and does not change the item', async () => {
    const stream = await aStream(server, 'image');
    const photo = { field: 'stream', name: 'photo.png', bytes: await aPicture('png') };
    const item = await server.upload('stream', { content_stream_id: stream.id, title: 'Bread' }, photo);
    assert.ok(item.status);
    const { texts, cost } = await server.ask('write-with-ai', { task: 'caption', item_id: item.data.id });
    assert.equal(texts.length, 3);
    assert.match(texts[0]?.text ?? '', /Bread/);
    assert.ok(cost > 0.0004 && cost < 0.001, String(cost));
    const alt = await server.ask('write-with-ai', { task: 'alt', item_id: item.data.id });
    assert.match(alt.texts[0]?.text ?? '', /^A picture in the colours of \d+, seen by the sandbox\.$/);
    const { items } = await server.ask('fetch-stream', { id: stream.id });
    assert.deepEqual(
      items.map(({ title, description }) => [title, description]),
      [['Bread', '']],
    );
    assert.ok((await lastRequest()).input_tokens > 2833, 'the picture was sent');
  });

  test('a written text fits a network by that network’s own count', () => {
    const room = roomOf('twitter', twitterLimits, false);
    const long = JSON.stringify({ texts: [{ text: '🍞 bread '.repeat(60) }, { text: '🍞'.repeat(140) }] });
    const [cut, whole] = textsIn(long, { task: 'rewrite', room });
    assert.ok(cut?.is_cut === true && weightedLength(cut.text) <= 280 && cut.text.endsWith('bread…'), cut?.text);
    assert.deepEqual([whole?.is_cut, whole?.text.length], [false, 280]);
  });

  test('a written text is plain text, whatever the AI answers', async () => {
    const { texts } = await server.ask('write-with-ai', { task: 'rewrite', text: 'sandbox-ai-html' });
    assert.deepEqual(texts[0], { title: 'Idea 1', text: 'Bold & plain 1', is_cut: false });
  });

  test('the AI writes the requested number of texts for a brief, and adds none to a stream', async () => {
    const stream = await aTextStream(server, ['one']);
    const { texts } = await server.ask('write-texts-with-ai', { brief: 'Opening hours in May', count: 7 });
    assert.equal(texts.length, 7);
    assert.deepEqual(new Set(texts.map(({ title }) => title)).size, 7);
    assert.equal((await server.ask('fetch-stream', { id: stream.id })).items.length, 1);
  });

  test('the AI writes hashtags as one line', async () => {
    const { texts } = await server.ask('write-with-ai', { task: 'hashtags', text: 'Fresh bread on Sunday' });
    assert.deepEqual(
      texts.map(({ text }) => text),
      ['#fresh #bread #sunday #sandbox #today'],
    );
  });

  test('a request without any material is refused', async () => {
    const reply = await server.call('write-with-ai', { task: 'rewrite' });
    assert.deepEqual([reply.code, reply.message], [422, messages.aiNothingToWrite]);
  });
});

describe('a failure of the AI', () => {
  for (const [words, message, costs_] of [
    ['sandbox-ai-429', 'This key has sent the AI too many requests. Please try again in 20 seconds.', 'nothing'],
    ['sandbox-ai-quota', messages.aiNoCredit, 'nothing'],
    ['sandbox-ai-500', messages.aiUnwell, 'nothing'],
    ['sandbox-ai-model', 'The model “gpt-6-luna” is not available at the configured address.', 'nothing'],
    ['sandbox-ai-broken', messages.aiUnreadable, 'the most'],
    ['sandbox-ai-nonsense', messages.aiUnreadable, 'its tokens'],
    ['sandbox-ai-refusal', messages.aiRefused, 'its tokens'],
    ['sandbox-ai-empty', messages.aiEmpty, 'its tokens'],
  ] as const)
    test(`the failure “${words}” is reported and counts ${costs_}`, async () => {
      const [code, said] = await refusalOf(words);
      const cost = ' This request has cost about $';
      assert.deepEqual([code, said.split(cost)[0], said.includes(cost)], [409, message, costs_ === 'its tokens']);
      const { state, cost_micros: micros, input_tokens: tokens } = await lastRequest();
      assert.deepEqual(
        [state, Number(micros) > 0, tokens > 0],
        ['failed', costs_ !== 'nothing', costs_ === 'its tokens'],
      );
    });

  test('a refused key is shown as wrong, and a right one as right again', async () => {
    const other = await anotherAgency(db);
    await giveAiKey(server, other, 'sk-revoked-9999');
    const refused = await server.call('write-with-ai', { task: 'hashtags', text: 'Bread' }, { as: other });
    assert.deepEqual([refused.code, refused.message], [409, messages.aiKeyRefused]);
    const before = await server.ask('fetch-ai-settings', {}, { as: other });
    assert.deepEqual([before.last4, before.light.state], ['9999', 'wrong']);
    const saved = await server.ask('save-ai-settings', { key: 'sk-good-5678', limit: 10, ...costs }, { as: other });
    assert.deepEqual([saved.last4, saved.light.state, saved.light.words], ['5678', 'right', 'The key is accepted.']);
  });

  test('a caller who disconnects stops the request, which counts its possible cost', async () => {
    const leaving = new AbortController();
    const answer = fetch(`${server.url}/api/write-with-ai`, {
      method: 'POST',
      body: JSON.stringify({ task: 'rewrite', text: 'sandbox-ai-slow' }),
      headers: { 'content-type': 'application/json', authorization: owner.token },
      signal: leaving.signal,
    });
    for (;;) {
      const { rows } = await db.pool.query(`select from ai_requests where state = 'running'`);
      if (rows.length === 1) break;
    }
    leaving.abort();
    await assert.rejects(answer);
    for (;;) {
      const { state, cost_micros: cost } = await lastRequest();
      if (state === 'running') continue;
      assert.deepEqual([state, Number(cost) > 0], ['failed', true]);
      break;
    }
  });
});

describe('the monthly limit of the AI', () => {
  test('concurrent requests do not exceed the monthly limit', async () => {
    const other = await anotherAgency(db);
    await giveAiKey(server, other);
    // At these prices one request may cost 35 cents.
    await server.ask('save-ai-settings', { input_price: 0, output_price: 100, limit: 0.8 }, { as: other });
    const leaving = new AbortController();
    const answers = Array.from({ length: 6 }, () =>
      server.send('/api/write-with-ai', {
        method: 'POST',
        body: JSON.stringify({ task: 'hashtags', text: 'sandbox-ai-slow' }),
        headers: { 'content-type': 'application/json', authorization: other.token },
        signal: leaving.signal,
      }),
    );
    let refused = 0;
    await new Promise<void>((enough) => {
      for (const answer of answers)
        answer.then(
          () => {
            refused += 1;
            if (refused === 4) enough();
          },
          () => {},
        );
    });
    const { month, limit } = await server.ask('fetch-ai', {}, { as: other });
    assert.deepEqual([limit, month.requests, month.cost], [0.8, 2, 0.7]);
    const reply = await server.call('write-with-ai', { task: 'hashtags', text: 'Bread' }, { as: other });
    assert.deepEqual([reply.code, reply.message], [409, messages.aiLimitReached]);
    leaving.abort();
    await Promise.allSettled(answers);
  });

  test('each month has its own limit', async () => {
    const { agencyId } = await anotherAgency(db);
    await db.pool.query(
      `insert into ai_requests (agency_id, task, state, cost_micros, started_at)
       values ($1, 'caption', 'done', 9000000, '2026-01-31T23:59:59Z')`,
      [agencyId],
    );
    const costAt = async (now: string) =>
      (await db.asAgency(agencyId, (tx) => findMonth(tx, { agencyId, now: new Date(now) }))).costMicros;
    assert.deepEqual([await costAt('2026-01-05T00:00:00Z'), await costAt('2026-02-01T00:00:00Z')], [9_000_000, 0]);
  });
});

describe('the key of the AI', () => {
  test('a key stays encrypted, is kept if the field is blank, and begins with sk only at OpenAI', async () => {
    const plain = await aServer();
    const wrong = await plain.call('save-ai-settings', { key: 'other', limit: 10, ...costs });
    assert.deepEqual([wrong.code, wrong.status ? {} : wrong.errors], [422, { key: messages.aiKeyInvalid }]);
    const other = await anotherAgency(db);
    const save = (input: { key?: string; address?: string }) =>
      server.call('save-ai-settings', { limit: 5, ...costs, ...input }, { as: other });
    const saved = await save({ key: 'any-secret-4321' });
    assert.ok(saved.status, saved.message);
    assert.doesNotMatch(JSON.stringify(saved), /secret/);
    const { rows } = await db.pool.query<{ sealed: string }>('select sealed from ai_keys where agency_id = $1', [
      other.agencyId,
    ]);
    assert.doesNotMatch(rows[0]?.sealed ?? 'secret', /secret/);
    const kept = await save({});
    assert.equal(kept.status && kept.data.last4, '4321');
    const moved = await save({ address: 'https://elsewhere.example/v1' });
    assert.deepEqual([moved.code, moved.status ? {} : moved.errors], [422, { key: messages.aiKeyAgain }]);
    assert.ok(!server.log.some((line) => line.includes('any-secret')));
  });

  test('a key is never sent to a private address that a person entered', async () => {
    const other = await anotherAgency(db);
    const input = { key: 'sk-mine-0000', address: ai.url, limit: 5, ...costs };
    const { light } = await server.ask('save-ai-settings', input, { as: other });
    assert.deepEqual([light.state, /private address/.test(light.words)], ['unknown', true], light.words);
    const reply = await server.call('write-with-ai', { task: 'hashtags', text: 'Bread' }, { as: other });
    assert.match(reply.message, /private address/);
  });

  test('the key of the white label is used, and without one the AI says where to set it', async () => {
    const other = await anotherAgency(db);
    assert.equal((await server.ask('fetch-ai', {}, { as: other })).ready, false);
    const reply = await server.call('write-with-ai', { task: 'hashtags', text: 'Bread' }, { as: other });
    assert.deepEqual([reply.code, reply.message], [409, messages.aiNoKey]);
    const color = { first: '#112233', second: '#445566' };
    await server.ask(
      'create-whitelabel',
      { name: 'Brand', aiKey: 'sk-white-7777', color, domain: 'ai-brand.test' },
      { as: other },
    );
    assert.equal((await server.ask('fetch-ai-settings', {}, { as: other })).last4, '7777');
    await server.ask('remove-ai-key', {}, { as: other });
    const [label] = await server.ask('fetch-whitelabel', {}, { as: other });
    assert.equal(label?.ai_key_last4, '');
  });

  test('only owners can set the key; members can write with it', async () => {
    const member = await aMember(db, owner);
    assert.equal((await server.call('fetch-ai-settings', {}, { as: member })).code, 403);
    const reply = await server.call('write-with-ai', { task: 'hashtags', text: 'Bread' }, { as: member });
    assert.ok(reply.status, reply.message);
  });
});

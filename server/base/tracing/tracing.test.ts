import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'vitest';
import { z } from 'zod';
import { whenDone } from '#db/testing-ends.ts';
import { openHttp } from '#outbound/request.ts';
import { aServer } from '../../app/testing/server.ts';
import { aStage } from '../../publishing/testing-stage.ts';
import { aWorker } from '../../publishing/testing.ts';
import { tracingOf, tracingSettings } from '../settings/tracing.ts';
import { startTracing } from './index.ts';
import { withoutLiterals } from './without-literals.ts';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A local receiver of OTLP, which is also a network that answers every other path. */
async function aReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, answer) => {
    void buffer(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body.toString());
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  whenDone(async () => {
    const { promise: isClosed, resolve: close } = Promise.withResolvers<unknown>();
    server.close(close);
    server.closeAllConnections();
    await isClosed;
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url,
    bodies,
    spans: () =>
      bodies.flatMap((body) =>
        sent
          .parse(JSON.parse(body))
          .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
}

const tracing = (environment: Record<string, string>) => tracingOf(z.object(tracingSettings).parse(environment));

test('a trace shows a call with its statements and a post with its requests, and no secret', async () => {
  const server = await aServer();
  const receiver = await aReceiver();
  const http = openHttp({ allowPrivateHosts: ['127.0.0.1'] });
  whenDone(() => http.close());
  const traces = await startTracing(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'reel' }));
  await server.ask('fetch-user', {});
  await server.ask('save-idea', { title: 'canary of the content', words: 'canary of the content' }).catch(() => {});
  await server.call('login', { email: 'canary@secret.test', password: 'canary-password' });
  const stage = await aStage(server.db);
  const telegram = {
    ...stage.network,
    publish: async (...given: Parameters<typeof stage.network.publish>) => {
      const url = new URL(`${receiver.url}/bot-canary-token/send?access_token=canary`);
      const headers = { authorization: 'Bearer canary' };
      await http.send({ method: 'POST', url, headers, signal: new AbortController().signal });
      return stage.network.publish(...given);
    },
  };
  await aWorker(server.db, { networks: { telegram }, clock: stage.clock }).publishDue();
  await traces.close();

  const spans = receiver.spans();
  const childrenOf = (name: string) => {
    const parent = spans.find((span) => span.name === name);
    assert.ok(parent, `a span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  };
  const keysOf = (span: (typeof spans)[number]) => span.attributes.map(({ key }) => key);
  assert.ok(childrenOf('fetch-user').some((span) => keysOf(span).includes('db.query.text')));
  const [request] = childrenOf('post to telegram').filter(({ name }) => name === 'POST');
  assert.ok(request);
  assert.deepEqual(keysOf(request), ['http.request.method', 'server.address', 'http.response.status_code']);
  assert.ok(childrenOf('post to telegram').length > 1, 'the fence is a statement of the post');
  const all = receiver.bodies.join('');
  assert.match(all, /"reel"/);
  assert.doesNotMatch(all, /canary/);
  const { rows } = await server.db.pool.query<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from sessions`,
  );
  for (const { hash } of rows) assert.ok(!all.includes(hash));
});

test('traces are off by default, and by name', () => {
  assert.equal(tracing({}).tracing, null);
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  assert.equal(tracing({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing, null);
  assert.equal(tracing(endpoint).tracing?.url, 'http://collector:4318/v1/traces');
  assert.equal(tracing({ OTEL_TRACES_EXPORTER: 'otlp' }).tracing?.url, 'http://localhost:4318/v1/traces');
  const headers = tracing({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=b%20c,d=e=' }).tracing?.headers;
  assert.deepEqual(headers, { a: 'b c', d: 'e=' });
});

test('values in quotes are not part of a statement that is traced', () => {
  assert.equal(
    withoutLiterals(`select '\\x12ab', "column" where a = 'it''s'`),
    `select '?', "column" where a = '?''?'`,
  );
  assert.equal(withoutLiterals('x'.repeat(3000)).length, 2000);
});

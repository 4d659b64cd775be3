/** Every call answers bad input with a 4xx and a readable message, and changes no row. */

import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { calls, type Name } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { may } from '#rules/permissions.ts';
import { aClient, aMember, anotherAgency, anOwner, aServer, type TestPerson } from './server.ts';
import { anAgencyWithEverything, checksumOf } from './rows.ts';
import { type AnyCall, fieldsOf, idFieldOf, odd, plausible, takesFields } from './odd-input.ts';

/** Tries these calls with bad input, against a server of their own. */
export async function tryBadInput(chosen: typeof calls): Promise<void> {
  const server = await aServer();
  // The ids of each table are in a range of their own: a foreign account's id must not happen to be one of the owner's.
  for (const [index, table] of [
    'social_accounts',
    'streams',
    'items',
    'schedules',
    'occurrences',
    'deliveries',
  ].entries()) {
    await server.db.pool.query(`alter table ${table} alter column id restart with ${(index + 1) * 1_000_000}`);
  }
  const otherAgency = await anotherAgency(server.db);
  // The largest plan, so that no call is refused before its input is checked.
  await server.db.pool.query(`update users set membership = 'dfy__enterprise__unlimited'`);
  const client = await aClient(server.db, server.owner);
  const member = await aMember(server.db, server.owner);
  const buyer = await anOwner(server.db, { isWhiteLabel: true });
  const foreign = await anAgencyWithEverything(server.db, otherAgency);
  await anAgencyWithEverything(server.db, server.owner);
  // The id of a foreign row may also be that of one of the owner's sessions, which the owner may well end.
  const { rows: foreignRows } = await server.db.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [otherAgency.id],
  );
  const foreignSessions = foreignRows.map(({ id }) => id);

  type Answer = {
    code: number;
    envelope: { status: boolean; message: string; errors?: Record<string, string> | undefined };
  };

  const envelopeShape = z.object({
    status: z.boolean(),
    message: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
  });

  async function send(name: string, init: RequestInit, as: TestPerson | null = server.owner): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (as !== null) headers.set('authorization', as.token);
    const response = await server.send(`/api/${name}`, { ...init, method: 'POST', headers });
    return { code: response.status, envelope: envelopeShape.parse(await response.json()) };
  }
  const sendJson = (name: string, body: unknown, as?: TestPerson | null): Promise<Answer> =>
    send(name, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, as);

  const isReadable = (message: string): boolean =>
    /^[A-Z].{3,}/.test(message) && !/undefined|null|\bNaN|expected|invalid input|[{}<>]/i.test(message);

  async function assertRefused(answer: Answer, codes: readonly number[], what: string): Promise<void> {
    assert.ok(codes.includes(answer.code), `${what}: answered ${answer.code} ${answer.envelope.message}`);
    assert.equal(answer.envelope.status, false, what);
    for (const message of [answer.envelope.message, ...Object.values(answer.envelope.errors ?? {})])
      assert.ok(isReadable(message), `${what}: "${message}"`);
  }

  /** The rows as the last test left them. */
  let rows = await checksumOf(server.db);

  /** Sends everything and proves that no row has changed, apart from the last use of sessions. */
  async function leavesNoTrace(work: () => Promise<void>): Promise<void> {
    const before = rows;
    await work();
    rows = await checksumOf(server.db);
    assert.deepEqual(rows, before);
  }

  /** Further invalid fields for a call that adds a row and accepts odd but harmless words, so that it adds nothing. */
  function spoiled(name: Name, field: string): Record<string, unknown> {
    if (name === 'add-app-client') return field === 'email' ? { earning: -1 } : { email: server.owner.email };
    if (name === 'save-prospect-list' && field === 'id') return { name: '' };
    if (name === 'profile') return { new_password: 'weak' };
    // Every owner has an agency profile, so it is never missing.
    if (name === 'agency') return field === 'name' ? { email: 'nobody' } : { name: '' };
    if (name === 'reseller' && field === 'id') return { email: otherAgency.email };
    return name === 'content-stream' && field === 'id' ? { type: 'nonsense' } : {};
  }

  /**
   * A person who may make a call, so that only its input is wrong: the owner, or the client for the client's own
   * decisions.
   */
  function whoMakes({ who }: AnyCall): TestPerson | null {
    if (who === 'anyone') return null;
    if (who === 'billing') return buyer;
    return may({ role: 'owner', isReseller: false, isWhiteLabel: false, membership: 'dfy__enterprise__unlimited' }, who)
      ? server.owner
      : client;
  }
  const closed = chosen.filter(({ who }) => who !== 'anyone');

  describe('bad input to every call', () => {
    for (const call of closed) {
      test(`${call.name} without a token, or with an invalid one, is Unauthorized Token`, async () => {
        await leavesNoTrace(async () => {
          for (const as of [null, { ...server.owner, token: 'x' }]) {
            const { code, envelope } = await sendJson(call.name, plausible(call, '1'), as);
            assert.deepEqual([code, envelope.message], [401, messages.unauthorizedToken]);
          }
        });
      });
    }

    for (const call of chosen.filter(takesFields)) {
      test(`${call.name} survives odd values in each of its fields`, async () => {
        await leavesNoTrace(async () => {
          const good = plausible(call, '999999999999');
          for (const field of fieldsOf(call)) {
            for (const value of [undefined, ...odd]) {
              const { code, envelope } = await sendJson(
                call.name,
                { ...good, ...spoiled(call.name, field), [field]: value },
                whoMakes(call),
              );
              // If the field is optional or the value happens to fit, the call finds nothing.
              assert.ok(
                code < 500,
                `${call.name}.${field} = ${JSON.stringify(value)?.slice(0, 60)}: ${code} ${envelope.message}`,
              );
              if (code >= 400) assert.ok(isReadable(envelope.message), `${call.name}.${field}: "${envelope.message}"`);
              if (code === 200)
                assert.ok(isReading(call.name), `${call.name} took ${field} = ${JSON.stringify(value)?.slice(0, 60)}`);
            }
          }
        });
      });

      if (call.method === 'GET') continue; // a query is always an object
      test(`${call.name} refuses input that is not an object, and missing fields`, async () => {
        await leavesNoTrace(async () => {
          for (const body of [[], 'text', 12, null]) {
            await assertRefused(await sendJson(call.name, body, whoMakes(call)), [400, 422], call.name);
          }
          const { code } = await sendJson(call.name, {}, whoMakes(call));
          assert.ok(code === 422 || isReading(call.name), `${call.name} took an empty object`);
        });
      });
    }

    for (const call of chosen.filter(({ method }) => method !== 'GET')) {
      test(`${call.name} refuses broken JSON and a broken multipart body`, async () => {
        await leavesNoTrace(async () => {
          const as = whoMakes(call);
          const type = 'multipart/form-data; boundary=a';
          await assertRefused(
            await send(call.name, { body: '--a\r\ncontent-disp', headers: { 'content-type': type } }, as),
            [400, 422],
            call.name,
          );
          await assertRefused(
            await send(call.name, { body: '{"a":', headers: { 'content-type': 'application/json' } }, as),
            [400],
            call.name,
          );
        });
      });
    }

    for (const call of closed.filter((each) => idFieldOf(each) !== undefined)) {
      test(`${call.name} does not find a row that does not exist or belongs to another agency`, async () => {
        const field = idFieldOf(call) ?? '';
        await leavesNoTrace(async () => {
          for (const id of ['999999999999999', ...(call.name === 'delete-session' ? foreignSessions : foreign.ids)]) {
            const { code, envelope } = await answerTo(call, id, { field });
            assert.ok(
              [404, 409, 422].includes(code) || (code === 200 && isReading(call.name)),
              `${call.name} with ${field} ${id}: ${code} ${envelope.message}`,
            );
            assert.ok(code === 200 || isReadable(envelope.message));
          }
        });
      });
    }

    for (const call of closed) {
      if (
        call.who === 'anyone' ||
        may({ role: 'client', isReseller: false, isWhiteLabel: false, membership: '' }, call.who)
      )
        continue;
      test(`a client account cannot call ${call.name}`, async () => {
        await leavesNoTrace(async () => {
          assert.deepEqual(await sendJson(call.name, plausible(call, '1'), client), {
            code: 403,
            envelope: { status: false, message: messages.forbidden },
          });
        });
      });
    }

    test('a member cannot call delete-client or remove-sample-data', async () => {
      await leavesNoTrace(async () => {
        for (const name of ['delete-client', 'remove-sample-data'])
          assert.equal((await sendJson(name, { client_id: client.id }, member)).code, 403);
      });
    });

    test('a file is judged by its bytes: text sent as a picture changes nothing', async () => {
      const stream = await server.ask('content-stream', {
        type: 'image',
        title: '🦊 مرحبا',
        description: 'ありがとう',
      });
      rows = await checksumOf(server.db);
      await leavesNoTrace(async () => {
        for (const [name, bytes] of [
          ['a.png', 'just words'],
          ['a.exe', 'MZ'],
          ['a.svg', '<svg onload="alert(1)"/>'],
          ['a.png', ''],
        ] as const) {
          const file = { field: 'stream', name, bytes: Buffer.from(bytes) };
          const reply = await server.upload('stream', { content_stream_id: stream[0]?.id ?? '' }, file);
          assert.ok(!reply.status && reply.code >= 400 && reply.code < 500, `${name}: ${reply.code}`);
        }
      });
      assert.deepEqual([stream[0]?.title, stream[0]?.description], ['🦊 مرحبا', 'ありがとう']);
    });

    test('every public call is meant to be public', () => {
      const open = calls.filter(({ who }) => who === 'anyone');
      assert.deepEqual(open.map(({ name }) => name).toSorted(), [
        'confirm-email',
        'fetch-deletion',
        'fetch-offer',
        'fetch-whitelabel-data',
        'finish-joining',
        'forgot-password',
        'help/fetch-article',
        'help/fetch-article-category',
        'help/fetch-support',
        'help/fetch-videos',
        'help/rate-article',
        'help/report-search',
        'join-membership',
        'login',
        'login-code',
        'master-login',
        'open-connect-link',
        'open-shared-report',
        'reset-password',
        'stop-keyword-mails',
      ]);
    });
  });

  /**
   * Calls that only read: odd but harmless input may simply find nothing. Counting attempts to sign in changes nobody's
   * data.
   */
  function isReading(name: Name): boolean {
    return (
      /^(help\/)?fetch-/.test(name) ||
      name.startsWith('search-') ||
      [
        'best-time',
        'download-file',
        'find-misread',
        'get-video-progress',
        'client-report',
        'export-activity',
        'export-licences',
        'export-report',
        'get-calender',
        'check-network-status',
        'forgot-password',
      ].includes(name)
    );
  }

  /** Input of a call about one id; an upload comes with its file. */
  function answerTo(call: AnyCall, id: string, { field }: { field: string }): Promise<Answer> {
    const input = { ...plausible(call, '1'), [field]: id };
    if (call.file === undefined) return sendJson(call.name, input, whoMakes(call));
    const form = new FormData();
    for (const [name, value] of Object.entries(input)) form.append(name, String(value));
    form.append(call.file.field, new Blob([Buffer.from('89504e470d0a1a0a', 'hex')]), 'a.png');
    return send(call.name, { body: form });
  }
}

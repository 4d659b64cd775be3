/**
 * Answers that get lost: every call that changes something is made with the key of a press, its answer is dropped, and
 * the same press is sent again, as a browser does on a connection that closed.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { calls, type Name } from '#contract/index.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { arranged } from './arranged.ts';
import { standAs, type aMatrix } from './matrix.ts';
import { inputOf } from './matrix-inputs.ts';
import { writesOf } from './rows.ts';

const reply = z.object({ status: z.boolean(), message: z.string(), data: z.unknown().optional() });

/** Calls after which their caller has no session any more: a repeated request changes nothing, and is a 401. */
const lastCalls: readonly Name[] = ['logout', 'delete-account'];

/** Tables that record a request, not what it did. */
const traffic = ['public.rate_limits', 'public.idempotency_keys'];

/** Sends every call that changes something twice under one key, on the server of a matrix. */
export async function tryLostAnswers({ server, callers, everything, undo }: Awaited<ReturnType<typeof aMatrix>>) {
  const png = await aPicture('png', { width: 64, height: 64 });

  type Press = { call: (typeof calls)[number]; input: Readonly<Record<string, unknown>>; token: string | undefined };

  async function send({ call: { name, file }, input, token }: Press, key: string) {
    const headers = new Headers({ 'idempotency-key': key, ...(token === undefined ? {} : { authorization: token }) });
    const form = new FormData();
    if (file?.required === true) {
      for (const [field, value] of Object.entries(input)) form.append(field, String(value));
      form.append(file.field, new Blob([new Uint8Array(png)]), 'photo.png');
    } else headers.set('content-type', 'application/json');
    const body = file?.required === true ? form : JSON.stringify(input);
    const response = await server.send(`/api/${name}`, { method: 'POST', headers, body });
    const isRepeated = response.headers.get('idempotent-replayed') === 'true';
    return { code: response.status, isRepeated, ...reply.parse(await response.json()) };
  }

  const writes = async () => Object.entries(await writesOf(server.db)).filter(([table]) => !traffic.includes(table));

  describe('a repeated request has one effect and the first answer', () => {
    for (const call of calls.filter(({ changes, method }) => changes !== undefined && method !== 'GET')) {
      test(call.name, () =>
        undo(async () => {
          const isByClient = call.name === 'send-back-post' || call.name === 'send-back-chosen-posts';
          const caller = isByClient ? callers.client : call.who === 'anyone' ? callers.nobody : everything;
          const input =
            (await arranged[call.name]?.({ server, caller, agency: everything })) ?? inputOf(call.name, caller.rows);
          assert.ok(input, 'a call needs good input');
          await standAs(server, caller);
          const press = { call, input, token: caller.as?.token };
          const key = `press-of-${call.name}`.padEnd(20, '-');

          const lost = await send(press, key);
          assert.equal(lost.code, 200, lost.message);
          const before = await writes();
          const again = await send(press, key);

          if (lastCalls.includes(call.name)) assert.equal(again.code, 401);
          else assert.deepEqual(again, { ...lost, isRepeated: true });
          assert.deepEqual(await writes(), before);
        }),
      );
    }
  });
}

/**
 * The declared effects of calls, checked on the real server: every call that changes data is made once with valid
 * input, and every reading call is made before and after it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { calls, type Name } from '#contract/index.ts';
import { changesOf, showsOf } from '#contract/base/effects.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { arranged } from './arranged.ts';
import { standAs, type aMatrix, type Caller } from './matrix.ts';
import { inputOf } from './matrix-inputs.ts';
import { looksInto, writesOf } from './rows.ts';
import tables from './tables-by-noun.json' with { type: 'json' };

/** Makes these calls once with good input, on the server of a matrix. */
export async function tryEffects(
  chosen: typeof calls,
  { server, callers, everything, undo }: Awaited<ReturnType<typeof aMatrix>>,
): Promise<void> {
  const png = await aPicture('png', { width: 64, height: 64 });
  const reply = z.object({ status: z.boolean(), message: z.string(), data: z.unknown().optional() });
  const nounsOf: Readonly<Record<string, readonly string[]>> = tables.nouns;

  /** The callers of the calls that the owner may not make. */
  const makers: Partial<Record<Name, Caller>> = {
    'send-back-post': callers.client,
    'send-back-chosen-posts': callers.client,
  };

  /** Calls that end their own session, so that no later reading call can show their effects. */
  const lastCalls: readonly Name[] = ['logout', 'delete-account'];

  /** Makes a call; answers its status, and its data as text. */
  async function ask(
    { name, file }: (typeof calls)[number],
    input: Readonly<Record<string, unknown>>,
    token: string | undefined,
  ): Promise<{ code: number; data: string; message: string }> {
    const headers = new Headers(token === undefined ? {} : { authorization: token });
    const form = new FormData();
    if (file?.required === true) {
      for (const [field, value] of Object.entries(input)) form.append(field, String(value));
      form.append(file.field, new Blob([new Uint8Array(png)]), 'photo.png');
    } else headers.set('content-type', 'application/json');
    const body = file?.required === true ? form : JSON.stringify(input);
    const response = await server.send(`/api/${name}`, { method: 'POST', headers, body });
    const { message, data = null } = reply.parse(await response.json());
    return { code: response.status, data: JSON.stringify(data), message };
  }

  const reads = calls.filter(({ name, who }) => name in showsOf && who !== 'anyone' && name !== 'check-network-status');

  /** An answer, and the tables it was read from; null if it was read from more than tables. */
  type Answer = { data: string; tables: ReadonlySet<string> | null };

  /** The answers of reading calls to the agency's owner, without those that are refused, for example by the plan. */
  async function answersOf(asked: typeof reads): Promise<Map<Name, string>> {
    const answers = new Map<Name, string>();
    for (const read of asked) {
      const { code, data } = await ask(read, inputOf(read.name, everything.rows) ?? {}, everything.as?.token);
      if (code === 200 || code === 404) answers.set(read.name, code === 200 ? data : 'not found');
    }
    return answers;
  }

  /** The answer of every reading call, and the tables it was read from. */
  async function allAnswers(): Promise<Map<Name, Answer>> {
    const answers = new Map<Name, Answer>();
    let looked = await looksInto(server.db);
    for (const read of reads) {
      const requests = outside.count;
      const data = (await answersOf([read])).get(read.name);
      const looks = await looksInto(server.db);
      const tables = new Set(
        [...looks].filter(([table, count]) => count !== looked.get(table)).map(([table]) => table),
      );
      looked = looks;
      if (data !== undefined) answers.set(read.name, { data, tables: outside.count === requests ? tables : null });
    }
    return answers;
  }

  /** The number of outbound requests and of reads from storage. */
  const outside = { count: 0 };
  const { http, storage } = server.services;
  Object.assign(http, {
    send: counted(http.send),
    sendGuarded: counted(http.sendGuarded),
    bytes: counted(http.bytes),
    toFile: counted(http.toFile),
    firstMessage: counted(http.firstMessage),
  });
  Object.assign(storage, { open: counted(storage.open) });

  function counted<Given extends unknown[], Result>(work: (...given: Given) => Result): (...given: Given) => Result {
    return (...given) => {
      outside.count += 1;
      return work(...given);
    };
  }

  const before = await undo(allAnswers);

  /**
   * The reading calls whose answers must stay the same after a call with the declared effects `said`. Left out are
   * those that cannot have changed: an answer read from tables alone is the same while no call writes to them.
   */
  const mustStay = (said: readonly string[], wrote: readonly string[] | null): typeof reads =>
    reads.filter(({ name }) => {
      const tables = before.get(name)?.tables;
      const mayDiffer = wrote === null || !tables || wrote.some((table) => tables.has(table));
      return mayDiffer && !(showsOf[name] ?? []).some((noun) => said.includes(noun));
    });

  describe('a call changes what its effects declare', () => {
    for (const call of chosen.filter(({ name }) => name in changesOf && !lastCalls.includes(name))) {
      test(call.name, async () => {
        await undo(async () => {
          const caller = makers[call.name] ?? (call.who === 'anyone' ? callers.nobody : everything);
          const arrange = arranged[call.name];
          const input = (await arrange?.({ server, caller, agency: everything })) ?? inputOf(call.name, caller.rows);
          assert.ok(input, 'a call needs good input');
          await standAs(server, caller);
          const said: readonly string[] = changesOf[call.name] ?? [];
          // The arranged rows, or the caller, may make answers differ from the ones before.
          const isArranged = arrange !== undefined || makers[call.name] !== undefined;
          const arrangedAnswers = isArranged ? await answersOf(mustStay(said, null)) : null;
          const written = await writesOf(server.db);
          const { code, message } = await ask(call, input, caller.as?.token);
          assert.equal(code, 200, message);

          const wroteTo = Object.entries(await writesOf(server.db))
            .filter(([table, writes]) => writes !== written[table])
            .map(([table]) => table);
          const wrote = wroteTo
            .filter((table) => table.startsWith('public.'))
            .map((table) => table.replace('public.', ''));
          assert.deepEqual(
            wrote.filter((table) => {
              const nouns = nounsOf[table];
              assert.ok(nouns, `tables-by-noun.json does not say what the table ${table} holds`);
              return nouns.length > 0 && !nouns.some((noun) => said.includes(noun));
            }),
            [],
            'these tables were written to, but no noun of theirs is among the changes',
          );
          const now = await answersOf(mustStay(said, isArranged ? null : wroteTo));
          assert.deepEqual(
            [...now]
              .filter(([name, data]) => data !== (arrangedAnswers?.get(name) ?? before.get(name)?.data))
              .map(([name]) => name),
            [],
            'these answers have changed, but show no noun that the call declares',
          );
        });
      });
    }
  });
}

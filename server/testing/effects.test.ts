/**
 * What a call says that it changes, against the real server: every call that changes something is made once with good
 * input, and all that can be read is read before and after it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { calls, type Name } from '#contract/index.ts';
import { changesOf, showsOf } from '#contract/effects.ts';
import { aPicture } from '../streams/testing.ts';
import { arranged } from './arranged.ts';
import { aMatrix, standAs, type Caller } from './matrix.ts';
import { inputOf } from './matrix-inputs.ts';
import { writesOf } from './rows.ts';
import tables from './tables-by-noun.json' with { type: 'json' };

const { server, callers, everything, undo } = await aMatrix();
const png = await aPicture('png', { width: 64, height: 64 });
const reply = z.object({ status: z.boolean(), message: z.string(), data: z.unknown().optional() });
const nounsOf: Readonly<Record<string, readonly string[]>> = tables.nouns;

/** Calls that are not the owner's to make. */
const makers: Partial<Record<Name, Caller>> = {
  'send-back-post': callers.client,
  'send-back-chosen-posts': callers.client,
};

/** Calls that end the session they are made in: nothing is shown any more that they could have changed. */
const lastCalls: readonly Name[] = ['logout', 'delete-account'];

/** What a call is answered: the status, and the data as text. */
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

/** What everything that can be read answers the agency's owner; without what is refused, as by the plan. */
async function allAnswers(): Promise<Map<Name, string>> {
  const answers = new Map<Name, string>();
  for (const read of reads) {
    const { code, data } = await ask(read, inputOf(read.name, everything.rows) ?? {}, everything.as?.token);
    if (code === 200 || code === 404) answers.set(read.name, code === 200 ? data : 'not found');
  }
  return answers;
}

const before = await undo(allAnswers);

describe('a call changes what its effects say', () => {
  for (const call of calls.filter(({ name }) => name in changesOf && !lastCalls.includes(name))) {
    test(call.name, async () => {
      await undo(async () => {
        const caller = makers[call.name] ?? (call.who === 'anyone' ? callers.nobody : everything);
        const arrange = arranged[call.name];
        const input = (await arrange?.({ server, caller, agency: everything })) ?? inputOf(call.name, caller.rows);
        assert.ok(input, 'a call needs good input');
        await standAs(server, caller);
        const answers = arrange || makers[call.name] ? await allAnswers() : before;
        const written = await writesOf(server.db);
        const { code, message } = await ask(call, input, caller.as?.token);
        assert.equal(code, 200, message);

        const said: readonly string[] = changesOf[call.name] ?? [];
        const wrote = Object.entries(await writesOf(server.db))
          .filter(([table, writes]) => table.startsWith('public.') && writes !== written[table])
          .map(([table]) => table.replace('public.', ''));
        assert.deepEqual(
          wrote.filter((table) => {
            const nouns = nounsOf[table];
            assert.ok(nouns, `tables-by-noun.json does not say what the table ${table} holds`);
            return nouns.length > 0 && !nouns.some((noun) => said.includes(noun));
          }),
          [],
          'these tables were written to, and no noun of theirs is among the changes',
        );
        const now = await allAnswers();
        assert.deepEqual(
          [...now]
            .filter(
              ([name, data]) =>
                answers.get(name) !== data && !(showsOf[name] ?? []).some((noun) => said.includes(noun)),
            )
            .map(([name]) => name),
          [],
          'these answers are others by now, and show nothing of what the call says that it changes',
        );
      });
    });
  }
});

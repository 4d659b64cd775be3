/**
 * Every call of the contract, made by every role. matrix.json lists the expected answers, written by hand and not
 * derived from the table of permissions. A refusal changes no row; a yes has done its work.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterAll, describe, test } from 'vitest';
import { z } from 'zod';
import { calls, type Name } from '#contract/index.ts';
import { aPicture } from '../../content/streams/testing.ts';
import { arranged } from './arranged.ts';
import { aMatrix, columns, standAs, words, type Caller, type Column } from './matrix.ts';
import { inputOf, namesRows } from './matrix-inputs.ts';
import { checksumOf, writesOf } from './rows.ts';

const answers = ['yes', 'own', 'none', '401', '403', '404'] as const;
type Answer = (typeof answers)[number];
const isAnswer = (word: string): word is Answer => answers.some((answer) => answer === word);

const shape = z.object({
  columns: z.record(z.string(), z.string()),
  answers: z.record(z.string(), z.string()),
  groups: z.array(z.object({ what: z.string().min(1), calls: z.record(z.string(), z.string()) })),
});
const {
  columns: explained,
  answers: meanings,
  groups,
} = shape.parse(JSON.parse(readFileSync(new URL('matrix.json', import.meta.url), 'utf8')));
const cellsOf = (row: string): string[] => row.split(/\s+/);
/** The rows of all groups; the row without a name repeats the column names. */
const rows = groups.flatMap(({ calls: group }) => Object.entries(group)).filter(([name]) => name !== '');

/** Has everybody make these calls, against a server of their own. */
export async function tryEverybody(chosen: typeof calls): Promise<void> {
  const startedAt = performance.now();
  const { server, callers, everything, undo } = await aMatrix();
  const png = await aPicture('png', { width: 64, height: 64 });
  const reply = z.object({ status: z.boolean(), message: z.string(), data: z.unknown().optional() });
  let cells = 0;
  let surprises = 0;

  type Heard = {
    code: number;
    message: string;
    data: string;
    /** The tables whose rows have changed. */ changed: string[];
  };
  type Sums = Readonly<Record<string, string>>;
  const begun = new Map<Caller, Sums>();

  /** Makes a call as a caller; answers the reply and the changed tables. All changes are undone. */
  async function ask(call: (typeof calls)[number], caller: Caller): Promise<Heard> {
    const arrange = arranged[call.name];
    return await undo(async () => {
      const input = (await arrange?.({ server, caller, agency: everything })) ?? inputOf(call.name, caller.rows);
      assert.ok(
        input,
        `please write valid input of ${call.name} into inputs.ts (if it names rows) or matrix-inputs.ts, or ` +
          'arrange it in arranged.ts',
      );
      await standAs(server, caller);
      const before =
        arrange === undefined
          ? (begun.get(caller) ?? (await checksumOf(server.db, { without })))
          : await checksumOf(server.db, { without });
      if (arrange === undefined) begun.set(caller, before);
      const written = arrange === undefined ? {} : await writesOf(server.db);
      const response = await server.send(`/api/${call.name}`, {
        method: 'POST',
        ...bodyOf(call, input, caller.as?.token),
      });
      const { message, data = null } = reply.parse(await response.json());
      // Only tables that were written to can have changed (and users, by the owner's role), and comparing those alone
      // takes a tenth of the time.
      const only = Object.entries(await writesOf(server.db))
        .filter(([table, writes]) => writes !== written[table])
        .map(([table]) => table);
      const now = only.length === 0 ? {} : await checksumOf(server.db, { without, only });
      return {
        code: response.status,
        message,
        data: JSON.stringify(data),
        changed: Object.keys(now).filter((table) => now[table] !== before[table]),
      };
    });
  }

  // The counters of attempts are traffic and no answer shows them; sessions do appear in answers.
  const without = ['rate_limits'];

  function bodyOf(
    { file }: (typeof calls)[number],
    input: Readonly<Record<string, unknown>>,
    token: string | undefined,
  ): RequestInit {
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: token };
    if (file?.required !== true)
      return { body: JSON.stringify(input), headers: { ...authorization, 'content-type': 'application/json' } };
    const form = new FormData();
    for (const [field, value] of Object.entries(input)) form.append(field, String(value));
    form.append(file.field, new Blob([new Uint8Array(png)]), 'photo.png');
    return { body: form, headers: authorization };
  }

  /** Calls to sources that are not configured here, so that no page of theirs is cached. */
  const lookUps: readonly Name[] = [
    'search-media',
    'search-reddit',
    'google-trends',
    'search-twitter',
    'geo-locations',
    'find-businesses',
    'look-at-site',
  ];

  /** `search-youtube` is not among them: it caches the page of its answer. */
  const isReading = (name: Name): boolean =>
    /^(help\/)?(fetch|get|check|export|explain|preview|best|client)-/.test(name) ||
    [...lookUps, 'search-signs', 'find-misread', 'download-file'].includes(name);
  /**
   * The word that an answer must not contain, by the role that makes the call: it marks rows that only the agency may
   * see.
   */
  const hiddenFrom: Partial<Record<Column, string>> = {
    nobody: words.asked,
    client: words.other,
    other: words.asked,
    foreign: words.asked,
    link: words.other,
  };

  /** Calls that show data to everybody who holds its secret. */
  const bySecret: readonly Name[] = ['open-shared-report'];

  /** What is wrong with a caller's answer; '' if nothing is. */
  function wrongWith(
    { code, message, data, changed }: Heard,
    { name, column, expected, reference }: { name: Name; column: Column; expected: string; reference: string },
  ): string {
    const hidden = bySecret.includes(name) ? undefined : hiddenFrom[column];
    const found =
      code !== 200
        ? String(code)
        : isReading(name) && namesRows(name) && !data.includes(words.asked) && data !== reference
          ? 'none'
          : 'yes';
    if (found !== (expected === 'own' ? 'yes' : expected))
      return `answered ${found} (${message}), the table says ${expected}`;
    if (hidden !== undefined && data.includes(hidden)) return 'saw what is not its own';
    if (found === 'yes' && !isReading(name) && changed.length === 0) return 'was answered yes, but no row has changed';
    return (found !== 'yes' || isReading(name)) && changed.length > 0
      ? `was answered ${found}, but ${changed.join(', ')} changed`
      : '';
  }

  test('the table explains its columns and its words, and heads every group with them', () => {
    assert.deepEqual(Object.keys(explained), [...columns]);
    assert.deepEqual(Object.keys(meanings).toSorted(), answers.toSorted());
    for (const { what, calls: group } of groups) assert.deepEqual(cellsOf(group[''] ?? ''), [...columns], what);
  });

  test('every call has one row in matrix.json, and every row a call', () => {
    const names: readonly string[] = calls.map(({ name }) => name);
    const told = rows.map(([name]) => name);
    assert.deepEqual(
      names.filter((name) => !told.includes(name)),
      [],
      'these calls have no row: please write the answer of each column into server/app/testing/matrix.json',
    );
    assert.deepEqual(
      told.filter((name) => !names.includes(name)),
      [],
      'these rows no longer have a call: please delete them',
    );
    assert.deepEqual(
      told.filter((name, index) => told.indexOf(name) !== index),
      [],
      'these calls have two rows',
    );
  });

  describe('every role gets the answers in the table', () => {
    for (const call of chosen) {
      const expected = cellsOf(rows.find(([name]) => name === call.name)?.[1] ?? '');
      if (expected.length < columns.length) continue;
      test(call.name, async () => {
        const reference = isReading(call.name) && namesRows(call.name) ? (await ask(call, everything)).data : '';
        const unexpected: string[] = [];
        for (const [index, column] of columns.entries()) {
          const word = expected[index] ?? '';
          assert.ok(isAnswer(word), `${column}: ${word} is not a word of this table`);
          cells += 1;
          const wrong = wrongWith(await ask(call, callers[column]), {
            name: call.name,
            column,
            expected: word,
            reference,
          });
          if (wrong !== '') unexpected.push(`${column} ${wrong}`);
        }
        surprises += unexpected.length;
        assert.deepEqual(unexpected, []);
      });
    }
  });

  afterAll(() => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(
      `matrix: ${chosen.length} calls x ${columns.length} roles, ${cells} answers, ` +
        `${surprises} unexpected, ${seconds} s`,
    );
  });
}

/** Puts all mistakes of a room into a copy of the project, each behind a switch. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { cloneTemplate } from '#db/testing.ts';
import { cutsOf, withCut, type Cut } from './cuts.ts';
import type { Room } from './rooms.ts';
import { described } from './sites.ts';
import { switched, type Switched } from './switched.ts';
import { validTexts } from './valid.ts';

/** A mistake in a room: in a source file, or in the text of a named statement. */
export type Mistake = Cut & {
  id: number;
  file: string;
  line: number;
  part: string;
  from: string;
  to: string;
  isEarly: boolean;
  statement?: string;
};

declare global {
  /** The stack at each declaration of a statement, by its name; set by the copy. */
  var declaredIn: Record<string, string> | undefined;
}

const statementPath = 'server/publishing/statement.ts';

/** Rewrites the room's sources in the copy and returns its mistakes. */
export async function prepareRoom(copy: string, room: Room): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  replaceIn(copy, 'tools/vitest-setup.ts', 'watchAnswers(checkAnswer);', 'void [watchAnswers, checkAnswer];');
  replaceIn(
    copy,
    statementPath,
    '{ ...declared, [collected]: true }',
    '{ ...declared, [collected]: true, get text() { return globalThis.mutants?.textOf(declared) ?? declared.text; } }',
  );
  replaceIn(
    copy,
    statementPath,
    'if (statements.has(',
    "(globalThis.declaredIn ??= {})[declared.name] = new Error().stack ?? '';\n  if (statements.has(",
  );
  const declared = await inStatements(copy, room);
  const database = await cloneTemplate();
  const valid = await validTexts(
    database.url,
    declared.map(({ text, ...cut }) => withCut(text, cut)),
  );
  await database.drop();
  mistakes.push(...declared.filter(({ text, ...cut }) => valid.has(withCut(text, cut))));
  for (const file of room.sources) {
    const path = join(copy, file);
    const { text, mistakes: own } = switched(file, readFileSync(path, 'utf8'), {
      firstId: (mistakes.at(-1)?.id ?? 0) + 1,
      kind: room.kind,
    });
    writeFileSync(path, text);
    // A part that is put together at the start is in the text of a statement, and tried there.
    const isFragment = ({ isEarly }: Switched): boolean => isEarly && file.startsWith('server/publishing/');
    mistakes.push(...own.filter((each) => !isFragment(each)).map((each) => ({ ...each, file })));
  }
  return mistakes;
}

function replaceIn(copy: string, file: string, part: string, instead: string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  if (!text.includes(part)) throw new Error(`${file} has no "${part}"`);
  writeFileSync(
    join(copy, file),
    text.replace(part, () => instead),
  );
}

const declaredStatements = z.object({
  allStatements: z.function({ output: z.array(z.object({ name: z.string(), text: z.string() })) }),
});

/** The mistakes in the statements that the room's files declare. */
async function inStatements(copy: string, room: Room): Promise<(Mistake & { text: string })[]> {
  const address = (file: string): string => pathToFileURL(join(copy, file)).href;
  const { allStatements } = declaredStatements.parse(await import(address(statementPath)));
  const mistakes: (Mistake & { text: string })[] = [];
  for (const file of room.sources)
    if (/\bstatement\(/.test(readFileSync(join(copy, file), 'utf8'))) await import(address(file));
  const stacks = z.record(z.string(), z.string()).parse(globalThis.declaredIn ?? {});
  for (const { name, text } of allStatements()) {
    const file = room.sources.find((each) => new RegExp(`${address(each)}:(\\d+)`).test(stacks[name] ?? ''));
    if (file === undefined || !isDeclaredIn(stacks[name] ?? '', address(file))) continue;
    for (const cut of cutsOf(text)) {
      const { from, to, part } = described(cut, text);
      const id = mistakes.length + 1;
      const line = Number(new RegExp(`${address(file)}:(\\d+)`).exec(stacks[name] ?? '')?.[1] ?? 1);
      const shown = { from: `${name}: ${from}`, to: `${name}: ${to}` };
      mistakes.push({ ...cut, id, file, line, isEarly: false, statement: name, text, part, ...shown });
    }
  }
  return mistakes;
}

/** Whether the file called `statement`: it is in the second line of the stack, behind `statement` itself. */
const isDeclaredIn = (stack: string, address: string): boolean => (stack.split('\n')[2] ?? '').includes(`${address}:`);

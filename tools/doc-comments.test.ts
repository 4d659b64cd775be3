import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isTest } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** Each row type of a table is generated from the columns of the database, and the migrations document them. */
const generated = 'db/tables.ts';

test('every export has a doc comment; a type may share that of the value beside it', () => {
  const files = sourceFiles(['.ts', '.tsx', '.mjs']).filter(({ path }) => !isTest(path) && path !== generated);
  assert.deepEqual(
    files.flatMap(({ path, text }) => undocumentedIn(text).map((name) => `${path}: ${name}`)),
    [],
  );
});

test('a missing doc comment is found', () => {
  const wrong = [
    'export const a = 1;',
    '/** One. */\nexport const a = 1;\nexport const b = 2;',
    '// One.\nexport async function a() {}',
    'const shape = z.object({});\nexport type A = z.output<typeof shape>;',
    '/** Shapes. */\nconst shapes = [];\nexport type A = Other<B>;',
  ];
  const right = [
    '/** One. */\nexport const a = 1;',
    '/**\n * One.\n */\n// oxlint-disable-next-line no-x\nexport class A {}',
    '/** One. */\nexport function a(b: number): void;\nexport function a(b: string): void;',
    '/** Shape. */\nexport const shape = z.object({});\nexport type A = z.output<typeof shape>;',
    "export { a } from './a.ts';\nconst b = 1;",
  ];
  assert.deepEqual(
    [...wrong, ...right].filter((text) => undocumentedIn(text).length > 0),
    wrong,
  );
});

const declared =
  /^export (?:default )?(?:async )?(?:abstract )?(?:const|function\*?|type|class) (?<name>\w+)(?<rest>.*)$/;

/** The exported names of a source text that have no doc comment. */
function undocumentedIn(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const { name, rest = '' } = declared.exec(line)?.groups ?? {};
    const overloads = lines[index - 1]?.startsWith(`export function ${name}(`) === true;
    if (name === undefined || overloads || isDocumented(lines, index)) return [];
    const value = /\btypeof (\w+)/.exec(line.startsWith('export type') ? rest : '')?.[1];
    const at = lines.findIndex((other) =>
      new RegExp(`^(?:export )?(?:async )?(?:const|function) ${value}\\b`).test(other),
    );
    return value !== undefined && at >= 0 && isDocumented(lines, at) ? [] : [name];
  });
}

/** Whether a doc comment ends above a line, with nothing but notes to tools between. */
function isDocumented(lines: readonly string[], index: number): boolean {
  const above = lines.slice(0, index).findLast((line) => !line.startsWith('// '));
  return above?.endsWith('*/') === true;
}

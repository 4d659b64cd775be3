/** In a worker of Vitest: the mistake that is on, the places that were reached, and the mistakes that were noticed. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';

/** A mistake in the text of a statement of that name. */
export type InStatement = { id: number; statement: string; start: number; end: number; instead: string };
/** A run of a test file with a mistake; `id` 0 is the run without one. */
export type Begun = { id: number; file: string; inStatement?: InStatement };

type Mutants = {
  current: number;
  begun: Begun | null;
  reached: Set<number | string>;
  reach(ids: readonly number[]): void;
  textOf(statement: { name: string; text: string }): string;
};
declare global {
  var mutants: Mutants;
}

const folder = process.env['MUTANTS_FOLDER'] ?? '';

globalThis.mutants ??= {
  current: Number(process.env['MUTANT_EARLY'] ?? 0),
  begun: null,
  reached: new Set(),
  reach(ids) {
    for (const id of ids) this.reached.add(id);
  },
  textOf({ name, text }) {
    this.reached.add(name);
    const cut = this.begun?.inStatement;
    return cut?.statement === name ? text.slice(0, cut.start) + cut.instead + text.slice(cut.end) : text;
  },
};

/** What a test file without a mistake reaches (ids, and names of statements), and how long it takes. */
export type Reached = { places: (number | string)[]; ms: number };

/** Where a test file without a mistake leaves what it reached. */
export const reachedPath = (inFolder: string, file: string): string =>
  join(inFolder, `reached-${file.replaceAll(/\W/g, '_')}`);
const markOf = (id: number): string => join(folder, `noticed-${id}`);
const isNoticed = (id: number): boolean => id !== 0 && existsSync(markOf(id));

/** Called in each file before the tests; imports the real test file unless another one has noticed the mistake. */
export async function begin(begun: Begun): Promise<void> {
  const startedAt = performance.now();
  test('the mutant is switched on', () => {});
  beforeEach((context) => {
    if (isNoticed(begun.id)) context.skip();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') noticed(task.name);
    if (begun.id !== 0) return;
    const seen: Reached = { places: [...globalThis.mutants.reached], ms: performance.now() - startedAt };
    writeFileSync(reachedPath(folder, begun.file), JSON.stringify(seen));
  });
  writeFileSync(join(folder, `current-${process.pid}`), JSON.stringify(begun));
  globalThis.mutants.begun = begun;
  globalThis.mutants.current = begun.id;
  globalThis.mutants.reached.clear();
  if (isNoticed(begun.id)) return;
  try {
    await import(`${begun.file}?mutant=${begun.id}`);
  } catch (error) {
    noticed(`the file fails: ${String(error)}`);
  }
}

function noticed(by: string): void {
  const { begun } = globalThis.mutants;
  if (begun === null) return;
  appendFileSync(begun.id === 0 ? join(folder, 'broken') : markOf(begun.id), `${begun.file}: ${by}\n`);
}

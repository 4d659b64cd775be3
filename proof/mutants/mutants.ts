/** Small, realistic mistakes in the product's code, each with the test that must fail because of it. */
import mutants from './mutants.json' with { type: 'json' };

/**
 * A mistake: in `file`, `instead` replaces `part`, which occurs there once; `title` is the test in `test` that notices
 * it.
 */
export type Mutant = { mistake: string; file: string; part: string; instead: string; test: string; title: string };

/** All mutants. */
export const allMutants: readonly Mutant[] = mutants;

/** A file's text with the mistake in it. Throws unless the part occurs exactly once. */
export function withMistake({ file, part, instead }: Mutant, text: string): string {
  const count = text.split(part).length - 1;
  if (count !== 1) throw new Error(`${file} has "${part}" ${count} times`);
  return text.replace(part, () => instead);
}

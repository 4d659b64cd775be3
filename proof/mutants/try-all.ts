/** Runs a room's tests with each of its mistakes. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Mistake } from './prepare.ts';
import type { Room } from './rooms.ts';
import { runVitestIn } from './run-vitest.ts';
import { reachedPath, type Begun } from './worker.ts';

const reachedShape = z.object({ places: z.array(z.union([z.number(), z.string()])), ms: z.number() });

/** How many mistakes one process of Vitest tries. */
const together = 60;

const isOwnTest = (test: string, source: string): boolean => test.endsWith(`/${source.replace(/\.ts$/, '.test.ts')}`);

/** The numbers of the mistakes that a test noticed. */
export async function tryAll(
  copy: string,
  { room, mistakes, mostFiles }: { room: Room; mistakes: readonly Mistake[]; mostFiles: number },
): Promise<Set<number>> {
  const folder = join(copy, 'mutant-runs');
  mkdirSync(folder);
  const run = async (begun: readonly Begun[], early = 0): Promise<void> => {
    await runVitestIn(copy, { folder, begun, early });
  };
  await run(room.tests.map((test) => ({ id: 0, file: pathToFileURL(join(copy, test)).href })));
  const broken = existsSync(join(folder, 'broken')) ? readFileSync(join(folder, 'broken'), 'utf8') : '';
  if (broken !== '') console.log(`without a mistake these fail, and are left out:\n${broken}`);
  const files = room.tests
    .map((test) => pathToFileURL(join(copy, test)).href)
    .filter((file) => !broken.includes(file) && existsSync(reachedPath(folder, file)))
    .map((file) => {
      const { places, ms } = reachedShape.parse(JSON.parse(readFileSync(reachedPath(folder, file), 'utf8')));
      return { file, ms, reached: new Set(places) };
    })
    // The quickest first: most mistakes are noticed by any of them.
    .toSorted((one, other) => one.ms - other.ms);
  const begunOf = (some: readonly Mistake[]): Begun[] => {
    const runs = some.flatMap(({ id, file: source, statement, isEarly, start, end, instead }) =>
      files
        .filter(({ reached }) => isEarly || reached.has(statement ?? id))
        // A source file's own test is made for this.
        .toSorted((one, other) => Number(isOwnTest(other.file, source)) - Number(isOwnTest(one.file, source)))
        .slice(0, mostFiles)
        .map(({ file, ms }) => ({
          ms,
          begun: {
            id,
            file,
            ...(statement === undefined ? {} : { inStatement: { id, statement, start, end, instead } }),
          },
        })),
    );
    return runs.toSorted((one, other) => one.ms - other.ms).map(({ begun }) => begun);
  };
  const late = mistakes.filter(({ isEarly }) => !isEarly);
  for (let at = 0; at < late.length; at += together) {
    await run(begunOf(late.slice(at, at + together)));
    console.log(`tried ${Math.min(late.length, at + together)} of ${mistakes.length}`);
  }
  for (const mistake of mistakes.filter(({ isEarly }) => isEarly)) await run(begunOf([mistake]), mistake.id);
  return new Set(
    readdirSync(folder).flatMap((name) => (name.startsWith('noticed-') ? [Number(name.slice('noticed-'.length))] : [])),
  );
}

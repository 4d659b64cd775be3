/**
 * `npm run acting [-- --seeds N] [statement …]`: which condition of the engine's statements acts in the simulation.
 * Leaves out one at a time and plays the seeds that run its statement until it has acted in `--enough` of them: it acts
 * in a seed whose timeline differs. Prints a table; exit code 1 if a condition acted that `never-acts.json` has a
 * reason for.
 */
import { parseArgs } from 'node:util';
import { cloneTemplate } from '#db/testing.ts';
import { allStatements } from '#server/publishing/statement.ts';
import '#server/publishing/index.ts';
import { cutsOf, withCut } from '../mutants/cuts.ts';
import { described } from '../mutants/sites.ts';
import { validTexts } from '../mutants/valid.ts';
import neverActs from './never-acts.json' with { type: 'json' };
import { openThreads } from './threads.ts';

const { values, positionals } = parseArgs({
  options: {
    seeds: { type: 'string', default: '60' },
    enough: { type: 'string', default: '1' },
    threads: { type: 'string' },
  },
  allowPositionals: true,
});
const [seeds, enough] = [Number(values.seeds), Number(values.enough)];

type Condition = { statement: string; text: string; instead: string; from: string; to: string };
/** Conditions that the simulation cannot make act, with the reason. */
const known: readonly { statement: string; from: string; to: string; reason: string }[] = neverActs;

const conditions: Condition[] = allStatements()
  .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  .flatMap(({ name, text }) =>
    cutsOf(text).map((cut) => {
      const { from, to } = described(cut, text);
      return { statement: name, text, instead: withCut(text, cut), from, to };
    }),
  );
const database = await cloneTemplate();
const valid = await validTexts(
  database.url,
  conditions.map(({ instead }) => instead),
);
await database.drop();

await using threads = await openThreads(values.threads === undefined ? undefined : Number(values.threads));
const plain = await Promise.all(Array.from({ length: seeds }, (_, index) => threads.play({ seed: index + 1 })));

/** In how many seeds a condition acted, of those played: not more than needed to have acted `enough` times. */
async function tryOut({ text, instead }: Condition): Promise<{ acted: number; played: number }> {
  const running = plain.filter(({ texts }) => texts.includes(text));
  let [acted, played] = [0, 0];
  for (const { seed, traceHash } of running) {
    if (acted >= enough) break;
    const other = await threads.play({ seed, replacement: { text, instead } });
    played += 1;
    if (other.traceHash !== traceHash) acted += 1;
  }
  return { acted, played };
}

let [acting, never, unrun, unexplained, wrong] = [0, 0, 0, 0, 0];
for (const [statement, own] of Map.groupBy(
  conditions.filter(({ instead }) => valid.has(instead)),
  (condition) => condition.statement,
)) {
  const text = own[0]?.text ?? '';
  const ran = plain.filter(({ texts }) => texts.includes(text)).length;
  console.log(`\n${statement} (run in ${ran} of ${seeds} seeds)`);
  await Promise.all(
    own.map(async (one) => {
      const { from, to } = one;
      const { acted, played } = await tryOut(one);
      const reason = known.find((each) => each.statement === statement && each.from === from && each.to === to)?.reason;
      const isNever = acted === 0 && ran > 0;
      console.log(`  ${isNever ? 'NEVER' : `${acted}/${played}`}  ${from}\n     -> ${to}`);
      if (reason !== undefined) console.log(`     (${reason})`);
      if (ran === 0) unrun += 1;
      else if (isNever) never += 1;
      else acting += 1;
      if (isNever && reason === undefined) unexplained += 1;
      if (acted > 0 && reason !== undefined) wrong += 1;
    }),
  );
}
console.log(
  `\nconditions: ${acting} acted, ${never} did not (${unexplained} without a reason), ` +
    `${unrun} are in statements that no seed runs`,
);
process.exitCode = wrong === 0 ? 0 : 1;

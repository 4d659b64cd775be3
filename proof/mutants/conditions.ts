/**
 * `npm run conditions [-- room …]`: leaves out one `and`, `not`, `where`, comparison or lock at a time in the SQL of
 * the rooms (`rooms.ts`), in `rules/` one operand, operator or condition of the code, and runs the nearest tests that
 * reach it. Prints what no test noticed, and each room's score. Exit code 1 if a mistake is unnoticed and has no reason
 * in `unnoticed.json`; in a room with a least percentage, if fewer are noticed. `--only part` of a path chooses source
 * files, `--files N` runs at most the N quickest test files for each mistake.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { copyProject } from './copy.ts';
import { prepareRoom } from './prepare.ts';
import { reasonOf, unusedReasons } from './reasons.ts';
import { allRooms } from './rooms.ts';
import { tryAll } from './try-all.ts';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, files: { type: 'string' } },
  allowPositionals: true,
});
const chosen = allRooms().filter(({ name }) => positionals.length === 0 || positionals.some((part) => name === part));
const scores: string[] = [];
let isGood = chosen.length > 0;
for (const room of chosen) {
  const copy = copyProject();
  try {
    const prepared = await prepareRoom(copy, room);
    const mistakes = prepared.filter(({ file }) => values.only === undefined || file.includes(values.only));
    const noticed = await tryAll(copy, { room, mistakes, mostFiles: Number(values.files ?? Infinity) });
    const unnoticed = mistakes.filter(({ id }) => !noticed.has(id));
    const unexplained = unnoticed.filter((mistake) => reasonOf(mistake) === undefined);
    for (const { file, line, from, to } of unexplained)
      console.log(`UNNOTICED  ${file}:${line}\n    ${from}\n -> ${to}`);
    const unused = values.only === undefined ? unusedReasons(room, unnoticed) : [];
    for (const { from, to } of unused) console.log(`NOTICED, although it has a reason\n    ${from}\n -> ${to}`);
    const percent = Math.round((noticed.size / Math.max(1, mistakes.length)) * 100);
    scores.push(
      `${room.name}: ${noticed.size} of ${mistakes.length} noticed (${percent} %), ` +
        `${unnoticed.length - unexplained.length} with a reason, ${unexplained.length} unnoticed`,
    );
    console.log(scores.at(-1));
    isGood &&= room.least === null ? unexplained.length + unused.length === 0 : percent >= room.least;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
console.log(`\n${scores.join('\n')}`);
process.exitCode = isGood ? 0 : 1;

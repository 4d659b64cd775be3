import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openSimulationDatabase } from './database.ts';
import { losses, type Losing } from './losing.ts';
import { playSeeds } from './run.ts';
import { playSeed } from './seed.ts';

const seeds = Array.from({ length: 1000 }, (_, index) => index + 1);
/** Seeds within which a broken part is noticed. */
const mostSeeds = 40;

test('a database that loses commits posts nothing twice, and loses no post, in a thousand seeds', async () => {
  const broken: string[] = [];
  await playSeeds(seeds, {
    losingAt: (seed) => ({ loss: losses[seed % losses.length] ?? 'command' }),
    onPlayed: ({ seed, violations }) => {
      broken.push(...violations.map((violation) => `seed ${seed}: ${violation}`));
    },
  });
  assert.deepEqual(broken, []);
});

const brokenLosses: readonly Losing[] = [
  { loss: 'hand', without: 'journal' },
  { loss: 'command', without: 'hold' },
];

for (const losing of brokenLosses) {
  test(`a loss of commits by ${losing.loss} without the ${losing.without ?? ''} is noticed`, async () => {
    await using database = await openSimulationDatabase();
    for (let seed = 2; seed < 2 + mostSeeds; seed += 1) {
      const { violations } = await playSeed({ seed, database, losing });
      if (violations.length > 0) return;
    }
    assert.fail(`not noticed by ${mostSeeds} seeds`);
  });
}

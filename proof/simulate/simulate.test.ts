import assert from 'node:assert/strict';
import { test } from 'vitest';
import { allStatements } from '#server/publishing/statement.ts';
import { brokenParts, withBroken } from './broken-parts.ts';
import { openSimulationDatabase } from './database.ts';
import { losses } from './losing.ts';
import { playSeeds } from './run.ts';
import { playSeed } from './seed.ts';

const sixSeeds = [1, 2, 3, 4, 5, 6];

test('six seeds break no invariant', async () => {
  const broken: string[] = [];
  const totals = await playSeeds(sixSeeds, {
    onPlayed: ({ seed, violations }) => {
      broken.push(...violations.map((violation) => `seed ${seed}: ${violation}`));
    },
  });
  assert.deepEqual(broken, []);
  assert.ok((totals.states.get('published') ?? 0) > 3, 'they publish at all');
  assert.ok(totals.faults.size > 5, 'and things go wrong');
});

test('three seeds that lose commits, each in its way, break no invariant', async () => {
  const broken: string[] = [];
  await playSeeds([4, 5, 6], {
    losingAt: (seed) => ({ loss: losses[seed % losses.length] ?? 'command' }),
    onPlayed: ({ violations }) => broken.push(...violations),
  });
  assert.deepEqual(broken, []);
});

test('a seed takes exactly the same steps whenever it is played', async () => {
  await using database = await openSimulationDatabase();
  const { trace } = await playSeed({ seed: 8, database });
  await playSeed({ seed: 20, database });
  assert.deepEqual((await playSeed({ seed: 8, database })).trace, trace);
});

test('each broken part occurs in the statement that it names', () => {
  for (const part of brokenParts) {
    const text = allStatements().find(({ name }) => name === part.statement)?.text ?? '';
    assert.notEqual(withBroken(part, text), text, part.title);
  }
});

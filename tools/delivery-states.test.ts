import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deliveryStates } from '#rules/delivery-states.ts';
import { folderOf } from './imports.ts';
import { sourceFiles } from './source-files.ts';

/** Lists of states that no rule implies. */
const exceptions: Readonly<Record<string, string>> = {
  'proof/simulate/broken-parts.ts': 'a mistake on purpose',
  'server/publishing/approval/rows.ts': 'what is kept back: scheduled, or sent and perhaps not there',
};

test('no statement lists three or more states of deliveries by hand', () => {
  const known = new Set<string>(deliveryStates);
  const found = sourceFiles(['.ts']).filter(
    ({ path, text }) =>
      !/\.(test|proof)\.ts$/.test(path) &&
      folderOf(path) !== 'tools' &&
      [...text.matchAll(/\bin\s*\(((?:\s*'\w+'\s*,?){3,})\)/g)].some(([, list = '']) =>
        [...list.matchAll(/\w+/g)].every(([state]) => known.has(state)),
      ),
  );
  assert.deepEqual(
    found.map(({ path }) => path),
    Object.keys(exceptions),
  );
});

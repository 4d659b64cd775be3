/**
 * deploy/compose.yaml as Compose would read it: YAML, then the schema, then the environment of each service. No test
 * starts containers.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '#server/base/settings/config.ts';
import { isInContext } from './dockerfile.ts';
import { projectDir } from './source-files.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');

/** '5s', '2m' */
const duration = z.string().regex(/^(\d+(us|ms|s|m|h))+$/);
const words = z.record(z.string().regex(/^[A-Z][A-Z_]+$/), z.string());
const command = z.array(z.string()).min(1);
const policy = z.enum(['no', 'always', 'on-failure', 'unless-stopped']);
const named = <Value extends z.ZodType>(value: Value) => z.record(z.string().regex(/^[a-zA-Z0-9._-]+$/), value);
const condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully']);

/** What is mounted, by its name or path, and where; Compose's long form becomes the short one. */
const mount = z.union([
  z.string().regex(/^(\.\/)?[\w.-]+:\/[\w./-]+(:ro)?$/),
  z
    .strictObject({
      type: z.literal('volume'),
      source: z.string(),
      target: z.string().startsWith('/'),
      volume: z.strictObject({ nocopy: z.boolean() }),
    })
    .transform(({ source, target }) => `${source}:${target}`),
]);

/**
 * The parts of the Compose Specification that the file uses; an unknown key is an error. Source:
 * github.com/compose-spec/compose-spec, schema/compose-spec.json of 2026-06-23, against which the whole file was also
 * validated.
 */
const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  restart: policy,
  profiles: z.array(z.string()).optional(),
  scale: z.int().optional(),
  user: z.string(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': z.string().regex(/^\d+m$/), 'max-file': z.string().regex(/^\d$/) }),
  }),
  command: command.optional(),
  env_file: z.string().optional(),
  environment: words.optional(),
  tmpfs: z.array(z.string().startsWith('/')),
  shm_size: z.string().optional(),
  volumes: z.array(mount),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  depends_on: named(z.strictObject({ condition })).optional(),
  healthcheck: z
    .strictObject({
      test: command,
      interval: duration,
      timeout: duration.optional(),
      retries: z.int(),
      start_period: duration.optional(),
    })
    .optional(),
  stop_grace_period: duration,
});
const file = z
  .strictObject({ name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), services: named(service), volumes: named(z.null()) })
  .loose();

const text = read('deploy/compose.yaml');
const { services, volumes, ...rest } = file.parse(parse(text, { merge: true }));
const namesOf = (needs: z.infer<typeof service>['depends_on'] = {}): string[] => Object.keys(needs);
/** The services that stay; the others do something and end. */
const lasting = Object.entries(services).filter(([, { restart }]) => restart === 'always');
const fromOurImage = ['init', 'web', 'worker', 'backup'];

describe('compose.yaml, parsed as YAML', () => {
  test('compose.yaml has only keys that Compose knows', () => {
    const known = ['name'];
    assert.deepEqual(
      Object.keys(rest).filter((key) => !known.includes(key) && !key.startsWith('x-')),
      [],
    );
    const mistaken: unknown = parse(text.replace('restart: always', 'restarts: always'), { merge: true });
    assert.ok(!file.safeParse(mistaken).success, 'a mistake is seen');
  });

  test('compose.yaml refers to existing services and volumes, and its services wait without a cycle', () => {
    const isBefore = (name: string, other: string): boolean =>
      namesOf(services[name]?.depends_on).some((need) => need === other || isBefore(need, other));
    for (const [name, each] of Object.entries(services)) {
      for (const need of namesOf(each.depends_on)) assert.ok(need in services, `${name} needs ${need}`);
      assert.ok(!isBefore(name, name), name);
      for (const volume of each.volumes) {
        const [from = ''] = volume.split(':');
        assert.ok(from.startsWith('./') ? existsSync(`${projectDir}deploy/${from}`) : from in volumes, volume);
      }
    }
  });

  test('compose.yaml waits for the health of a service that has a health check', () => {
    for (const { depends_on: needs = {} } of Object.values(services))
      for (const [name, { condition: wanted }] of Object.entries(needs))
        assert.ok(wanted !== 'service_healthy' || services[name]?.healthcheck !== undefined, name);
  });

  test('no service of compose.yaml is root, writes outside of its volumes, or fills the disk with its log', () => {
    for (const [name, each] of Object.entries(services)) {
      assert.match(each.user, /^(1000:1000|postgres)$/, name);
      assert.ok(each.read_only && each.cap_drop.includes('ALL'), name);
      assert.ok(each.security_opt.includes('no-new-privileges:true'), name);
      // Ours have longest: 25 s, after which they end as by a crash.
      assert.ok(Number.parseInt(each.stop_grace_period, 10) >= 30, name);
      assert.equal(
        each.build === undefined,
        /@sha256:[0-9a-f]{64}$/.test(each.image),
        `${name}: an image by its digest`,
      );
    }
  });

  test('each service of compose.yaml that stays has a health check', () => {
    assert.deepEqual(
      lasting.map(([name]) => name),
      ['db', 'web', 'worker', 'caddy'],
    );
    for (const [name, { healthcheck }] of lasting) assert.ok(healthcheck !== undefined, name);
    assert.match(services['web']?.healthcheck?.test.join(' ') ?? '', /:3000\/readyz/);
    assert.match(services['worker']?.healthcheck?.test.join(' ') ?? '', /:9465\/livez/);
    assert.equal(services['worker']?.environment?.['WORKER_METRICS_PORT'], '9465');
  });

  test('Caddy has the name of each web server that compose.yaml starts, and of a further one', () => {
    const { web, caddy } = services;
    const [, names = ''] = /^\$\{UPSTREAMS:-(.*)\}$/.exec(caddy?.environment?.['UPSTREAMS'] ?? '') ?? [];
    const port = web?.environment?.['PORT'];
    const numbers = Array.from({ length: (web?.scale ?? 0) + 1 }, (_, index) => index + 1);
    assert.equal(names, numbers.map((number) => `agencyreel-web-${number}:${port}`).join(' '));
    assert.match(text, /^name: agencyreel$/m, 'Compose names containers after it');
  });

  for (const name of fromOurImage)
    test(`compose.yaml gives ${name} an environment that the product accepts, over the guide’s`, () => {
      const { environment = {}, env_file: env } = services[name] ?? {};
      assert.equal(env, '.env');
      const filled: Record<string, string> = Object.fromEntries(
        Object.entries(environment).map(([key, value]): [string, string] => [
          key,
          value
            .replace(/\$\{DB_(APP_|OWNER_|)PASSWORD:.*?\}/, (_, role: string) => `${role}x`)
            .replace(/\$\{\w+:-(.*?)\}/, '$1'),
        ]),
      );
      assert.doesNotMatch(JSON.stringify(filled), /\$\{/);
      const guide = {
        ...parseEnv(read('deploy/agencyreel.env.example')),
        SECRET_KEY: 'ab'.repeat(32),
        DB_PASSWORD: 'x',
        DB_OWNER_PASSWORD: 'OWNER_x',
      };
      const config = parseConfig({ ...guide, ...filled }, '/app');
      assert.equal(config.databaseUrl, 'postgres://agencyreel_app:APP_x@db:5432/agencyreel');
      if (name === 'init' || name === 'backup') {
        assert.equal(config.databaseOwnerUrl, 'postgres://agencyreel_owner:OWNER_x@db:5432/agencyreel');
        assert.equal(config.databaseAdminUrl, 'postgres://agencyreel:x@db:5432/agencyreel');
      } else {
        const kept = { ...guide, ...filled };
        assert.deepEqual([config.databaseOwnerUrl, config.databaseAdminUrl], [null, null]);
        assert.deepEqual(
          [kept.DB_PASSWORD, kept.DB_OWNER_PASSWORD],
          ['', ''],
          'other roles’ passwords are not passed on',
        );
      }
      assert.deepEqual([config.dataDir, config.sandbox], ['/data', false]);
      if (name === 'web') {
        assert.deepEqual([config.host, config.port, config.drainSeconds], ['0.0.0.0', 3000, 5]);
        assert.ok(config.trustProxy.includes('uniquelocal'), 'Caddy is another machine');
      }
      if (name === 'worker' || name === 'backup') assert.equal(config.backup.to, '/backups');
    });

  test('compose.yaml keeps the folder that the product writes to, and builds no secret into the image', () => {
    assert.deepEqual(services['worker']?.volumes, services['web']?.volumes, 'both see the same files');
    assert.deepEqual(services['backup']?.volumes, services['web']?.volumes);
    const dockerfile = read('deploy/Dockerfile');
    for (const volume of fromOurImage.flatMap((name) => services[name]?.volumes ?? [])) {
      const [, folder = ''] = volume.split(':');
      assert.match(
        dockerfile,
        new RegExp(`^RUN mkdir .*${folder}\\b.* && chown node:node .*${folder}\\b`, 'm'),
        folder,
      );
    }
    const secret = [
      '.env',
      'deploy/.env',
      'server/.env',
      '.git/config',
      'data/secret-key',
      'node_modules/fastify/x.js',
    ];
    assert.deepEqual(secret.filter(isInContext), []);
  });
});

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
import { projectDir } from './source-files.ts';

const read = (path: string): string => readFileSync(projectDir + path, 'utf8');

/** '5s', '2m' */
const duration = z.string().regex(/^(\d+(us|ms|s|m|h))+$/);
const words = z.record(z.string().regex(/^[A-Z][A-Z_]+$/), z.string());
const command = z.array(z.string()).min(1);
const policy = z.enum(['no', 'always', 'on-failure', 'unless-stopped']);
const named = <Value extends z.ZodType>(value: Value) => z.record(z.string().regex(/^[a-zA-Z0-9._-]+$/), value);
const condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully']);

/**
 * The parts of the Compose Specification that the file uses; an unknown key is an error. Source:
 * github.com/compose-spec/compose-spec, schema/compose-spec.json of 2026-06-23, against which the whole file was also
 * validated.
 */
const service = z.strictObject({
  image: z.string().optional(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  restart: policy,
  command: command.optional(),
  env_file: z.string().optional(),
  environment: words.optional(),
  volumes: z.array(z.string().regex(/^(\.\/)?[\w.-]+:\/[\w./-]+(:ro)?$/)).optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  network_mode: z
    .string()
    .regex(/^service:[\w.-]+$/)
    .optional(),
  depends_on: z.union([z.array(z.string()), named(z.strictObject({ condition }))]).optional(),
  healthcheck: z.strictObject({ test: command, interval: duration, retries: z.int() }).optional(),
  stop_grace_period: duration.optional(),
});
const file = z
  .strictObject({ name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), services: named(service), volumes: named(z.null()) })
  .loose();

const text = read('deploy/compose.yaml');
const { services, volumes, ...rest } = file.parse(parse(text, { merge: true }));
const namesOf = (needs: z.infer<typeof service>['depends_on']): string[] =>
  needs === undefined ? [] : Array.isArray(needs) ? needs : Object.keys(needs);

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
      assert.ok(each.image !== undefined || each.build !== undefined, name);
      for (const need of namesOf(each.depends_on)) assert.ok(need in services, `${name} needs ${need}`);
      assert.ok(!isBefore(name, name), name);
      const [, shared = name] = each.network_mode?.split(':') ?? [];
      assert.ok(shared in services, shared);
      // A service that uses another one's network cannot publish its own ports.
      assert.ok(shared === name || each.ports === undefined, name);
      for (const volume of each.volumes ?? []) {
        const [from = ''] = volume.split(':');
        assert.ok(from.startsWith('./') ? existsSync(`${projectDir}deploy/${from}`) : from in volumes, volume);
      }
    }
  });

  test('compose.yaml waits for the health of a service that has a health check', () => {
    for (const { depends_on: needs } of Object.values(services))
      if (needs !== undefined && !Array.isArray(needs))
        for (const [name, { condition: wanted }] of Object.entries(needs))
          assert.ok(wanted !== 'service_healthy' || services[name]?.healthcheck !== undefined, name);
  });

  for (const name of ['init', 'web', 'worker'])
    test(`compose.yaml gives ${name} an environment that the product accepts, over the guide’s`, () => {
      const { environment = {}, env_file: env } = services[name] ?? {};
      assert.equal(env, '.env');
      const filled: Record<string, string> = Object.fromEntries(
        Object.entries(environment).map(([key, value]): [string, string] => [
          key,
          value.replace(/\$\{DB_(APP_|OWNER_|)PASSWORD:.*?\}/, (_, role: string) => `${role}x`),
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
      if (name === 'init') {
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
      if (name === 'web') assert.deepEqual([config.host, config.port], ['127.0.0.1', 3000]);
    });

  test('compose.yaml keeps the folder that the product writes to, and builds no secret into the image', () => {
    assert.deepEqual(services['worker']?.volumes, services['web']?.volumes, 'both see the same files');
    assert.match(read('deploy/Dockerfile'), /mkdir -p \/data && chown node:node \/data/);
    const left = read('deploy/Dockerfile.dockerignore').split('\n');
    for (const path of ['**/.env', '.git', 'data', 'node_modules']) assert.ok(left.includes(path), path);
  });
});

/** The manifests of deploy/kubernetes, as a cluster would read them. Nothing here talks to one. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1';
import { describe, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '#server/base/settings/config.ts';
import { manifests } from '../deploy/kubernetes/manifests.ts';
import { caddyImage, product, secrets, settings } from '../deploy/kubernetes/settings.ts';
import { projectDir } from './source-files.ts';

const folder = `${projectDir}deploy/kubernetes/`;
const written = manifests();

const words = z.record(z.string(), z.string());
const selector = z.object({ matchLabels: words.default({}) });
const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
  tcpSocket: z.object({ port: z.string() }).optional(),
});
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z
    .array(
      z.object({
        configMapRef: z.object({ name: z.string() }).optional(),
        secretRef: z.object({ name: z.string() }).optional(),
      }),
    )
    .default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  resources: z.object({ requests: words, limits: words }),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), allowPrivilegeEscalation: z.literal(false) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const template = z.object({
  metadata: z.object({ labels: words }),
  spec: z.object({
    securityContext: z.object({ runAsNonRoot: z.literal(true) }),
    volumes: z.array(z.object({ name: z.string() })),
    containers: z.array(container).length(1),
  }),
});
const resource = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }),
  spec: z
    .object({
      template: template.optional(),
      jobTemplate: z.object({ spec: z.object({ template }) }).optional(),
      selector: z.unknown().optional(),
      podSelector: selector.optional(),
      scaleTargetRef: z.object({ name: z.string() }).optional(),
      ports: z.array(z.object({ targetPort: z.string() })).optional(),
      ingress: z.array(z.object({ ports: z.array(z.object({ port: z.string() })) })).optional(),
    })
    .loose()
    .optional(),
});
const all = written.flatMap(([, text]) => parseAllDocuments(text).map((each) => resource.parse(each.toJS())));
const pods = all.flatMap(({ kind, metadata: { name }, spec }) => {
  const found = spec?.template ?? spec?.jobTemplate?.spec.template;
  const [first] = found?.spec.containers ?? [];
  return found === undefined || first === undefined ? [] : [{ kind, name, ...found, container: first }];
});
const named = (kind: string): string[] =>
  all.filter((each) => each.kind === kind).map(({ metadata: { name } }) => name);
const matching = (labels: Readonly<Record<string, string>>) =>
  pods.filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels[key] === value));

describe('the manifests of Kubernetes', () => {
  test('the files are what `npm run kubernetes` writes', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    assert.deepEqual(
      files.map((name) => [name, readFileSync(folder + name, 'utf8')]),
      written,
    );
  });

  test('each resource matches the schema of its kind, and a mistake does not', () => {
    assert.ok(all.length > 15);
    const mistaken: object = z
      .object({ spec: z.unknown() })
      .parse(JSON.parse('{"spec":{"replicas":"two","selector":{},"template":{}}}'));
    assert.throws(() => new Deployment(mistaken).validate(), /replicas/);
  });

  test('what refers to pods and ports finds them, and each volume is mounted', () => {
    for (const { kind, metadata, spec } of all) {
      const wanted =
        kind === 'Service'
          ? words.parse(spec?.selector)
          : selector.safeParse(spec?.podSelector ?? spec?.selector).data?.matchLabels;
      if (wanted === undefined) continue;
      const found = matching(wanted);
      assert.ok(found.length > 0, `${kind} ${metadata.name}`);
      const ports = [
        ...(spec?.ports?.map(({ targetPort }) => targetPort) ?? []),
        ...(spec?.ingress?.flatMap((each) => each.ports.map(({ port }) => port)) ?? []),
      ];
      for (const port of ports)
        assert.ok(
          found.every((pod) => pod.container.ports.some(({ name }) => name === port)),
          `${metadata.name} ${port}`,
        );
    }
    for (const {
      spec,
      container: { volumeMounts },
    } of pods)
      assert.deepEqual(
        volumeMounts.map(({ name }) => name).toSorted(),
        spec.volumes.map(({ name }) => name).toSorted(),
      );
    for (const { spec } of all)
      if (spec?.scaleTargetRef !== undefined) assert.ok(named('Deployment').includes(spec.scaleTargetRef.name));
  });

  test('what stays has probes of ports that it opens, and a budget if it has several pods', () => {
    const lasting = pods.filter(({ kind }) => kind === 'Deployment');
    assert.deepEqual(
      lasting.map(({ name }) => name),
      ['agencyreel-web', 'agencyreel-worker', 'agencyreel-caddy'],
    );
    for (const {
      container: { readinessProbe, livenessProbe, ports, image },
    } of lasting) {
      for (const each of [readinessProbe, livenessProbe])
        assert.ok(ports.some(({ name }) => name === (each?.httpGet ?? each?.tcpSocket)?.port));
      if (image === product.image)
        assert.deepEqual([readinessProbe?.httpGet?.path, livenessProbe?.httpGet?.path], ['/readyz', '/livez']);
    }
    assert.deepEqual(named('PodDisruptionBudget'), ['agencyreel-web', 'agencyreel-worker']);
    assert.deepEqual(named('HorizontalPodAutoscaler'), ['agencyreel-web']);
    assert.deepEqual(named('CronJob'), ['agencyreel-backup']);
  });

  test('the owners’ secret is given to the job of migrations only', () => {
    const owning = pods.filter(({ container: { envFrom } }) =>
      envFrom.some(({ secretRef }) => secretRef?.name === secrets.owners.name),
    );
    assert.deepEqual(
      owning.map(({ name }) => name),
      [`agencyreel-migrate-${product.version.replaceAll('.', '-')}`],
    );
  });

  const given: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgres://agencyreel_app:x@db:5432/agencyreel',
    DATABASE_OWNER_URL: 'postgres://agencyreel_owner:x@db:5432/agencyreel',
    DATABASE_ADMIN_URL: 'postgres://admin:x@db:5432/postgres',
    SECRET_KEY: 'ab'.repeat(32),
    SMTP_URL: 'smtp://mail.example.com:587',
    METRICS_TOKEN: 'a-token-of-monitors-01234',
  };
  for (const {
    name,
    container: { image, env, envFrom, ports },
  } of pods.filter((pod) => pod.container.image !== caddyImage))
    test(`${name} has an environment that the product accepts`, () => {
      assert.equal(image, product.image);
      const keys = Object.values(secrets)
        .filter((secret) => envFrom.some(({ secretRef }) => secretRef?.name === secret.name))
        .flatMap((secret) => [...secret.keys]);
      const config = parseConfig({
        ...(envFrom.some(({ configMapRef }) => configMapRef?.name === 'agencyreel-settings') ? settings : {}),
        ...Object.fromEntries(keys.map((key) => [key, given[key] ?? 'x'])),
        ...Object.fromEntries(env.map((each) => [each.name, each.value])),
      });
      assert.deepEqual([config.host, config.sandbox, config.dataDir], ['0.0.0.0', false, '/data']);
      assert.ok(config.s3 !== null, 'pods share no folder');
      assert.equal(config.backup.to === null, name === 'agencyreel-worker', 'one of them writes the backup');
      const listening = name === 'agencyreel-worker' ? config.metrics.workerPort : config.port;
      for (const { containerPort } of ports) assert.equal(containerPort, listening);
    });

  test('Caddy’s image is that of compose.yaml, and the product’s version that of package.json', () => {
    assert.ok(readFileSync(`${projectDir}deploy/compose.yaml`, 'utf8').includes(`image: ${caddyImage}\n`));
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(`${projectDir}package.json`, 'utf8')));
    assert.equal(product.version, version);
  });
});

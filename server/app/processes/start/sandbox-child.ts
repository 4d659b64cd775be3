import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  addressNamesOf,
  defaultNetworkAddresses,
  networkAddressNames,
  type NetworkAddresses,
  type NetworkAddressName,
} from '#networks/addresses.ts';
import type { RemoteSource } from '#sources/source.ts';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import { defaultAddresses, settingOf, type Addresses } from '../../../base/settings/addresses.ts';
import type { Config } from '../../../base/settings/config.ts';
import { environmentWithFile } from '../../../base/settings/environment.ts';

/** A running sandbox. */
export type SandboxChild = { addresses: SandboxAddresses; stop(): Promise<void> };

/**
 * The sandbox's message once it answers: these fields, and the base URL of each network by the names of
 * networks/addresses.ts.
 */
const told = z.object({
  url: z.string(),
  smtpUrl: z.string(),
  dnsAddress: z.string(),
  wordpressUrl: z.string(),
  stripeApiUrl: z.string(),
  linkedinVersion: z.string(),
  openaiApiUrl: z.string(),
  trendsUrl: z.string(),
});
const networksReported = z.object(Object.fromEntries(networkAddressNames.map((name) => [name, z.string()])));
/** The addresses of a sandbox. */
export type SandboxAddresses = z.output<typeof told> & NetworkAddresses;

const ports = z.object({ port: z.number(), smtpPort: z.number() });
const program = fileURLToPath(new URL('../../../../sandbox/main.ts', import.meta.url));

/**
 * Starts the sandbox as a separate process. Its ports are chosen once and stored in the data directory, because
 * connected accounts contain its addresses. It ends with us, however we end. Throws an error of one line if it does not
 * start.
 */
export async function startSandbox(config: Pick<Config, 'dataDir' | 'publicUrl'>): Promise<SandboxChild> {
  const dir = join(config.dataDir, 'sandbox');
  mkdirSync(dir, { recursive: true });
  const { port, smtpPort } = await rememberedPorts(join(dir, 'ports.json'));
  // The sandbox of a killed run notices that its parent is gone and ends; its ports are free a moment later.
  for (let attempt = 1; ; attempt += 1) {
    const child = launch({ ...config, dir, port, smtpPort });
    const started = await firstLine(child);
    if (started.kind === 'told')
      return { addresses: sandboxAddressesOf(JSON.parse(started.line)), stop: () => end(child) };
    if (!started.reason.includes('EADDRINUSE') || attempt === 20)
      throw new Error(`the sandbox did not start: ${started.reason}`);
    await sleep(250);
  }
}

/** The addresses in the message of a sandbox. Throws where one is missing. */
export function sandboxAddressesOf(said: unknown): SandboxAddresses {
  const networks: Record<NetworkAddressName, string> = { ...defaultNetworkAddresses };
  return { ...told.parse(said), ...Object.assign(networks, networksReported.parse(said)) };
}

/**
 * The sandbox's folders that an address of a person may name: those of its networks and their files, never its own
 * pages, which show all mails.
 */
function foldersOf(sandbox: SandboxAddresses, { publicUrl }: Pick<Config, 'publicUrl'>): string[] {
  // A test passes a whole sandbox, which is more than its addresses.
  const folders = Object.values<unknown>(sandbox).flatMap((value) => {
    if (typeof value !== 'string') return [];
    const base = [`${sandbox.url}/`, `${publicUrl}/sandbox/`].find((prefix) => value.startsWith(prefix));
    const folder = base === undefined ? '' : (value.slice(base.length).split('/')[0] ?? '');
    return folder === '' || folder === 'control' ? [] : [`${folder}/`];
  });
  return [...new Set([...folders, 'files/', 'icon.svg'])];
}

/** 'https://example.com/x' -> 'example.com:443'. */
function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** The settings with the sandbox instead of every network, the AI and the mail server, unless set otherwise. */
export function withSandbox(config: Config, sandbox: SandboxAddresses): Config {
  const { addresses } = config;
  const { port } = new URL(sandbox.url);
  const replaced = networkAddressNames
    .filter((name) => addresses[name] === defaultAddresses[name])
    .map((name): [string, string] => [name, sandbox[name]]);
  return {
    ...config,
    addresses: {
      ...addresses,
      ...Object.fromEntries(replaced),
      stripeApiUrl:
        addresses.stripeApiUrl === defaultAddresses.stripeApiUrl ? sandbox.stripeApiUrl : addresses.stripeApiUrl,
      openaiApiUrl:
        addresses.openaiApiUrl === defaultAddresses.openaiApiUrl ? sandbox.openaiApiUrl : addresses.openaiApiUrl,
    },
    sources: [
      ...config.sources.map((source) => (isOpenStreetMap(source) ? { ...source, ...mapOf(sandbox) } : source)),
      ...samplesOf(sandbox).filter(({ id }) => config.sources.every((source) => source.id !== id)),
    ],
    voices: { ...config.voices, polly: pollyOf(config, sandbox) },
    // Each API version ends after a year, also in the sandbox, so the newest one is used.
    linkedinVersion:
      addresses.linkedinApiUrl === defaultAddresses.linkedinApiUrl ? sandbox.linkedinVersion : config.linkedinVersion,
    smtpUrl: config.smtpUrl ?? sandbox.smtpUrl,
    dnsServers: config.dnsServers.length > 0 ? config.dnsServers : [sandbox.dnsAddress],
    // With records in the sandbox's name server, a customer's site is reachable on this machine.
    publicIp: config.publicIp ?? '127.0.0.1',
    sandboxUrl: sandbox.url,
    allowPrivateHosts: [
      ...config.allowPrivateHosts,
      ...foldersOf(sandbox, config).flatMap((folder) => [
        `127.0.0.1:${port}/${folder}`,
        `localhost:${port}/${folder}`,
        `${hostAndPort(config.publicUrl)}/sandbox/${folder}`,
        `127.0.0.1:${config.port}/sandbox/${folder}`,
      ]),
    ],
  };
}

/** The trends that show samples while the operator has not configured them. */
function samplesOf({ trendsUrl }: SandboxAddresses): RemoteSource[] {
  const key = 'sandbox-key';
  return [
    {
      id: 'reddit',
      key: `sandbox:${key}`,
      baseUrl: `${trendsUrl}/reddit`,
      otherUrl: `${trendsUrl}/reddit`,
      isSample: true,
    },
    { id: 'youtube', key, baseUrl: trendsUrl, isSample: true },
    { id: 'google-trends', key: '', baseUrl: `${trendsUrl}/google-trends`, isSample: true },
    { id: 'twitter', key, baseUrl: `${trendsUrl}/twitter`, isSample: true },
  ];
}

/** The sandbox's Polly, if the operator's keys would be sent to Amazon itself. */
const pollyOf = ({ voices: { polly }, addresses }: Config, { url }: SandboxAddresses): Config['voices']['polly'] =>
  polly === null || addresses.pollyEndpoint !== '' ? polly : { ...polly, baseUrl: `${url}/polly` };

/** Whether businesses would be searched for at OpenStreetMap itself; an operator's own servers are kept. */
const isOpenStreetMap = ({ id, baseUrl }: Config['sources'][number]): boolean =>
  id === 'openstreetmap' && baseUrl === defaultAddresses.nominatimUrl;
const mapOf = ({ url }: SandboxAddresses) => ({ baseUrl: `${url}/openstreetmap`, otherUrl: `${url}/openstreetmap` });

/** The networks that a setting points elsewhere than to the sandbox, each with its first such setting. */
export function elsewhere(addresses: Addresses): { network: NetworkId; setting: string }[] {
  return networkIds.flatMap((network) => {
    const name = addressNamesOf(network).find((each) => addresses[each] !== defaultAddresses[each]);
    return name === undefined ? [] : [{ network, setting: settingOf(name) }];
  });
}

async function rememberedPorts(file: string): Promise<z.output<typeof ports>> {
  try {
    return ports.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // On the first start, or with an unreadable file, ports are chosen again.
    const chosen = { port: await freePort(), smtpPort: await freePort() };
    writeFileSync(file, JSON.stringify(chosen));
    return chosen;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

function launch({
  dir,
  publicUrl,
  port,
  smtpPort,
}: {
  dir: string;
  publicUrl: string;
  port: number;
  smtpPort: number;
}): ChildProcess {
  return fork(program, {
    env: {
      ...environmentWithFile(),
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_DATA_DIR: dir,
      SANDBOX_PUBLIC_URL: `${publicUrl}/sandbox`,
    },
    // Ctrl-C goes to the whole process group; the sandbox must end after the processes that still call it.
    detached: true,
    execArgv: ['--max-semi-space-size=1', '--max-old-space-size=256'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

type Started = { kind: 'told'; line: string } | { kind: 'ended'; reason: string };

function firstLine(child: ChildProcess): Promise<Started> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the sandbox was started without its output');
  let errors = '';
  stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000);
  });
  return new Promise((resolve) => {
    const lines = createInterface({ input: stdout });
    lines.once('line', (line) => resolve({ kind: 'told', line }));
    child.once('exit', (code) =>
      resolve({ kind: 'ended', reason: /^\w*Error: .*$/m.exec(errors)?.[0] ?? `code ${code}` }),
    );
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => {
    child.kill('SIGKILL');
  }, 5000);
  await gone;
  clearTimeout(patience);
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import { addressNames, defaultAddresses, type Addresses } from '../addresses.ts';
import { environmentWithFile, type Config } from '../config.ts';

/** A running sandbox. */
export type SandboxChild = { addresses: SandboxAddresses; stop(): Promise<void> };

const told = z.object({
  url: z.string(), smtpUrl: z.string(), telegramUrl: z.string(), telegramWebUrl: z.string(), mediumUrl: z.string(), wordpressUrl: z.string(),
  facebookGraphUrl: z.string(), facebookVideoUrl: z.string(), facebookAuthUrl: z.string(),
  youtubeApiUrl: z.string(), youtubeUploadUrl: z.string(), youtubeWebUrl: z.string(), googleAuthUrl: z.string(), googleTokenUrl: z.string(),
  twitterApiUrl: z.string(), twitterAuthUrl: z.string(), linkedinApiUrl: z.string(), linkedinAuthUrl: z.string(), linkedinTokenUrl: z.string(), linkedinVersion: z.string(),
  redditApiUrl: z.string(), redditAuthUrl: z.string(), redditTokenUrl: z.string(), vimeoApiUrl: z.string(), vimeoAuthUrl: z.string(),
});
/** What the sandbox says of itself once it answers. */
export type SandboxAddresses = z.output<typeof told>;

const ports = z.object({ port: z.number(), smtpPort: z.number() });
const program = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

/**
 * Starts the sandbox as a process of its own. Its ports are chosen once and remembered in the data directory, since
 * connected accounts hold its addresses. It ends with us, however we end. Throws one line when it does not start.
 */
export async function startSandbox(config: Pick<Config, 'dataDir' | 'publicUrl'>): Promise<SandboxChild> {
  const dir = join(config.dataDir, 'sandbox');
  mkdirSync(dir, { recursive: true });
  const { port, smtpPort } = await rememberedPorts(join(dir, 'ports.json'));
  // What a killed run left behind notices that we are not its parent and goes; its ports are free a moment later.
  for (let attempt = 1; ; attempt += 1) {
    const child = launch({ ...config, dir, port, smtpPort });
    const started = await firstLine(child);
    if (started.kind === 'told') return { addresses: told.parse(JSON.parse(started.line)), stop: () => end(child) };
    if (!started.reason.includes('EADDRINUSE') || attempt === 20) throw new Error(`the sandbox did not start: ${started.reason}`);
    await sleep(250);
  }
}

/** The settings with the sandbox in the place of every network and of the mail server that is not set otherwise. */
export function withSandbox(config: Config, sandbox: SandboxAddresses): Config {
  const { addresses } = config;
  const { port } = new URL(sandbox.url);
  const own: Partial<Config['addresses']> = {
    TELEGRAM_API_URL: sandbox.telegramUrl, TELEGRAM_WEB_URL: sandbox.telegramWebUrl, MEDIUM_API_URL: sandbox.mediumUrl,
    REDDIT_API_URL: sandbox.redditApiUrl, REDDIT_AUTH_URL: sandbox.redditAuthUrl, REDDIT_TOKEN_URL: sandbox.redditTokenUrl,
    VIMEO_API_URL: sandbox.vimeoApiUrl, VIMEO_AUTH_URL: sandbox.vimeoAuthUrl,
    FACEBOOK_GRAPH_URL: sandbox.facebookGraphUrl, FACEBOOK_VIDEO_URL: sandbox.facebookVideoUrl, FACEBOOK_AUTH_URL: sandbox.facebookAuthUrl,
    YOUTUBE_API_URL: sandbox.youtubeApiUrl, YOUTUBE_UPLOAD_URL: sandbox.youtubeUploadUrl, YOUTUBE_WEB_URL: sandbox.youtubeWebUrl,
    GOOGLE_AUTH_URL: sandbox.googleAuthUrl, GOOGLE_TOKEN_URL: sandbox.googleTokenUrl,
    TWITTER_API_URL: sandbox.twitterApiUrl, TWITTER_AUTH_URL: sandbox.twitterAuthUrl,
    LINKEDIN_API_URL: sandbox.linkedinApiUrl, LINKEDIN_AUTH_URL: sandbox.linkedinAuthUrl, LINKEDIN_TOKEN_URL: sandbox.linkedinTokenUrl,
  };
  const replaced = Object.entries(own).filter(([name]) => Reflect.get(addresses, name) === Reflect.get(defaultAddresses, name));
  return {
    ...config,
    addresses: { ...addresses, ...Object.fromEntries(replaced) },
    // Each version ends after a year, those of the sandbox too; what it serves does for it.
    linkedinVersion: addresses.LINKEDIN_API_URL === defaultAddresses.LINKEDIN_API_URL ? sandbox.linkedinVersion : config.linkedinVersion,
    smtpUrl: config.smtpUrl ?? sandbox.smtpUrl,
    sandboxUrl: sandbox.url,
    allowPrivateHosts: [...config.allowPrivateHosts, `127.0.0.1:${port}`, `localhost:${port}`, new URL(config.publicUrl).host, `127.0.0.1:${config.port}`],
  };
}

/** The networks that a setting of their own leads elsewhere than to the sandbox, each with the first such setting. */
export function elsewhere(addresses: Addresses): { network: NetworkId; setting: string }[] {
  return networkIds.flatMap((network) => {
    const setting = addressNames.find((name) => name.startsWith(`${network.toUpperCase()}_`) && addresses[name] !== defaultAddresses[name]);
    return setting === undefined ? [] : [{ network, setting }];
  });
}

async function rememberedPorts(file: string): Promise<z.output<typeof ports>> {
  try {
    return ports.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The first start, or a file nobody can read: chosen anew.
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

function launch({ dir, publicUrl, port, smtpPort }: { dir: string; publicUrl: string; port: number; smtpPort: number }): ChildProcess {
  return fork(program, {
    env: {
      ...environmentWithFile(),
      SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_DATA_DIR: dir, SANDBOX_PUBLIC_URL: `${publicUrl}/sandbox`,
    },
    // Ctrl-C goes to the whole process group; the sandbox goes after those who still speak to it.
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
  stderr.on('data', (chunk: Buffer) => { errors = (errors + chunk.toString()).slice(-4000); });
  return new Promise((resolve) => {
    const lines = createInterface({ input: stdout });
    lines.once('line', (line) => resolve({ kind: 'told', line }));
    child.once('exit', (code) => resolve({ kind: 'ended', reason: /^\w*Error: .*$/m.exec(errors)?.[0] ?? `code ${code}` }));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => { child.kill('SIGKILL'); }, 5000);
  await gone;
  clearTimeout(patience);
}

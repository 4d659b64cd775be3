import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const addresses = z.object({
  url: z.string(),
  smtpUrl: z.string(),
  controlUrl: z.string(),
  telegramApiUrl: z.string(),
  telegramWebUrl: z.string(),
  mediumApiUrl: z.string(),
  wordpressUrl: z.string(),
});

const post = z.object({
  network: z.string(),
  account: z.string(),
  id: z.string(),
  title: z.string(),
  text: z.string(),
  status: z.string(),
  publishedAt: z.string(),
  createdAt: z.string(),
});
/** A post as a reader of the network sees it. */
export type FeedPost = z.output<typeof post>;

/** The sandbox in its own process, which is never killed: it holds the evidence. */
export type SandboxProcess = z.output<typeof addresses> & {
  /** A control call, see sandbox/README.md. */
  control(method: 'GET' | 'POST' | 'DELETE', call: string, body?: object): Promise<unknown>;
  feeds(): Promise<FeedPost[]>;
  stop(): Promise<void>;
};

/** Starts the sandbox with all its state in memory; each network answers after `latencyMs`. */
export async function startSandboxProcess({ latencyMs }: { latencyMs: number }): Promise<SandboxProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))], {
    env: { ...process.env, SANDBOX_LATENCY_MS: String(latencyMs), SANDBOX_PORT: '', SANDBOX_DATA_DIR: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const started: unknown = JSON.parse(String((await once(lines, 'line'))[0]));
  const urls = addresses.parse(started);
  const control = async (method: string, call: string, body?: object): Promise<unknown> => {
    const response = await fetch(
      `${urls.controlUrl}/${call}`,
      body ? { method, body: JSON.stringify(body) } : { method },
    );
    if (!response.ok) throw new Error(`sandbox: ${call} answered ${response.status}: ${await response.text()}`);
    return await response.json();
  };
  return {
    ...urls,
    control,
    feeds: async () => z.object({ posts: z.array(post) }).parse(await control('GET', 'feeds?limit=1000000')).posts,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

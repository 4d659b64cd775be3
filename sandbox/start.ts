import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkAddresses, type NetworkAddresses } from './addresses.ts';
import type { Clock, Context } from './context.ts';
import { Faults } from './faults/faults.ts';
import { Windows } from './faults/windows.ts';
import { makeServer } from './http/server.ts';
import { startNameServer, type NameServer } from './dns/server.ts';
import { startOutbox } from './mail/smtp.ts';
import { newestVersion } from './linkedin/versions.ts';
import { MediaStore } from './media/store.ts';
import { fixedSeeds } from './seeds.ts';
import { Journal } from './state/journal.ts';
import { State } from './state/state.ts';
import { StripeDeliveries } from './stripe/deliveries.ts';
import type { Latency } from './context.ts';

/**
 * The options of a start. Port 0 takes a free one. Without `dataDir` nothing survives the end. `publicUrl` is the
 * address at which people reach the sandbox, if it is not its own.
 */
export type Options = {
  port: number;
  smtpPort: number;
  host?: string;
  dataDir?: string;
  publicUrl?: string;
  latencyMs?: number;
};

/**
 * A running sandbox and its addresses; `latency.ms` may be changed at any time, `linkedinVersion` is the newest that
 * its LinkedIn serves.
 */
export type Sandbox = NetworkAddresses & {
  linkedinVersion: string;
  url: string;
  publicUrl: string;
  smtpUrl: string;
  /** The name server: '127.0.0.1:5353'. */
  dnsAddress: string;
  dns: NameServer;
  controlUrl: string;
  /** The AI: the value for OPENAI_API_URL. */
  openaiApiUrl: string;
  wordpressUrl: string;
  /** Reddit's search, YouTube's, Google Trends and X's trends, each in a folder. */
  trendsUrl: string;
  latency: Latency;
  clock: Clock;
  /** The state of Stripe besides its objects. */
  stripe: StripeDeliveries;
  state: State;
  stop: () => Promise<void>;
};

/** Starts all networks and the mail server. Rejects when a port is taken. */
export async function startSandbox({
  port,
  smtpPort,
  host = '127.0.0.1',
  dataDir,
  publicUrl,
  latencyMs = 0,
}: Options): Promise<Sandbox> {
  const journal = new Journal();
  const held = await journal.open(dataDir && join(dataDir, 'journal.jsonl'));
  const state = new State(fixedSeeds(), journal);
  for (const change of held) state.apply(change);
  const mediaDir = dataDir ? join(dataDir, 'media') : await mkdtemp(join(tmpdir(), 'sandbox-media-'));
  const clock: Clock = { aheadMs: 0 };
  const context: Context = {
    state,
    media: new MediaStore(mediaDir),
    faults: new Faults(() => context.now().getTime()),
    windows: new Windows(),
    sockets: new Set(),
    clock,
    stripe: new StripeDeliveries(),
    publicUrl: '',
    ownUrl: '',
    now: () => new Date(Date.now() + clock.aheadMs),
  };
  const latency: Latency = { ms: latencyMs };
  const dns = await startNameServer({ host, port: 0, now: context.now });
  context.dns = dns;
  const server = makeServer(context, latency);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server.address())}`;
  context.ownUrl = url;
  context.publicUrl = (publicUrl || url).replace(/\/+$/, '');
  const outbox = await startOutbox(state, { host, port: smtpPort });
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    for (const socket of context.sockets) socket.destroy();
    context.stripe.stop();
    await Promise.all([closed, outbox.stop(), dns.stop()]);
    await journal.close();
    if (!dataDir) await rm(mediaDir, { recursive: true, force: true });
  };
  return {
    ...networkAddresses({ url, publicUrl: context.publicUrl }),
    linkedinVersion: newestVersion(context.now()),
    url,
    publicUrl: context.publicUrl,
    smtpUrl: `smtp://${host}:${outbox.port}`,
    dnsAddress: dns.address,
    dns,
    controlUrl: `${url}/control`,
    openaiApiUrl: `${url}/openai/v1`,
    wordpressUrl: `${url}/wordpress`,
    trendsUrl: `${url}/trends`,
    latency,
    clock,
    stripe: context.stripe,
    state,
    stop,
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}

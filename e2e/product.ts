import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { cloneTemplate } from '#db/testing.ts';
import { openLog } from '#server/app/http/log.ts';
import { openServices } from '#server/app/processes/services.ts';
import { withSandbox } from '#server/app/processes/start/sandbox-child.ts';
import type { Services } from '#server/base/handlers.ts';
import { parseConfig } from '#server/base/settings/config.ts';
import type { Environment } from '#server/base/settings/environment.ts';
import { createFirstOwner } from '#server/people/operator/owners.ts';
import { startWeb } from '#server/web.ts';
import { startWorker } from '#server/worker.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import { openPage, type Motion, type WatchedPage } from '../tools/browser.ts';
import { freePort } from '../tools/free-port.ts';
import { putAhead } from './ahead.ts';
import { begin } from './begin.ts';
import { lateAnswers } from './late-answers.ts';

/** Pictures of the screens show the blur behind a dialog. */
const defaultMotion: Motion = process.env['SCREENS_DIR'] === undefined ? 'reduced' : 'full';

/** The owner every product of a test begins with. */
export const owner = { email: 'owner@agency.test', password: 'Owner&Pass1!' };

/**
 * The whole product, as `npm start` puts it together, on free ports and a database of its own, with a clock that can be
 * put forward.
 */
export type Product = {
  url: string;
  sandbox: Sandbox;
  services: Services;
  browser: Browser;
  /** Puts the clock of web and worker forward, and that of the pages that are open. */
  passTime(time: { hours?: number; minutes?: number }): Promise<void>;
  /** The product's current time. */
  now(): Date;
  /**
   * A page in a fresh context, on the product's clock; its faults are collected. Motion is reduced by default: a test
   * of what happens during a transition asks for `full`.
   */
  open(options?: {
    width?: number;
    height?: number;
    scheme?: 'light' | 'dark';
    /** The browser's time zone. */ zone?: string;
    motion?: Motion;
    expected?: readonly number[];
  }): Promise<WatchedPage>;
};

/**
 * `privateHosts` are further hosts on this machine that the product may post to, `settings` the operator's other
 * settings. `hasSamples` is false for trends as an installation without the sandbox has them.
 */
export type ProductOptions = { privateHosts?: readonly string[]; settings?: Environment; hasSamples?: boolean };

/** Starts a product whose pages open in this browser, at the beginning that the gate or the proof has. */
export async function startProduct(
  browser: Browser,
  { privateHosts = [], settings = {}, hasSamples = true, proof }: ProductOptions & { proof: boolean },
): Promise<{ product: Product; stop: () => Promise<void> }> {
  const ends: (() => Promise<void>)[] = [];
  // By how much this process, and with it server, worker and networks, is ahead of the machine and its database.
  const beginsAheadMs = begin({ proof });
  const database = await cloneTemplate();
  ends.push(() => database.drop());
  const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-e2e-'));
  ends.push(async () => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, publicUrl: `${url}/sandbox` });
  ends.push(() => sandbox.stop());

  const given = parseConfig(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      SANDBOX: 'on',
      CHECK_REPLIES: 'on',
      RENDER_PRIORITY: '0',
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      LOG_LEVEL: 'error',
      ...settings,
    },
    dataDir,
  );
  const joined = withSandbox({ ...given, allowPrivateHosts: [...given.allowPrivateHosts, ...privateHosts] }, sandbox);
  const sources = joined.sources.filter(({ isSample }) => hasSamples || isSample !== true);
  const config = { ...joined, sources };
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const { services, close } = await openServices(config, {
    databaseUrl: database.url,
    connections: 8,
    name: 'agencyreel e2e',
  });
  services.clock = now;
  ends.push(close);
  await createFirstOwner(services.db, config);
  const worker = await startWorker(services, openLog('error'), { clock: { now } });
  ends.push(() => worker.stop());
  const web = await startWeb(services, { logLevel: 'error' });
  ends.push(() => web.stop());

  const product: Product = {
    url,
    sandbox,
    services,
    browser,
    now,
    passTime: async ({ hours = 0, minutes = 0 }) => {
      const byMs = (hours * 60 + minutes) * 60_000;
      ahead += byMs;
      for (const context of browser.contexts()) {
        await context.addInitScript(putAhead, byMs);
        for (const page of context.pages()) await page.evaluate(putAhead, byMs);
      }
    },
    open: async (options = {}) => {
      const opened = await openPage(browser, { url, motion: defaultMotion, ...options });
      await lateAnswers(opened.context, { proof });
      await opened.context.addInitScript(putAhead, beginsAheadMs + ahead);
      return opened;
    },
  };
  return {
    product,
    stop: async () => {
      for (const end of ends.toReversed()) await end();
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { testDatabase } from '#db/testing.ts';
import { parseConfig, type Environment } from '#server/base/settings/config.ts';
import type { Services } from '#server/base/handlers.ts';
import { openLog } from '#server/app/http/log.ts';
import { createFirstOwner } from '#server/people/operator/owners.ts';
import { openServices } from '#server/app/processes/services.ts';
import { withSandbox } from '#server/app/processes/start/sandbox-child.ts';
import { startWeb } from '#server/web.ts';
import { startWorker } from '#server/worker.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import { openPage, startBrowser, type Motion, type WatchedPage } from '../tools/browser.ts';
import { freePort } from '../tools/free-port.ts';
import { putAhead } from './ahead.ts';
import { begin } from './begin.ts';
import { lateAnswers } from './late-answers.ts';

/** By how much this process, and with it server, worker and networks, is ahead of the machine and its database, ms. */
const beginsAheadMs = begin();

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
    motion?: Motion;
    expected?: readonly number[];
  }): Promise<WatchedPage>;
};

/**
 * Starts a product that ends with the test file. Call it at the top of a file. `privateHosts` are further hosts on this
 * machine that it may post to, `settings` the operator's other settings.
 */
export async function aProduct({
  privateHosts = [],
  settings = {},
}: { privateHosts?: readonly string[]; settings?: Environment } = {}): Promise<Product> {
  const ends: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const { url: databaseUrl } = await testDatabase();
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
  const config = withSandbox({ ...given, allowPrivateHosts: [...given.allowPrivateHosts, ...privateHosts] }, sandbox);
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const { services, close } = await openServices(config, { databaseUrl, connections: 8, name: 'agencyreel e2e' });
  services.clock = now;
  ends.push(close);
  await createFirstOwner(services.db, config);
  const worker = await startWorker(services, openLog('error'), { clock: { now } });
  ends.push(() => worker.stop());
  const web = await startWeb(services, { logLevel: 'error' });
  ends.push(() => web.stop());
  const browser = await startBrowser();
  ends.push(() => browser.close());
  closeAfterEachTest(browser);

  return {
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
      await lateAnswers(opened.context);
      await opened.context.addInitScript(putAhead, beginsAheadMs + ahead);
      return opened;
    },
  };
}

/**
 * Closes the pages that a test opened, when it ends: an open page goes on polling the server. Pages that the file
 * opened for all of its tests stay.
 */
function closeAfterEachTest(browser: Browser): void {
  let kept: readonly BrowserContext[] = [];
  beforeEach(() => {
    kept = browser.contexts();
  });
  afterEach(async (context) => {
    if ('passed' in context && context.passed === false) await sayWhatIsSeen(browser);
    const opened = browser.contexts().filter((each) => !kept.includes(each));
    await Promise.all(opened.map((each) => each.close()));
  });
}

/** Prints the address and accessible content of the most recent pages, for the reader of a failed run. */
async function sayWhatIsSeen(browser: Browser): Promise<void> {
  const last = browser.contexts().slice(-2);
  for (const page of last.flatMap((context) => context.pages())) {
    const seen = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch((error: unknown) => String(error));
    console.log(`what is seen at ${page.url()}:\n${seen}`);
  }
}

/** The browser tests: `gate` is part of `npm test`, `proof` is everything and runs at night. */
import { defineConfig } from '@playwright/test';
import { browserOptions } from './tools/browser.ts';

export default defineConfig<object, { proof: boolean }>({
  testDir: 'e2e',
  outputDir: 'node_modules/.cache/browser-tests',
  globalSetup: './e2e/global-setup.ts',
  reporter: [['list'], ['./e2e/reporter.ts']],
  workers: 2,
  // Limits that only something stuck reaches: a busy machine must not fail a test.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // Node runs the sources as they are; Playwright's own transpiler would take a second a worker.
  build: { external: ['**/*.ts'] },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: await browserOptions(),
    // Traces of every test took 78 % more processor time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    // A story's file may have further tests that are for the proof; the files of the proof alone end in `.proof.ts`.
    { name: 'gate', testMatch: '*.test.ts', grepInvert: /@proof/, retries: 1 },
    // The gate's stories, too: here they begin at random instants, and every screen is checked in all of its looks.
    { name: 'proof', testMatch: ['*.test.ts', '*.proof.ts'], use: { proof: true } },
  ],
});

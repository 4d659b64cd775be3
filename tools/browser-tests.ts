import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run, type Totals } from './stages.ts';

/** What e2e/reporter.ts writes when a run ends. */
const summary = z.object({
  passed: z.number(),
  failed: z.number(),
  flaky: z.number(),
  skipped: z.number(),
  failures: z.array(z.object({ file: z.string(), name: z.string(), why: z.string() })),
  times: z.array(z.tuple([z.string(), z.number()])),
});

/** Runs the gate's browser tests, or those in `files`, adds their counts to `totals`; whether all have passed. */
export async function runBrowserTests(files: readonly string[], totals: Totals): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-browser-'));
  try {
    const path = join(dir, 'summary.json');
    const passed = await run('playwright', ['test', '--project=gate', ...files], {
      environment: { E2E_SUMMARY: path },
    });
    const counted = summary.parse(JSON.parse(readFileSync(path, 'utf8')));
    totals.passed += counted.passed + counted.flaky;
    totals.failed += counted.failed;
    totals.skipped += counted.skipped;
    totals.flaky += counted.flaky;
    totals.failures.push(...counted.failures);
    totals.times.push(...counted.times);
    return passed && counted.failed === 0;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

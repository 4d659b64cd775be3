import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './programs.ts';
import { add, summary, type Summary } from './totals.ts';

/** What e2e/reporter.ts writes when a run ends; a flaky test passed at the second attempt, times are in seconds. */
const browserSummary = summary.extend({ flaky: z.number() });

/** Runs browser tests of a Playwright project, those in `files` or all, and adds them to the totals. */
export async function runBrowserTests(
  files: readonly string[],
  { totals, project = 'gate' }: { totals: Summary; project?: 'gate' | 'proof' },
): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-browser-'));
  try {
    const path = join(dir, 'summary.json');
    const passed = await run('playwright', ['test', `--project=${project}`, ...files], { E2E_SUMMARY: path });
    const { flaky, times, ...counted } = browserSummary.parse(JSON.parse(readFileSync(path, 'utf8')));
    const inMs = times.map(([file, seconds]) => [file, seconds * 1000] as const);
    add(totals, { ...counted, passed: counted.passed + flaky, times: inMs });
    if (flaky > 0) console.log(`flaky: ${flaky} browser tests passed at the second attempt`);
    return passed && counted.failed === 0;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

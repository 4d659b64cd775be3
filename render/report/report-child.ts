/** The process that writes one report: begun by `writeReportApart`, ended by its last word. */
import type { ReportPlan, ReportWord } from './apart.ts';
import { writeReport } from './write-report.ts';

// The process that wanted the report is gone.
process.once('disconnect', () => process.exit());
process.once('message', (plan: ReportPlan) => {
  void write(plan);
});

async function write({ path, ...plan }: ReportPlan): Promise<void> {
  try {
    const written = await writeReport(path, {
      ...plan,
      signal: new AbortController().signal,
      sweep: () => {
        globalThis.gc?.();
      },
      onProgress: (share) => tell({ kind: 'progress', share }),
    });
    await tell({ kind: 'end', written, peakBytes: process.resourceUsage().maxRSS * 1024 });
  } catch (error) {
    await tell({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** Resolves once it is on its way. */
const tell = (word: ReportWord): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(word, undefined, {}, () => resolve());
    else resolve();
  });
